// Takes more than 20 seconds: each page floods a real browser until it has caused as many events as a page may.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { openBrowser } from '../../adapters/fetch/browser/open-browser.ts'
import { withBrowser } from '../../adapters/fetch/browser/with-browser.ts'
import type { PageBrowser } from '../../adapters/fetch/browser/page-browser.ts'
import type { FetchedPage } from '../../adapters/fetch/source/page-source.ts'
import { BROWSER_SETTINGS, chromiumProgram, requireBrowser } from '../support/chromium.ts'
import { GENEROUS_MS, until } from '../support/wait.ts'

let browser: PageBrowser
before(async () => {
  const hasSandbox = BROWSER_SETTINGS['SHELFMARK_BROWSER_SANDBOX'] === 'on'
  browser = await openBrowser({
    settings: { at: { path: chromiumProgram ?? '', hasSandbox }, pages: 4, recycleAfter: 1000 },
    onProblem: () => undefined,
    limits: { quietMs: 250, settleMs: GENEROUS_MS },
    // On a busy machine, a flooded browser takes long to close a page, and is not stuck.
    hangMs: GENEROUS_MS,
  })
})
after(() => browser.close())

/** Renders a page that loads what it wants. Gives the requests that reached the main thread. */
async function render(html: string): Promise<{ readonly loaded: number; readonly page: FetchedPage | Error }> {
  const url = 'https://www.amazon.de/'
  let loaded = 0
  const rendered = withBrowser(
    { fetch: async () => ({ status: 200, url, bytes: Buffer.from(html) }), close: async () => undefined },
    {
      browser,
      resources: {
        load: async () => {
          loaded++
          return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
        },
        close: async () => undefined,
      },
      rendersAll: true,
      timeLimitMs: GENEROUS_MS,
    },
  )
  const request = { record: 'product', domain: 'de', url, language: null, attempt: 1 } as const
  const page = await rendered.fetch(request, new AbortController().signal).catch((error: Error) => error)
  return { loaded, page }
}

/** A little at a time, so that the browser keeps up. */
const flood = (work: string): string =>
  `<!doctype html><body><script>const flood = (i) => {
  document.body.dataset.turn = i; ${work}; setTimeout(flood, 1, i + 1) }; flood(0)</script>`
const FLOODS: Readonly<Record<string, string>> = {
  requests: flood(`for (let j = 0; j < 20; j++) fetch('/x?' + i + j).catch(() => 0)`),
  messages: flood(`for (let j = 0; j < 50; j++) console.log(i)`),
  errors: flood(`for (let j = 0; j < 50; j++) Promise.reject(new Error('x'))`),
  dialogs: '<script>for (;;) alert(1)</script>',
  frames: flood(
    `for (let j = 0; j < 10; j++) { const frame = document.createElement('iframe'); document.body.append(frame); frame.remove() }`,
  ),
  sockets: flood(`for (let j = 0; j < 10; j++) new WebSocket('wss://www.amazon.de/')`),
}

for (const [name, html] of Object.entries(FLOODS)) {
  test(`a page that floods the browser with ${name} ends, and the next one is rendered`, async (context) => {
    if (!requireBrowser(context)) return
    // The browser starts with its first page; on a busy machine, it may start twice.
    await render('<p>first</p>')
    const { starts } = browser.counts()
    const { page, loaded } = await render(html)
    assert.ok(page instanceof Error && 'code' in page, `${name}: the page was rendered`)
    assert.deepEqual(
      [page.code, page.message],
      ['page_too_large', 'The page causes more than 2000 events in the browser.'],
    )
    assert.ok(loaded <= 500, `${loaded} requests`)
    await until(() => browser.counts().openPages === 0, 'the page is closed')
    const { page: next } = await render('<p>alive</p>')
    assert.ok(!(next instanceof Error), `the next page is rendered: ${next instanceof Error ? next.message : ''}`)
    assert.equal(browser.counts().starts, starts, 'the browser lives on')
  })
}

test('a page that changes its address without end is rendered: Chromium itself ignores most changes', async (context) => {
  if (!requireBrowser(context)) return
  const { page } = await render(`<script>for (let i = 0; i < 200000; i++) location.hash = i</script><p>alive</p>`)
  assert.ok(!(page instanceof Error), 'the page is rendered')
  assert.match(Buffer.from(page.bytes).toString(), /<p>alive/)
})

test('large bodies and long addresses do not reach the main thread', async (context) => {
  if (!requireBrowser(context)) return
  const { page, loaded } = await render(`<script>
    fetch('/a', { method: 'POST', body: 'x'.repeat(2e6) }).catch(() => 0)
    fetch('/b?' + 'x'.repeat(20000)).catch(() => 0); fetch('/c', { method: 'POST', body: 'x' })</script>`)
  assert.ok(!(page instanceof Error), 'the page is rendered')
  assert.equal(loaded, 1)
})

test('the main thread does not load the client of the browser', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('playwright'))
  assert.deepEqual(loaded, [])
})
