import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import type { ScreenshotArea } from '../../../core/contract/index.ts'
import { MAX_BYTES, SourceError, tooLargeError, type FetchedPage } from '../source/page-source.ts'
import { PageTraffic, readCookies, requireHtml, type TrafficOptions } from './page-traffic.ts'

/** When a page counts as rendered. */
export interface RenderLimits {
  /** Time without a request and without a change of the document. Unit: ms. */
  readonly quietMs: number
  /** A page that is never quiet is taken as it is after this time. Unit: ms. */
  readonly settleMs: number
}

export interface RenderOptions extends Omit<TrafficOptions, 'frame' | 'fetchPage' | 'isPictured'> {
  /** Fetches another page, with the cookies of this one. */
  readonly fetchPage: (url: string, cookies: string) => Promise<FetchedPage>
  /** Absent: null, no picture is taken. */
  readonly screenshot: ScreenshotArea | null
  readonly limits: RenderLimits
}

/** Window of every page. Unit: px. */
export const VIEWPORT = { width: 1280, height: 900 } as const
/** Longest picture, which is also the longest that Chromium can take. Unit: px. */
const MAX_HEIGHT = 16_384
/** Size limit of a picture. Unit: bytes. */
const MAX_SCREENSHOT_BYTES = 5 * 1024 * 1024

/**
 * Renders a page that was received, in a context of its own.
 *
 * Rejects: with a `SourceError`; with an error of the browser, when it ends; with the reason of the signal.
 */
export async function renderPage(
  context: BrowserContext,
  options: RenderOptions,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const { first, screenshot, limits } = options
  requireHtml(first)
  const page = await context.newPage()
  const frame = page.mainFrame()
  const traffic = new PageTraffic({
    ...options,
    frame,
    isPictured: screenshot !== null,
    fetchPage: async (url) => options.fetchPage(url, await readCookies(frame, url)),
  })
  countEvents(context, page, traffic)
  page.on('popup', (popup) => void popup.close().catch(() => undefined))
  page.on('crash', () => traffic.abort(new SourceError('network', 'The page ended its process in the browser.')))
  await context.route('**/*', (route) => traffic.answer(route))
  const render = async (): Promise<FetchedPage> => {
    await page.goto(first.url, { waitUntil: 'commit', timeout: 0 })
    await settle(page, traffic, limits, signal)
    const bytes = Buffer.from(await readDocument(page))
    if (bytes.length > MAX_BYTES) throw tooLargeError(MAX_BYTES)
    const { status, url } = traffic.shown
    const rendered = { status, url, contentType: 'text/html; charset=utf-8', bytes }
    return screenshot === null ? rendered : { ...rendered, screenshot: await takePicture(page, screenshot) }
  }
  return await firstOf(render(), traffic.failure)
}

/** Counts what a page does besides its requests. */
function countEvents(context: BrowserContext, page: Page, traffic: PageTraffic): void {
  const count = (): void => void traffic.count()
  page.on('framenavigated', count).on('frameattached', count).on('worker', count).on('websocket', count)
  context.on('page', count).on('console', count).on('weberror', count)
  context.on('dialog', (dialog) => {
    if (traffic.count()) dialog.dismiss().catch(() => undefined)
  })
}

/** Waits until the page has loaded, no request is in progress, and its document no longer changes. */
async function settle(
  page: Page,
  traffic: PageTraffic,
  { quietMs, settleMs }: RenderLimits,
  signal: AbortSignal,
): Promise<void> {
  const end = new AbortController()
  const limit = sleep(settleMs, undefined, { signal: AbortSignal.any([signal, end.signal]) })
  try {
    await firstOf(untilQuiet(page, traffic, quietMs), limit)
  } finally {
    end.abort()
  }
}

/** Settles with whichever comes first; the later one is ignored. */
async function firstOf<T>(one: Promise<T>, other: Promise<T>): Promise<T> {
  for (const outcome of [one, other]) outcome.catch(() => undefined)
  return await Promise.race([one, other])
}

async function untilQuiet(page: Page, traffic: PageTraffic, quietMs: number): Promise<void> {
  for (;;) {
    await page.waitForLoadState('load', { timeout: 0 })
    await traffic.whenIdle()
    const { requests } = traffic
    const isQuiet = await page.evaluate<boolean>(`(${UNTIL_UNCHANGED})(${quietMs})`).catch(whenNavigated)
    if (isQuiet === true && traffic.requests === requests) return
  }
}

/** Runs in the page: resolves when the document has not changed for a time. */
const UNTIL_UNCHANGED = `(quietMs) => new Promise((resolve) => {
  const end = () => { observer.disconnect(); resolve(true) }
  let timer = setTimeout(end, quietMs)
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(end, quietMs) })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})`

/** A page that goes on to another one loses the scripts that run in it. Absent: null. Throws: every other error. */
function whenNavigated(error: unknown): null {
  if (error instanceof Error && NAVIGATED.test(error.message)) return null
  throw error
}

const NAVIGATED = /context was destroyed|because of a navigation|Cannot find context/i

/** The document as HTML, with its document type. Rejects: `page_too_large`. */
async function readDocument(page: Page): Promise<string> {
  for (;;) {
    const html = await page.evaluate<string | null>(`(${READ_DOCUMENT})(${MAX_BYTES})`).catch(whenNavigated)
    if (html !== null) {
      if (html === '') throw tooLargeError(MAX_BYTES)
      return html
    }
    await page.waitForLoadState('load', { timeout: 0 })
  }
}

/** Runs in the page. Gives an empty text for a document that is too large to be sent. */
const READ_DOCUMENT = `(maxCharacters) => {
  const { doctype, documentElement } = document
  const type = doctype === null ? '' : new XMLSerializer().serializeToString(doctype) + '\\n'
  const html = type + (documentElement === null ? '<html></html>' : documentElement.outerHTML)
  return html.length > maxCharacters ? '' : html
}`

async function takePicture(page: Page, area: ScreenshotArea): Promise<Buffer> {
  const height = area === 'full' ? await page.evaluate<number>('document.documentElement.scrollHeight') : 0
  const clip = height > MAX_HEIGHT ? { clip: { x: 0, y: 0, width: VIEWPORT.width, height: MAX_HEIGHT } } : {}
  const options = { type: 'png', animations: 'disabled', timeout: 0 } as const
  const picture = await page.screenshot({ ...options, fullPage: area === 'full', ...clip })
  if (picture.length <= MAX_SCREENSHOT_BYTES) return picture
  throw new SourceError('page_too_large', `The screenshot has more than ${MAX_SCREENSHOT_BYTES} bytes.`)
}
