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
const CORPUS = resolve(process.env.SHELFMARK_SHARED ?? join(ROOT, '../shared'), 'corpus/pages')

/** Real product pages when they are there, else the small ones of the golden cases. */
export function readPages(): { readonly origin: string; readonly pages: readonly BenchPage[] } {
  if (!existsSync(CORPUS)) {
    const cases = readCases(join(ROOT, 'golden'))
    const pages = cases.map(({ name, domain, directory }) => toPage(name, domain, join(directory, 'page.html')))
    return { origin: 'golden cases (no real pages here: the figures say little)', pages }
  }
  const files = readdirSync(CORPUS).filter((file) => file.includes('__product__'))
  const pages = files.map((file) => toPage(file, file.split('__', 1)[0] ?? '', join(CORPUS, file)))
  return { origin: 'real product pages', pages }
}

function toPage(name: string, domain: string, file: string): BenchPage {
  return { name, domain, bytes: readFileSync(file) }
}
