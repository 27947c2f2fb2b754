import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '../../adapters/work/webhook/signature.ts'

/** How a receiver responds to the first attempts at the webhook of a batch. It accepts the next one. */
export const MISBEHAVIORS = ['hang', 'drip', 'reset', 'status 500', 'redirect inward'] as const
type Misbehavior = (typeof MISBEHAVIORS)[number]

interface Received {
  /** Attempts with a valid signature. */
  good: number
  /** Attempts with an invalid signature. */
  bad: number
  /** Hashes of the different bodies. */
  readonly bodies: Set<string>
  /** Attempts that were answered with 204. */
  accepted: number
}

/** Receives and verifies webhooks, and misbehaves on demand. */
export interface WebhookReceiver {
  readonly origin: string
  /** Keys: ids of batches. */
  readonly received: ReadonlyMap<string, Received>
  readonly expect: (batchId: string, secret: string, misbehaviors: readonly Misbehavior[]) => void
  readonly close: () => Promise<void>
}

interface Expected {
  readonly secret: string
  readonly misbehaviors: Misbehavior[]
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const expected = new Map<string, Expected>()
  const received = new Map<string, Received>()
  const server = createServer((request, response) => {
    void receive(request, response, expected, received)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    expect: (batchId, secret, misbehaviors) => {
      expected.set(batchId, { secret, misbehaviors: [...misbehaviors] })
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  expected: ReadonlyMap<string, Expected>,
  received: Map<string, Received>,
): Promise<void> {
  const id = String(request.headers['x-svc-batch-id'])
  const pieces: Buffer[] = []
  try {
    for await (const piece of request) pieces.push(piece as Buffer)
  } catch {
    // The sender died before the end of the body.
    return
  }
  const { secret = '', misbehaviors = [] } = expected.get(id) ?? {}
  const seen = received.get(id) ?? { good: 0, bad: 0, bodies: new Set(), accepted: 0 }
  received.set(id, seen)
  const body = Buffer.concat(pieces)
  if (await verifyWebhook(body, request.headers['x-svc-signature'], secret)) seen.good++
  else seen.bad++
  seen.bodies.add(createHash('sha256').update(body).digest('hex'))
  const misbehavior = misbehaviors.shift()
  if (misbehavior !== undefined) return await misbehave(misbehavior, request, response)
  seen.accepted++
  response.writeHead(204).end()
}

async function misbehave(kind: Misbehavior, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (kind === 'reset') request.socket.resetAndDestroy()
  else if (kind === 'status 500') response.writeHead(500).end('no')
  else if (kind === 'redirect inward') response.writeHead(307, { location: 'http://127.0.0.1:1/admin' }).end()
  else if (kind === 'drip') await drip(response)
}

/** Sends a header that never ends. */
async function drip(response: ServerResponse): Promise<void> {
  const { socket } = response
  socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ')
  for (let isOpen = true; isOpen; isOpen = socket?.writable === true) {
    socket?.write('x')
    await sleep(500)
  }
}
