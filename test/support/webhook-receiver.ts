import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { signStream } from '../../adapters/work/webhook/sign-stream.ts'
import type { WebhookDelivery } from '../../adapters/work/webhook/send-webhook.ts'

export const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'

export interface Receiver {
  readonly port: number
  readonly origin: string
  /** Number of connections so far. */
  readonly connections: () => number
  /** Number of open connections. Reads from all of them, because only a read finds the end of a connection. */
  readonly open: () => number
}

/** Starts a server on loopback, closed after the test. */
export async function receive(
  t: TestContext,
  server: Server,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  t.after(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  })
  const { port: taken } = server.address() as AddressInfo
  const open = () => {
    for (const socket of sockets) socket.resume()
    return sockets.size
  }
  return { port: taken, origin: `http://127.0.0.1:${taken}`, connections: () => connections, open }
}

/** A body in pieces, signed. */
export async function deliveryOf(url: string, pieces: readonly Uint8Array[]): Promise<WebhookDelivery> {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield* pieces
  }
  return { url, event: 'batch.completed', batchId: 'batch_0123', body, ...(await signStream(pieces, SECRET, null)) }
}

export const SMALL_BODY: readonly Uint8Array[] = [
  Buffer.from('{"id":"batch_0123",'),
  Buffer.from('"status":"complete"}'),
]
