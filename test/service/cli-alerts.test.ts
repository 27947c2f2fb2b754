import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCli } from '../support/cli-process.ts'
import { openInbox } from '../support/webhook-inbox.ts'

test('alerts test sends one alert, and prints what the receiver answered', async (t) => {
  const inbox = await openInbox(200, 404)
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-alerts-'))
  t.after(() => {
    inbox.close()
    rmSync(folder, { recursive: true })
  })
  const env = {
    SHELFMARK_DATA: folder,
    SHELFMARK_ALERT_URL: `${inbox.origin}/services/hunter2`,
    SHELFMARK_ALERT_SECRET: 'a secret of the operator',
  }
  const taken = await runCli(['alerts', 'test'], { env })
  assert.deepEqual([taken.code, taken.output], [0, `sent to    ${inbox.origin}\noutcome    delivered, http 200\n`])
  const refused = await runCli(['alerts', 'test', '--json'], { env })
  assert.equal(refused.code, 1, refused.errors)
  const outcome = { receiver: inbox.origin, delivered: false, http_status: null, error: 'http 404' }
  assert.deepEqual(JSON.parse(refused.output), outcome)
  const text = 'Shelfmark: this is a test. Alerts of this service arrive here.'
  assert.deepEqual(
    inbox.posts.map(({ body }) => (JSON.parse(body.toString()) as { text: string }).text),
    [text, text],
  )
  const unset = await runCli(['alerts', 'test'], { env: { SHELFMARK_DATA: folder } })
  assert.match(unset.errors, /No receiver is set: set SHELFMARK_ALERT_URL/)
  assert.equal(unset.code, 2)
})
