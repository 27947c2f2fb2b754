// Takes more than 20 seconds: axe checks each view of the pages in both themes and two widths, and it fits three.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBench } from '../support/service-bench.ts'
import { assertAccessible, assertFits, openWindow, requireBrowser, THEMES, WIDTHS, type Width } from './browser.ts'
import { docsViews, playgroundViews } from './views.ts'

const bench = await startBench()
const address = `http://127.0.0.1:${bench.port}`
/** A wrong key is refused: the browser notes the status of such an answer. */
const EXPECTED = /the server responded with a status of 401/

for (const { name, open } of [...playgroundViews(address), ...docsViews(address)]) {
  test(`${name}: axe finds nothing, in both themes and widths; no policy is violated`, async (t) => {
    if (!requireBrowser(t)) return
    for (const theme of THEMES) {
      for (const width of Object.keys(WIDTHS) as Width[]) {
        const { context, page, problems } = await openWindow({ theme, width })
        t.after(() => context.close())
        await open(page)
        if (width !== 'middle') await assertAccessible(page, `${name}, ${theme}, ${width}`)
        await assertFits(page, `${name}, ${theme}, ${width}`)
        assert.deepEqual(
          problems.filter((problem) => !EXPECTED.test(problem)),
          [],
          `${name}, ${theme}, ${width}`,
        )
        await context.close()
      }
    }
  })
}
