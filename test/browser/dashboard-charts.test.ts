// Takes more than 20 seconds: a browser opens the dashboard of a service with 90 days of use.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFilledBench } from '../support/dashboard-bench.ts'
import { until, untilPasses } from '../support/wait.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'
import { signIn } from './dashboard-views.ts'

const { filled, address, close } = await startFilledBench(1)
test.after(close)

test('a chart shows the values of the day that is pointed at, with their unit, and has a table', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}#/usage?workspace=${filled.old}&days=7`)
  await signIn(page)
  const plot = page.locator('.u-over')
  await expectVisible(plot)
  const box = page.locator('.at-pointer')
  const textAt = async (share: number): Promise<string> => {
    const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {}
    await plot.hover({ position: { x: width * share, y: height / 2 } })
    await expectVisible(box)
    return box.innerText()
  }
  let first = ''
  await untilPasses(async () => {
    first = await textAt(0.1)
    assert.match(first, /^\d+ \w+ \d{4}\n(.*\n)*Products: [\d,]+ credits$/)
  })
  await until(async () => (await textAt(0.9)) !== first, 'the values of another day')
  // Between two days, the values are those of the nearer one: the pointer snaps to its bar.
  await untilPasses(async () => assert.equal(await textAt(0.12), first))
  await page.mouse.move(0, 0)
  await box.waitFor({ state: 'hidden' })

  await page.getByText('As a table').click()
  const table = page.getByRole('region', { name: 'Table: Credits by day and record' })
  await expectVisible(table.getByText('Products (credits)'))
  await untilPasses(async () => assert.equal(await table.getByRole('row').count(), 8))
})

test('times are steps, and the overview says so', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}#/overview?workspace=${filled.old}`)
  await signIn(page)
  await expectVisible(page.getByText('Times are counted in steps: 250ms, 500ms'))
  await expectVisible(page.locator('.tiles').getByText(/^≤ /))
})
