import { findRecordOf, rowsOf, type Page, type RecordName } from '../../../core/index.ts'
import { extractNamed, type NamedExtraction, type PageExtraction } from '../extract-page.ts'
import { requireMarketplace } from '../../require-marketplace.ts'
import { caseNameOf, printJson, toCaseFacts } from './case-facts.ts'
import { requireRecordOf, toExpectation, type Expectation } from './expectation.ts'
import { collectWords, inventWords } from './invent-words.ts'
import { printSkeleton } from './skeleton.ts'

/** A golden case of a page, without what the page says. */
export interface SkeletonCase {
  /** `product/de/list-price` */
  readonly name: string
  /** Its files: `page.html`, `case.json`, `expected.json`. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** Fields that the page has, and that the skeleton lost or reads from something else. Order: of the record. */
  readonly lost: readonly string[]
}

interface SkeletonOptions {
  /** Name of the case, without kind and marketplace. */
  readonly name: string
  /** What the case guards against. */
  readonly why: string
  /** ASIN that was asked for. Absent: undefined, that of the page. */
  readonly asin?: string | undefined
  /** The record that was read. Default: the one that pages of its kind belong to. */
  readonly record?: RecordName | undefined
}

type AnyExtraction = PageExtraction | NamedExtraction

/** Parts of addresses and of JSON. */
const TECHNICAL = 'https http www com jpg jpeg png gif webp html true false null'

/**
 * Makes a golden case of a page: its skeleton, with invented words, and the record of that. A person compares both with
 * the page before the case counts.
 *
 * `extraction`: what was read from the page, with its attempts.
 * Throws: Error for a page without a record, and for a name that can't be that of a folder.
 */
export function makeSkeletonCase(page: Page, extraction: AnyExtraction, options: SkeletonOptions): SkeletonCase {
  const { name, why, record: recordName } = options
  const { domain, kind, record } = extraction
  if (record === null) throw new Error(`A page of the kind "${kind}" without a record is no case.`)
  const marketplace = requireMarketplace(domain)
  const invent = inventWords(collectWords([marketplace, TECHNICAL.split(' ')]))
  // A record that pages of other kinds hold too is named in the case.
  const named = recordName === undefined || findRecordOf(kind)?.name === recordName ? null : recordName
  const definition = requireRecordOf(kind, named ?? undefined)
  const map: unknown = marketplace[definition.name]
  const rows = rowsOf(definition, record) ?? []
  const areAds = rows.map((row) => (row as { readonly is_sponsored?: unknown }).is_sponsored === true)
  const sources = { ...extraction, areAds, selectors: listSelectors(map), verbatim: marketplace.site.price.currency }
  const asin = options.asin === undefined ? undefined : invent(options.asin)
  for (const isWhole of [false, true]) {
    const html = printSkeleton(page, { ...sources, isWhole }, invent)
    const skeleton = extractNamed(named, html, { domain: marketplace.domain, asin })
    if (skeleton.kind !== kind || skeleton.record === null) continue
    const read = { kind, domain: marketplace.domain, record: skeleton.record, named }
    const expected = toExpectation(kind, skeleton.record, named ?? undefined)
    return {
      name: caseNameOf(read, name),
      files: [
        { name: 'page.html', text: html },
        { name: 'case.json', text: printJson(toCaseFacts(read, { asin, why })) },
        { name: 'expected.json', text: printJson(expected) },
      ],
      lost: findLost(extraction, skeleton, expected, toExpectation(kind, record, named ?? undefined)),
    }
  }
  throw new Error('The parts of the page, with invented words, do not show what the page is.')
}

/** All selectors of a map. */
function listSelectors(map: unknown): readonly string[] {
  if (typeof map === 'string') return [map]
  return typeof map === 'object' && map !== null ? Object.values(map).flatMap(listSelectors) : []
}

/** Fields of the record itself that the skeleton lacks, or that another source gives there. */
function findLost(page: AnyExtraction, skeleton: AnyExtraction, expected: Expectation, whole: Expectation): string[] {
  const [before, after] = [page.winners, skeleton.winners] as Readonly<Record<string, string | undefined>>[]
  return Object.keys(whole).filter((field) => !(field in expected) || before?.[field] !== after?.[field])
}
