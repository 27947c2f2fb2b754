import { records, rowsOf, type AnyRecord, type PageKind, type Product, type RecordName } from '../../../core/index.ts'
import { marketplaces, type Domain } from '../../../selectors/index.ts'
import {
  generateProduct,
  generateSearch,
  PRODUCT_LAYOUTS,
  renderProduct,
  renderSearch,
  renderState,
  requireLocale,
  SITUATIONS_OF,
  type PageState,
  type ProductLayout,
  type ProductTruth,
  type SearchRequest,
  type SearchTruth,
} from '../../sandbox/index.ts'
import { toExpectation } from './expectation.ts'
import { requireMarketplace } from '../../require-marketplace.ts'
import { folderOf } from './case-facts.ts'
import type { GoldenCase } from './golden-case.ts'
import type { SimulatedPage } from './simulated-page.ts'
import { simulatedLists, simulatedOfferPanels, simulatedReviewPages } from './simulated-rows.ts'

/**
 * Cases that the simulated marketplace prints. The page and the expectation come
 * from the same data; the extraction has no part in either.
 *
 * Order: by marketplace; records, page states.
 */
export function* simulatedCases(): Generator<GoldenCase> {
  for (const { domain } of marketplaces.values()) {
    for (const definition of records) {
      for (const page of PAGES_OF[definition.name]?.(domain) ?? []) yield toCase(definition, domain, page)
    }
    yield* simulatedStates(domain)
  }
}

/** The simulated pages of each record. Absent: undefined, a record has hand-written cases only. */
const PAGES_OF: Readonly<Partial<Record<RecordName, (domain: string) => Iterable<SimulatedPage>>>> = {
  best_sellers: simulatedLists,
  offers: simulatedOfferPanels,
  reviews: simulatedReviewPages,
  product: simulatedProducts,
  search: simulatedSearches,
}

function toCase(
  definition: AnyRecord,
  domain: Domain,
  { name, why, url, asin, record, print }: SimulatedPage,
): GoldenCase {
  const kind = kindOf(definition, record)
  return {
    name: caseName(folderOf(kind), domain, name),
    facts: { kind, domain, url, why: `Simulated: ${why}`, ...(asin === undefined ? {} : { asin }) },
    readPage: () => Buffer.from(print()),
    expectation: toExpectation(kind, record),
  }
}

/** The first kind of pages of a record; the second one, if it has one, for a record that lacks its rows. */
function kindOf(definition: AnyRecord, record: object): PageKind {
  const [full, empty = full] = definition.kinds
  const kind = rowsOf(definition, record)?.length === 0 ? empty : full
  if (kind === undefined) throw new Error(`No kind of pages has the record "${definition.name}"`)
  return kind
}

const LOOKS = PRODUCT_LAYOUTS.flatMap((layout) => SITUATIONS_OF[layout].map((situation) => ({ layout, situation })))

/** Currencies of visitors from abroad. */
const VISITOR_CURRENCIES = ['EUR', 'USD']

/** Children of a large variation family. */
const CHILDREN = 120

/** Fields that few product pages show. Each gets a page that shows it. */
const RARE_PRODUCT_FIELDS = ['is_prime', 'is_marketplace_choice', 'best_seller', 'sales_volume'] as const

/** Smallest price that shows how a currency groups digits, where it is not 1,000: lakhs begin at 100,000. */
const LARGE_AMOUNTS: Readonly<Record<string, number>> = { INR: 100_000 }

function* simulatedProducts(domain: string): Generator<SimulatedPage> {
  for (const [index, { layout, situation }] of LOOKS.entries()) {
    const truth = generateProduct({ domain, asin: asinOf(layout, index), layout, situation })
    yield toProductPage(`${layout}-${situation}`, truth)
  }
  const { currency: ownCurrency } = requireLocale(domain).marketplace
  const largeAmount = LARGE_AMOUNTS[ownCurrency] ?? 1000
  yield toProductPage(
    'large-price',
    findProduct(domain, ({ price }) => (price ?? 0) >= largeAmount),
  )
  for (const field of RARE_PRODUCT_FIELDS) {
    yield toProductPage(
      `current-${field}`,
      findProduct(domain, (record) => Boolean(record[field])),
    )
  }
  for (const currency of VISITOR_CURRENCIES.filter((entry) => entry !== ownCurrency)) {
    for (const layout of ['current', 'classic'] as const) {
      const asin = `B0ABROAD${currency.slice(0, 2)}`
      const truth = generateProduct({ domain, asin, layout, situation: 'deal', currency })
      yield toProductPage(`${layout}-visitor-${currency.toLowerCase()}`, truth)
    }
  }
  const family = { asin: 'B0FAMILY01', layout: 'apparel', situation: 'offered', children: CHILDREN } as const
  yield toProductPage(`family-of-${CHILDREN}`, generateProduct({ domain, ...family }))
}

/** ASIN of an invented product; that of a book is an ISBN. */
function asinOf(layout: ProductLayout, index: number): string {
  const number = String(index).padStart(3, '0')
  return layout === 'book' ? `0123456${number}` : `B0LAYOU${number}`
}

const MAX_TRIES = 1000

/** First product in the current layout whose record meets a condition. */
function findProduct(domain: string, isMatch: (record: Product) => boolean): ProductTruth {
  for (let i = 0; i < MAX_TRIES; i++) {
    const asin = `B0FOUND${String(i).padStart(3, '0')}`
    const truth = generateProduct({ asin, domain, layout: 'current', situation: 'offered' })
    if (isMatch(truth.record)) return truth
  }
  throw new Error(`None of the first ${MAX_TRIES} simulated products of ${domain} meets the condition`)
}

function toProductPage(name: string, truth: ProductTruth): SimulatedPage {
  const { layout, situation, record } = truth
  const why = `layout "${layout}", situation "${situation}"`
  return { name, why, url: record.url, record, print: () => renderProduct(truth) }
}

function caseName(folder: string, domain: string, name: string): string {
  return `${folder}/${domain}/simulated-${name.replaceAll('_', '-')}`
}

/** Organic cards of a page. */
const CARDS = 10

const SEARCH_LOOKS = ['grid', 'list'] as const
const SEARCH_PAGES = [1, 2, 3]

/** Fields that few cards show. Each gets a page that shows it. */
const RARE_CARD_FIELDS = ['is_prime', 'is_marketplace_choice', 'best_seller', 'manufacturer', 'is_video'] as const

const UNKNOWN_QUERY = 'qqzxv'

function* simulatedSearches(domain: string): Generator<SimulatedPage> {
  for (const look of SEARCH_LOOKS) {
    for (const page of SEARCH_PAGES) {
      const sort = page === 1 ? 'best_match' : 'price_asc'
      yield toSearchPage(`${look}-page-${page}`, findSearch({ query: look, domain, look, page, sort, size: CARDS }))
    }
  }
  for (const field of RARE_CARD_FIELDS) {
    const request = { query: field, domain, size: CARDS } as const
    const isShown = ({ response }: SearchTruth): boolean => response.products.some((card) => Boolean(card[field]))
    yield toSearchPage(field, findSearch(request, isShown))
  }
  yield toSearchPage('no-results', generateSearch({ query: UNKNOWN_QUERY, domain, size: 0 }))
}

/** First search with a full page that meets a condition. Some queries have only a few results. */
function findSearch(
  request: SearchRequest & { readonly size: number },
  isMatch: (truth: SearchTruth) => boolean = () => true,
): SearchTruth {
  for (let i = 0; i < MAX_TRIES; i++) {
    const truth = generateSearch({ ...request, query: `${request.query} ${i}` })
    if (truth.response.products.length >= request.size && isMatch(truth)) return truth
  }
  throw new Error(`None of the first ${MAX_TRIES} simulated searches of ${request.domain} meets the condition`)
}

function toSearchPage(name: string, truth: SearchTruth): SimulatedPage {
  const { look, query, response } = truth
  const { host } = requireMarketplace(truth.domain)
  const page = response.page > 1 ? `&page=${response.page}` : ''
  return {
    name,
    why: `look "${look}", ${response.products.length === 0 ? 'nothing matched' : `page ${response.page}`}`,
    url: `https://${host}/s?k=${encodeURIComponent(query)}${page}`,
    record: response,
    print: () => renderSearch(truth),
  }
}

/** Kind of the page that each page state prints. */
const KIND_OF_STATE = {
  captcha: 'captcha',
  gate: 'captcha',
  challenge: 'challenge',
  akamai: 'challenge',
  throttled: 'throttled',
  throttled_table: 'throttled',
  sign_in: 'sign_in',
  not_found: 'not_found',
  gallery: 'gallery',
  shell: 'shell',
  truncated: 'unknown',
} as const satisfies Readonly<Record<PageState, PageKind>>

function* simulatedStates(domain: string): Generator<GoldenCase> {
  const locale = requireLocale(domain)
  const marketplace = requireMarketplace(domain)
  for (const [state, kind] of Object.entries(KIND_OF_STATE) as [PageState, PageKind][]) {
    const path = kind === 'sign_in' ? '/ap/signin?openid.mode=checkid_setup' : '/dp/B0STATE001'
    const { status, html } = renderState(state, locale, { path })
    const url = `https://${marketplace.host}${path}`
    yield {
      name: caseName(folderOf(kind), domain, state),
      facts: { kind, domain: marketplace.domain, url, status, why: `Simulated: page state "${state}"` },
      readPage: () => Buffer.from(html),
      expectation: null,
    }
  }
}
