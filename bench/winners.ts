/**
 * Compares which selectors win on real pages and on simulated pages: prints the share of
 * records in which each selector gave a field its value. Fails when a selector wins on
 * simulated pages only, and KNOWN has no reason for it.
 *
 * Usage: npm run bench -- winners [FOLDER_OF_REAL_PAGES]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractPage } from '../adapters/pages/extract-page.ts'
import {
  generateAsin,
  generateProduct,
  generateSearch,
  renderProduct,
  renderSearch,
} from '../adapters/sandbox/index.ts'
import { fieldOfPath, findRecordOf, records, rowsOf, type RecordName } from '../core/index.ts'
import { domains, isDomain, type Domain } from '../selectors/index.ts'
import { CORPUS, requireRealPages } from './pages.ts'

/** Simulated product pages of each marketplace. */
const PRODUCTS = 12
/** Simulated search pages of each marketplace. */
const SEARCHES = 5

/** Selectors that win on no real page here, and why the simulated marketplace prints pages for them. */
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

/** Counts of wins. */
interface WinnerCounts {
  /** Records that were read. */
  records: number
  /** Wins by field and selector. */
  readonly fields: Map<string, Map<string, number>>
}

/** Counts by the name of the record. */
type CountsByRecord = ReadonlyMap<RecordName, WinnerCounts>

function startCounts(): CountsByRecord {
  return new Map(records.map(({ name }) => [name, { records: 0, fields: new Map() }]))
}

/** Sources that contain a label of the page: the label is replaced by "...". */
const CHANGING = /^(detail row: )(?!sales rank).*/

function count(counts: CountsByRecord, page: Uint8Array, domain: Domain): void {
  const { kind, winners, record } = extractPage(page, { domain })
  const definition = findRecordOf(kind)
  const own = definition === null ? undefined : counts.get(definition.name)
  if (definition === null || own === undefined || record === null) return
  const { fields } = own
  own.records += rowsOf(definition, record)?.length ?? 1
  for (const [path, winner = ''] of Object.entries(winners)) {
    const field = fieldOfPath(path)
    const source = winner.replace(CHANGING, '$1...')
    const sources = fields.get(field) ?? new Map<string, number>()
    fields.set(field, sources.set(source, (sources.get(source) ?? 0) + 1))
  }
}

function countReal(directory: string): CountsByRecord {
  const counts = startCounts()
  const isOfRecord = (file: string): boolean => records.some(({ name }) => file.includes(`__${name}__`))
  for (const file of readdirSync(directory).filter(isOfRecord)) {
    const [domain = ''] = file.split('__', 1)
    if (isDomain(domain)) count(counts, readFileSync(join(directory, file)), domain)
  }
  return counts
}

function countSimulated(): CountsByRecord {
  const counts = startCounts()
  for (const domain of domains) {
    for (let i = 0; i < PRODUCTS; i++) {
      const asin = generateAsin(`winners/${domain}/${i}`, i % 3 === 0)
      count(counts, Buffer.from(renderProduct(generateProduct({ asin, domain }))), domain)
    }
    for (let i = 0; i < SEARCHES; i++) {
      const truth = generateSearch({ query: `winner ${i}`, domain })
      count(counts, Buffer.from(renderSearch(truth)), domain)
    }
  }
  return counts
}

function share(number: number, all: number): string {
  return number === 0 ? '-' : `${((100 * number) / all).toFixed(1)} %`
}

const directory = process.argv[2] ?? CORPUS
requireRealPages(directory)
const real = countReal(directory)
const simulated = countSimulated()
const onlySimulated: string[] = []
for (const [name, left] of real) {
  const right = simulated.get(name) ?? { records: 0, fields: new Map() }
  console.log(`\n${name}: ${left.records} real, ${right.records} simulated`)
  for (const field of new Set([...left.fields.keys(), ...right.fields.keys()])) {
    const [of, by] = [left.fields.get(field), right.fields.get(field)]
    console.log(`\n${field}`)
    const sources = [...new Set([...(of?.keys() ?? []), ...(by?.keys() ?? [])])]
    for (const source of sources.toSorted((a, b) => (of?.get(b) ?? 0) - (of?.get(a) ?? 0))) {
      const [seen, made] = [of?.get(source) ?? 0, by?.get(source) ?? 0]
      console.log(`${share(seen, left.records).padStart(9)}${share(made, right.records).padStart(9)}  ${source}`)
      if (seen === 0 && made > 0) onlySimulated.push(`${field}: ${source}`)
    }
  }
}
console.log(`\n${onlySimulated.length} selectors win on simulated pages only`)
for (const line of onlySimulated)
  console.log(`  ${line}\n    ${KNOWN[line] ?? 'UNKNOWN: no reason is known to print pages for this selector'}`)
if (onlySimulated.some((line) => !(line in KNOWN))) process.exitCode = 1
