import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readCases, type GoldenCase } from '../../adapters/pages/golden/golden-case.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { signWebhook } from '../../adapters/work/webhook/index.ts'
import { bundleForBrowser, findNodeGlobals, runInBrowser } from '../support/browser-bundle.ts'
import { marketplaces } from '../../selectors/index.ts'
import { root } from '../support/root.ts'

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly default: string }>>
}

/** Source file of an entry of the package. */
function sourceOf(entry: string): string {
  return String(exports[entry]?.default).replace('./dist/', './').replace(/\.js$/, '.ts')
}

/** Bundles a source, prints its size, checks that it uses nothing of Node, and runs it. */
async function bundle(t: TestContext, name: string, source: string) {
  const made = await bundleForBrowser(source)
  assert.ok(made.files.length > 0)
  assert.deepEqual(findNodeGlobals(made), [])
  const [size, gzip] = [made.sizeBytes, made.gzipBytes].map((bytes) => `${Math.round(bytes / 1000)} kB`)
  t.diagnostic(`${name}: ${size}, with gzip ${gzip}`)
  return { ...made, evaluate: runInBrowser(made) }
}

const bundleEntry = async (t: TestContext, entry: string) =>
  await bundle(t, entry.replace('.', 'shelfmark'), `export * from '${sourceOf(entry)}'`)

/** Golden cases of a kind, at most one of each marketplace. */
function casesOf(kind: string): GoldenCase[] {
  const cases = readCases(join(root, 'golden')).filter(({ facts }) => facts.kind === kind)
  return [...new Map(cases.map((golden) => [golden.facts.domain, golden])).values()]
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('shelfmark/pages in a browser gives the records that it gives in Node', async (t) => {
  const { evaluate } = await bundleEntry(t, './pages')
  const cases = [...casesOf('product'), ...casesOf('search'), ...casesOf('captcha')]
  assert.ok(cases.length > 20, `${cases.length} cases`)
  for (const { name, facts, readPage } of cases) {
    const given = { bytes: new Uint8Array(readPage()), options: { domain: facts.domain } }
    const expected = plain(extractPage(readPage(), given.options))
    assert.deepEqual(await evaluate('bundle.extractPage(bytes, options)', given), expected, name)
  }
  const [first] = cases
  assert.ok(first)
  const text = Buffer.from(first.readPage()).toString()
  const expected = plain(extractPage(text))
  assert.deepEqual(await evaluate('bundle.extractPage(text)', { text }), expected)
  const ofResponse = "bundle.extractResponse(new Response(text, { headers: { 'content-type': 'text/html' } }))"
  assert.deepEqual(await evaluate(ofResponse, { text }), expected)
})

test('one marketplace in a browser brings its own languages only, and reads its pages', async (t) => {
  const sources = [
    `export { classifyPage, extractProduct, parsePage } from '${sourceOf('.')}'`,
    `export { de } from '${sourceOf('./selectors')}'`,
  ]
  const { files, evaluate } = await bundle(t, 'one marketplace', sources.join('\n'))
  const ofMarketplaces = files.filter((file) => /^selectors\/(?:languages|marketplaces)\//.test(file))
  assert.deepEqual(ofMarketplaces.toSorted(), [
    ...['de', 'en', 'nl', 'pl', 'tr'].map((code) => `selectors/languages/countries/${code}.ts`),
    ...['de', 'en', 'nl', 'pl', 'tr'].map((code) => `selectors/languages/${code}.ts`),
    'selectors/marketplaces/de.ts',
  ])
  const golden = readCases(join(root, 'golden')).find(({ name }) => name === 'product/de/decimal-comma')
  assert.ok(golden)
  const page = extractPage(golden.readPage())
  const script = '(({ record }) => record)(bundle.extractProduct(bundle.parsePage(bytes), bundle.de))'
  assert.deepEqual(await evaluate(script, { bytes: new Uint8Array(golden.readPage()) }), plain(page.record))
})

test('shelfmark/sandbox in a browser prints the pages that it prints in Node', async (t) => {
  const { evaluate } = await bundleEntry(t, './sandbox')
  const request = { asin: 'B0SHLFS001', domain: 'co.jp' }
  const printed = await evaluate('bundle.renderProduct(bundle.generateProduct(request))', { request })
  assert.equal(printed, renderProduct(generateProduct(request)))
})

test('shelfmark/webhook in a browser verifies what Node signed, and signs the same', async (t) => {
  const { evaluate } = await bundleEntry(t, './webhook')
  const [body, secret, message] = ['{"id":"b1"}', 'whsec_AAECAwQF', { id: 'b1', sentAtMs: 1_795_348_800_000 }]
  const signed = await signWebhook(body, secret, message)
  const given = { body, secret, message, headers: signed.headers }
  assert.deepEqual(await evaluate('bundle.signWebhook(body, secret, message)', given), signed)
  const verify =
    'Promise.all([secret, "other"].map((key) => bundle.verifyWebhook(body, headers, key, { now: () => message.sentAtMs })))'
  assert.deepEqual(await evaluate(verify, given), [true, false])
})

test('shelfmark/client in a browser calls the service, also on a page without https', async (t) => {
  const { evaluate, files } = await bundleEntry(t, './client')
  // It knows all records by their definitions, which are light.
  assert.ok(files.includes('core/records/product/record.ts'))
  const heavy = files.filter((file) => /^core\/(?:html|page|selector|field)\/|\/extract\.ts$|^selectors\//.test(file))
  assert.deepEqual(heavy, [])
  const sent: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = []
  const given = {
    // Pages without https have no randomUUID.
    crypto: { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) },
    fetch: (url: URL, { headers }: { headers: Record<string, string> }) => {
      sent.push({ url: url.href, headers })
      return Promise.resolve(new Response('{"asin":"B0SHLFX301"}', { headers: { 'Svc-Cost': '5' } }))
    },
  }
  const script =
    "bundle.createClient({ baseUrl: 'http://shop:8080/', key: 'k', fetch }).product({ query: 'B0SHLFX301' })"
  const { data, meta } = (await evaluate(script, given)) as { data: object; meta: { cost: number } }
  assert.deepEqual([data, meta.cost], [{ asin: 'B0SHLFX301' }, 5])
  const [{ url, headers } = { url: '', headers: {} }] = sent
  assert.equal(url, 'http://shop:8080/api/v1/market/product?query=B0SHLFX301')
  assert.equal(headers['Authorization'], 'Bearer k')
  assert.match(headers['Idempotency-Key'] ?? '', /^[0-9a-f]{32}$/)
})

test('shelfmark and shelfmark/selectors use nothing of Node', async (t) => {
  const core = await bundleEntry(t, '.')
  assert.equal(await core.evaluate("bundle.parsePage('<title>a').document.children.length"), 1)
  const data = await bundleEntry(t, './selectors')
  assert.equal(await data.evaluate('bundle.marketplaces.size'), marketplaces.size)
})

test('a module or a global of Node fails the check', async () => {
  await assert.rejects(bundleForBrowser(`export * from '${sourceOf('./sandbox/server')}'`), /node:/)
  const files = ['adapters/cli/exit.ts', 'core/html/encoding/decode.ts']
  assert.deepEqual(findNodeGlobals({ files }), ['adapters/cli/exit.ts uses process'])
})
