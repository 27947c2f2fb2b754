/*
 * Pictures of the playground, the documents and the customers' door, in both themes and all widths, to look at: npx tsx test/browser/screenshots.ts FOLDER [VIEW ...]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startBench } from '../support/service-bench.ts'
import { closeBrowser, openWindow, takePicture, THEMES, WIDTHS, type Width } from './browser.ts'
import { doorViews } from './door-views.ts'
import { docsViews, playgroundViews } from './views.ts'

const [folder, ...chosen] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pictures: screenshots.ts FOLDER [VIEW ...]')
mkdirSync(folder, { recursive: true })

const bench = await startBench({ settings: { SHELFMARK_CUSTOMER_DOOR: 'on', SHELFMARK_CUSTOMER_PAY_AS_YOU_GO: 'on' } })
const address = `http://127.0.0.1:${bench.port}`

async function take(page: Page, name: string): Promise<void> {
  await takePicture(page, join(folder ?? '', `${name}.png`))
  process.stdout.write(`${name}\n`)
}

const views = [...playgroundViews(address), ...docsViews(address), ...(await doorViews(bench))]
const taken = views.filter(({ name }) => chosen.length === 0 || chosen.includes(name))

for (const theme of THEMES) {
  for (const width of Object.keys(WIDTHS) as Width[]) {
    for (const { name, open } of taken) {
      const { context, page } = await openWindow({ theme, width })
      await open(page)
      await take(page, `${name}-${theme}-${width}`)
      await context.close()
    }
  }
}
await closeBrowser()
await bench.close()
