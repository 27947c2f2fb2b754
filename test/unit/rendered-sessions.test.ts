import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from '../../core/index.ts'
import { withBrowser } from '../../adapters/fetch/browser/with-browser.ts'
import type { PageBrowser } from '../../adapters/fetch/browser/page-browser.ts'
import type { FetchedPage, PageRequest } from '../../adapters/fetch/source/page-source.ts'
import { openSandboxShop } from '../support/shop-visits.ts'

const BERLIN: Place = { zip: '10117', city: null, shipTo: null }
const HEADERS = { 'User-Agent': 'a browser', Cookie: 'i18n-prefs=EUR; lc-acbde=de_DE' }
const never = new AbortController().signal
type Rendered = Parameters<PageBrowser['render']>[0]

test('a rendered page has the cookies and the exit of its session, also what it loads after itself', async () => {
  const shop = openSandboxShop({ exits: ['one', 'two'] })
  const rendered: Rendered[] = []
  const browser = {
    headersFor: async () => HEADERS,
    render: async (options: Rendered): Promise<FetchedPage> => {
      rendered.push(options)
      // The browser is in a thread.
      structuredClone([options.request, options.received])
      await options.fetchPage('https://www.amazon.de/dp/B0SHLFS082', 'own=of the window')
      const { status, url, bytes } = options.received
      return { status, url, bytes }
    },
  } as unknown as PageBrowser
  const source = withBrowser(shop.source, { browser, resources: null, rendersAll: true })
  const url = 'https://www.amazon.de/dp/B0SHLFS081'
  const request: PageRequest = { record: 'product', domain: 'de', url, language: null, attempt: 1, place: BERLIN }
  const turn = { end: () => undefined, begin: async () => () => undefined }
  const page = await source.fetch({ ...request, turn, takesCoded: true }, never)
  const [options] = rendered
  assert.ok(options !== undefined)
  const names = (options.received.setCookies ?? []).map((line) => line.split('=', 1)[0])
  for (const name of ['i18n-prefs', 'lc-acbde', 'session-id', 'session-token', 'ubid-acbde']) {
    assert.ok(names.includes(name), `${name} is not among ${names.join(' ')}`)
  }
  const { request: last } = shop.visits.at(-1) ?? assert.fail('the shop was asked for nothing')
  assert.deepEqual([last.headers?.['Cookie'], last.cookies], ['own=of the window', undefined])
  assert.deepEqual(new Set(shop.visits.map(({ request: { exit } }) => exit)), new Set([options.received.exit]))
  assert.ok(shop.visits.every(({ request: { headers } }) => headers?.['User-Agent'] === 'a browser'))
  assert.ok(
    shop.visits.every(({ request: { takesCoded } }) => takesCoded === false),
    'a browser gets decoded pages',
  )
  assert.ok(page.session !== undefined, 'the session learns what the rendered page was')
})
