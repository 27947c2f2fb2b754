/*
 * How long the playground and each view of the dashboard take to load, with 90 days of use and 10,000 batches, and the
 * bytes that are sent: npm run bench -- web [BATCHES]
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { startFilledBench } from '../support/dashboard-bench.ts'
import { closeBrowser, expectVisible, openWindow } from './browser.ts'
import { dashboardViews, signIn } from './dashboard-views.ts'

const batches = Number(process.argv[2] ?? 10_000)
console.log(`Filling a store with 90 days of use and ${batches} batches ...`)
const { bench, address, filled, close } = await startFilledBench(batches)

/** Bytes of all answers, as they were sent, headers included. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  return () => bytes
}

/** Opens a view in a window that has nothing in its cache. */
async function measure(name: string, open: (page: Page) => Promise<void>, prepare?: (page: Page) => Promise<void>) {
  const { context, page } = await openWindow()
  await prepare?.(page)
  await page.goto('about:blank')
  const readBytes = await countBytes(page)
  const startMs = performance.now()
  await open(page)
  const shownMs = performance.now() - startMs
  console.log(
    `${name.padEnd(16)} ${shownMs.toFixed(0).padStart(6)} ms  ${(readBytes() / 1000).toFixed(0).padStart(5)} kB`,
  )
  await context.close()
}

/** A simulated page of about a size: its body again and again. */
function printLargePage(megabytes: number): string {
  const page = renderProduct(generateProduct({ asin: 'B0SHLFS081', domain: 'de' }))
  const end = page.lastIndexOf('</body>')
  const body = page.slice(page.indexOf('<div id="dp'), end).replaceAll(/ id="[^"]*"/g, '')
  const times = Math.ceil((megabytes * 1_000_000 - page.length) / body.length)
  return page.slice(0, end) + body.repeat(Math.max(times, 0)) + page.slice(end)
}

interface Measured {
  openedMs: number
  recordMs: number
  longestMs: number
}

/** How long the record of a saved page takes, and the longest moment in which the window does nothing else. */
async function measurePage(megabytes: number): Promise<void> {
  const { context, page } = await openWindow()
  const file = join(mkdtempSync(join(tmpdir(), 'shelfmark-')), 'page.html')
  writeFileSync(file, printLargePage(megabytes))
  await page.goto(`http://127.0.0.1:${bench.port}/`)
  await page.evaluate(() => {
    const measured: Measured = { openedMs: 0, recordMs: 0, longestMs: 0 }
    Object.assign(window, { measured })
    document
      .querySelector('input[type=file]')
      ?.addEventListener('change', () => (measured.openedMs = performance.now()))
    new MutationObserver(() => {
      if (measured.recordMs === 0 && document.querySelector('[data-path]')) measured.recordMs = performance.now()
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) measured.longestMs = Math.max(measured.longestMs, duration)
    }).observe({ type: 'longtask' })
  })
  await page.getByLabel('Saved page').setInputFiles(file)
  await page.locator('.outline').first().waitFor()
  // What is laid out after the marks.
  await page.waitForTimeout(1000)
  const { openedMs, recordMs, longestMs } = await page.evaluate(
    () => (window as unknown as { readonly measured: Measured }).measured,
  )
  const [record, blocked] = [recordMs - openedMs, longestMs].map((ms) => `${ms.toFixed(0)} ms`)
  console.log(`page of ${megabytes} MB     record after ${record}, blocked for at most ${blocked}`)
  await context.close()
}

const signInFirst = async (page: Page): Promise<void> => {
  await page.goto(address)
  await signIn(page)
}

await measure('playground', async (page) => {
  await page.goto(`http://127.0.0.1:${bench.port}/`)
  await expectVisible(page.getByRole('heading'))
})
for (const megabytes of [2, 7]) await measurePage(megabytes)
await measure('sign-in', async (page) => {
  await page.goto(address)
  await expectVisible(page.getByLabel('Token'))
})
for (const { name, open } of dashboardViews(address, filled)) await measure(name, open, signInFirst)
await measure(
  'all batches',
  async (page) => {
    await page.goto(`${address}#/batches?workspace=${filled.old}`)
    await expectVisible(page.locator('a[href*="#/batches/"]'))
  },
  signInFirst,
)
await closeBrowser()
await close()
