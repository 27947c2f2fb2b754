import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Collection } from '../../adapters/http/openapi/collection.ts'
import { jsonOf, startBench, type Bench } from '../support/service-bench.ts'

let bench: Bench
before(async () => {
  bench = await startBench()
})
after(() => bench.close())

test('each operation is a request of the collection, and those with an example can be sent as they are', async () => {
  const { key } = await bench.createCaller(undefined, 'test')
  const collection = jsonOf(await bench.call('/docs/collection.json')) as Collection
  const document = jsonOf(await bench.call('/api/v1/openapi.json')) as { readonly paths: Record<string, object> }
  const requests = collection.item.flatMap(({ item }) => item)
  const described = Object.values(document.paths).flatMap((item) => Object.keys(item))
  assert.equal(requests.length, described.length)
  assert.deepEqual(
    collection.variable.map(({ key: name }) => name),
    ['baseUrl', 'key'],
  )
  assert.match(collection.variable[0]?.value ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.doesNotMatch(JSON.stringify(collection), /svc_(?:live|test)_[A-Za-z0-9]{10}/, 'no key')
  const sent = requests.filter(({ request: { method, url } }) => method === 'GET' && url.variable.length === 0)
  assert.ok(sent.length >= 10, `${sent.length} requests`)
  for (const { name, request } of sent) {
    const target = request.url.raw.replace('{{baseUrl}}', '')
    const headers = request.auth === undefined ? { Authorization: `Bearer ${key}` } : {}
    const { status } = await bench.call(target, { headers })
    // The key may not list keys.
    assert.equal(status, target === '/api/v1/keys' ? 403 : 200, `${name}: ${target}`)
  }
})

test('the body of a batch is JSON that is accepted', async () => {
  const { key } = await bench.createCaller(undefined, 'test')
  const collection = jsonOf(await bench.call('/docs/collection.json')) as Collection
  const create = collection.item
    .flatMap(({ item }) => item)
    .find(({ request: { method, body } }) => method === 'POST' && body !== undefined && body.raw.includes('"items"'))
  assert.ok(create?.request.body !== undefined)
  const { webhook_url: _, ...body } = JSON.parse(create.request.body.raw) as Record<string, unknown>
  const answer = await bench.call(create.request.url.raw.replace('{{baseUrl}}', ''), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 201, answer.bytes.toString())
})
