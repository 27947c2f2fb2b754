// Takes more than 20 seconds: a service, its looks at five searches of two pages, and a browser.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../support/root.ts'
import { startBench } from '../support/service-bench.ts'
import { untilPasses } from '../support/wait.ts'
import { awaitLooks, createWatch } from '../support/watch-bench.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'
import { signIn } from './dashboard-views.ts'

const readme = readFileSync(join(root, 'adapters/work/watch/README.md'), 'utf8')
const [, words = ''] = readme.split(/^### From five keywords to a chart$/m)

test('the words of the README lead from five keywords to a chart for each', async (t) => {
  if (!requireBrowser(t)) return
  const [, body = ''] = /-d '(\{[^']+\})'/.exec(words) ?? []
  const asked = JSON.parse(body) as { items: { query: string }[]; track: { asins: string[] } }
  assert.equal(asked.items.length, 5)
  const bench = await startBench()
  t.after(() => bench.close())
  const { key, workspace } = await bench.createCaller({}, 'test')
  const { id } = await createWatch(bench, key, asked)
  await awaitLooks(bench, key, id, 5)
  const { page } = await openPage(t, `http://127.0.0.1:${bench.adminPort}/#/overview?workspace=${workspace}`)
  await signIn(page)
  await page.getByRole('link', { name: 'Watches' }).click()
  await page.locator(`a[href*="${id}"]`).click()
  for (const [index, { query }] of asked.items.entries()) {
    const name = `in the search ${query} domain=de pages=2`
    await expectVisible(page.getByRole('img', { name: `Positions ${name} over time` }))
    const product = page.getByRole('region', { name: `Products ${name}` }).getByRole('row')
    await expectVisible(product.filter({ hasText: asked.track.asins[index] ?? '' }).filter({ hasNotText: 'not on' }))
  }
  await expectVisible(page.locator('.u-legend').nth(4))
  // After the first look there is one time: a line would show nothing of it.
  await untilPasses(async () => {
    const dots = await page.locator('.uplot').evaluateAll(countDots)
    assert.equal(dots.filter((pixels) => pixels > 20).length, 5)
  })
})

/** Counts the pixels of each chart that have the color of a series, by its legend. It runs in the page. */
function countDots(charts: readonly Element[]): readonly number[] {
  return charts.map((chart) => {
    const colors = [...chart.querySelectorAll('.u-legend .u-marker')].map((marker) => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(marker).borderTopColor.match(/\d+/g) ?? []).map(Number)
      return (blue << 16) | (green << 8) | red
    })
    const canvas = chart.querySelector('canvas')
    const image = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    const pixels = new Uint32Array(image?.data.buffer ?? new ArrayBuffer(0))
    return pixels.filter((pixel) => colors.includes(pixel & 0xffffff)).length
  })
}
