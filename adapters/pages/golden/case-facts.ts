import { findRecordOf, requireRecord, type PageKind, type RecordName } from '../../../core/index.ts'
import type { PageDomain } from '../../../selectors/index.ts'
import { requireExampleParams } from '../../contract.ts'
import { requireMarketplace } from '../../require-marketplace.ts'
import { requireRecordOf } from './expectation.ts'

/** `case.json`: what a case says about its page, apart from the record. */
export interface CaseFacts {
  readonly kind: PageKind
  /** The record that is read. Absent: the one that pages of this kind belong to. */
  readonly record?: RecordName
  readonly domain: PageDomain
  /** Final address of the page. Absent: the page is recognized by its content alone. */
  readonly url?: string
  /** HTTP status of the page. Absent: not known. */
  readonly status?: number
  /** ASIN that was asked for. Absent: that of the page. */
  readonly asin?: string
  /** All issues of the page: "products: left out". Absent: they are not compared. */
  readonly issues?: readonly string[]
  /** What the case guards against. */
  readonly why: string
}

/** Folder of the cases of a page kind, or of a record that is named: the first kind of a record has its own; all others are states. */
export function folderOf(kind: PageKind, named: RecordName | null = null): string {
  if (named !== null) return named
  return findRecordOf(kind)?.kinds[0] === kind ? kind : 'state'
}

/** A page that was read for a case. */
interface ReadPage {
  readonly kind: PageKind
  readonly domain: PageDomain
  /** Absent: null, the page is of a kind without a record. */
  readonly record: object | null
  /** The record that was read. Absent: null, the one that pages of this kind belong to. */
  readonly named: RecordName | null
}

/** A name is a folder of its own, below that of its kind. */
const CASE_NAME = /^[a-z\d]+(?:-[a-z\d]+)*$/

/** Name of a case below the golden folder: `product/de/list-price`. Throws: an error for a name that is not one. */
export function caseNameOf({ kind, domain, named }: Omit<ReadPage, 'record'>, name: string): string {
  if (!CASE_NAME.test(name))
    throw new Error('The name of a case has small letters and digits, with hyphens between words')
  return `${folderOf(kind, named)}/${domain}/${name}`
}

interface Known {
  /** What the case guards against. */
  readonly why: string
  /** ASIN that was asked for. Absent: undefined, that of the page. */
  readonly asin: string | undefined
}

/** What `case.json` says of a page. */
export function toCaseFacts({ kind, domain, record, named }: ReadPage, { why, asin }: Known): CaseFacts {
  return {
    kind,
    ...(named === null ? {} : { record: named }),
    domain,
    ...(record === null
      ? {}
      : { url: ownUrl(record) ?? pageAddress(requireRecordOf(kind, named ?? undefined).name, domain) }),
    ...(asin === undefined ? {} : { asin }),
    why,
  }
}

/** Absent: null, the record does not have its address. */
function ownUrl(record: object): string | null {
  return 'url' in record && typeof record.url === 'string' ? record.url : null
}

/** Address of an example page of a record, without its parameters: `https://www.amazon.de/s`. */
function pageAddress(record: RecordName, domain: PageDomain): string {
  const example = requireRecord(record).address(requireMarketplace(domain), requireExampleParams(record), 1)
  const { origin, pathname } = new URL(example)
  return origin + pathname
}

/** A value as the files of a case hold it. */
export function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
