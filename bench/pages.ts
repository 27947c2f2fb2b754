import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  generateAsin,
  generateProduct,
  generateSearch,
  renderProduct,
  renderSearch,
} from '../adapters/sandbox/index.ts'
import type { RecordName } from '../core/index.ts'
import { marketplaces } from '../selectors/index.ts'

/** A page with which programs are measured. */
export interface BenchPage {
  readonly name: string
  readonly domain: string
  readonly bytes: Buffer
}

const ROOT = join(import.meta.dirname, '..')
/** Folder of real pages, which is not part of the project. */
export const CORPUS = resolve(process.env.SHELFMARK_SHARED ?? join(ROOT, '../shared'), 'corpus/pages')

/** Whether real pages are measured. Otherwise, simulated pages of the same size are. */
export const hasRealPages = existsSync(CORPUS) && process.env.SHELFMARK_BENCH_PAGES !== 'simulated'

/** One of this number of pages is measured: css-select takes half a second for each. */
const STRIDE = hasRealPages ? 4 : 1
/** The same for a quick measurement. */
const QUICK_STRIDE = hasRealPages ? 40 : 7

/** Pages of a record, of all marketplaces; the same ones in every process. A quick measurement takes few of them. */
export function samplePages(record: RecordName, isQuick = false): readonly BenchPage[] {
  const stride = isQuick ? QUICK_STRIDE : STRIDE
  const isSampled = (_: string, index: number): boolean => index % stride === 0
  if (!hasRealPages)
    return [...marketplaces.keys()].filter(isSampled).flatMap((domain) => simulatePages(record, domain))
  return readdirSync(CORPUS)
    .filter((file) => file.includes(`__${record}__`))
    .toSorted()
    .filter(isSampled)
    .map((file) => toPage(file, file.split('__', 1)[0] ?? '', readFileSync(join(CORPUS, file))))
}

/** Prints a page of each record. Absent: undefined, a record is measured on real pages only. */
const PRINT: Readonly<Partial<Record<RecordName, (domain: string) => string>>> = {
  product: (domain) => {
    const asin = generateAsin(`bench/${domain}`, domain.length === 2)
    return renderProduct(generateProduct({ asin, domain }), { weight: 'real' })
  },
  search: (domain) => renderSearch(generateSearch({ query: findQuery(domain), domain }), { weight: 'real' }),
}

function simulatePages(record: RecordName, domain: string): BenchPage[] {
  const print = PRINT[record]
  return print === undefined ? [] : [toPage(`${domain} ${record}`, domain, Buffer.from(print(domain)))]
}

/** A query that finds enough products: some find nothing. */
function findQuery(domain: string): string {
  for (let i = 0; ; i++)
    if (generateSearch({ query: `bench ${i}`, domain }).response.products.length >= 16) return `bench ${i}`
}

function toPage(name: string, domain: string, bytes: Buffer): BenchPage {
  return { name, domain, bytes }
}
