/** A program that compiles only if results are narrowed by their kind, and results of batches by their endpoint. */
export const NARROWING = `
import type { BestSellers, Card, OffersResponse, Product, Reviews, SearchResponse } from 'shelfmark'
import { createClient } from 'shelfmark/client'
import { extractPage, extractRecord, extractResponse } from 'shelfmark/pages'
import { createPool } from 'shelfmark/pool'

/** Compiles only if both types are the same. */
function same<Expected>() {
  return function <Given>(given: Given, isSame: [Given, Expected] extends [Expected, Given] ? true : never) {
    return [given, isSame]
  }
}

const page = extractPage('')
if (page.kind === 'product') same<Product | null>()(page.record, true)
else if (page.kind === 'search' || page.kind === 'no_results') same<SearchResponse | null>()(page.record, true)
else if (page.kind === 'offers') same<OffersResponse | null>()(page.record, true)
else if (page.kind === 'reviews') same<Reviews | null>()(page.record, true)
else if (page.kind === 'best_sellers') same<BestSellers | null>()(page.record, true)
else page.record satisfies null
const named = extractRecord('reviews', '')
if (named.kind === 'product' || named.kind === 'reviews') same<Reviews | null>()(named.record, true)
else named.record satisfies null
const { kind, record } = await extractResponse(await fetch('https://www.amazon.de'))
if (kind === 'product') same<Product | null>()(record, true)
const pool = await createPool()
for await (const { page } of pool.extract([{ bytes: '' }])) {
  if (page?.kind === 'product') same<Product | null>()(page.record, true)
}

const client = createClient({ baseUrl: 'http://127.0.0.1:8080', key: 'svc_test_' })
const { data: created } = await client.batch.create({ endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] })
for await (const { data } of client.batch.results(created.id)) {
  const product: Product | null = data
  same<number | null | undefined>()(product?.price, true)
}
const { data: batch } = await client.batch.get('an id that was stored')
if (batch.endpoint === 'market.search') same<readonly Card[] | undefined>()(batch.results[0]?.data?.products, true)
// @ts-expect-error A batch of any endpoint has products and searches.
batch.results[0]?.data?.price
`
