// Takes more than 20 seconds: it starts the command line about 40 times, each time in a process of its own.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Product, SearchResponse } from '../../core/index.ts'
import { cliPath } from '../support/built-path.ts'
import { BROWSER_SETTINGS, requireBrowser } from '../support/chromium.ts'

const SANDBOX = ['--source', 'sandbox']

interface Run {
  readonly code: number
  readonly output: string
  readonly errors: string
}

const run = (...args: string[]): Promise<Run> => runWith({}, args)

function runWith(settings: Readonly<Record<string, string>>, args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cliPath(), ...args, ...SANDBOX],
      { env: { PATH: process.env.PATH, SHELFMARK_WORKERS: '1', ...settings } },
      (error, output, errors) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors }),
    )
  })
}

test('get prints the record of a product, named by its ASIN or its URL', async () => {
  const byUrl = await run('get', 'https://www.amazon.de/Some-Bell/dp/B0SHLFS081/ref=sr_1_1?th=1')
  assert.deepEqual([byUrl.code, byUrl.errors], [0, ''])
  const record = JSON.parse(byUrl.output) as Product
  assert.deepEqual([record.asin, record.currency], ['B0SHLFS081', 'EUR'])
  const byAsin = await run('get', 'b0shlfs081', '--domain', 'de', '--pretty')
  assert.deepEqual(JSON.parse(byAsin.output), record)
  assert.match(byAsin.output, /^\{\n {2}"asin": "B0SHLFS081",\n/)
})

test('get prints a line for each of several products, and exits with 1 when one has no record', async () => {
  const { code, output, errors } = await run('get', 'B0SHLFS081', 'B0GONE0404', '--domain', 'se')
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { query: string; record: unknown; error: unknown })
  assert.deepEqual(
    lines.map(({ query, record, error }) => [query, record === null, error]),
    [
      ['B0SHLFS081', false, null],
      ['B0GONE0404', true, 'product_not_found'],
    ],
  )
  assert.equal(code, 1)
  assert.match(errors, /^shelfmark: B0GONE0404: product_not_found \(/)
})

test('get renders the page of a product, and saves a picture of it', async (t) => {
  if (!requireBrowser(t)) return
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-get-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const picture = join(folder, 'page.png')
  const plain = JSON.parse((await run('get', 'B0JSPRICE0', '--domain', 'de')).output) as Product
  const line = ['get', 'B0JSPRICE0', '--domain', 'de', '--render-js', '--screenshot', picture]
  const { code, output, errors } = await runWith(BROWSER_SETTINGS, line)
  assert.deepEqual([code, errors], [0, ''])
  const rendered = JSON.parse(output) as Product
  assert.deepEqual(Object.keys(rendered), Object.keys(plain))
  assert.equal(plain.price, null)
  assert.equal(typeof rendered.price, 'number')
  assert.equal(readFileSync(picture).subarray(1, 4).toString(), 'PNG')
})

test('search prints the cards', async () => {
  const { code, output } = await run('search', 'usb', 'cable', '--domain', 'fr', '--pages', '2')
  const { products } = JSON.parse(output) as SearchResponse
  assert.equal(code, 0)
  assert.ok(products.length > 0 && products.every(({ url }) => url.startsWith('https://www.amazon.fr/')))
  assert.equal((await run('search', 'sandbox:captcha')).code, 1)
})

test('fetch retrieves any record as its own command does, with the parameters of the record', async () => {
  const [product, byGet] = await Promise.all([
    run('fetch', 'product', 'https://www.amazon.de/dp/B0SHLFS081', '--pretty'),
    run('get', 'B0SHLFS081', '--domain', 'de', '--pretty'),
  ])
  assert.deepEqual(product, byGet)
  const [search, bySearch] = await Promise.all([
    run('fetch', 'search', 'usb cable', '--set', 'sort_by=price_asc', '--set=pages=2'),
    run('search', 'usb', 'cable', '--sort', 'price_asc', '--pages', '2'),
  ])
  assert.deepEqual(search, bySearch)
  assert.equal(search.code, 0)
})

test('fetch prints a line for each query, or a row of a table', async () => {
  const { code, output, errors } = await run('fetch', 'search', 'usb cable', 'sandbox:captcha')
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { query: string; error: unknown })
  assert.deepEqual(
    lines.map(({ query, error }) => [query, error]),
    [
      ['usb cable', null],
      ['sandbox:captcha', 'target_unreachable'],
    ],
  )
  assert.equal(code, 1)
  assert.match(errors, /^shelfmark: sandbox:captcha: target_unreachable \(/)
  const table = await run('fetch', 'product', 'B0GONE0404', '--format', 'csv')
  assert.deepEqual([table.code, table.errors], [1, ''])
  assert.match(table.output, /^query,domain,error,asin,.*\r?\nB0GONE0404,com,product_not_found,/)
})

for (const [line, message] of [
  [['fetch'], /^shelfmark: RECORD is missing: /],
  [['fetch', 'product'], /^shelfmark: QUERY is missing: /],
  [['fetch', 'prodct', 'B0SHLFS081'], /^shelfmark: Invalid record "prodct"\. Did you mean "product"\?/],
  [['fetch', 'wishes', 'B0SHLFS081'], /^shelfmark: Invalid record "wishes"\. Choose one of: product, search\b/],
  [['fetch', 'constructor', 'x'], /^shelfmark: Invalid record "constructor"/],
  [
    ['fetch', 'search', 'bell', '--set', 'sort-by=x'],
    /^shelfmark: Invalid parameter "sort-by"\. Did you mean "sort_by"\?/,
  ],
  [
    ['fetch', 'search', 'bell', '--set', 'query=x'],
    /^shelfmark: Invalid parameter "query"\. Choose one of: node, .*sort_by, /,
  ],
  [['fetch', 'search', 'bell', '--set', 'sort_by=cheap'], /^shelfmark: Invalid sort_by: it must be one of: /],
  [['fetch', 'search', 'bell', '--set', 'pages'], /^shelfmark: Invalid --set "pages"\. Write NAME=VALUE\./],
  [
    ['fetch', 'search', 'bell', '--set', 'pages=1', '--set', 'pages=2'],
    /^shelfmark: The parameter "pages" is set twice\./,
  ],
  [
    ['fetch', 'product', 'B0SHLFS081', '--set', 'pages=2'],
    /^shelfmark: Invalid parameter "pages"\. Choose one of: reviews\./,
  ],
  [['fetch', 'product', 'https://www.amazon.de/s?k=bell'], /is not the URL of a product page on a known marketplace/],
  [['fetch', 'search', 'bell', '--render-js'], /^shelfmark: A page is rendered by a browser/],
  [
    ['get', 'best-sellers'],
    /^shelfmark: "best-sellers" is a record, not a product\. Run: shelfmark fetch best_sellers$/m,
  ],
  [['get'], /^shelfmark: PRODUCT is missing: /],
  [['get', 'B0'], /^shelfmark: Invalid query: it must be an ASIN or ISBN/],
  [['get', 'https://www.example.com/dp/B0SHLFS081'], /is not the URL of a product page on a known marketplace/],
  [
    ['get', 'https://www.amazon.de/dp/B0SHLFS081', '--domain', 'com'],
    /The domain is "com", and "https:\S+" is a URL of "de"/,
  ],
  [['get', 'https://www.amazon.de/s?k=bell'], /is not the URL of a product page on a known marketplace/],
  [['get', 'B0SHLFS081', '--language', 'german'], /^shelfmark: Invalid language: it must have the form xx_YY/],
  [
    ['get', 'B0SHLFS081', '--render-js'],
    /^shelfmark: A page is rendered by a browser: name one by SHELFMARK_BROWSER_PATH/,
  ],
  [['get', 'B0SHLFS081', 'B0SHLFS082', '--screenshot', 'x.png'], /^shelfmark: --screenshot is for one product\./],
  [['search', 'bell', '--pages', '11'], /^shelfmark: Invalid pages: it must be an integer from 1 to 10/],
  [['search', 'bell', '--sort', 'cheap'], /^shelfmark: Invalid sort_by: it must be one of: /],
] as const) {
  test(`shelfmark ${line.join(' ')}: exits with 2, and says why`, async () => {
    const { code, output, errors } = await run(...line)
    assert.match(errors, message)
    assert.deepEqual([code, output], [2, ''])
  })
}

test('fetch needs no query of a record that has a root', async () => {
  const { output } = await run('fetch', 'best_sellers')
  assert.equal((JSON.parse(output) as { readonly query: string }).query, '')
})
