import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { renderProduct } from '../adapters/sandbox/product/render-product.ts'
import { Random } from '../adapters/sandbox/random.ts'
import { renderSearch } from '../adapters/sandbox/search/render-search.ts'
import { generateProduct } from '../adapters/sandbox/truth/generate-product.ts'
import { generateSearch } from '../adapters/sandbox/truth/generate-search.ts'
import { inventAsin } from '../adapters/sandbox/truth/invent-listing.ts'
import { marketplaces } from '../selectors/index.ts'

/** A page that is measured. */
export interface BenchPage {
  readonly name: string
  readonly domain: string
  readonly bytes: Buffer
}

const ROOT = join(import.meta.dirname, '..')
/** Where real pages are, if they are anywhere. */
export const CORPUS = resolve(process.env.SHELFMARK_SHARED ?? join(ROOT, '../shared'), 'corpus/pages')

/** What is measured: real pages when they are there, else simulated ones of the same weight. */
export const hasRealPages = existsSync(CORPUS) && process.env.SHELFMARK_BENCH_PAGES !== 'simulated'

/** Every how manieth page is measured; css-select takes half a second for one. */
const STRIDE = 4

/** Pages of a kind, of all marketplaces, the same ones in every process. */
export function samplePages(kind: 'product' | 'search'): readonly BenchPage[] {
  if (!hasRealPages) return [...marketplaces.keys()].map((domain) => simulatePage(kind, domain))
  return readdirSync(CORPUS)
    .filter((file) => file.includes(`__${kind}__`))
    .toSorted()
    .filter((_, index) => index % STRIDE === 0)
    .map((file) => toPage(file, file.split('__', 1)[0] ?? '', readFileSync(join(CORPUS, file))))
}

function simulatePage(kind: 'product' | 'search', domain: string): BenchPage {
  const asin = inventAsin(new Random(`bench/${domain}`), domain.length === 2)
  const page =
    kind === 'product'
      ? renderProduct(generateProduct({ asin, domain }), { weight: 'real' })
      : renderSearch(generateSearch({ query: findQuery(domain), domain }), { weight: 'real' })
  return toPage(`${domain} ${kind}`, domain, Buffer.from(page))
}

/** Some queries find nothing. */
function findQuery(domain: string): string {
  for (let i = 0; ; i++)
    if (generateSearch({ query: `bench ${i}`, domain }).response.products.length >= 16) return `bench ${i}`
}

function toPage(name: string, domain: string, bytes: Buffer): BenchPage {
  return { name, domain, bytes }
}
