import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import {
  generateAsin,
  generateList,
  generateOffers,
  generateProduct,
  generateReviews,
  generateSearch,
  renderList,
  renderOffers,
  renderProduct,
  renderReviews,
  renderSearch,
} from '../adapters/sandbox/index.ts'
import { classifyPage, requireRecord, type RecordName } from '../core/index.ts'
import { marketplaces, site } from '../selectors/index.ts'

/** A page with which programs are measured. */
export interface BenchPage {
  readonly name: string
  readonly domain: string
  readonly bytes: Buffer
}

const ROOT = join(import.meta.dirname, '..')
/** Folder of real pages, which is not part of the project. */
export const CORPUS = resolve(process.env.SHELFMARK_SHARED ?? join(ROOT, '../shared'), 'corpus/pages')

/** Real pages of other kinds. */
const KINDS = join(CORPUS, '../kinds')

/** Whether real pages are measured. Otherwise, simulated pages of the same size are. */
export const hasRealPages = existsSync(CORPUS) && process.env.SHELFMARK_BENCH_PAGES !== 'simulated'

/** One of this number of pages is measured: css-select takes half a second for each. */
const STRIDE = hasRealPages ? 4 : 1
/** The same for a quick measurement. */
const QUICK_STRIDE = hasRealPages ? 40 : 7

/** Pages of a record, of all marketplaces; the same ones in every process. A quick measurement takes few of them. */
export function samplePages(record: RecordName, isQuick = false): readonly BenchPage[] {
  const stride = isQuick ? QUICK_STRIDE : STRIDE
  const isSampled = (_: unknown, index: number): boolean => index % stride === 0
  if (!hasRealPages)
    return [...marketplaces.keys()].filter(isSampled).flatMap((domain) => {
      const text = PRINT[record]?.(domain)
      return text === undefined ? [] : [toPage(`${domain} ${record}`, domain, Buffer.from(text))]
    })
  const pages = realPages(record)
  return pages.length < FEW_PAGES ? pages : pages.filter(isSampled)
}

/** All pages of a record are measured when there are fewer. */
const FEW_PAGES = 40

/** Pages of a record, by the names of their files; else those of other pages that are of its kinds. Order: by folder and name. */
function realPages(record: RecordName): readonly BenchPage[] {
  const files = [CORPUS, KINDS].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .toSorted()
          .map((file) => join(folder, file))
      : [],
  )
  const named = files.filter((file) => basename(file).includes(`__${record}__`))
  if (named.length > 0) return named.map(readPage)
  const { kinds } = requireRecord(record)
  return files
    .filter((file) => basename(file).includes('__other__'))
    .map(readPage)
    .filter(({ bytes }) => kinds.includes(classifyPage({ bytes }, site).kind))
}

function readPage(path: string): BenchPage {
  const name = basename(path)
  return toPage(name, name.split('__', 1)[0] ?? '', readFileSync(path))
}

/** Prints a page of each record. Absent: undefined, a record is measured on real pages only. */
const PRINT: Readonly<Partial<Record<RecordName, (domain: string) => string>>> = {
  product: (domain) => renderProduct(generateProduct({ asin: asinOf(domain), domain }), { weight: 'real' }),
  search: (domain) => renderSearch(generateSearch({ query: findQuery(domain), domain }), { weight: 'real' }),
  best_sellers: (domain) => renderList(generateList({ domain, alias: 'kitchen' }), { weight: 'real' }),
  offers: (domain) => renderOffers(generateOffers({ domain, product: { asin: asinOf(domain) } }), { weight: 'real' }),
  reviews: (domain) => renderReviews(generateReviews({ domain, asin: asinOf(domain) }), { weight: 'real' }),
}

function asinOf(domain: string): string {
  return generateAsin(`bench/${domain}`, domain.length === 2)
}

/** A query that finds enough products: some find nothing. */
function findQuery(domain: string): string {
  for (let i = 0; ; i++)
    if (generateSearch({ query: `bench ${i}`, domain }).response.products.length >= 16) return `bench ${i}`
}

function toPage(name: string, domain: string, bytes: Buffer): BenchPage {
  return { name, domain, bytes }
}
