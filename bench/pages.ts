import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { GOLDEN_DIRECTORY, readCases } from '../adapters/pages/golden/golden-case.ts'
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
import { findSimulatedRecord } from '../adapters/sandbox/server/records.ts'
import { classifyPage, DEFAULT_RECORD, findRecordOf, requireRecord, type RecordName } from '../core/index.ts'
import { marketplaces, site } from '../selectors/index.ts'

/** A page with which programs are measured. */
export interface BenchPage {
  readonly name: string
  readonly domain: string
  readonly bytes: Buffer
}

const ROOT = join(import.meta.dirname, '..')
/** Folder of real pages, which is not part of the project. */
const CORPUS = resolve(process.env.SHELFMARK_SHARED ?? join(ROOT, '../shared'), 'corpus/pages')

/** Real pages of other kinds. */
const KINDS = join(CORPUS, '../kinds')

/** Where the measured pages are from, and what the output says about them. */
const ORIGINS = {
  real: 'real pages',
  simulated: 'simulated pages as large as real ones (the project has no real pages)',
  golden: 'golden pages: small, and written by hand',
} as const
type Origin = keyof typeof ORIGINS

const origin = findOrigin()

/** What the output says about the measured pages. */
export const describedPages: string = ORIGINS[origin]

function findOrigin(): Origin {
  const asked = process.env.SHELFMARK_BENCH_PAGES ?? (existsSync(CORPUS) ? 'real' : 'simulated')
  const names = Object.keys(ORIGINS)
  const found = names.find((name): name is Origin => name === asked)
  if (found === undefined) throw new Error(`SHELFMARK_BENCH_PAGES: "${asked}" is not one of ${names.join(', ')}`)
  if (found === 'real') requireRealPages(CORPUS)
  return found
}

/** Of many real pages, one of this number is measured: css-select takes half a second for each. */
const STRIDE = 4
const MANY_PAGES = 40
/** Pages of a quick measurement. */
const FEW_PAGES = 3

/** Pages of a record, of all marketplaces; the same ones in every process. A quick measurement takes few of them. */
export function samplePages(record: RecordName, isQuick = false): readonly BenchPage[] {
  const pages = LISTS[origin](record)
  const stride = origin === 'real' && pages.length >= MANY_PAGES ? STRIDE : 1
  const step = isQuick ? Math.ceil(pages.length / FEW_PAGES) : stride
  return pages.filter((_, index) => index % step === 0).map((read) => read())
}

/** The largest sampled page of a product of at most some bytes; if there is none, a simulated one, which is small. */
export function sampleSmallPage(maxBytes: number, isQuick: boolean): BenchPage {
  const small = samplePages(DEFAULT_RECORD.name, isQuick).filter(({ bytes }) => bytes.length <= maxBytes)
  const [largest] = small.toSorted((a, b) => b.bytes.length - a.bytes.length)
  const [domain = ''] = marketplaces.keys()
  // Results are kept: they do not name files of others.
  if (largest !== undefined) return { ...largest, name: `one of the ${describedPages}` }
  return toPage('a small simulated page', domain, Buffer.from(PRINT.product(domain, 'light')))
}

/** Ends the program when a folder of real pages does not exist. */
function requireRealPages(folder: string): void {
  if (existsSync(folder)) return
  const advice = 'This needs some, and the project contains none: see "Real pages" in CONTRIBUTING.md.'
  console.error(`There are no real pages in ${folder}. ${advice}`)
  process.exit(1)
}

type ReadPage = () => BenchPage

const LISTS: Readonly<Record<Origin, (record: RecordName) => readonly ReadPage[]>> = {
  real: listReal,
  simulated: (record) => {
    const print = PRINT[record] ?? printExample(record)
    if (print === null) return []
    return [...marketplaces.keys()].map(
      (domain) => () => toPage(`${domain} ${record}`, domain, Buffer.from(print(domain, 'real'))),
    )
  },
  golden: (record) =>
    readCases(join(ROOT, GOLDEN_DIRECTORY))
      .filter(({ facts }) => (facts.record ?? findRecordOf(facts.kind)?.name) === record)
      .map(
        ({ name, facts, readPage }) =>
          () =>
            toPage(name, facts.domain, Buffer.from(readPage())),
      ),
}

/** Pages of a record, by the names of their files; else those of other pages that are of its kinds. Order: by folder and name. */
function listReal(record: RecordName): readonly ReadPage[] {
  const files = [CORPUS, KINDS].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .toSorted()
          .map((file) => join(folder, file))
      : [],
  )
  const named = files.filter((file) => basename(file).includes(`__${record}__`))
  if (named.length > 0) return named.map((file) => () => readPage(file))
  const { kinds } = requireRecord(record)
  return files
    .filter((file) => basename(file).includes('__other__'))
    .map(readPage)
    .filter(({ bytes }) => kinds.includes(classifyPage({ bytes }, site).kind))
    .map((page) => () => page)
}

function readPage(path: string): BenchPage {
  const name = basename(path)
  return toPage(name, name.split('__', 1)[0] ?? '', readFileSync(path))
}

/** Prints a page of a record. Of the weight of a real one, or light. */
type Print = (domain: string, weight: 'real' | 'light') => string

/** Absent: undefined, the page of the first example is measured. */
const PRINT: { readonly product: Print } & Readonly<Partial<Record<RecordName, Print>>> = {
  product: (domain, weight) => renderProduct(generateProduct({ asin: asinOf(domain), domain }), { weight }),
  search: (domain, weight) => renderSearch(generateSearch({ query: findQuery(domain), domain }), { weight }),
  best_sellers: (domain, weight) => renderList(generateList({ domain, alias: 'kitchen' }), { weight }),
  offers: (domain, weight) => renderOffers(generateOffers({ domain, product: { asin: asinOf(domain) } }), { weight }),
  reviews: (domain, weight) => renderReviews(generateReviews({ domain, asin: asinOf(domain) }), { weight }),
}

/** Absent: null, the record is not simulated. */
function printExample(record: RecordName): Print | null {
  const simulated = findSimulatedRecord(record)
  if (simulated === null) return null
  const { request } = simulated.ask(simulated.examples[0]?.query ?? '')
  return (domain, weight) => simulated.print({ domain, weight, ...request })
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
