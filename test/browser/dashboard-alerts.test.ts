import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBench } from '../support/service-bench.ts'
import { openInbox } from '../support/webhook-inbox.ts'
import { assertAccessible, expectVisible, openPage, requireBrowser } from './browser.ts'
import { signIn } from './dashboard-views.ts'

test('the dashboard: a test alert is sent, and the view says what the receiver answered', async (t) => {
  if (!requireBrowser(t)) return
  const inbox = await openInbox(404, 204)
  const settings = {
    SHELFMARK_ALERT_URL: `${inbox.origin}/services/hunter2`,
    SHELFMARK_ALERT_SECRET: 'a secret of the operator',
  }
  const bench = await startBench({ settings })
  t.after(() => {
    inbox.close()
    return bench.close()
  })
  const { page } = await openPage(t, `http://127.0.0.1:${bench.adminPort}/#view=health`)
  await signIn(page)
  await page.getByRole('link', { name: 'Health' }).click()
  await expectVisible(page.getByText(`They are sent to ${inbox.origin}. None waits.`))
  const send = page.getByRole('button', { name: 'Send a test alert' })
  await send.click()
  await expectVisible(page.getByText('Not delivered: http 404.'))
  await send.click()
  await expectVisible(page.getByText('Delivered: http 204.', { exact: true }))
  assert.deepEqual(
    inbox.posts.map(({ path, headers }) => [path, headers['x-svc-event']]),
    [0, 1].map(() => ['/services/hunter2', 'alert.test']),
  )
  await assertAccessible(page, 'health with alerts')
})
