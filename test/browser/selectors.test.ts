import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CASES_PAGE, SELECTOR_CASES } from '../support/selector-cases.ts'
import { openWindow, requireBrowser } from './browser.ts'

test('Chromium finds what the cases of selectors say', async (t) => {
  if (!requireBrowser(t)) return
  const { page, context } = await openWindow()
  t.after(() => context.close())
  await page.setContent(CASES_PAGE)
  const found = await page.evaluate(
    (sources) => sources.map((source) => Array.from(document.querySelectorAll(source), ({ id }) => id).join(' ')),
    SELECTOR_CASES.map(([source]) => source),
  )
  assert.deepEqual(
    SELECTOR_CASES.map(([source], index) => [source, found[index]]),
    SELECTOR_CASES,
  )
})
