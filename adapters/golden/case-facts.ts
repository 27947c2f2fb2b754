import { findRecordOf, requireRecord, type PageKind, type RecordName } from '../../core/index.ts'
import type { Domain } from '../../selectors/index.ts'
import { requireExampleParams } from '../contract.ts'
import type { RecordPage } from '../pages/extract-page.ts'
import { requireMarketplace } from '../pages/require-marketplace.ts'
import { requireRecordOf } from './expectation.ts'

/** `case.json`: what a case says about its page, apart from the record. */
export interface CaseFacts {
  readonly kind: PageKind
  readonly domain: Domain
  /** Final address of the page. Absent: the page is recognized by its content alone. */
  readonly url?: string
  /** HTTP status of the page. Absent: not known. */
  readonly status?: number
  /** ASIN that was asked for. Absent: that of the page. */
  readonly asin?: string
  /** What the case guards against. */
  readonly why: string
}

/** Folder of the cases of a page kind: the first kind of a record has its own; all others are states. */
export function folderOf(kind: PageKind): string {
  return findRecordOf(kind)?.kinds[0] === kind ? kind : 'state'
}

/** Name of a case below the golden folder: `product/de/list-price`. */
export function caseNameOf({ kind, domain }: Pick<RecordPage, 'kind' | 'domain'>, name: string): string {
  return `${folderOf(kind)}/${domain}/${name}`
}

interface Known {
  /** What the case guards against. */
  readonly why: string
  /** ASIN that was asked for. Absent: undefined, that of the page. */
  readonly asin: string | undefined
}

/** What `case.json` says of a page with a record. */
export function toCaseFacts({ kind, domain, record }: RecordPage, { why, asin }: Known): CaseFacts {
  const url = record !== null && 'url' in record ? record.url : pageAddress(requireRecordOf(kind).name, domain)
  return { kind, domain, url, ...(asin === undefined ? {} : { asin }), why }
}

/** Address of an example page of a record, without its parameters: `https://www.amazon.de/s`. */
function pageAddress(record: RecordName, domain: Domain): string {
  const example = requireRecord(record).address(requireMarketplace(domain), requireExampleParams(record), 1)
  const { origin, pathname } = new URL(example)
  return origin + pathname
}

/** A value as the files of a case hold it. */
export function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
