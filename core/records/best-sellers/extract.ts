import { Reading } from '../../field/reading.ts'
import { makeIssue, Trace, type Absence, type Issue } from '../../field/trace.ts'
import { compileMarketplace } from '../../marketplace/marketplace.ts'
import type { Extract } from '../../record/extraction.ts'
import { finishExtraction } from '../../record/finish-extraction.ts'
import { findAbsences } from '../../record/absences.ts'
import { checkInvariants } from '../../record/invariants.ts'
import { explainRows } from '../../record/read-rows.ts'
import { PageText } from '../../text/page-text.ts'
import { entryAbsences, listAbsences } from './absences.ts'
import { readEntries, type Entries, type EntryPath } from './entries.ts'
import { listInvariants } from './invariants.ts'
import { isMismatch } from './is-mismatch.ts'
import { listFields } from './list-fields.ts'
import type { ListReading, ListValues } from './list-reading.ts'
import { readListing, type BestSellersMaps, type ListPage, type Listing } from './listing.ts'
import type { BestSellersMap } from './map.ts'
import { MOVERS, PAGE_SIZE, RANKINGS, rankingUrl } from './rankings.ts'
import type { AskedBestSellers } from './record.ts'
import { findRest } from './rest.ts'
import { bestSellersSchema, entrySchema, type BestSellers } from './schema.ts'

/** What an issue or a winner of a list is about: a field of an entry, or of the list. */
export type BestSellersPath = EntryPath | keyof BestSellers

/**
 * Reads a list of best sellers. `record` is null for a page without entries that does not say that its list is empty.
 *
 * @example
 * ```ts
 * import { extractBestSellers, parsePage } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * const { record } = extractBestSellers(parsePage(bytes), de)
 * for (const { rank, asin, title } of record?.entries ?? []) console.log(rank, asin, title)
 * ```
 */
export const extractBestSellers: Extract<BestSellers, BestSellersMaps, BestSellersPath, AskedBestSellers> = (
  page,
  market,
  options = {},
) => {
  const marketplace = compileMarketplace(market)
  const keepsAttempts = options.explain ?? false
  const text = new PageText(page.document, marketplace.site.text)
  const context: ListPage = { page, text, marketplace, keepsAttempts, posted: options.posted ?? null }
  const listing = readListing(context)
  const read = readEntries(listing, marketplace)
  const entries = read.rows
  const reading: ListReading = new Reading<ListValues, BestSellersMap, typeof page.document>({
    page,
    text,
    scope: page.document,
    marketplace,
    map: marketplace.maps.best_sellers,
    definitions: listFields(listing),
    keepsAttempts,
  })
  const isEmpty = entries.length === 0 && context.posted === null && saysEmpty(listing, reading)
  // A part of a page that brought no card brought nothing.
  const isUnread = context.posted === null ? entries.length === 0 && !isEmpty : listing.cards.length === 0
  const list = reading.get('list') ?? RANKINGS.find((name) => name === options.list) ?? RANKINGS[0]
  const query = reading.get('query') ?? options.query ?? ''
  const firstRank = entries[0]?.rank ?? 1
  const [, node = null] = query.split('/')
  const record: BestSellers = {
    list,
    query,
    url: reading.get('url') ?? rankingUrl(marketplace, list, query),
    title: reading.get('title'),
    node,
    page: reading.get('page') ?? options.page ?? Math.ceil(firstRank / PAGE_SIZE),
    expected_count: listing.entries?.length ?? null,
    has_more: reading.get('has_more'),
    is_landing_page: listing.isOneOfSeveral,
    categories: reading.get('categories'),
    lists: reading.get('lists'),
    entries,
    ...(isEmpty ? ({ no_results: true } as const) : {}),
    ...(options.addHtml === true ? { html: page.decode() } : {}),
  }
  checkInvariants(record, listInvariants, reading)
  const issues: Issue<BestSellersPath>[] = [
    ...(reading.trace.issues as Issue<BestSellersPath>[]),
    ...read.issues,
    ...listing.leftOut,
  ]
  if (isUnread || (entries.length > 0 && listing.cards.length === 0)) {
    issues.unshift(makeIssue('entries', listing.source ?? '', '', 'missing'))
  }
  const own = context.posted === null ? [...reading.trace.winners] : []
  if (node !== null) own.push(['node', 'field: query'])
  if (listing.isOneOfSeveral) own.push(['is_landing_page', 'several lists'])
  if (listing.source !== null) own.push(['expected_count', listing.source])
  return finishExtraction(page, {
    record: isUnread ? null : record,
    hasMore: isUnread ? null : record.has_more,
    rowElements: keepsAttempts ? read.elements : null,
    isMismatch: context.posted === null && !isUnread && isMismatch(record, options, reading),
    isIncomplete: false,
    issues,
    winners: { ...Object.fromEntries(own.filter(([field]) => field in record)), ...read.winners },
    absences: isUnread ? null : explainList(record, reading, read),
    attempts: keepsAttempts ? [...(reading.trace.attempts as typeof read.attempts), ...read.attempts] : null,
    rest: context.posted === null ? findRest(listing, read, marketplace) : null,
  })
}

/** Why fields of the list and of its entries have no value. Of an entry without a card, the page shows only rank and ASIN. */
function explainList(record: BestSellers, reading: ListReading, { rows, cards }: Entries) {
  const ofList = findAbsences(record, bestSellersSchema, reading, listAbsences) as Absence<BestSellersPath>[] | null
  if (ofList === null) return null
  const rules = entryAbsences(record.list, record.list === MOVERS)
  const nothingTried = { page: reading.page, trace: new Trace(true) }
  const readings = cards.map((card) => card ?? nothingTried)
  return [...ofList, ...explainRows({ list: 'entries', readings, rows, schema: entrySchema, rules })]
}

/** Whether a page says that its list is empty: it names no entries at all, or says so in words. */
function saysEmpty({ entries }: Listing, reading: ListReading): boolean {
  if (entries !== null) return true
  for (const candidate of reading.field('empty').candidates) {
    const area = candidate.selectFirst(reading.page)
    if (area !== null) return reading.words.says('empty_list', reading.text.read(area))
  }
  return false
}
