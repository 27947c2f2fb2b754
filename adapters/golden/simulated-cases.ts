import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageKind, Product, SearchResponse } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { requireLocale } from '../sandbox/locale.ts'
import { Random } from '../sandbox/random.ts'
import { renderProduct } from '../sandbox/product/render-product.ts'
import { renderSearch } from '../sandbox/search/render-search.ts'
import { renderState, type PageState } from '../sandbox/states/render-state.ts'
import { generateProduct, type ProductRequest } from '../sandbox/truth/generate-product.ts'
import { generateSearch, type SearchRequest } from '../sandbox/truth/generate-search.ts'
import { inventAsin } from '../sandbox/truth/invent-listing.ts'
import {
  isBook,
  PRODUCT_LAYOUTS,
  SITUATIONS_OF,
  type ProductLayout,
  type ProductTruth,
  type Situation,
} from '../sandbox/truth/product-truth.ts'
import type { SearchLayout, SearchTruth } from '../sandbox/truth/search-truth.ts'
import { readCases, type CaseFacts } from './golden-case.ts'

/** A case whose page is printed from what is expected of it, so that no reader has a say in either. */
export interface SimulatedCase {
  /** Path below the golden folder. */
  readonly name: string
  readonly facts: CaseFacts
  readonly page: string
  /** Null for a page of which nothing is read. */
  readonly expected: Product | SearchResponse | null
}

/** Cases of each marketplace beside the plain one. */
const OTHERS = 4

const LOOKS: readonly (readonly [ProductLayout, Situation])[] = PRODUCT_LAYOUTS.flatMap((layout) =>
  SITUATIONS_OF[layout].map((situation) => [layout, situation] as const),
)

/**
 * Product cases of all marketplaces: on each a plain page with a price that
 * needs a group mark, and others that go through all layouts and situations in turn.
 */
function* simulatedProducts(): Generator<SimulatedCase> {
  let next = 0
  for (const domain of marketplaces.keys()) {
    yield toCase('plain-with-large-price', findLargePrice(domain))
    for (let i = 0; i < OTHERS; i++) {
      const [layout, situation] = LOOKS[++next % LOOKS.length] as (typeof LOOKS)[number]
      const asin = inventAsin(new Random(`golden/${domain}/${i}`), isBook(layout))
      yield toCase(`${layout}-${situation}`.replaceAll('_', '-'), generateProduct({ asin, domain, layout, situation }))
    }
  }
  for (const request of SPECIAL) yield toCase(request.name, generateProduct(request))
}

/** What hardly any ASIN brings about by itself. */
const SPECIAL: readonly (ProductRequest & { readonly name: string })[] = [
  {
    name: 'euro-of-visitor',
    domain: 'co.jp',
    asin: 'B0EUR0JP01',
    layout: 'current',
    situation: 'deal',
    currency: 'EUR',
  },
  {
    name: 'euro-of-visitor',
    domain: 'co.uk',
    asin: 'B0EUR0UK01',
    layout: 'classic',
    situation: 'deal',
    currency: 'EUR',
  },
  {
    name: 'dollars-of-visitor',
    domain: 'sa',
    asin: 'B0USD0SA01',
    layout: 'current',
    situation: 'offered',
    currency: 'USD',
  },
  { name: 'family-of-120', domain: 'com', asin: 'B0FAMILY01', layout: 'apparel', situation: 'offered', children: 120 },
]

/** Below these no group mark is printed. */
const LARGE: Readonly<Record<string, number>> = { in: 100_000 }
const TRIES = 2000

function findLargePrice(domain: string): ProductTruth {
  for (let i = 0; i < TRIES; i++) {
    const asin = inventAsin(new Random(`golden/${domain}/large/${i}`))
    const truth = generateProduct({ asin, domain, layout: 'current', situation: 'offered' })
    if ((truth.record.price ?? 0) >= (LARGE[domain] ?? 1000)) return truth
  }
  throw new Error(`No product of ${domain} has a price that is large`)
}

function toCase(name: string, truth: ProductTruth): SimulatedCase {
  const { domain, layout, situation, record } = truth
  const why = `Simulated: layout "${layout}", situation "${situation}"`
  return {
    name: `product/${domain}/simulated-${name}`,
    facts: { kind: 'product', domain, url: record.url, why },
    page: renderProduct(truth),
    expected: record,
  }
}

/** All simulated cases. */
export function* simulatedCases(): Generator<SimulatedCase> {
  yield* simulatedProducts()
  yield* simulatedSearches()
  yield* simulatedStates()
}

/** Organic cards of a page: as many as need no large file. */
const CARDS = 5

/** Search cases of all marketplaces: a page of today, one of the past, and one without results. */
function* simulatedSearches(): Generator<SimulatedCase> {
  let next = 0
  for (const domain of marketplaces.keys()) {
    const layout = OLD_LAYOUTS[next++ % OLD_LAYOUTS.length] as SearchLayout
    for (const [name, wish] of [
      ['current', { layout: 'current' }],
      [layout, { layout }],
      ['second-page', { layout: 'current', page: 2, sort: 'price_asc' }],
    ] as const) {
      if (name === 'second-page' && next % 4 !== 0) continue
      yield toSearchCase(`search/${domain}/simulated-${name}`, findSearch(domain, wish))
    }
    const nothing = generateSearch({ query: NOTHING, domain, size: 0 })
    yield toSearchCase(`state/${domain}/simulated-no-results`, nothing)
  }
}

const OLD_LAYOUTS: readonly SearchLayout[] = ['grid', 'list', 'grid', 'list', 'table']
const NOTHING = 'qqzxv'

function findSearch(domain: string, wish: Partial<SearchRequest>): SearchTruth {
  for (let i = 0; i < TRIES; i++) {
    const truth = generateSearch({ query: `golden ${i}`, domain, size: CARDS, ...wish })
    if (truth.response.products.length >= CARDS) return truth
  }
  throw new Error(`No search of ${domain} has ${CARDS} results`)
}

function toSearchCase(name: string, truth: SearchTruth): SimulatedCase {
  const { domain, layout, query, response } = truth
  const isEmpty = response.products.length === 0
  const host = marketplaces.get(domain)?.host ?? ''
  return {
    name,
    facts: {
      kind: isEmpty ? 'no_results' : 'search',
      domain,
      url: `https://${host}/s?k=${encodeURIComponent(query)}${response.page > 1 ? `&page=${response.page}` : ''}`,
      why: `Simulated: layout "${layout}"${isEmpty ? ', nothing found' : ''}`,
    },
    page: renderSearch(truth),
    expected: response,
  }
}

/** What comes in place of a page, and the kind that it is of: on each marketplace two in turn. */
const STATES: readonly (readonly [PageState, PageKind])[] = [
  ['captcha', 'captcha'],
  ['not_found', 'not_found'],
  ['gate', 'captcha'],
  ['throttled', 'throttled'],
  ['gallery', 'gallery'],
  ['challenge', 'challenge'],
  ['throttled_table', 'throttled'],
]

function* simulatedStates(): Generator<SimulatedCase> {
  let next = 0
  for (const domain of marketplaces.keys()) {
    const locale = requireLocale(domain)
    for (let i = 0; i < 2; i++) {
      const [state, kind] = STATES[next++ % STATES.length] as (typeof STATES)[number]
      const path = `/dp/${inventAsin(new Random(`golden/${state}`))}`
      const { status, html } = renderState(state, locale, { path })
      const url = `https://${locale.marketplace.host}${path}`
      const why = `Simulated: the state "${state}"`
      const name = `state/${domain}/simulated-${state.replaceAll('_', '-')}`
      yield { name, facts: { kind, domain, url, status, why }, page: html, expected: null }
    }
  }
}

const SIMULATED = /\bsimulated-[^/]*$/

/** Writes all simulated cases to a golden folder, in place of those that are there; how many. */
export function writeSimulatedCases(directory: string): number {
  for (const { name } of readCases(directory)) {
    if (SIMULATED.test(name)) rmSync(join(directory, name), { recursive: true })
  }
  let count = 0
  for (const { name, facts, page, expected } of simulatedCases()) {
    const target = join(directory, name)
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'page.html'), page)
    writeFileSync(join(target, 'case.json'), `${JSON.stringify(facts, null, 2)}\n`)
    if (expected !== null) writeFileSync(join(target, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`)
    count++
  }
  return count
}
