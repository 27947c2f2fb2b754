import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

/**
 * A proxy that does not exist. Every request of a page is answered by this process, so that what
 * reaches the network stack of the browser, such as a WebSocket, leads nowhere.
 */
export const NOWHERE = { server: 'http://127.0.0.1:9' } as const

/**
 * Runs in each window of a page, frames included, before its scripts. Calls between browsers (WebRTC)
 * know no proxy: they send packets and ask for names on their own.
 */
const REMOVE_CALLS = `(() => {
  const ways = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport', 'WebTransport']
  for (const name of ways) delete globalThis[name]
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true, configurable: true, enumerable: true })
})()`

/**
 * Opens a context whose pages have no way to the network but the requests that this process answers,
 * however the browser was started: a proxy that does not exist, a network that is switched off (which
 * drops the packets of WebRTC too), and no WebRTC.
 */
export async function openIsolated(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, proxy: NOWHERE, offline: true, serviceWorkers: 'block' })
  try {
    await context.addInitScript(REMOVE_CALLS)
    return context
  } catch (error) {
    await context.close().catch(() => undefined)
    throw error
  }
}
