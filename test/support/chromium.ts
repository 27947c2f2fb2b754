import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { until } from './wait.ts'

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

/** A Chromium that runs on its own, with a debugging port. */
export interface RunningChromium {
  readonly url: string
  readonly process: ChildProcess
  readonly close: () => Promise<void>
}

/** Starts it with what a user gives it, and no other switch. */
export async function runChromium(switches: readonly string[] = []): Promise<RunningChromium> {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-chromium-'))
  const needed = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`]
  const child = spawn(chromiumProgram ?? '', [...needed, ...switches, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr?.on('data', (text: Buffer) => {
    log += String(text)
  })
  const exited = once(child, 'exit')
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
    // Its processes may still write for a moment. Unlike `rmSync`, this tries again then, at any depth.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  await until(
    () => /DevTools listening on \S+/.test(log),
    () => `Chromium listens: ${log}`,
  )
  return { url: /DevTools listening on (\S+)/.exec(log)?.[1] ?? '', process: child, close }
}

/** Full Chromium can be isolated with it only; the headless shell also without. */
export const ISOLATED_FRAMES = '--disable-site-isolation-trials'
