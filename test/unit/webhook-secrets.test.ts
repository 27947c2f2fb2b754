import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { signWebhook, verifyWebhook } from '../../adapters/work/webhook/index.ts'
import { signStream } from '../../adapters/work/webhook/sign-stream.ts'
import { createWebhookSecret, openSecret, sealSecret } from '../../adapters/work/webhook/webhook-secrets.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const MASTER_KEY = 'a master key of the tests'

test('a secret is whsec_ and 32 bytes in base64, with padding', () => {
  assert.equal(
    createWebhookSecret((count) => Uint8Array.from({ length: count }, (_, index) => index)),
    SECRET,
  )
  const secrets = new Set(Array.from({ length: 100 }, () => createWebhookSecret(randomBytes)))
  assert.equal(secrets.size, 100)
  for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
})

test('the signature of RFC 4231, test case 2', async () => {
  const { signature, contentLength } = await signWebhook('what do ya want for nothing?', 'Jefe')
  assert.equal(signature, '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
  assert.equal(contentLength, 28)
})

test('the signature of a body does not depend on its pieces, uses the whole secret, and is that of WebCrypto', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), async (pieces) => {
      const whole = Buffer.concat(pieces)
      const { signature, contentLength } = await signStream(pieces, SECRET, null)
      assert.equal(signature, createHmac('sha256', Buffer.from(SECRET, 'ascii')).update(whole).digest('hex'))
      assert.equal(contentLength, whole.length)
      assert.equal(await verifyWebhook(whole, `sha256=${signature}`, SECRET), true)
      const message = { id: 'b1', sentAtMs: 1_795_348_800_999 }
      assert.deepEqual(await signWebhook(whole, SECRET), await signStream(pieces, SECRET, null))
      assert.deepEqual(await signWebhook(whole, SECRET, message), await signStream(pieces, SECRET, message))
    }),
  )
})

test('a body of 30 MB is signed piece by piece, each read once', async () => {
  const pieces = 480
  const only = Buffer.alloc(64 * 1024)
  const expected = createHmac('sha256', SECRET)
  async function* body(): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < pieces; index++) {
      expected.update(only.fill(index % 256))
      yield only
    }
  }
  const { signature, contentLength } = await signStream(body(), SECRET, null)
  assert.equal(signature, expected.digest('hex'))
  assert.equal(contentLength, pieces * only.length)
})

test('verification is true for the sent bytes and false for all others, and never rejects', async () => {
  const body = '{"id":"b1","status":"complete","title":"Grüße 😀"}'
  const { signature } = await signWebhook(body, SECRET)
  const header = `sha256=${signature}`
  assert.equal(await verifyWebhook(body, header, SECRET), true)
  const bytes = new TextEncoder().encode(body)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  const within = new Uint8Array(Buffer.from(`[${body}]`)).subarray(1, -1)
  for (const form of [Buffer.from(body), bytes, bytes.buffer, shared, within]) {
    assert.equal(await verifyWebhook(form, header, SECRET), true)
  }

  const unkeyed = createHmac('sha256', '').update(body).digest('hex')
  const never = undefined as unknown as string
  const refused: readonly (readonly [string, Parameters<typeof verifyWebhook>])[] = [
    ['no header', [body, undefined, SECRET]],
    ['null', [body, null, SECRET]],
    ['two headers', [body, [header, header], SECRET]],
    ['two headers in one', [body, `${header}, ${header}`, SECRET]],
    ['empty', [body, '', SECRET]],
    ['digits alone', [body, signature, SECRET]],
    ['scheme alone', [body, 'sha256=', SECRET]],
    ['another scheme', [body, `sha1=${signature}`, SECRET]],
    ['scheme in capitals', [body, `SHA256=${signature}`, SECRET]],
    ['digits in capitals', [body, `sha256=${signature.toUpperCase()}`, SECRET]],
    ['too short', [body, header.slice(0, -1), SECRET]],
    ['half a byte short', [body, header.slice(0, -2), SECRET]],
    ['too long', [body, `${header}0`, SECRET]],
    ['no digits', [body, `sha256=${'z'.repeat(64)}`, SECRET]],
    ['full-width digits', [body, `sha256=${'\uFF10'.repeat(64)}`, SECRET]],
    ['blank before', [body, ` ${header}`, SECRET]],
    ['line break after it', [body, `${header}\n`, SECRET]],
    ['zeros', [body, `sha256=${'0'.repeat(64)}`, SECRET]],
    ['another body', [`${body} `, header, SECRET]],
    ['printed again', [JSON.stringify(JSON.parse(body), null, 1), header, SECRET]],
    ['no body', ['', header, SECRET]],
    ['another secret', [body, header, createWebhookSecret(randomBytes)]],
    ['secret without its prefix', [body, header, SECRET.slice('whsec_'.length)]],
    ['an empty secret, though signed with it', [body, `sha256=${unkeyed}`, '']],
    ['no secret', [body, header, never]],
    ['a parsed body', [JSON.parse(body) as string, header, SECRET]],
    ['no body at all', [never, header, SECRET]],
  ]
  for (const [name, parameters] of refused) assert.equal(await verifyWebhook(...parameters), false, name)
  for (let at = 0; at < signature.length; at++) {
    const other = signature[at] === '0' ? '1' : '0'
    const changed = signature.slice(0, at) + other + signature.slice(at + 1)
    assert.equal(await verifyWebhook(body, `sha256=${changed}`, SECRET), false, `digit ${at}`)
  }
})

test('a sealed secret opens with its master key, and does not contain the secret', () => {
  const sealed = sealSecret(SECRET, MASTER_KEY)
  assert.match(sealed, /^v1\.[A-Za-z0-9_-]+$/)
  assert.equal(openSecret(sealed, MASTER_KEY), SECRET)
  assert.notEqual(sealSecret(SECRET, MASTER_KEY), sealed)
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  assert.equal(bytes.length, 12 + SECRET.length + 16)
  assert.ok(!bytes.includes(Buffer.from(SECRET.slice(0, 8))))
})

test('without a master key, a secret is stored in plain text, and still opens when there is one', () => {
  const kept = sealSecret(SECRET, null)
  assert.equal(kept, `plain:${SECRET}`)
  assert.equal(openSecret(kept, null), SECRET)
  assert.equal(openSecret(kept, MASTER_KEY), SECRET)
})

test('a sealed secret does not open without its master key, or with any byte changed', () => {
  const sealed = sealSecret(SECRET, MASTER_KEY)
  assert.throws(() => openSecret(sealed, null), /^Error: A webhook secret was sealed with a master key, and none/)
  assert.throws(() => openSecret(sealed, `${MASTER_KEY} `), /^Error: A webhook secret was sealed with another master/)
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.throws(() => openSecret(`v1.${changed.toString('base64url')}`, MASTER_KEY), /another master key/, `${at}`)
  }
  for (const text of ['', 'v1.', 'v1.AAAA', 'v2.', SECRET, `v1.${'A'.repeat(36)}`, `PLAIN:${SECRET}`]) {
    assert.throws(() => openSecret(text, MASTER_KEY), /^Error: This is not a sealed webhook secret/, text)
  }
})
