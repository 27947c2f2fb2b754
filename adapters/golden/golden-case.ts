import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { PageKind, Product, SearchResponse } from '../../core/index.ts'

/** Where a project keeps its cases, seen from its top folder. */
export const GOLDEN_DIRECTORY = 'golden'

/** What a case says of its page, beside the expected record. */
export interface CaseFacts {
  readonly kind: PageKind
  readonly domain: string
  /** Address that the page stands for, or that it came from in the end. */
  readonly url: string
  /** HTTP status that the page came with, where that matters. */
  readonly status?: number
  /** ASIN that was asked for, when it is not that of the page. */
  readonly asin?: string
  /** What the case guards against. */
  readonly why: string
}

/** A folder with `page.html`, `case.json` and, where a record is expected and was accepted, `expected.json`. */
export interface GoldenCase extends CaseFacts {
  /** Path below the golden folder: `product/de/list-price`. */
  readonly name: string
  readonly directory: string
  /** Null for a page of which nothing is read, and for a case that was not accepted yet. */
  readonly expected: Product | SearchResponse | null
}

/**
 * Reads all cases of a folder, by name.
 *
 * Throws: the file system's error, when there is no such folder.
 */
export function readCases(directory: string): GoldenCase[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('case.json'))
    .toSorted()
    .map((path) => readCase(directory, dirname(join(directory, path))))
}

function readCase(root: string, directory: string): GoldenCase {
  const facts = readJson(join(directory, 'case.json')) as CaseFacts
  const expectedFile = join(directory, 'expected.json')
  const expected = existsSync(expectedFile) ? (readJson(expectedFile) as Product | SearchResponse) : null
  return { ...facts, name: relative(root, directory), directory, expected }
}

export function readCasePage({ directory }: GoldenCase): Uint8Array {
  return readFileSync(join(directory, 'page.html'))
}

export function expectedFileOf({ directory }: GoldenCase): string {
  return join(directory, 'expected.json')
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
