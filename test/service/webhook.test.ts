import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { describeFailure } from '../../adapters/work/webhook/describe-failure.ts'
import { verifyWebhook } from '../../adapters/work/webhook/index.ts'
import {
  createWebhookSender,
  type WebhookDelivery,
  type WebhookSenderOptions,
} from '../../adapters/work/webhook/send-webhook.ts'
import { root } from '../support/root.ts'
import { GENEROUS_MS, inTime, until } from '../support/wait.ts'
import { deliveryOf, receive, SECRET, SMALL_BODY, type Receiver } from '../support/webhook-receiver.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}

/** Time limit for receivers that take longer; short, because tests wait for it. Unit: ms. */
const LIMIT_MS = 1500

/** A body that is larger than all buffers on its way. */
const LARGE_BODY: readonly Uint8Array[] = Array.from({ length: 480 }, (_, index) =>
  Buffer.alloc(64 * 1024, index % 256),
)

type Behavior = (socket: Socket, port: number) => void

/** A receiver with a given behavior for each connection. */
async function behave(t: TestContext, behavior: Behavior): Promise<Receiver> {
  const server = createServer((socket) => behavior(socket, receiver.port))
  const receiver = await receive(t, server)
  return receiver
}

function senderTo(t: TestContext, receiver: Receiver, options: WebhookSenderOptions = {}) {
  const sender = createWebhookSender({ allowedOrigins: [receiver.origin], timeLimitMs: GENEROUS_MS, ...options })
  t.after(() => sender.close())
  return sender
}

/** Answers 20 ms after the first part of the request. */
const answer = (text: string): Behavior => {
  return (socket) => void socket.once('data', () => setTimeout(() => socket.end(text), 20)).resume()
}

/** Begins an answer when the request begins, and never ends it. */
const drip = (head: string, piece: string): Behavior => {
  return (socket) => {
    socket.once('data', () => {
      socket.write(head)
      const timer = setInterval(() => socket.write(piece), 15)
      socket.on('close', () => clearInterval(timer))
    })
  }
}

const timeout = { ok: false, error: 'timeout' }
const reset = { ok: false, error: 'connection reset' }
const broken = { ok: false, error: 'network error' }
const ok = (status: number) => ({ ok: true, status })
const http = (status: number) => ({ ok: false, error: `http ${status}` })

test('a request has the documented headers in their spelling, and the signed bytes, equal at each attempt', async (t) => {
  const received: Buffer[] = []
  const receiver = await behave(t, (socket) => {
    const pieces: Buffer[] = []
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      const request = Buffer.concat(pieces)
      if (!request.toString('latin1').endsWith('"complete"}')) return
      received.push(request)
      socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    })
  })
  const sender = senderTo(t, receiver)
  const delivery = await deliveryOf(`${receiver.origin}/hook/a%20b?c=d#e`, SMALL_BODY)
  assert.deepEqual(await sender.send(delivery), ok(204))
  assert.deepEqual(await sender.send(delivery), ok(204))

  const [first, second] = received
  assert.ok(first && second && received.length === 2)
  assert.ok(first.equals(second))
  const [head = '', body = ''] = first.toString('latin1').split('\r\n\r\n')
  const [line, ...headers] = head.split('\r\n')
  const signature = `sha256=${delivery.signature}`
  assert.equal(line, 'POST /hook/a%20b?c=d HTTP/1.1')
  assert.deepEqual(headers.sort(), [
    'Content-Type: application/json',
    `User-Agent: shelfmark/${version}`,
    'X-SVC-Batch-Id: batch_0123',
    'X-SVC-Event: batch.completed',
    `X-SVC-Signature: ${signature}`,
    'connection: close',
    `content-length: ${body.length}`,
    `host: 127.0.0.1:${receiver.port}`,
  ])
  assert.equal(await verifyWebhook(body, signature, SECRET), true)
  assert.equal(receiver.connections(), 2)
})

test('a body of 30 MB arrives whole, and verifies', async (t) => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isVerified = await verifyWebhook(await buffer(request), request.headers['x-svc-signature'], SECRET)
    response.writeHead(isVerified ? 200 : 401).end()
  }
  const receiver = await receive(
    t,
    createHttpServer((request, response) => void answer(request, response)),
  )
  const sender = senderTo(t, receiver, { timeLimitMs: GENEROUS_MS })
  assert.deepEqual(await sender.send(await deliveryOf(receiver.origin, LARGE_BODY)), ok(200))
})

type Row = readonly [name: string, outcome: object, Behavior]

/** Behaviors of a receiver that end, each with the outcome of the attempt. */
const ending: readonly Row[] = [
  ['200', ok(200), answer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')],
  ['202 without a body', ok(202), answer('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n')],
  ['299, ended by its connection', ok(299), answer('HTTP/1.0 299 Fine\r\n\r\nfine')],
  ['200 after 103', ok(200), answer('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\n')],
  ['500', http(500), answer('HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno')],
  ['404', http(404), answer('HTTP/1.1 404 No\r\n\r\n')],
  ['410', http(410), answer('HTTP/1.1 410 Gone\r\n\r\n')],
  ['304', http(304), answer('HTTP/1.1 304 Not Modified\r\n\r\n')],
  ['a 200 that is cut short: the status decides', ok(200), answer('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok')],
  ['a 500 that is cut short', http(500), answer('HTTP/1.1 500 No\r\nContent-Length: 100\r\n\r\nno')],
  ['bad chunks after a 200', ok(200), answer('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n')],
  ['closed at once', reset, (socket) => socket.end()],
  ['closed after the request', reset, (socket) => socket.once('data', () => socket.end())],
  ['closed within the headers', reset, answer('HTTP/1.1 200 OK\r\nContent-')],
  ['reset at once', reset, (socket) => socket.resetAndDestroy()],
  ['reset after the request', reset, (socket) => socket.once('data', () => socket.resetAndDestroy())],
  ['no HTTP', broken, answer('SSH-2.0-OpenSSH_9.9\r\n')],
  ['a bad status', broken, answer('HTTP/1.1 abc OK\r\n\r\n')],
  ['an unexpected 100', broken, answer('HTTP/1.1 100 Continue\r\n\r\n')],
  ['another protocol', broken, answer('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')],
  ['headers without an end', broken, answer(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}`)],
]

/** Behaviors of a receiver that last until the time limit, each with the outcome of the attempt. */
const endless: readonly Row[] = [
  ['a 200 whose body drips for ever', ok(200), drip('HTTP/1.1 200 OK\r\n\r\n', '.')],
  ['a 500 whose body drips for ever', http(500), drip('HTTP/1.1 500 No\r\n\r\n', '.')],
  ['a 200 whose body hangs', ok(200), drip('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', '')],
  ['headers that drip for ever', timeout, drip('HTTP/1.1 200 OK\r\nX-Drip: ', '.')],
  ['early hints for ever', timeout, drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['silence', timeout, () => undefined],
  ['silence, and nothing read', timeout, (socket) => socket.pause()],
]

async function checkRow(
  t: TestContext,
  pieces: readonly Uint8Array[],
  [name, outcome, behavior]: Row,
  options: WebhookSenderOptions = {},
): Promise<void> {
  const receiver = await behave(t, behavior)
  const { begun, ended, delivery } = watch(await deliveryOf(receiver.origin, pieces))
  const given = await inTime(senderTo(t, receiver, options).send(delivery), name)
  assert.deepEqual(given, outcome, name)
  await until(() => receiver.open() === 0 && begun() === ended(), name)
  assert.equal(receiver.connections(), 1, name)
}

for (const [size, pieces] of [
  ['a small body', SMALL_BODY],
  ['a body of 30 MB', LARGE_BODY],
] as const) {
  test(`${size}: every behavior of the receiver has its outcome, and leaves no connection or stream open`, async (t) => {
    for (const row of ending) await checkRow(t, pieces, row)
    await Promise.all(endless.map((row) => checkRow(t, pieces, row, { timeLimitMs: LIMIT_MS })))
  })
}

/** The delivery, with counts of the reads of its body that began and ended. */
function watch(delivery: WebhookDelivery) {
  let begun = 0
  let ended = 0
  async function* body(): AsyncGenerator<Uint8Array> {
    begun++
    try {
      yield* delivery.body()
    } finally {
      ended++
    }
  }
  return { delivery: { ...delivery, body }, begun: () => begun, ended: () => ended }
}

test('the default time limit of an attempt is 10 seconds', async (t) => {
  const receiver = await behave(t, () => undefined)
  const delivery = await deliveryOf(receiver.origin, SMALL_BODY)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let given: unknown = null
  const attempt = createWebhookSender({ allowedOrigins: [receiver.origin] })
    .send(delivery)
    .then((outcome) => (given = outcome))
  for (let turns = 0; turns < 100_000 && receiver.connections() === 0; turns++) await turn()
  assert.equal(receiver.connections(), 1)
  t.mock.timers.tick(9999)
  for (let turns = 0; turns < 100; turns++) await turn()
  assert.equal(given, null)
  t.mock.timers.tick(1)
  assert.deepEqual(await attempt, timeout)
})

/** A body of 40 MB: what a receiver has not read fills all buffers on its way, and much is left. */
const SLOW_BODY: readonly Uint8Array[] = Array<Uint8Array>(40).fill(Buffer.alloc(1_000_000, 'x'))

test('a slow receiver gets a large body: the time for all of it has no limit', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let bytes = 0
  const receiver = await behave(t, (socket) => {
    socket.on('data', (piece: Buffer) => {
      const before = Math.floor(bytes / 1_000_000)
      bytes += piece.length
      // 2 MB a second: 20 s for the body, and twice the limit of 10 s.
      t.mock.timers.tick((Math.floor(bytes / 1_000_000) - before) * 500)
      if (bytes >= 40_000_000) socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    })
  })
  const sender = createWebhookSender({ allowedOrigins: [receiver.origin] })
  assert.deepEqual(await sender.send(await deliveryOf(receiver.origin, SLOW_BODY)), ok(204))
  await sender.close()
})

test('a receiver that takes less than 100 kB in 10 seconds is given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const receiver = await behave(t, (socket) => socket.pause())
  const sender = createWebhookSender({ allowedOrigins: [receiver.origin] })
  const progress = { hasEnded: false }
  const sending = sender
    .send(await deliveryOf(receiver.origin, SLOW_BODY))
    .finally(() => Object.assign(progress, { hasEnded: true }))
  // While the buffers on the way fill, the body moves on. Then it stands still for 10 s.
  for (let turns = 0; turns < 100_000 && !progress.hasEnded; turns++) {
    await turn()
    if (turns % 100 === 99) t.mock.timers.tick(9999)
  }
  assert.deepEqual(await sending, timeout)
  await sender.close()
})

test('an attempt that is aborted has no outcome', async (t) => {
  const receiver = await behave(t, () => undefined)
  const { delivery, begun, ended } = watch(await deliveryOf(receiver.origin, SMALL_BODY))
  const end = new AbortController()
  const sending = senderTo(t, receiver).send(delivery, end.signal)
  await until(() => begun() === 1, 'the attempt has begun')
  end.abort(new Error('the process ends'))
  await assert.rejects(sending, /the process ends/)
  await until(() => receiver.open() === 0 && ended() === 1, 'nothing is left open')
  await assert.rejects(senderTo(t, receiver).send(delivery, end.signal), /the process ends/)
})

test('an answer before the end of the body decides the outcome, and the body is released', async (t) => {
  for (const [status, outcome] of [
    [200, ok(200)],
    [413, http(413)],
  ] as const) {
    const receiver = await behave(t, (socket) => {
      socket.once('readable', () => socket.write(`HTTP/1.1 ${status} Enough\r\nContent-Length: 0\r\n\r\n`))
    })
    const { delivery, begun, ended } = watch(await deliveryOf(receiver.origin, LARGE_BODY))
    assert.deepEqual(await senderTo(t, receiver).send(delivery), outcome)
    await until(() => receiver.open() === 0 && begun() === 1 && ended() === 1, String(status))
  }
})

test('only the beginning of an endless answer is read', async (t) => {
  for (const head of ['HTTP/1.1 200 OK\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n']) {
    let sent = 0
    const receiver = await behave(t, (socket) => {
      const piece = Buffer.alloc(16 * 1024)
      const go = () => {
        while (!socket.destroyed && socket.write(piece)) sent += piece.length
      }
      socket.on('drain', go).once('data', () => {
        socket.write(head)
        go()
      })
    })
    const sender = senderTo(t, receiver, { timeLimitMs: 2 * GENEROUS_MS })
    const given = inTime(sender.send(await deliveryOf(receiver.origin, SMALL_BODY)), head)
    assert.deepEqual(await given, ok(200))
    await until(() => receiver.open() === 0, head)
    // The buffers of two sockets hold this much; 64 KiB and a piece of it are read.
    assert.ok(sent < 10_000_000, `${sent} bytes`)
  }
})

test('redirects are failures, and are not followed', async (t) => {
  const inward = await behave(t, answer('HTTP/1.1 200 OK\r\n\r\n'))
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await behave(
      t,
      answer(`HTTP/1.1 ${status} Moved\r\nLocation: ${inward.origin}/\r\nContent-Length: 0\r\n\r\n`),
    )
    const sender = senderTo(t, receiver, { allowedOrigins: [receiver.origin, inward.origin] })
    assert.deepEqual(await sender.send(await deliveryOf(receiver.origin, SMALL_BODY)), http(status))
  }
  assert.equal(inward.connections(), 0)
})

test('a failed connection is reported with its reason', async (t) => {
  const gone = await behave(t, () => undefined)
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as { port: number }
  free.close()
  await once(free, 'close')
  const origin = `http://127.0.0.1:${port}`
  const refused = senderTo(t, gone, { allowedOrigins: [origin] })
  assert.deepEqual(await refused.send(await deliveryOf(origin, SMALL_BODY)), { ok: false, error: 'connection refused' })

  const delivery = await deliveryOf('https://hook.example/', SMALL_BODY)
  const failing = (code: string) => async (): Promise<readonly string[]> => {
    throw Object.assign(new Error(code), { code })
  }
  for (const resolve of [failing('ENOTFOUND'), failing('EAI_AGAIN'), async () => []]) {
    const outcome = await senderTo(t, gone, { resolve }).send(delivery)
    assert.deepEqual(outcome, { ok: false, error: 'host not found' })
  }
  assert.deepEqual(await senderTo(t, gone, { resolve: failing('EIO') }).send(delivery), broken)
  const start = performance.now()
  const hanging = senderTo(t, gone, { resolve: () => new Promise(() => undefined), timeLimitMs: LIMIT_MS })
  assert.deepEqual(await inTime(hanging.send(delivery), 'an outcome'), timeout)
  const tookMs = performance.now() - start
  assert.ok(tookMs >= LIMIT_MS - 20, `${tookMs} ms`)
})

test('errors of the network, in the words of `webhook_last_error`', () => {
  const coded = (code: string, message = '') => Object.assign(new Error(message), { code })
  const table: readonly (readonly [error: unknown, words: string])[] = [
    [coded('ECONNREFUSED'), 'connection refused'],
    [coded('ECONNRESET'), 'connection reset'],
    [coded('EPIPE'), 'connection reset'],
    [coded('UND_ERR_SOCKET', 'other side closed'), 'connection reset'],
    [coded('ETIMEDOUT'), 'timeout'],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
    [coded('ENODATA'), 'host not found'],
    [coded('CERT_HAS_EXPIRED'), 'tls error'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls error'],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls error'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'tls error'],
    [coded('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'tls error'],
    [coded('EPROTO'), 'tls error'],
    [coded('EHOSTUNREACH'), 'network error'],
    [coded('toString'), 'network error'],
    [new Error('no code'), 'network error'],
    [new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]), 'connection refused'],
    [new AggregateError([coded('ENETUNREACH'), coded('EHOSTUNREACH')]), 'network error'],
    [new AggregateError([]), 'network error'],
    ['a text', 'network error'],
    [undefined, 'network error'],
  ]
  for (const [error, words] of table) assert.equal(describeFailure(error), words, String(error))
})

test('proxies of the environment are not used', async (t) => {
  const proxy = await behave(t, answer('HTTP/1.1 500 No\r\n\r\n'))
  const receiver = await behave(t, answer('HTTP/1.1 200 OK\r\n\r\n'))
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = proxy.origin
  t.after(() => {
    for (const [index, name] of names.entries()) {
      const value = before[index]
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  assert.deepEqual(await senderTo(t, receiver).send(await deliveryOf(receiver.origin, SMALL_BODY)), ok(200))
  assert.equal(proxy.connections(), 0)
})

test('errors of the sender are thrown, and are not an outcome of the attempt', async (t) => {
  const receiver = await behave(t, () => undefined)
  const sender = senderTo(t, receiver)
  const delivery = await deliveryOf(receiver.origin, SMALL_BODY)
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield* SMALL_BODY.slice(0, 1)
    throw new Error('the store is away')
  }
  const absent = (): AsyncIterable<Uint8Array> => {
    throw new Error('there is no body')
  }
  await assert.rejects(sender.send({ ...delivery, body: breaking }), /the store is away/)
  await assert.rejects(sender.send({ ...delivery, body: absent }), /there is no body/)
  for (const difference of [-1, 1, 1000]) {
    const contentLength = delivery.contentLength + difference
    await assert.rejects(sender.send({ ...delivery, contentLength }), /content-length/)
  }
  await assert.rejects(sender.send({ ...delivery, batchId: 'a\r\nX-Other: b' }), /invalid .*header/)
})

test('closing waits for running attempts and refuses new ones', async (t) => {
  const receiver = await behave(t, answer('HTTP/1.1 200 OK\r\n\r\n'))
  const sender = createWebhookSender({ allowedOrigins: [receiver.origin] })
  const delivery = await deliveryOf(receiver.origin, SMALL_BODY)
  const ended: string[] = []
  const attempts = Array.from({ length: 20 }, async () => {
    assert.deepEqual(await sender.send(delivery), ok(200))
    ended.push('attempt')
  })
  await sender.close()
  ended.push('close')
  await Promise.all(attempts)
  assert.deepEqual(ended, [...Array.from({ length: 20 }, () => 'attempt'), 'close'])
  await assert.rejects(sender.send(delivery), /closed/)
  await sender.close()
})
