import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { signStream } from '../../adapters/work/webhook/sign-stream.ts'
import { signWebhook, verifyWebhook, type WebhookHeaders } from '../../adapters/work/webhook/index.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const BODY = '{"id":"b1","title":"Grüße 😀"}'
const SENT_MS = Date.UTC(2026, 10, 22, 12)
const MINUTE_MS = 60_000

async function sign(): Promise<Readonly<Record<string, string>>> {
  const { headers } = await signWebhook(BODY, SECRET, { id: 'b1', sentAtMs: SENT_MS + 999 })
  return headers
}

const at = (nowMs: number, toleranceMs?: number) => ({ now: () => nowMs, toleranceMs })

test('a library verifies the first signature with the secret as it is, and receivers of before the second one', async () => {
  const secret = `${SECRET}=`
  const message = { id: 'b1', sentAtMs: SENT_MS }
  const { headers } = await signWebhook(BODY, secret, message)
  assert.deepEqual(await signStream([Buffer.from(BODY)], secret, message), await signWebhook(BODY, secret, message))
  const [first = '', second = '', ...more] = String(headers['webhook-signature']).split(' ')
  assert.deepEqual(more, [])
  const sign = (key: Buffer) =>
    createHmac('sha256', key)
      .update(`b1.${SENT_MS / 1000}.${BODY}`)
      .digest('base64')
  // What `new Webhook(secret)` of standardwebhooks.com does.
  assert.equal(first, `v1,${sign(Buffer.from(secret.slice('whsec_'.length), 'base64'))}`)
  assert.equal(second, `v1,${sign(Buffer.from(secret))}`)
  for (const signature of [first, second]) {
    assert.ok(await verifyWebhook(BODY, { ...headers, 'webhook-signature': signature }, secret, at(SENT_MS)))
  }
  assert.equal(headers['X-SVC-Signature'], `sha256=${createHmac('sha256', secret).update(BODY).digest('hex')}`)
})

test('a secret of before has one signature: a library verifies it with the secret in base64', async () => {
  const headers = await sign()
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']]
  assert.deepEqual([id, timestamp], ['b1', String(SENT_MS / 1000)])
  // What the libraries of standardwebhooks.com do.
  const key = Buffer.from(Buffer.from(SECRET).toString('base64'), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${BODY}`).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${expected}`)
  assert.match(String(headers['X-SVC-Signature']), /^sha256=[0-9a-f]{64}$/)
})

test('a request is refused 5 minutes before and after its time, or as configured', async () => {
  const headers = await sign()
  const verify = (nowMs: number, toleranceMs?: number) => verifyWebhook(BODY, headers, SECRET, at(nowMs, toleranceMs))
  assert.ok(await verify(SENT_MS))
  for (const sign of [1, -1]) {
    assert.equal(await verify(SENT_MS + sign * 5 * MINUTE_MS), true)
    assert.equal(await verify(SENT_MS + sign * (5 * MINUTE_MS + 1)), false)
  }
  assert.equal(await verify(SENT_MS + 1001, 1000), false)
  assert.equal(await verifyWebhook(BODY, headers, SECRET), false, 'the default is the system clock')
})

test('headers of fetch, several signatures; anything else is refused without an exception', async () => {
  const headers = await sign()
  const now = at(SENT_MS)
  assert.ok(await verifyWebhook(Buffer.from(BODY), new Headers(headers), SECRET, now))
  const other = `v1,${'A'.repeat(43)}=`
  const list = { ...headers, 'webhook-signature': `v1a,x ${other} ${headers['webhook-signature']}` }
  assert.ok(await verifyWebhook(BODY, list, SECRET, now))
  const refused: readonly (readonly [string, WebhookHeaders, string?])[] = [
    ['no headers', {}],
    ['no id', { ...headers, 'webhook-id': '' }],
    ['another id', { ...headers, 'webhook-id': 'b2' }],
    ['another time', { ...headers, 'webhook-timestamp': String(SENT_MS / 1000 + 1) }],
    ['a time that is not a number', { ...headers, 'webhook-timestamp': 'now' }],
    ['no signature', { ...headers, 'webhook-signature': '' }],
    ['another signature', { ...headers, 'webhook-signature': other }],
    ['a signature without its version', { ...headers, 'webhook-signature': other.slice(3) }],
    ['two signature headers', { ...headers, 'webhook-signature': [String(headers['webhook-signature'])] }],
    ['another body', headers, `${BODY} `],
    [
      '20 others before it',
      { ...headers, 'webhook-signature': `${`${other} `.repeat(20)}${headers['webhook-signature']}` },
    ],
  ]
  for (const [name, given, body = BODY] of refused) {
    assert.equal(await verifyWebhook(body, given, SECRET, now), false, name)
  }
  assert.equal(await verifyWebhook(BODY, headers, `${SECRET}x`, now), false)
  assert.equal(await verifyWebhook(BODY, headers, '', now), false)
})
