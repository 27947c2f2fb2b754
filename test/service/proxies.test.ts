import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { pino } from 'pino'
import { generateAsin } from '../../adapters/sandbox/index.ts'
import { startSandbox } from '../../adapters/sandbox/server/index.ts'
import { liveSource, type LiveSourceOptions } from '../../adapters/fetch/source/live-source.ts'
import { SourceError } from '../../adapters/fetch/source/page-source.ts'
import { createCertificate } from '../support/certificate.ts'
import { runCli } from '../support/cli-process.ts'
import {
  answer,
  close,
  hang,
  leadTo,
  listen,
  startProxy,
  type ForwardProxy,
  type ProxyBehavior,
} from '../support/forward-proxy.ts'
import { never } from '../support/retrievers.ts'
import { assertError, startBench } from '../support/service-bench.ts'
import { GENEROUS_MS, inTime, until } from '../support/wait.ts'

const HOST = 'www.amazon.de'
/** Connections that one attempt may begin, whatever a proxy does. */
const MAX_CONNECTIONS = 8

const request = {
  record: 'product',
  domain: 'de',
  url: `https://${HOST}/dp/B0SHLFS001`,
  language: null,
  attempt: 1,
} as const

/** Fetches a page through proxies, and gives the error. */
async function fail(t: TestContext, options: LiveSourceOptions, signal = never): Promise<SourceError> {
  const source = liveSource({ timeLimitMs: GENEROUS_MS, ...options })
  t.after(() => source.close())
  const error = await inTime(
    source.fetch(request, signal).then(
      () => null,
      (reason: unknown) => reason,
    ),
    'the fetch has ended',
  )
  assert.ok(error instanceof SourceError, String(error))
  return error
}

const behaviors: readonly (readonly [name: string, behave: ProxyBehavior, says: RegExp])[] = [
  ['closes', close, /closed the connection without a whole answer to CONNECT\.$/],
  ['closes after half an answer', answer('HTTP/1.1 200 OK\r\nVia: so'), /closed the connection|not HTTP/],
  ['answers 407', answer('HTTP/1.1 407 Who?\r\nContent-Length: 0\r\n\r\n'), /answered 407 to CONNECT: .* password/],
  ['answers 502', answer('HTTP/1.1 502 Bad Gateway\r\n\r\n<h1>Bad</h1>'), /answered 502 to CONNECT\.$/],
  ['redirects', answer('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n'), /answered 302 to CONNECT\.$/],
  ['answers garbage', answer('SSH-2.0-OpenSSH\r\n\r\n'), /an answer to CONNECT that is not HTTP/],
  ['closes the tunnel', answer('HTTP/1.1 200 OK\r\n\r\n'), /led to no TLS with www\.amazon\.de/],
  ['has something else in the tunnel', answer('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'), /led to no TLS with/],
]

for (const [name, behave, says] of behaviors) {
  test(`a proxy that ${name}: the error names it, after one connection`, async (t) => {
    const proxy = await startProxy(t, behave)
    const error = await fail(t, { proxies: proxy.url.replace('//', '//someone:sesame@') })
    assert.equal(error.code, 'proxy', error.message)
    assert.ok(error.message.startsWith(`The proxy ${proxy.url} `), error.message)
    assert.match(error.message, says)
    assert.doesNotMatch(error.message, /sesame|someone/)
    assert.ok(proxy.connections() >= 1 && proxy.connections() <= MAX_CONNECTIONS, `${proxy.connections()} connections`)
    await until(() => proxy.open() === 0, 'all connections are closed')
  })
}

const hangs: readonly (readonly [name: string, behave: ProxyBehavior])[] = [
  ['hangs', hang],
  ['hangs after half an answer', (client) => client.write('HTTP/1.1 200 OK\r\nVia: so')],
  ['hangs in the tunnel', (client) => client.write('HTTP/1.1 200 OK\r\n\r\n')],
]

for (const [name, behave] of hangs) {
  test(`a proxy that ${name} has its time, and no connection is left`, async (t) => {
    const proxy = await startProxy(t, behave)
    const error = await fail(t, { proxies: proxy.url, proxyTimeLimitMs: 50 })
    assert.equal(error.code, 'proxy', error.message)
    assert.match(error.message, /gave no connection to www\.amazon\.de within 50 ms\.$/)
    assert.ok(proxy.connections() <= MAX_CONNECTIONS, `${proxy.connections()} connections`)
    await until(() => proxy.open() === 0, 'all connections are closed')
  })

  test(`a proxy that ${name}: an attempt ends in its time, a caller leaves at once, and nothing is left`, async (t) => {
    const proxy = await startProxy(t, behave)
    const late = await fail(t, { proxies: proxy.url, timeLimitMs: 50, proxyTimeLimitMs: GENEROUS_MS })
    assert.deepEqual([late.code, late.message], ['timeout', 'There was no complete answer within 50 ms.'])
    await until(() => proxy.open() === 0, 'all connections are closed')
    const caller = new AbortController()
    const failing = fail(t, { proxies: proxy.url }, caller.signal)
    await until(() => proxy.heads.length === 2, 'the proxy is asked')
    caller.abort()
    assert.equal((await failing).code, 'aborted')
    await until(() => proxy.open() === 0, 'all connections are closed')
    assert.equal(proxy.connections(), 2)
  })
}

test('a proxy that is not there, and one that speaks no TLS, are named', async (t) => {
  const server = createServer()
  const port = await listen(t, server)
  server.close()
  await once(server, 'close')
  const gone = await fail(t, { proxies: `http://127.0.0.1:${port}` })
  assert.equal(gone.message, `The proxy http://127.0.0.1:${port} could not be reached: ECONNREFUSED.`)
  const plain = await startProxy(t, hang)
  const closing = createServer().on('connection', (socket) => socket.end('plain'))
  const securely = await fail(t, { proxies: `https://127.0.0.1:${await listen(t, closing)}` })
  assert.match(securely.message, /^The proxy https:\/\/127\.0\.0\.1:\d+ could not be reached: \w+\.$/)
  assert.equal(plain.connections(), 0)
})

test('a certificate in the tunnel that nobody vouches for is refused, and the proxy named', async (t) => {
  const certificate = createCertificate(t, HOST)
  if (certificate === null) return
  const port = await listen(t, createHttpsServer(certificate))
  const proxy = await startProxy(t, leadTo(port))
  const error = await fail(t, { proxies: proxy.url })
  assert.match(error.message, /led to no TLS with www\.amazon\.de: \w*SELF_SIGNED\w*\.$/)
})

test('a server with a closing proxy answers, and names it in the log, the metrics and the health', async (t) => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  const proxy = await startProxy(t, close)
  const bench = await startBench({
    log: pino({ level: 'info' }, stream),
    settings: { SHELFMARK_SOURCE: 'live', SHELFMARK_PROXIES: proxy.url.replace('//', '//someone:sesame@') },
    retrieval: { pauseMs: 0 },
  })
  t.after(() => bench.close())
  const { key } = await bench.createCaller()
  for (const index of [1, 2]) {
    const response = await inTime(bench.product(generateAsin(`proxy ${index}`), key), 'there is an answer')
    assertError(response, 502, { error: 'target_unreachable' })
  }
  assert.equal(proxy.connections(), 3)
  const text = (await bench.callAdmin('/metrics')).bytes.toString()
  assert.ok(text.includes(`shelfmark_proxy_connections_total{proxy="${proxy.url}",outcome="failed"} 3`), text)
  assert.ok(text.includes(`shelfmark_proxy_resting{proxy="${proxy.url}"} 1`), text)
  const { proxies } = await bench.administrate('service.health', {})
  assert.deepEqual(proxies, [
    {
      proxy: proxy.url,
      connections: 3,
      failures: 3,
      is_resting: true,
      problem: 'closed the connection without a whole answer to CONNECT',
    },
  ])
  const said = lines.filter((line) => line.includes('a proxy rests'))
  assert.equal(said.length, 1, lines.join(''))
  assert.ok(said[0]?.includes(`"proxy":"${proxy.url}"`), said[0])
  assert.doesNotMatch(lines.join('') + text, /sesame|someone/)
})

test('with a good and a bad proxy, the command line gets every product, and ends when it has only the bad one', async (t) => {
  const certificate = createCertificate(t, HOST)
  if (certificate === null) return
  const sandbox = await startSandbox({ weight: 'light' })
  t.after(() => sandbox.close())
  const shop = createTlsServer(certificate, (client) => {
    const upstream = connect(sandbox.port, '127.0.0.1')
    for (const socket of [client, upstream]) socket.on('error', () => undefined).on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  const port = await listen(t, shop)
  const [bad, good] = [await startProxy(t, close), await startProxy(t, leadTo(port))]
  const products = Array.from({ length: 12 }, (_, index) => generateAsin(`either proxy ${index}`))
  const get = (...proxies: readonly ForwardProxy[]) =>
    runCli(['get', ...products, '--domain', 'de', '--fields', 'asin'], {
      env: { SHELFMARK_PROXIES: proxies.map(({ url }) => url).join(','), NODE_EXTRA_CA_CERTS: certificate.file },
    })
  const both = await get(bad, good)
  assert.deepEqual([both.code, both.errors], [0, ''])
  const lines = both.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly record: unknown })
  assert.deepEqual(
    lines.map(({ record }) => record),
    products.map((asin) => ({ asin })),
  )
  assert.ok(bad.connections() > 0 && bad.connections() <= MAX_CONNECTIONS * products.length, `${bad.connections()}`)
  const earlier = bad.connections()
  const alone = await get(bad)
  assert.equal(alone.code, 1)
  assert.match(alone.errors, new RegExp(`target_unreachable \\(proxy: The proxy ${bad.url} `))
  assert.ok(bad.connections() - earlier <= MAX_CONNECTIONS * products.length, `${bad.connections() - earlier}`)
})
