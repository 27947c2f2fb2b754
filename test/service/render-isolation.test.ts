// Takes more than 20 seconds: real browsers are started with and without isolation, and their packets are counted.
import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { chromium, type Browser } from 'playwright-core'
import { openBrowser } from '../../adapters/fetch/browser/open-browser.ts'
import { withBrowser } from '../../adapters/fetch/browser/with-browser.ts'
import { proveIsolation } from '../../adapters/fetch/browser/prove-isolation.ts'
import type { BrowserSettings } from '../../adapters/fetch/source/browser-settings.ts'
import type { PageSource } from '../../adapters/fetch/source/page-source.ts'
import { BROWSER_SETTINGS, chromiumProgram, ISOLATED_FRAMES, requireBrowser, runChromium } from '../support/chromium.ts'
import { GENEROUS_MS, until } from '../support/wait.ts'

/** Stands for a STUN server: what comes here has left a browser past its proxy. */
let stun: Socket
let packets = 0
const ends: (() => Promise<unknown>)[] = []

before(async () => {
  stun = createSocket('udp4')
  stun.on('message', () => packets++)
  stun.bind(0, '127.0.0.1')
  await once(stun, 'listening')
})
after(async () => {
  stun.close()
  for (const end of ends) await end()
})

/** Calls the server from a window. */
const call = (): string => `(view) => {
  const peer = new view.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun.address().port}' }] })
  window.peers = [...(window.peers ?? []), peer]
  peer.createDataChannel('x')
  peer.createOffer().then((offer) => peer.setLocalDescription(offer))
}`

/** Pages that call the server, each from another kind of window. A page is done when its mark is set. */
function toPages(): Readonly<Record<string, string>> {
  const inside = `<script>(${call()})(window)</script>`
  const add = (change: string): string =>
    `<script>const inside = ${JSON.stringify(inside).replaceAll('</', '<\\/')}
    const frame = document.createElement('iframe'); ${change}; document.body.append(frame)</script>`
  return {
    page: inside,
    'new frame': `${add('')}<script>(${call()})(frame.contentWindow)</script>`,
    'frame with its own text': add('frame.srcdoc = inside'),
    'sandboxed frame': add(`frame.sandbox = 'allow-scripts'; frame.srcdoc = inside`),
    'frame of a blob': add(`frame.src = URL.createObjectURL(new Blob([inside], { type: 'text/html' }))`),
    'frame of data': add(`frame.src = 'data:text/html,' + encodeURIComponent(inside)`),
    window: `<script>(${call()})(open('about:blank'))</script>`,
  }
}

const HOST = 'https://www.amazon.de'
const toHtml = (body: string): string => `<!doctype html><body>${body}`

/** What calls the server when nothing keeps it from that. A window is closed before it can. */
async function assertCalls(browser: Browser): Promise<void> {
  for (const [name, body] of Object.entries(toPages())) {
    if (name === 'window') continue
    const context = await browser.newContext({ proxy: { server: 'http://127.0.0.1:9' } })
    await context.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: toHtml(body) }))
    const page = await context.newPage()
    packets = 0
    await page.goto(`${HOST}/`)
    await until(() => packets > 0, `the ${name} calls`)
    await context.close()
  }
}

/** Renders the pages. Gives the problem of the browser. Absent: null, it has none. */
async function renderAll(at: BrowserSettings['at']): Promise<string | null> {
  const limits = { quietMs: 1000, settleMs: 20_000 }
  const settings = { at, pages: 4, recycleAfter: 1000 }
  const browser = await openBrowser({ settings, onProblem: () => undefined, limits })
  ends.push(() => browser.close())
  await browser.start()
  const problem = browser.problem()
  for (const body of problem === null ? Object.values(toPages()) : []) {
    const received = { status: 200, url: `${HOST}/`, bytes: Buffer.from(toHtml(body)) }
    const source: PageSource = { fetch: async () => received, close: async () => undefined }
    const rendered = withBrowser(source, { browser, resources: null, rendersAll: true, timeLimitMs: GENEROUS_MS })
    const request = { record: 'product', domain: 'de', url: received.url, language: null, attempt: 1 } as const
    await rendered.fetch(request, new AbortController().signal)
  }
  await browser.close()
  return problem
}

test('no page of a browser that others started sends a packet; without isolation, each does', async (context) => {
  if (!requireBrowser(context)) return
  const running = await runChromium([ISOLATED_FRAMES])
  ends.push(running.close)
  const plain = await chromium.connectOverCDP(running.url)
  await assertCalls(plain)
  await plain.close()
  packets = 0
  assert.equal(await renderAll({ url: running.url }), null)
  assert.equal(packets, 0)
})

test('no page of a browser of our own sends a packet', async (context) => {
  if (!requireBrowser(context)) return
  const hasSandbox = BROWSER_SETTINGS['SHELFMARK_BROWSER_SANDBOX'] === 'on'
  packets = 0
  assert.equal(await renderAll({ path: chromiumProgram ?? '', hasSandbox }), null)
  assert.equal(packets, 0)
})

test('a browser without any switch is isolated, or refused', async (context) => {
  if (!requireBrowser(context)) return
  const running = await runChromium()
  ends.push(running.close)
  packets = 0
  const problem = await renderAll({ url: running.url })
  assert.match(problem ?? 'WebRTC in a sandboxed frame', /WebRTC in a sandboxed frame$/)
  assert.equal(packets, 0)
})

test('the proof fails for contexts that are not isolated, or in part', async (context) => {
  if (!requireBrowser(context)) return
  const running = await runChromium([ISOLATED_FRAMES])
  ends.push(running.close)
  const browser = await chromium.connectOverCDP(running.url)
  const prove = (options: Parameters<Browser['newContext']>[0]) =>
    proveIsolation(browser, (one) => one.newContext(options))
  const reached = /WebRTC in a frame, .*a connection to a port of this machine, a packet to a port/
  await assert.rejects(prove({}), { name: 'NotIsolatedError', message: reached })
  const proxied = { proxy: { server: 'http://127.0.0.1:9' } }
  await assert.rejects(prove({ ...proxied, offline: true }), /: WebRTC, WebRTC in a frame.*WebRTC in a sandboxed frame/)
  await browser.close()
})
