import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBench } from '../support/service-bench.ts'
import { assertAccessible, assertFits, openPage, requireBrowser, THEMES, WIDTHS } from './browser.ts'

const bench = await startBench()
const address = `http://127.0.0.1:${bench.port}`

for (const theme of THEMES) {
  for (const width of Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]) {
    test(`the start of the playground is accessible: ${theme}, ${width}`, async (t) => {
      if (!requireBrowser(t)) return
      const { page, problems } = await openPage(t, `${address}/`, { theme, width })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertAccessible(page, 'start')
      await assertFits(page, 'start')
      assert.deepEqual(problems, [])
    })
  }
}
