import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { writeOwnFile } from '../../own-file.ts'
import { printJson, type CaseFacts } from './case-facts.ts'
import type { Expectation } from './expectation.ts'

export { GOLDEN_DIRECTORY } from './golden-directory.ts'

/** A page, what is known about it, and what must be read from it. */
export interface GoldenCase {
  /** Path below the golden folder: `product/de/list-price`. */
  readonly name: string
  readonly facts: CaseFacts
  readonly readPage: () => Uint8Array
  /** Null when the page has no record, and when no record is accepted yet. */
  readonly expectation: Expectation | null
}

/**
 * Reads all cases of a folder.
 *
 * Order: by name.
 * Throws: the file system's error when the folder is missing, and an error that names a file that is not JSON.
 */
export function readCases(directory: string): GoldenCase[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('case.json'))
    .toSorted()
    .map((path) => readCase(directory, dirname(join(directory, path))))
}

function readCase(root: string, directory: string): GoldenCase {
  const expectedFile = join(directory, 'expected.json')
  return {
    name: relative(root, directory),
    facts: readJson(join(directory, 'case.json')) as CaseFacts,
    readPage: () => readFileSync(join(directory, 'page.html')),
    expectation: existsSync(expectedFile) ? (readJson(expectedFile) as Expectation) : null,
  }
}

/** Writes the folder of a case. Returns its path. */
export function writeCase(root: string, { name, facts, readPage, expectation }: GoldenCase): string {
  const directory = join(root, name)
  mkdirSync(directory, { recursive: true })
  writeOwnFile(join(directory, 'page.html'), readPage())
  writeOwnFile(join(directory, 'case.json'), printJson(facts))
  if (expectation !== null) writeExpectation(root, name, expectation)
  return directory
}

/** Writes `expected.json` of a case. */
export function writeExpectation(root: string, name: string, expectation: Expectation): void {
  writeOwnFile(join(root, name, 'expected.json'), printJson(expectation))
}

/** Throws: an error that names the file, when it is not JSON. */
export function readJson(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}
