/*
 * How long the playground and each view of the dashboard take to load, with 90 days of use and 10,000 batches, and the
 * bytes that are sent: npm run bench -- web [BATCHES]
 */
import type { Page } from 'playwright-core'
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

const signInFirst = async (page: Page): Promise<void> => {
  await page.goto(address)
  await signIn(page)
}

await measure('playground', async (page) => {
  await page.goto(`http://127.0.0.1:${bench.port}/`)
  await expectVisible(page.getByRole('heading'))
})
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
