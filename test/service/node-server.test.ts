import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { H3, HTTPResponse } from 'h3'
import { listen } from '../../adapters/http/node-server.ts'

const MAX_SILENCE_MS = 200
const WORK_MS = 900

async function startServer() {
  const app = new H3()
  app.get('/slow', async () => {
    await sleep(WORK_MS)
    return 'late'
  })
  app.get('/large', () => new HTTPResponse(new Uint8Array(64 * 1024 * 1024)))
  return await listen(app, '127.0.0.1', 0, MAX_SILENCE_MS)
}

/** Ms until the other side closes a connection. */
async function timeToClose(socket: Socket): Promise<number> {
  const start = performance.now()
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return performance.now() - start
}

test('a connection that is silent is closed, one whose answer is worked on is not', async () => {
  const server = await startServer()
  const idle = timeToClose(connect(server.port, '127.0.0.1').resume())
  const slow = await fetch(`http://127.0.0.1:${server.port}/slow`)
  assert.deepEqual([slow.status, await slow.text()], [200, 'late'])
  const idleMs = await idle
  assert.ok(idleMs >= MAX_SILENCE_MS - 50 && idleMs < WORK_MS, `${idleMs} ms`)

  const stuck = connect(server.port, '127.0.0.1')
  stuck.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await sleep(10 * MAX_SILENCE_MS)
  // What was not read is lost with the connection.
  const closed = timeToClose(stuck)
  let bytes = 0
  stuck.on('data', (chunk) => (bytes += chunk.length))
  assert.ok((await closed) < 5000)
  assert.ok(bytes < 64 * 1024 * 1024, `${bytes} bytes`)
  await server.close(0)
})
