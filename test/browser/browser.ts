import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, type TestContext } from 'node:test'
import type { AxeResults } from 'axe-core'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core'
import { chromiumProgram, requireBrowser } from '../support/chromium.ts'
import { GENEROUS_MS } from '../support/wait.ts'

export { requireBrowser }

export const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** Widths of the window. What is shown at the middle one, one of the others shows: it must fit, and axe need not look again. Unit: px. */
export const WIDTHS = { wide: 1440, middle: 768, narrow: 360 } as const
export type Width = keyof typeof WIDTHS
const HEIGHT = 900

let opened: Promise<Browser> | null = null
after(closeBrowser)

export async function closeBrowser(): Promise<void> {
  await (await opened)?.close()
}

export interface OpenOptions {
  /** Default: light. */
  readonly theme?: Theme
  /** Default: wide. */
  readonly width?: Width
  readonly context?: BrowserContextOptions
}

/** A window of its own: nothing is kept from others. */
export interface OpenedWindow {
  readonly context: BrowserContext
  readonly page: Page
  /** What the page reported: errors, and violations of its security policy. */
  readonly problems: readonly string[]
}

/** Opens an empty window. */
export async function openWindow({
  theme = 'light',
  width = 'wide',
  context: own,
}: OpenOptions = {}): Promise<OpenedWindow> {
  // Chromium's own sandbox does not work for root, as in containers.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  opened ??= chromium.launch({ executablePath: chromiumProgram ?? '', args })
  const browser = await opened
  const viewport = { width: WIDTHS[width], height: HEIGHT }
  const context = await browser.newContext({
    colorScheme: theme,
    // A color that is still changing has another contrast.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    viewport,
    ...own,
  })
  context.setDefaultTimeout(GENEROUS_MS)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // Chromium reports violations of the policy as errors, next to those of the page.
    if (message.type() === 'error') problems.push(message.text())
  })
  return { context, page, problems }
}

/** Opens an address in a window that closes with the test. */
export async function openPage(t: TestContext, url: string, options: OpenOptions = {}): Promise<OpenedWindow> {
  const window = await openWindow(options)
  t.after(() => window.context.close())
  await window.page.goto(url)
  return window
}

/** Waits until an element is visible. Rejects: with what the page shows instead. */
export async function expectVisible(element: Locator): Promise<void> {
  try {
    await element.first().waitFor({ state: 'visible' })
  } catch (cause) {
    const shown = await element.page().locator('body').innerText()
    throw new Error(`${(cause as Error).message}\nThe page at ${element.page().url()} shows:\n${shown}`, { cause })
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface WithAxe {
  readonly axe: { readonly run: (context: object, options: object) => Promise<AxeResults> }
}

/** Higher pictures can't be looked at. Unit: px. */
const MAX_HEIGHT = 6000

/** Writes a picture of the whole page, or of its first part. */
export async function takePicture(page: Page, file: string): Promise<void> {
  const [width, height] = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth, scrollHeight] as const
  })
  await page.screenshot({
    path: file,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) },
  })
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Asserts that axe finds nothing against WCAG 2.2 AA in what is shown. Pages in frames are left out. */
export async function assertAccessible(page: Page, view: string): Promise<void> {
  // Evaluated by the debugger, so that the policy of the page does not refuse it.
  await page.evaluate(axeSource)
  const { violations, passes } = await page.evaluate((values) => {
    const { axe } = window as unknown as WithAxe
    return axe.run({ include: ['html'] }, { runOnly: { type: 'tag', values }, iframes: false })
  }, RULES)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary}`),
  )
  assert.deepEqual(found, [], view)
  assert.ok(passes.length > 5, `${view}: axe checked only ${passes.length} rules`)
}

/** Asserts that the page is not wider than its window. */
export async function assertFits(page: Page, view: string): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert.ok((content ?? 0) <= (window ?? 0), `${view}: ${content} px of content in ${window} px`)
}
