import assert from 'node:assert/strict'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openApi } from '../../adapters/http/openapi/open-api.ts'
import { operations as table } from '../../adapters/http/operations.ts'
import { assertError, headerOf, jsonOf, PRODUCT, startBench, type Bench } from '../support/service-bench.ts'
import { inTime, until } from '../support/wait.ts'

let bench: Bench
let key: string

before(async () => {
  bench = await startBench()
  ;({ key } = await bench.createCaller())
})
after(() => bench.close())

interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const HEADER = /^([^:]+): (.*)$/

/** The one answer that came. */
function readRaw(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((line) => HEADER.exec(line)?.slice(1) as [string, string])
  return { status: Number(first.split(' ')[1]), headers: new Map(pairs), body: rest.join('\r\n\r\n') }
}

const HOST = 'Host: localhost\r\nConnection: close\r\n'

async function sendRequest(line: string, headers = HOST): Promise<RawAnswer> {
  const answer = readRaw(await bench.sendRaw(`${line}\r\n${headers}\r\n`))
  assert.match(answer.headers.get('Svc-Request-Id') ?? 'absent', /^[A-Za-z0-9._-]{1,64}$/, line)
  if (answer.status >= 400) {
    assert.equal(answer.headers.get('Svc-Cost'), '0', line)
    assert.match(answer.headers.get('content-type') ?? answer.headers.get('Content-Type') ?? '', /^application\/json/)
  }
  return answer
}

const NO_REQUEST = {
  error: 'invalid_params',
  details: [{ param: 'request', message: 'must be whole, in time, and of HTTP/1.1' }],
}

for (const [what, line, headers] of [
  ['words', 'this is no request', HOST],
  ['a version that does not exist', 'GET /livez HTTP/9.9', HOST],
  ['a method that is not a word', 'G(T /livez HTTP/1.1', HOST],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ''],
  ['a header without a colon', 'GET /livez HTTP/1.1', 'Host localhost\r\n'],
  ['a NUL in a header', 'GET /livez HTTP/1.1', `${HOST}X-A: a\0b\r\n`],
  ['two lengths of the body', `POST ${PRODUCT} HTTP/1.1`, `${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`],
  ['a length that is not a number', `POST ${PRODUCT} HTTP/1.1`, `${HOST}Content-Length: five\r\n`],
] as const) {
  test(`input that is not HTTP gets 400: ${what}`, async () => {
    const { status, body } = await sendRequest(line, headers)
    assert.deepEqual([status, JSON.parse(body)], [400, NO_REQUEST])
  })
}

test('a flood of headers gets 413', async () => {
  for (const flood of [`X-Flood: ${'a'.repeat(100_000)}\r\n`, 'X-Flood: aaaaaaaaaa\r\n'.repeat(5000)]) {
    const { status, body } = await sendRequest('GET /livez HTTP/1.1', HOST + flood)
    assert.deepEqual([status, JSON.parse(body)], [413, { error: 'payload_too_large' }])
  }
})

for (const [line, headers, expected] of [
  ['GET /livez HTTP/1.1', 'Connection: close\r\n', 400],
  ['GET /livez HTTP/1.1', 'Host:\r\nConnection: close\r\n', 200],
  ['GET /livez HTTP/1.1', 'Host: [::1]:80\r\nConnection: close\r\n', 200],
  ['GET /livez HTTP/1.0', '', 200],
  ['GET /livez HTTP/1.1', 'Host: [::\r\nConnection: close\r\n', 400],
  ['GET /livez HTTP/1.1', 'Host: a b@c/d?e#f\r\nConnection: close\r\n', 400],
  ['GET /livez HTTP/1.1', `${HOST}Expect: the-unexpected\r\n`, 200],
  ['GET /livez HTTP/1.1', 'Host: x\r\nUpgrade: websocket\r\nConnection: close, Upgrade\r\n', 200],
  ['GET http://elsewhere.example/livez HTTP/1.1', HOST, 200],
  ['GET //elsewhere.example/livez HTTP/1.1', HOST, 404],
  ['GET http://[/livez HTTP/1.1', HOST, 200],
  ['GET /%FF%zz%00 HTTP/1.1', HOST, 404],
  ['GET /docs/..%2f..%2fpackage.json HTTP/1.1', HOST, 404],
  ['OPTIONS * HTTP/1.1', HOST, 404],
  ['CONNECT elsewhere.example:443 HTTP/1.1', HOST, 404],
  ['TRACE /livez HTTP/1.1', HOST, 405],
  ['GRAB /none HTTP/1.1', HOST, 404],
  ['GRAB //localhost/livez HTTP/1.1', HOST, 404],
  [`GET ${PRODUCT}?%=%&%zz=%zz&=&&&?? HTTP/1.1`, HOST, 401],
] as const) {
  test(`odd HTTP: ${line}, ${JSON.stringify(headers)}: ${expected}`, async () => {
    assert.equal((await sendRequest(line, headers)).status, expected)
  })
}

for (const method of ['GRAB', 'get', 'PROPFIND', 'TRACE', "!#$%&'*+.^_`|~x"]) {
  test(`405 method_not_allowed with Allow, also for methods that Node does not know: ${method}`, async () => {
    for (const [path, allowed] of [
      [`${PRODUCT}?query=B0SHLFX301`, 'GET, OPTIONS'],
      ['/livez', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const { status, headers, body } = await sendRequest(`${method} ${path} HTTP/1.1`)
      assert.deepEqual([status, JSON.parse(body)], [405, { error: 'method_not_allowed' }])
      assert.equal(headers.get('Allow') ?? headers.get('allow'), allowed)
    }
  })
}

test('without Host, with two, or with one that is not valid: 400 that names it', async () => {
  for (const host of ['', 'Host: a\r\nHost: a\r\n', 'Host: a/b\r\n', 'Host: a:b\r\n']) {
    const { status, body } = await sendRequest('GET /livez HTTP/1.1', `${host}Connection: close\r\n`)
    const { error, details } = JSON.parse(body) as { error: string; details: { param: string }[] }
    assert.deepEqual([status, error, details.map(({ param }) => param)], [400, 'invalid_params', ['Host']], host)
  }
})

test('401 says how a key is sent', async () => {
  for (const answer of [
    await bench.call(`${PRODUCT}?query=B0SHLFX301`),
    await bench.call(`${PRODUCT}?query=B0SHLFX301`, { key: 'svc_live_none' }),
    await bench.callAdmin('/admin/v1/keys.list', { key: 'wrong', method: 'POST', body: '{}' }),
  ]) {
    assert.equal(answer.status, 401)
    assert.equal(headerOf(answer, 'www-authenticate'), 'Bearer realm="shelfmark"')
  }
})

test('a URL of 20 KB is read, and refused for its content', async () => {
  const answer = await bench.call(`${PRODUCT}?query=B0SHLFX301&domain=${'x'.repeat(20_000)}`, { key })
  assert.equal(answer.status, 400)
  assertError(await bench.call(`/${'x'.repeat(20_000)}`, { key }), 404, { error: 'not_found' })
})

test('5,000 unknown parameters are ignored', async () => {
  const many = Array.from({ length: 5000 }, (_, at) => `p${at}=1`).join('&')
  assert.equal((await bench.call(`${PRODUCT}?query=B0SHLFX301&${many}`, { key })).status, 200)
})

test('a body on a GET is ignored', async () => {
  for (const body of ['{"query":"x"}', 'x'.repeat(1_000_000)]) {
    const answer = await bench.call(`${PRODUCT}?query=B0SHLFX301`, { key, body, headers: { 'Content-Type': 'text/x' } })
    assert.equal(answer.status, 200)
  }
})

test('clients that disconnect while they are refused cause no errors', async () => {
  for (const line of ['CONNECT elsewhere.example:443 HTTP/1.1', 'this is no request', 'GET /docs HTTP/1.1']) {
    for (let times = 0; times < 20; times++) {
      const socket = connect(bench.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`${line}\r\n${HOST}\r\n`, () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
  }
})

test('the server still answers after all of that', async () => {
  assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
  const ready = jsonOf(await bench.call('/readyz')) as { status: string; last_run_seconds: number | null }
  assert.deepEqual(Object.keys(ready), ['status', 'last_run_seconds'])
  assert.equal(ready.status, 'ok')
  assert.ok(ready.last_run_seconds === null || Number.isInteger(ready.last_run_seconds))
})

test('no answer is stored by caches, or read as another type', async () => {
  const answers = [
    await bench.product('B0SHLFX301', key),
    await bench.call(`${PRODUCT}?query=B0SHLFX301`),
    await bench.call('/none'),
    await bench.call('/livez'),
    await bench.callAdmin('/metrics'),
  ]
  const pairs = [...answers.map(({ headers }) => headers), [...(await sendRequest('no request', '')).headers]]
  for (const headers of pairs) {
    const byName = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
    assert.deepEqual([byName.get('cache-control'), byName.get('x-content-type-options')], ['no-store', 'nosniff'])
  }
})

test('the OpenAPI document is served, is valid and has version 1.0.0', async () => {
  const answer = await bench.call('/api/v1/openapi.json')
  const document = jsonOf(answer) as Record<string, unknown>
  assert.deepEqual(document, JSON.parse(JSON.stringify(openApi(table))))
  assert.equal((document.info as { version: string }).version, '1.0.0')
  const result = await new Validator().validate(document)
  assert.equal(result.valid, true)
})

for (const path of ['/livez', '/readyz', '/api/v1/openapi.json', '/docs', '/']) {
  test(`${path} needs no key; HEAD is answered, other methods are not`, async () => {
    const [get, head] = await Promise.all([bench.call(path), bench.call(path, { method: 'HEAD' })])
    assert.deepEqual([get.status, head.status], [200, 200])
    assert.equal(headerOf(head, 'content-type'), headerOf(get, 'content-type'))
    const post = await bench.call(path, { method: 'POST', body: 'x' })
    assertError(post, 405, { error: 'method_not_allowed' })
    assert.equal(headerOf(post, 'allow'), 'GET, HEAD, OPTIONS')
  })
}

test('a server whose database was deleted is not ready, and does not say why', async () => {
  const own = await startBench()
  assert.equal((await own.call('/readyz')).status, 200)
  renameSync(join(own.folder, 'shelfmark.sqlite'), join(own.folder, 'gone'))
  await until(async () => (await own.call('/readyz')).status === 503, 'it is not ready')
  assertError(await own.call('/readyz'), 503, { error: 'unavailable' })
  assert.equal((await own.call('/livez')).status, 200)
  renameSync(join(own.folder, 'gone'), join(own.folder, 'shelfmark.sqlite'))
  await until(async () => (await own.call('/readyz')).status === 200, 'it is ready again')
  await own.close()
})

test('draining: running requests are answered, new ones are refused', async () => {
  // A close that waits for idle connections waits for this time.
  const own = await startBench({ settings: { SHELFMARK_DRAIN_MS: '600000' } })
  const caller = await own.createCaller()
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  // Two connections that stay open.
  const open = (query: string) => own.call(`${PRODUCT}?query=${query}`, { key: caller.key, agent })
  await Promise.all([open('B0SHLFX301'), open('B0SHLFX302')])
  const running = [open('B0SLOW2000'), open('B0SLOW2000')]
  await own.awaitInFlight(2)
  const queued = Promise.allSettled([open('B0SHLFX303'), own.call('/readyz', { agent })])
  const closed = own.close()
  for (const answer of await Promise.all(running)) assert.equal(answer.status, 200)
  await inTime(closed, 'the server has closed, without waiting for idle connections')
  for (const outcome of await queued) {
    if (outcome.status === 'fulfilled') assertError(outcome.value, 503, { error: 'unavailable' })
    else assert.match(String(outcome.reason), /ECONNREFUSED|socket hang up|ECONNRESET/)
  }
  agent.destroy()
})

test('draining: a new request on an open connection gets 503 unavailable with Retry-After', async () => {
  const own = await startBench()
  const caller = await own.createCaller()
  const head = `Host: x\r\nAuthorization: Bearer ${caller.key}\r\n`
  const agent = new Agent()
  const running = own.call(`${PRODUCT}?query=B0SLOW2000`, { key: caller.key, agent })
  await own.awaitInFlight(1)
  const socket = connect(own.port, '127.0.0.1')
  // The connection is not idle while it is being closed: a part of its second request has arrived.
  socket.write(`GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET ${PRODUCT}?query=B0SHLFX301 HTTP/1.1\r\n`)
  await inTime(once(socket, 'data'), 'an answer')
  const closed = own.close()
  const answered = once(socket, 'data')
  socket.write(`${head}\r\n`)
  const [bytes] = (await inTime(answered, 'another answer')) as [Buffer]
  const answer = readRaw(String(bytes))
  assert.deepEqual([answer.status, JSON.parse(answer.body)], [503, { error: 'unavailable' }])
  assert.deepEqual([answer.headers.get('retry-after'), answer.headers.get('Connection')], ['5', 'close'])
  assert.equal((await running).status, 200)
  await inTime(closed, 'the server has ended')
})

test('leaving: not ready at once; requests are answered, each on its last connection, until the wait ends', async () => {
  let endWait: () => void = () => undefined
  const waited = new Promise<void>((resolve) => (endWait = resolve))
  const waits: number[] = []
  const wait = (ms: number): Promise<void> => {
    waits.push(ms)
    return waited
  }
  const own = await startBench({ wait, settings: { SHELFMARK_DRAIN_WAIT_MS: '5000' } })
  const caller = await own.createCaller()
  const agent = new Agent({ keepAlive: true, maxSockets: 5 })
  const ask = () => own.call(`${PRODUCT}?query=B0SHLFX301`, { key: caller.key, agent })
  const before = await Promise.all([ask(), ask(), ask(), ask()])
  assert.ok(before.every(({ headers }) => headers.some(([name, value]) => name === 'Connection' && value !== 'close')))
  const running = own.call(`${PRODUCT}?query=B0SLOW2000`, { key: caller.key, agent })
  await own.awaitInFlight(1)
  const closed = own.stop()
  assertError(await own.call('/readyz', { agent }), 503, { error: 'unavailable' })
  for (let round = 0; round < 3; round++) {
    for (const answer of await Promise.all([ask(), ask(), ask(), ask()])) {
      assert.deepEqual([answer.status, headerOf(answer, 'Connection')], [200, 'close'])
    }
  }
  assert.deepEqual(waits, [5000])
  endWait()
  assert.deepEqual([(await running).status, headerOf(await running, 'Connection')], [200, 'close'])
  await inTime(closed, 'the server has ended')
  agent.destroy()
})
