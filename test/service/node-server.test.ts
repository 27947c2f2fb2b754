import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { H3, HTTPResponse } from 'h3'
import { listen } from '../../adapters/http/node-server.ts'
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
  return await listen(app, '127.0.0.1', 0, MAX_SILENCE_MS)
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
