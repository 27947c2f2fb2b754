/**
 * Prints which selectors give each field its value on real pages and on those
 * of the simulated marketplace, side by side, and those that win on simulated
 * pages alone: for each of these there must be a reason, else it fails.
 *
 * Usage: node --import tsx bench/winners.ts [FOLDER WITH REAL PAGES]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractPage } from '../adapters/pages/extract-page.ts'
import { renderProduct } from '../adapters/sandbox/product/render-product.ts'
import { Random } from '../adapters/sandbox/random.ts'
import { renderSearch } from '../adapters/sandbox/search/render-search.ts'
import { generateProduct } from '../adapters/sandbox/truth/generate-product.ts'
import { generateSearch } from '../adapters/sandbox/truth/generate-search.ts'
import { inventAsin } from '../adapters/sandbox/truth/invent-listing.ts'
import { marketplaces } from '../selectors/index.ts'
import { CORPUS } from './pages.ts'

/** Product pages that are simulated for each marketplace. */
const PRODUCTS = 12
/** Layouts of the search pages for each marketplace, about as often as real pages have them. */
const SEARCHES = ['current', 'current', 'current', 'grid', 'list'] as const

/** Winners without a real page at hand, and why pages are printed for them all the same. */
const KNOWN: Readonly<Record<string, string>> = {
  'title: #titleSection .dp-title-differentiators': 'long titles are split since August 2026',
  'currency: #olpLinkWidget_feature_div': 'a visitor from abroad, and a product that only others sell',
  'currency: #olp_feature_div': 'a visitor from abroad, and a product that only others sell',
  'currency: .a-row:has(> .a-declarative > a[href*="/offer-listing/"]) > .a-color-base':
    'a visitor from abroad, and a card without a price of its own',
  'price: #priceblock_dealprice': 'deals until 2021',
  'price_shipping: #dealprice_shippingmessage': 'deals until 2021',
  'discount_percentage: #dealprice_savings .priceBlockSavingsString': 'deals until 2021',
  'price_per_unit: #priceblock_ourprice_row .a-size-small.a-color-price': 'unit prices until 2021',
  'price_per_unit: #priceblock_saleprice_row .a-size-small.a-color-price': 'unit prices until 2021',
}

/** Field to selector to how often it won; with how many records were read. */
interface Tally {
  records: number
  readonly fields: Map<string, Map<string, number>>
}

type Tallies = Record<'product' | 'search', Tally>

function newTallies(): Tallies {
  return { product: { records: 0, fields: new Map() }, search: { records: 0, fields: new Map() } }
}

const CARD = /^products\[\d+\]\./
/** What differs from page to page is left out. */
const CHANGING = /^(detail row: )(?!sales rank).*/

function count(tallies: Tallies, page: Uint8Array, domain: string): void {
  const { kind, winners, record } = extractPage(page, { domain })
  if ((kind !== 'product' && kind !== 'search') || record === null) return
  const tally = tallies[kind]
  tally.records += 'products' in record ? record.products.length : 1
  for (const [place, winner] of Object.entries(winners)) {
    const field = place.replace(CARD, '')
    const source = winner.replace(CHANGING, '$1...')
    const sources = tally.fields.get(field) ?? new Map<string, number>()
    tally.fields.set(field, sources.set(source, (sources.get(source) ?? 0) + 1))
  }
}

function countReal(directory: string): Tallies {
  const tallies = newTallies()
  for (const file of readdirSync(directory).filter((name) => /__(?:product|search)__/.test(name))) {
    count(tallies, readFileSync(join(directory, file)), file.split('__', 1)[0] ?? '')
  }
  return tallies
}

function countSimulated(): Tallies {
  const tallies = newTallies()
  for (const domain of marketplaces.keys()) {
    for (let i = 0; i < PRODUCTS; i++) {
      const asin = inventAsin(new Random(`winners/${domain}/${i}`), i % 3 === 0)
      count(tallies, Buffer.from(renderProduct(generateProduct({ asin, domain }))), domain)
    }
    for (const [index, layout] of SEARCHES.entries()) {
      const truth = generateSearch({ query: `winner ${index}`, domain, layout })
      count(tallies, Buffer.from(renderSearch(truth)), domain)
    }
  }
  return tallies
}

function share(number: number, all: number): string {
  return number === 0 ? '-' : `${((100 * number) / all).toFixed(1)} %`
}

const directory = process.argv[2] ?? CORPUS
if (!existsSync(directory)) {
  console.error(`There are no real pages in ${directory} to compare with.`)
  process.exit(1)
}
const real = countReal(directory)
const simulated = countSimulated()
const alone: string[] = []
for (const kind of ['product', 'search'] as const) {
  const [left, right] = [real[kind], simulated[kind]]
  console.log(`\n${kind}: ${left.records} real, ${right.records} simulated`)
  for (const field of new Set([...left.fields.keys(), ...right.fields.keys()])) {
    const [of, by] = [left.fields.get(field), right.fields.get(field)]
    console.log(`\n${field}`)
    const sources = [...new Set([...(of?.keys() ?? []), ...(by?.keys() ?? [])])]
    for (const source of sources.toSorted((a, b) => (of?.get(b) ?? 0) - (of?.get(a) ?? 0))) {
      const [seen, made] = [of?.get(source) ?? 0, by?.get(source) ?? 0]
      console.log(`${share(seen, left.records).padStart(9)}${share(made, right.records).padStart(9)}  ${source}`)
      if (seen === 0 && made > 0) alone.push(`${field}: ${source}`)
    }
  }
}
console.log(`\n${alone.length} that win on simulated pages alone`)
for (const line of alone)
  console.log(`  ${line}\n    ${KNOWN[line] ?? 'UNKNOWN: real pages give no reason to print this'}`)
if (alone.some((line) => !(line in KNOWN))) process.exitCode = 1
