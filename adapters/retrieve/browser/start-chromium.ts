import { chromium, type Browser } from 'playwright-core'
import type { BrowserSettings } from '../source/browser-settings.ts'
import type { OpenedBrowser } from './shared-browser.ts'

/** Time for a browser to start, or to answer. Unit: ms. */
const START_MS = 30_000

/**
 * The heap of the scripts of a page has 512 MB. Calls between browsers (WebRTC) would be the only
 * way past the proxy of a context.
 */
const ARGUMENTS = [
  '--js-flags=--max-old-space-size=512',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
]

/** Starts a Chromium, or connects to one. Rejects: when that is not possible. */
export async function startChromium({ at }: Pick<BrowserSettings, 'at'>): Promise<OpenedBrowser> {
  if ('url' in at) {
    const browser = await connect(at.url)
    return { browser, kill: () => void browser.close().catch(() => undefined) }
  }
  const browser = await chromium.launch({
    executablePath: at.path,
    chromiumSandbox: at.hasSandbox,
    args: ARGUMENTS,
    timeout: START_MS,
    // The server ends the browser, after the pages in progress.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const pid = await findProcess(browser)
  return { browser, kill: () => killProcess(pid) }
}

/** Rejects: with a message without the address, which may contain a token. */
async function connect(url: string): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(url, { timeout: START_MS })
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    // oxlint-disable-next-line preserve-caught-error -- as a cause, it would tell the address with its token
    throw new Error(reason.replaceAll(url, 'SHELFMARK_BROWSER_URL'))
  }
}

/** Id of the browser's main process. */
async function findProcess(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const main = processInfo.find(({ type }) => type === 'browser')
  if (main === undefined) throw new Error('The browser does not tell its process.')
  return main.id
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
