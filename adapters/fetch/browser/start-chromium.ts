import { chromium, type Browser } from 'playwright-core'
import type { BrowserSettings } from '../source/browser-settings.ts'
import { NOWHERE, openIsolated } from './isolation.ts'
import { killProcess } from './kill-process.ts'
import { proveIsolation } from './prove-isolation.ts'
import type { OpenedBrowser } from './shared-browser.ts'

/** Time for a browser to start, or to answer. Unit: ms. */
const START_MS = 30_000

/**
 * The heap of the scripts of a page has 512 MB. A sandboxed frame has no process of its own, whose scripts
 * may start before the context of the page has removed WebRTC there. Pages are isolated by their context
 * (see `isolation.ts`); with the proxy and without names, requests of the browser itself, such as those
 * of full Chromium for updates, lead nowhere too.
 */
const ARGUMENTS = [
  '--js-flags=--max-old-space-size=512',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-site-isolation-trials',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-gpu',
]

/**
 * Starts a Chromium, or connects to one, and proves that its pages can't reach the network.
 *
 * Rejects: when that is not possible.
 */
export async function startChromium({ at }: Pick<BrowserSettings, 'at'>): Promise<OpenedBrowser> {
  const opened = 'url' in at ? await connectTo(at.url) : await launch(at)
  try {
    await proveIsolation(opened.browser, (browser) => openIsolated(browser, {}))
    return opened
  } catch (error) {
    opened.kill()
    throw error
  }
}

async function connectTo(url: string): Promise<OpenedBrowser> {
  const browser = await connect(url)
  return { browser, pid: null, kill: () => void browser.close().catch(() => undefined) }
}

async function launch(at: { readonly path: string; readonly hasSandbox: boolean }): Promise<OpenedBrowser> {
  const browser = await chromium.launch({
    executablePath: at.path,
    chromiumSandbox: at.hasSandbox,
    args: ARGUMENTS,
    // Playwright lets pages change their address without a limit, which is for tests.
    ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
    proxy: NOWHERE,
    timeout: START_MS,
    // The server ends the browser, after the pages in progress.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const pid = await findProcess(browser)
  return { browser, pid, kill: () => killProcess(pid) }
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
