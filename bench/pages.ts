import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readCases } from '../adapters/golden/golden-case.ts'

/** A page that is measured. */
export interface BenchPage {
  readonly name: string
  readonly domain: string
  readonly bytes: Buffer
}

const ROOT = join(import.meta.dirname, '..')
export const CORPUS = resolve(process.env.SHELFMARK_SHARED ?? join(ROOT, '../shared'), 'corpus/pages')

/** What is measured: real pages when they are there, else the small ones of the golden cases. */
export const hasRealPages = existsSync(CORPUS)

/** Every how manieth page is measured; css-select takes half a second for one. */
const STRIDE = 4

/** Pages of a kind, of all marketplaces, the same ones in every process. */
export function samplePages(kind: 'product' | 'search'): readonly BenchPage[] {
  if (!hasRealPages) {
    return readCases(join(ROOT, 'golden'))
      .filter((golden) => golden.kind === kind)
      .map(({ name, domain, directory }) => toPage(name, domain, join(directory, 'page.html')))
  }
  return readdirSync(CORPUS)
    .filter((file) => file.includes(`__${kind}__`))
    .toSorted()
    .filter((_, index) => index % STRIDE === 0)
    .map((file) => toPage(file, file.split('__', 1)[0] ?? '', join(CORPUS, file)))
}

function toPage(name: string, domain: string, file: string): BenchPage {
  return { name, domain, bytes: readFileSync(file) }
}
