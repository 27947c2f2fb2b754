import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '../../bench/service/processes.ts'
import { createCertificate } from '../support/certificate.ts'
import { installIn, runIn, skipWithoutRegistry } from '../support/packed-package.ts'
import { root } from '../support/root.ts'
import { startBench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

/** Amazon's own client of PA-API 5 for Node. */
const CLIENT = 'paapi5-nodejs-sdk@1.1.0'

/** Calls of that client, as its own samples make them, and what they gave as JSON. */
const PROGRAM = `
const api = require('paapi5-nodejs-sdk')
const [host, key, asin] = process.argv.slice(2)
Object.assign(api.ApiClient.instance, { host, accessKey: key, secretKey: 'unused', region: 'us-east-1' })
const client = new api.DefaultApi()
const call = (name, Request, Response, values) => new Promise((resolve) => {
  const common = { PartnerTag: 'shelfmark-20', PartnerType: 'Associates', Marketplace: 'www.amazon.de' }
  const request = Object.assign(new Request(), common, values)
  client[name](request, (error, data) =>
    resolve(error ? { status: error.status, text: error.response.text } : Response.constructFromObject(data)))
})
const Resources = ['ItemInfo.Title', 'ItemInfo.Features', 'Images.Primary.Large', 'Images.Variants.Large',
  'Offers.Listings.Price', 'Offers.Listings.MerchantInfo', 'Offers.Listings.Availability.Type', 'ParentASIN',
  'BrowseNodeInfo.WebsiteSalesRank', 'CustomerReviews.StarRating', 'ItemInfo.ExternalIds', 'ItemInfo.TechnicalInfo']
const getItems = (ItemIds) => call('getItems', api.GetItemsRequest, api.GetItemsResponse, { ItemIds, Resources })
const searchItems = (values) => call('searchItems', api.SearchItemsRequest, api.SearchItemsResponse,
  { Keywords: 'kettle', SearchIndex: 'All', Resources, ...values })
Promise.all([getItems([asin, 'B0GTIN0001', 'B0GONE0404']), searchItems({ ItemCount: 3, SortBy: 'Price:LowToHigh' }),
  searchItems({ ItemPage: 'x' })]).then((all) => console.log(JSON.stringify(all)))
`

interface Item {
  readonly ASIN: string
  readonly DetailPageURL: string
  readonly ItemInfo: {
    readonly Title: { readonly DisplayValue: string }
    readonly ExternalIds?: { readonly EANs: { readonly DisplayValues: readonly string[] } }
  }
  readonly Offers?: {
    readonly Listings: readonly { readonly Price: { readonly Amount: number; readonly Currency: string } }[]
  }
  readonly Images: { readonly Primary: { readonly Large: { readonly URL: string } } }
}

type Answers = readonly [
  got: {
    readonly ItemsResult: { readonly Items: readonly Item[] }
    readonly Errors: readonly { readonly Code: string }[]
  },
  found: { readonly SearchResult: { readonly Items: readonly Item[] } },
  refused: { readonly status: number; readonly text: string },
]

test('the example answers the client of PA-API as that expects, unchanged', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-paapi-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const certificate = createCertificate(t, 'localhost')
  if (certificate === null) return
  if (!(await installIn(folder, [CLIENT]))) {
    skipWithoutRegistry(t)
    return
  }
  writeFileSync(join(folder, 'key.pem'), certificate.key)
  writeFileSync(join(folder, 'calls.cjs'), PROGRAM)
  const bench = await startBench()
  t.after(() => bench.close())
  const { key } = await bench.createCaller()
  const port = await findFreePort()
  const env = {
    ...process.env,
    SHELFMARK_URL: `http://127.0.0.1:${bench.port}`,
    CERT: certificate.file,
    KEY: join(folder, 'key.pem'),
    PORT: String(port),
  }
  const example = spawn(process.execPath, ['--import', 'tsx', join(root, 'examples/paapi.ts')], { cwd: root, env })
  t.after(() => example.kill('SIGKILL'))
  let printed = ''
  for (const stream of [example.stdout, example.stderr])
    stream.on('data', (data: Buffer) => (printed += data.toString()))
  await until(() => printed.includes('listening'), 'the example listens')

  const asin = 'B0SHLFX301'
  const trust = { NODE_EXTRA_CA_CERTS: certificate.file }
  const args = ['calls.cjs', `localhost:${port}`, key, asin]
  const { stdout } = await runIn(folder, process.execPath, args, undefined, trust)
  const [got, found, refused] = JSON.parse(stdout) as Answers
  const answer = await bench.call(`/api/v1/market/product?query=${asin}&domain=de`, { key })
  const record = JSON.parse(answer.bytes.toString()) as {
    readonly title: string
    readonly price: number
    readonly images: readonly string[]
  }

  const [item, coded] = got.ItemsResult.Items
  assert.equal(got.ItemsResult.Items.length, 2)
  assert.equal(item?.ItemInfo.ExternalIds, undefined)
  assert.deepEqual(coded?.ItemInfo.ExternalIds?.EANs.DisplayValues, ['2000000000015'])
  assert.deepEqual([item?.ASIN, item?.ItemInfo.Title.DisplayValue], [asin, record.title])
  assert.deepEqual(
    [item?.Offers?.Listings[0]?.Price.Amount, item?.Offers?.Listings[0]?.Price.Currency],
    [record.price, 'EUR'],
  )
  assert.equal(item?.Images.Primary.Large.URL, record.images[0])
  assert.deepEqual(
    got.Errors.map(({ Code }) => Code),
    ['ItemNotAccessible'],
  )

  assert.equal(found.SearchResult.Items.length, 3)
  for (const { DetailPageURL, ItemInfo } of found.SearchResult.Items) {
    assert.match(DetailPageURL, /^https:\/\/www\.amazon\.de\//)
    assert.notEqual(ItemInfo.Title.DisplayValue, '')
  }
  assert.equal(refused.status, 400)
  assert.match(refused.text, /InvalidParameterValue/)
})
