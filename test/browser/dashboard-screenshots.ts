/*
 * Pictures of the dashboard, in both themes and all widths, to look at: npx tsx test/browser/dashboard-screenshots.ts FOLDER [VIEW ...]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startFilledBench } from '../support/dashboard-bench.ts'
import { closeBrowser, expectVisible, openWindow, takePicture, THEMES, WIDTHS, type Width } from './browser.ts'
import { dashboardViews, signIn } from './dashboard-views.ts'

const [folder, ...chosen] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pictures: dashboard-screenshots.ts FOLDER [VIEW ...]')
mkdirSync(folder, { recursive: true })

const { address, filled, close } = await startFilledBench()
const views = dashboardViews(address, filled).filter(({ name }) => chosen.length === 0 || chosen.includes(name))
for (const theme of THEMES) {
  for (const width of Object.keys(WIDTHS) as Width[]) {
    const { context, page } = await openWindow({ theme, width })
    const take = (name: string) => takePicture(page, join(folder, `${name}-${theme}-${width}.png`))
    await page.goto(address)
    await expectVisible(page.getByLabel('Token'))
    await take('sign-in')
    await signIn(page)
    for (const { name, open } of views) {
      await open(page)
      await take(name)
      // A dialog that is open ends.
      await page.reload()
    }
    await context.close()
  }
}
await closeBrowser()
await close()
