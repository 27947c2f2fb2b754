import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { records, type Issue, type PageKind, type RecordName } from '../../core/index.ts'
import { pageMarketplaces, type PageDomain } from '../../selectors/index.ts'
import type { PageOptions } from '../pages/pool/page-extractor.ts'
import { isAddress } from '../product-argument.ts'
import { MissingPackageError } from '../load-packages.ts'
import { listSavedFiles, SAVED_ENDINGS } from '../pages/saved/list-saved-files.ts'
import { readSavedPages, STANDARD_INPUT } from '../pages/saved/read-saved-pages.ts'
import type { SavedPage, UnreadablePage } from '../pages/saved/saved-page.ts'
import { fail, orFail, requireKnown } from './exit.ts'

export { STANDARD_INPUT } from '../pages/saved/read-saved-pages.ts'

const ASIN = /^[a-z0-9]{10}$/i

/** Options of the extraction. Ends the command when one is invalid. */
export function readPageOptions(args: {
  readonly domain?: string | undefined
  readonly asin?: string | undefined
  readonly record?: string | undefined
}): PageOptions {
  const { asin } = args
  const domain = args.domain === undefined ? undefined : requireDomain(args.domain)
  if (asin !== undefined && !ASIN.test(asin)) fail(`Invalid ASIN "${asin}". An ASIN has 10 letters and digits.`)
  return { domain, asin, record: args.record === undefined ? null : requireRecordName(args.record) }
}

function requireRecordName(name: string): RecordName {
  return requireKnown(
    'record',
    name,
    records.map((record) => record.name),
  )
}

/** A marketplace whose saved pages are read. */
export function requireDomain(domain: string): PageDomain {
  return requireKnown('domain', domain, [...pageMarketplaces.keys()] as PageDomain[])
}

/** Files of the pages that were named. Ends the command when none was named, or one does not exist. */
export async function requirePages(args: readonly string[]): Promise<string[]> {
  if (args.length === 0) fail('Name at least one saved page, a folder, or - for standard input.')
  const address = args.find((name) => !existsSync(name) && isAddress(name))
  if (address !== undefined) {
    fail(`"${address}" is an address, and saved pages are files. To fetch a product, run: shelfmark get ${address}`)
  }
  const files = await orFail(() => args.flatMap((file) => (file === STANDARD_INPUT ? [file] : listSavedFiles(file))))
  if (files.length === 0) failWithoutPages(args)
  return files
}

/** Ends the command. */
export function failWithoutPages(args: readonly string[]): never {
  return fail(`There are no pages in ${args.join(', ')}. In folders, these files are read: ${SAVED_ENDINGS}.`)
}

/** All pages of the files, one after the other. Ends the command when a package for a format is missing. */
export async function* readPages(files: readonly string[], field: string): AsyncGenerator<SavedPage | UnreadablePage> {
  try {
    for (const file of files) yield* readSavedPages(file === STANDARD_INPUT ? process.stdin : file, { field })
  } catch (error) {
    if (!(error instanceof MissingPackageError)) throw error
    fail(error.message)
  }
}

const NUMBERED = /^(.+)#(\d+)$/

/**
 * The page that a person names: a file, `-`, or `pages.warc.gz#12` for a record of a file, as `extract` prints it.
 * Ends the command when there is no such page, or it can't be read.
 */
export async function requirePage(name: string, field = 'html'): Promise<SavedPage> {
  const [, container, number] = existsSync(name) ? [] : (NUMBERED.exec(name) ?? [])
  const files = await requirePages([container ?? name])
  let found: SavedPage | UnreadablePage | null = null
  for await (const page of readPages(files, field)) {
    if (number !== undefined && page.number !== Number(number)) continue
    if (found !== null) fail(`There are several pages in ${name}. Name one of them, such as ${found.name}.`)
    found = page
    if (number !== undefined) break
  }
  if (found === null) return fail(`There is no page in ${name}.`)
  if ('error' in found) return fail(`${found.name}: ${found.error.message}`)
  return found
}

/** Content of a file, or of standard input for "-". */
export async function readInput(file: string): Promise<Buffer> {
  return await (file === STANDARD_INPUT ? buffer(process.stdin) : readWhole(file))
}

/** Content of a file. Rejects: with an error that names the file, also where that of the system does not. */
export async function readWhole(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file })
  }
}

/** Why a page has no record. */
export function describeMissingRecord(kind: PageKind, evidence: string | null, issues: readonly Issue[]): string {
  const missing = issues.filter(({ problem }) => problem === 'missing').map(({ field }) => field)
  if (missing.length > 0 && kind !== 'unknown') return `No record: this ${kind} page has no ${missing.join(', ')}.`
  return `No record: the page is of kind "${kind}" (${evidence}).`
}
