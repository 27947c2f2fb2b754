import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product, SearchResponse } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { Random } from '../sandbox/random.ts'
import { renderProduct } from '../sandbox/product/render-product.ts'
import { generateProduct, type ProductRequest } from '../sandbox/truth/generate-product.ts'
import { inventAsin } from '../sandbox/truth/invent-listing.ts'
import {
  isBook,
  PRODUCT_LAYOUTS,
  SITUATIONS_OF,
  type ProductLayout,
  type ProductTruth,
  type Situation,
} from '../sandbox/truth/product-truth.ts'
import { readCases, type CaseFacts } from './golden-case.ts'

/** A case whose page is printed from what is expected of it, so that no reader has a say in either. */
export interface SimulatedCase {
  /** Path below the golden folder. */
  readonly name: string
  readonly facts: CaseFacts
  readonly page: string
  readonly expected: Product | SearchResponse
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
export function* simulatedProducts(): Generator<SimulatedCase> {
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
    writeFileSync(join(target, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`)
    count++
  }
  return count
}
