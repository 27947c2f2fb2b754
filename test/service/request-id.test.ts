import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startBench } from '../support/service-bench.ts'

const bench = await startBench()
after(() => bench.close())

const HOST = 'Host: localhost\r\nConnection: close\r\n'

/** Sends a request that is refused. Gives the id of its answer. */
async function refuse(line: string, headers: string): Promise<string> {
  const received = await bench.sendRaw(`${line}\r\n${headers}\r\n`)
  assert.match(received, /^HTTP\/1\.1 4\d\d /)
  return /^Svc-Request-Id: (.*)\r$/m.exec(received)?.[1] ?? ''
}

for (const [what, line, headers] of [
  ['an unknown path', 'GET /none HTTP/1.1', `${HOST}X-Request-Id: mine\r\n`],
  ['a method that the path does not have', 'PUT /livez HTTP/1.1', `${HOST}X-Request-Id: mine\r\n`],
  ['a method that Node does not know', 'GRAB /livez HTTP/1.1', `${HOST}x-request-id:mine \r\n`],
  ['a version that does not exist', 'GET /livez HTTP/9.9', `${HOST}X-Request-Id: mine\r\n`],
  ['a header without a colon, before', 'GET /livez HTTP/1.1', `Host localhost\r\nX-Request-Id: mine\r\n`],
  ['no Host', 'GET /livez HTTP/1.1', 'X-Request-Id: mine\r\nConnection: close\r\n'],
  ['CONNECT', 'CONNECT elsewhere.example:443 HTTP/1.1', `${HOST}X-Request-Id: mine\r\n`],
  ['a flood of headers', 'GET /livez HTTP/1.1', `${HOST}X-Flood: ${'a'.repeat(66_000)}\r\nX-Request-Id: mine\r\n`],
] as const) {
  test(`X-Request-Id is taken over by the refusal of ${what}`, async () => {
    assert.equal(await refuse(line, headers), 'mine')
  })
}

test('X-Request-Id is not taken over from an earlier request, or from two headers', async () => {
  const first = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: first\r\n\r\n'
  const received = await bench.sendRaw(`${first}GET /livez HTTP/9.9\r\n\r\n`)
  const refusal = received.slice(received.indexOf('HTTP/1.1 400 '))
  assert.match(refusal, /^HTTP\/1\.1 400 /)
  assert.doesNotMatch(refusal, /first/)
  const two = await refuse('GET /livez HTTP/9.9', `${HOST}X-Request-Id: a\r\nX-Request-Id: b\r\n`)
  assert.match(two, /^[0-9a-f-]{36}$/)
})
