import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { verifyWebhook } from '../../adapters/work/webhook/signature.ts'
import { batchSchema } from '../../core/contract/index.ts'
import { runCli } from '../support/cli-process.ts'
import { openInbox } from '../support/webhook-inbox.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'

test('a receiver gets a signed sample of a whole batch, and a refusal is reported', async (t) => {
  const [inbox, refusing] = [await openInbox(), await openInbox(500)]
  t.after(() => [inbox, refusing].forEach(({ close }) => close()))
  const env = { SHELFMARK_WEBHOOK_ALLOW: `${inbox.origin},${refusing.origin}` }
  const [delivered, refused] = await Promise.all([
    runCli(['webhooks', 'test', `${inbox.origin}/hook?a=1`], { env }),
    runCli(['webhooks', 'test', `${refusing.origin}/hook`, '--secret', SECRET], { env }),
  ])
  assert.deepEqual([delivered.code, refused.code], [0, 1], delivered.errors + refused.errors)
  assert.match(delivered.output, /^outcome {4}delivered, http 204$/m)
  assert.match(refused.output, /^outcome {4}not delivered: http 500$/m)

  const secret = /^secret {5}(whsec_[\w+/]{43}=), made up for this test$/m.exec(delivered.output)?.[1] ?? ''
  const [post] = inbox.posts
  assert.ok(post !== undefined && inbox.posts.length === 1)
  assert.equal(post.path, '/hook?a=1')
  assert.equal(post.headers['content-type'], 'application/json')
  assert.equal(post.headers['x-svc-event'], 'batch.completed')
  assert.ok(await verifyWebhook(post.body, post.headers['x-svc-signature'], secret))
  assert.ok(delivered.output.includes(`\nsignature  ${String(post.headers['x-svc-signature'])}\n`))
  const batch = v.parse(batchSchema, JSON.parse(post.body.toString()))
  assert.deepEqual(
    [batch.id, batch.status, batch.webhook_url, batch.webhook_delivery_status, batch.results.length],
    [post.headers['x-svc-batch-id'], 'complete', `${inbox.origin}/hook?a=1`, 'pending', 2],
  )
  assert.ok(delivered.output.includes(`\nbatch      ${batch.id}, a sample of ${post.body.length} bytes\n`))

  const [other] = refusing.posts
  assert.ok(other !== undefined && (await verifyWebhook(other.body, other.headers['x-svc-signature'], SECRET)))
  assert.ok(!refused.output.includes(SECRET))
})

test('a URL that the service would refuse is refused, with the reason', async () => {
  const { code, output, errors } = await runCli(['webhooks', 'test', 'https://127.0.0.1/hook'])
  assert.deepEqual([code, output], [2, ''])
  assert.equal(
    errors,
    'shelfmark: Invalid URL "https://127.0.0.1/hook": it must be publicly reachable: its host is a private address; for tests, the setting SHELFMARK_WEBHOOK_ALLOW of the server names others.\n',
  )
})
