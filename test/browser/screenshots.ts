/*
 * Pictures of all views, in both themes and widths, to look at: npx tsx test/browser/screenshots.ts FOLDER
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startBench } from '../support/service-bench.ts'
import { closeBrowser, openWindow, THEMES, WIDTHS, type Width } from './browser.ts'
import { fillHistory } from '../support/dashboard-history.ts'
import { openInbox } from '../support/webhook-inbox.ts'
import { dashboardViews, fillDashboard, signIn } from './dashboard-views.ts'
import { playgroundViews } from './views.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pictures: screenshots.ts FOLDER')
mkdirSync(folder, { recursive: true })

const inbox = await openInbox()
let old = ''
const bench = await startBench({
  prepare: async (store) => {
    old = (await fillHistory(store, 60)).workspace
  },
  settings: { SHELFMARK_BATCH_INTERVAL_MS: '100', SHELFMARK_WEBHOOK_ALLOW: inbox.origin },
})
const address = `http://127.0.0.1:${bench.port}`
const dashboard = `http://127.0.0.1:${bench.adminPort}/`
const filled = await fillDashboard(bench, old, inbox.origin)

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder ?? '', `${name}.png`) })
  process.stdout.write(`${name}\n`)
}

for (const theme of THEMES) {
  for (const width of Object.keys(WIDTHS) as Width[]) {
    for (const { name, open } of playgroundViews(address)) {
      const { context, page } = await openWindow({ theme, width })
      await open(page)
      await take(page, `${name}-${theme}-${width}`)
      await context.close()
    }
    const { context, page } = await openWindow({ theme, width })
    await page.goto(dashboard)
    await take(page, `dashboard-sign-in-${theme}-${width}`)
    await signIn(page)
    for (const { name, open } of dashboardViews(dashboard, filled)) {
      await open(page)
      await take(page, `dashboard-${name}-${theme}-${width}`)
      await page.reload()
    }
    await context.close()
  }
}
await closeBrowser()
await bench.close()
inbox.close()
