import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { H3, HTTPResponse } from 'h3'
import { readJson } from '../../adapters/http/route/read-json.ts'
import {
  startHttpServer,
  REQUEST_CHECK_MS,
  REQUEST_MS,
  type HttpServerOptions,
} from '../../adapters/http/node-server.ts'
import { SpelledResponse } from '../../adapters/http/spelled-response.ts'
import { inTime, until } from '../support/wait.ts'

const MAX_SILENCE_MS = 200

/** A server whose `/slow` answers when some work has ended. */
async function startServer(work: Promise<unknown>) {
  const app = new H3()
  app.get('/slow', async () => {
    await work
    return 'late'
  })
  app.get('/large', () => new HTTPResponse(new Uint8Array(64 * 1024 * 1024)))
  return await startHttpServer(app, '127.0.0.1', 0, { maxSilenceMs: MAX_SILENCE_MS })
}

/** Open TCP connections of this process: it has both ends of each. */
const countSockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

/** Ms until the other side closes a connection. */
async function timeToClose(socket: Socket): Promise<number> {
  const start = performance.now()
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return performance.now() - start
}

test('a silent connection is closed, except while its answer is in preparation', async () => {
  let endWork: () => void = () => undefined
  const server = await startServer(new Promise<void>((resolve) => (endWork = resolve)))
  const slow = fetch(`http://127.0.0.1:${server.port}/slow`, { headers: { Connection: 'close' } })
  const idleMs = await timeToClose(connect(server.port, '127.0.0.1').resume())
  assert.ok(idleMs >= MAX_SILENCE_MS - 50, `${idleMs} ms`)
  await sleep(2 * MAX_SILENCE_MS)
  endWork()
  assert.deepEqual([(await slow).status, await (await slow).text()], [200, 'late'])

  await until(() => countSockets() === 0, 'all connections are closed')
  const stuck = connect(server.port, '127.0.0.1')
  stuck.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await until(() => countSockets() === 2, 'both ends of the connection are open')
  await until(() => countSockets() === 1, "the server's end is closed")
  // What was not read is lost with the connection.
  const closed = timeToClose(stuck)
  let bytes = 0
  stuck.on('data', (chunk) => (bytes += chunk.length))
  await inTime(closed, 'the connection is closed')
  assert.ok(bytes < 64 * 1024 * 1024, `${bytes} bytes`)
  await server.close(0)
})

/** A server that reads JSON at `/echo`, up to 1 MB. */
async function startEcho(options: HttpServerOptions = {}) {
  const app = new H3({ silent: true })
  app.post('/refused', () => new HTTPResponse('no', { status: 401 }))
  app.post('/echo', async (event) => {
    const body = await readJson(event, { maxBytes: 1_000_000 })
    return body.ok ? body.value : null
  })
  return await startHttpServer(app, '127.0.0.1', 0, options)
}

/** Sends text, and gives everything that is received until the connection ends. */
async function converse(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(text)
  await inTime(closed, 'the connection is closed')
  return received
}

const post = (path: string, length: number, body = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${body}`

test('a request that is refused before its body has arrived ends its connection', async () => {
  const server = await startEcho()
  for (const path of ['/refused', '/echo']) {
    const received = await converse(server.port, post(path, 9_000_000, 'the beginning'))
    assert.match(received, /^HTTP\/1\.1 4(?:01|13) /)
    assert.match(received, /\r\nConnection: close\r\n/)
    assert.equal(received.split('HTTP/1.1').length, 2, 'one answer')
  }
  await server.close(0)
})

test('a client that still sends its body reads why it was refused', async () => {
  const server = await startEcho()
  for (let times = 0; times < 5; times++) {
    // As much as no buffer holds: the client still sends when it is answered.
    const received = await converse(server.port, post('/refused', 20_000_000, 'x'.repeat(20_000_000)))
    assert.match(received, /^HTTP\/1\.1 401 [\s\S]*no$/)
  }
  await server.close(0)
})

test('a body in pieces that is too large gets 413', async () => {
  const server = await startEcho()
  const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const received = await converse(server.port, head + `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(200))
  assert.match(received, /^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n/)
  await server.close(0)
})

test('a request whose body has arrived keeps its connection', async () => {
  const server = await startEcho()
  const socket = connect(server.port, '127.0.0.1')
  for (const body of ['101', '202']) {
    socket.write(post('/echo', 3, body))
    const [chunk] = (await inTime(once(socket, 'data'), 'an answer')) as [Buffer]
    assert.match(String(chunk), new RegExp(`^HTTP/1\\.1 200 [\\s\\S]*${body}$`))
  }
  socket.destroy()
  await server.close(0)
})

test('a client that drips its headers or its body is cut within 12 seconds', async () => {
  assert.ok(REQUEST_MS + REQUEST_CHECK_MS <= 12_000)
  const server = await startEcho({ requestMs: 50 })
  for (const text of ['POST /echo HTTP/1.1\r\nHos', post('/echo', 1000, 'a')]) {
    assert.match(await converse(server.port, text), /^HTTP\/1\.1 400 [\s\S]*must be whole, in time/)
  }
  await server.close(0)
})

test('a connection that a browser opens ahead of a request is closed without an answer', async () => {
  const server = await startEcho({ requestMs: 50 })
  assert.equal(await converse(server.port, ''), '')
  await server.close(0)
})

test('a request with two Host headers is refused', async () => {
  const server = await startEcho()
  for (const hosts of ['Host: a\r\nHost: b', 'Host: a\r\nhost: a']) {
    const received = await converse(server.port, `POST /echo HTTP/1.1\r\n${hosts}\r\n\r\n`)
    assert.match(received, /^HTTP\/1\.1 400 [\s\S]*\r\nSvc-Cost: 0\r\n[\s\S]*"invalid_params"/)
  }
  await server.close(0)
})

test('connections above the limit are closed, also while the others are idle', async () => {
  let refused = 0
  const server = await startEcho({ maxConnections: 2, onRefused: () => refused++ })
  const idle = [connect(server.port, '127.0.0.1'), connect(server.port, '127.0.0.1')]
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  assert.equal(await converse(server.port, post('/echo', 1, 'a')), '')
  await until(() => refused === 1, 'a connection was refused')
  idle[0]?.destroy()
  await until(async () => (await converse(server.port, post('/refused', 9, 'a'))) !== '', 'there is room again')
  idle[1]?.destroy()
  await server.close(0)
})

test('headers of the service are spelled as the interface does, in every form that Node takes; values stay', async () => {
  for (const [form, headers] of [
    ['in turn', ['svc-cost', 'svc-cost', 'SVC-RPS', '1/2', 'x-own', 'svc-x']],
    ['pairs', [['svc-cost', 'svc-cost'], ['SVC-RPS', '1/2'], ['x-own', 'svc-x']]], // prettier-ignore
    ['object', { 'svc-cost': 'svc-cost', 'SVC-RPS': '1/2', 'x-own': 'svc-x' }],
  ] as const) {
    const server = createServer({ ServerResponse: SpelledResponse }, (_, response) => {
      response.writeHead(200, headers)
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const received = await converse((server.address() as AddressInfo).port, 'GET / HTTP/1.0\r\n\r\n')
    for (const line of ['Svc-Cost: svc-cost', 'Svc-Rps: 1/2', 'x-own: svc-x']) {
      assert.ok(received.includes(`\r\n${line}\r\n`), `${form}: ${line} in ${received}`)
    }
    server.close()
  }
})
