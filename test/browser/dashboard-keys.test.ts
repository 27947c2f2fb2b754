import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBench } from '../support/service-bench.ts'
import { untilPasses } from '../support/wait.ts'
import { openPage, requireBrowser } from './browser.ts'
import { signIn } from './dashboard-views.ts'

const bench = await startBench()
test.after(bench.close)

test('the table of keys fits a window of 1280 px, with what the longest cells say', async (t) => {
  if (!requireBrowser(t)) return
  const workspace = await bench.createWorkspace({ plan: 'pro' })
  const allowedAddresses = ['127.0.0.0/8', '203.0.113.0/24', '198.51.100.0/24']
  const expiresAt = '2999-05-31'
  const name = 'nightly crawler of prices'
  const { key } = await bench.administrate('keys.create', {
    workspace,
    kind: 'live',
    name,
    allowedAddresses,
    expiresAt,
  })
  const { page } = await openPage(t, `http://127.0.0.1:${bench.adminPort}/#/keys?workspace=${workspace}`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page)
  const table = page.getByRole('region', { name: 'keys that a workspace may have' })
  await untilPasses(async () => {
    assert.match(await table.innerText(), new RegExp(`${name}[^]*expires[^]*${key.prefix}[^]*Revoke`))
    const [needed, shown] = await table.evaluate((box) => [box.scrollWidth, box.clientWidth] as const)
    assert.ok(needed <= shown, `${needed} px in ${shown}`)
  })
})
