import { existsSync } from 'node:fs'
import type { TestContext } from 'node:test'

/** Where systems install a Chromium. `CHROMIUM` names another. */
const PROGRAMS = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Program of the Chromium of this machine. Absent: undefined. */
export const chromiumProgram = PROGRAMS.find((path) => path !== '' && existsSync(path))

/** Settings of a server that renders with it. Chromium's own sandbox does not work for root, as in containers. */
export const BROWSER_SETTINGS: Readonly<Record<string, string>> = {
  SHELFMARK_BROWSER_PATH: chromiumProgram ?? '',
  SHELFMARK_BROWSER_SANDBOX: process.getuid?.() === 0 ? 'off' : 'on',
}

/** Whether a browser is installed. If not, skips the test and prints loudly what was not checked. */
export function requireBrowser(context: Pick<TestContext, 'name' | 'skip'>): boolean {
  if (chromiumProgram !== undefined) return true
  const message = `NOT CHECKED: ${context.name}: there is no Chromium (apt-get install chromium, or set CHROMIUM)`
  console.warn(`\n*** ${message} ***\n`)
  context.skip(message)
  return false
}
