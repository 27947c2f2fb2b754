import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Issue, PageKind } from '../../core/index.ts'
import type { Domain } from '../../selectors/index.ts'
import type { ExtractPageOptions } from '../pages/extract-page.ts'
import { fail, orFail, requireKnown } from './exit.ts'

/** Argument that means standard input. */
export const STANDARD_INPUT = '-'

/** Positional arguments of commands that read any number of pages. */
export const pages = {
  type: 'positional',
  many: true,
  description: 'Saved pages, folders of saved pages (*.html, *.htm), or - for standard input',
} as const

/** Options of commands that extract pages. */
export const pageArgs = {
  domain: {
    type: 'string',
    valueHint: 'DOMAIN',
    description: 'Marketplace: com, co.uk, de ... Default: recognised from the page',
  },
  asin: { type: 'string', valueHint: 'ASIN', description: 'Requested ASIN, for the field asin_in_url' },
} as const

const ASIN = /^[a-z0-9]{10}$/i

/** Options of the extraction. Ends the command when one is invalid. */
export async function readPageOptions(args: {
  readonly domain?: string | undefined
  readonly asin?: string | undefined
}): Promise<ExtractPageOptions> {
  const { asin } = args
  const domain = args.domain === undefined ? undefined : await requireDomain(args.domain)
  if (asin !== undefined && !ASIN.test(asin)) fail(`Invalid ASIN "${asin}". An ASIN has 10 letters and digits.`)
  return { domain, asin }
}

export async function requireDomain(domain: string): Promise<Domain> {
  const { domains } = await import('../../selectors/index.ts')
  return requireKnown('domain', domain, domains)
}

/** Files of the pages that were named. Ends the command when none was named, or one does not exist. */
export async function requirePages(args: readonly string[]): Promise<string[]> {
  if (args.length === 0) fail('Name at least one saved page, a folder, or - for standard input.')
  return await orFail(() => args.flatMap(listPages))
}

const PAGE_NAME = /\.html?$/i

/** A file itself; the pages in a folder and its subfolders, sorted by name. */
function listPages(argument: string): string[] {
  if (argument === STANDARD_INPUT || !statSync(argument).isDirectory()) return [argument]
  return readdirSync(argument, { recursive: true, encoding: 'utf8' })
    .filter((name) => PAGE_NAME.test(name))
    .toSorted()
    .map((name) => join(argument, name))
}

/** Content of a file, or of standard input for "-". */
export async function readInput(file: string): Promise<Buffer> {
  return await (file === STANDARD_INPUT ? buffer(process.stdin) : readFile(file))
}

/** Why a page has no record. */
export function describeMissingRecord(kind: PageKind, evidence: string | null, issues: readonly Issue[]): string {
  const missing = issues.filter(({ problem }) => problem === 'missing').map(({ field }) => field)
  if (missing.length > 0) return `No record: this ${kind} page has no ${missing.join(', ')}.`
  return `No record: the page is of kind "${kind}" (${evidence}).`
}
