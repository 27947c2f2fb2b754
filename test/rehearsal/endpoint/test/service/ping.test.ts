import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { headerOf, startBench, type Bench } from '../support/service-bench.ts'

let bench: Bench
before(async () => {
  bench = await startBench()
})
after(() => bench.close())

test('a new endpoint answers, is described, and has the methods that follow', async () => {
  const answer = await bench.call('/api/v1/ping')
  assert.deepEqual([answer.status, JSON.parse(answer.bytes.toString())], [200, { pong: true }])
  const wrong = await bench.call('/api/v1/ping', { method: 'DELETE' })
  assert.deepEqual([wrong.status, headerOf(wrong, 'allow')], [405, 'GET, HEAD, OPTIONS'])
  const { paths } = JSON.parse((await bench.call('/api/v1/openapi.json')).bytes.toString()) as { paths: object }
  assert.ok('/api/v1/ping' in paths)
})
