import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer as createHttpsServer } from 'node:https'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createWebhookSender } from '../../adapters/work/webhook/send-webhook.ts'
import { builtPath } from '../support/built-path.ts'
import { createCertificate, type Certificate } from '../support/certificate.ts'
import { root } from '../support/root.ts'
import { deliveryOf, receive, SMALL_BODY } from '../support/webhook-receiver.ts'

const run = promisify(execFile)

/** An https receiver on loopback, under the name `localhost`, that counts requests. */
async function receiveSecurely(t: TestContext, { cert, key }: Certificate) {
  let requests = 0
  const server = createHttpsServer({ cert, key }, (request, response) => {
    requests++
    request.resume().on('end', () => response.writeHead(204).end())
  })
  server.on('tlsClientError', () => undefined)
  const { port } = await receive(t, server)
  return { origin: `https://localhost:${port}`, requests: () => requests }
}

async function sendTo(origin: string) {
  const sender = createWebhookSender({ allowedOrigins: [origin], timeLimitMs: 60_000 })
  try {
    return await sender.send(await deliveryOf(`${origin}/`, SMALL_BODY))
  } finally {
    await sender.close()
  }
}

/** The same attempt in a process that trusts a certificate, as an operator would let it. */
async function sendTrusting(origin: string, { file }: Certificate): Promise<unknown> {
  const program = `
    const { createWebhookSender } = await import('${builtPath('adapters/work/webhook/send-webhook.js')}')
    const { deliveryOf, SMALL_BODY } = await import('${builtPath('test/support/webhook-receiver.js')}')
    const [origin] = process.argv.slice(1)
    const sender = createWebhookSender({ allowedOrigins: [origin] })
    console.log(JSON.stringify(await sender.send(await deliveryOf(origin + '/', SMALL_BODY))))
    await sender.close()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, origin], {
    cwd: root,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
    timeout: 180_000,
  })
  return JSON.parse(stdout)
}

const tlsError = { ok: false, error: 'tls error' }

test('https: an untrusted certificate is refused; the same certificate is accepted when it is trusted', async (t) => {
  const certificate = createCertificate(t, 'localhost')
  if (certificate === null) return
  const { origin, requests } = await receiveSecurely(t, certificate)
  assert.deepEqual(await sendTo(origin), tlsError)
  assert.equal(requests(), 0)
  assert.deepEqual(await sendTrusting(origin, certificate), { ok: true, status: 204 })
  assert.equal(requests(), 1)
})

test('https: a trusted certificate for another name is refused', async (t) => {
  const certificate = createCertificate(t, 'other.example')
  if (certificate === null) return
  const { origin, requests } = await receiveSecurely(t, certificate)
  assert.deepEqual(await sendTrusting(origin, certificate), tlsError)
  assert.equal(requests(), 0)
})

test('https: a server without TLS is a TLS error, and a silent one is a timeout', async (t) => {
  const plain = await receive(
    t,
    createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n'))),
  )
  assert.deepEqual(await sendTo(`https://127.0.0.1:${plain.port}`), tlsError)
  const silent = await receive(t, createServer())
  const origin = `https://127.0.0.1:${silent.port}`
  const sender = createWebhookSender({ allowedOrigins: [origin], timeLimitMs: 2000 })
  t.after(() => sender.close())
  assert.deepEqual(await sender.send(await deliveryOf(origin, SMALL_BODY)), { ok: false, error: 'timeout' })
  assert.equal(silent.connections(), 1)
})
