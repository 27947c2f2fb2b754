import { Reading } from '../../field/reading.ts'
import { makeIssue, type Issue } from '../../field/trace.ts'
import type { Page } from '../../html/page.ts'
import { compileMarketplace } from '../../marketplace/marketplace.ts'
import type { PageVerdict } from '../../page/evidence.ts'
import { findCorrection, findNoResults } from '../../page/no-results.ts'
import type { Extract, Extraction } from '../../record/extraction.ts'
import { finishExtraction } from '../../record/finish-extraction.ts'
import { findAbsences } from '../../record/absences.ts'
import { checkInvariants } from '../../record/invariants.ts'
import { explainRows, readRows } from '../../record/read-rows.ts'
import type { RowPath } from '../../record/row-path.ts'
import { parseCount } from '../../text/count.ts'
import { PageText } from '../../text/page-text.ts'
import { leaveOutAll, readCards, type CardPage, type CompiledSearch, type FoundCards } from './cards.ts'
import { cardAbsences, panelAbsences } from './absences.ts'
import { cardInvariants, searchInvariants } from './invariants.ts'
import type { SearchMap } from './map.ts'
import { node } from './node.ts'
import type { PanelFields, PanelReading } from './panel.ts'
import type { CardReading } from './reading.ts'
import type { AskedSearch } from './record.ts'
import { refinements } from './refinements.ts'
import { readResultRange } from './result-range.ts'
import { cardSchema, searchSchema, type Card, type CardField, type SearchResponse } from './schema.ts'
import { numberCards } from './combine.ts'
import { reportMembersOnly } from './price.ts'

/** Field of a card in the response: `products[0].price`. */
export type CardPath = RowPath<'products', CardField>
/** What an issue of a search page is about: a field of a card, the cards as a whole, a field of the response, or the page as a whole. */
export type SearchPath = CardPath | 'products' | 'node' | 'refinements' | 'html'
/** Field of a card, or of the response, to the selector that gave its value. Absent: a field without a value. */
export type SearchWinners = Extraction<SearchResponse, SearchPath>['winners']

type SearchMaps = { readonly search: SearchMap }

/**
 * Reads a search page. `record` is null for a page that has no cards and does not say that nothing matched.
 *
 * @example
 * ```ts
 * import { extractSearch, parsePage } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * const { record, hasMore } = extractSearch(parsePage(bytes), de, { page: 1 })
 * for (const card of record?.products ?? []) console.log(card.asin, card.price)
 * console.log(hasMore)
 * ```
 */
export const extractSearch: Extract<SearchResponse, SearchMaps, SearchPath, AskedSearch> = (
  page,
  marketplace,
  options = {},
) => {
  const compiled = compileMarketplace(marketplace)
  const text = new PageText(page.document, compiled.site.text)
  const context: CardPage = { page, text, marketplace: compiled, keepsAttempts: options.explain ?? false }
  const noResults = findNoResults(page, compiled.site)
  const { readings, issues } = noResults === null ? readCards(context) : withoutCards(context, noResults)
  const cards = readRows({ list: 'products', readings, toRow: toCard })
  const products = numberCards(cards.rows)
  const isUnread = products.length === 0 && noResults === null
  const panel = isUnread ? null : readPanelFields(page, text, compiled, options.explain ?? false)
  if (panel !== null) {
    // The results that a page names that found nothing are of something else.
    const result_range = noResults === null ? panel.once(readResultRange) : null
    checkInvariants({ products, result_range }, searchInvariants, panel)
  }
  const response: SearchResponse = {
    page: options.page ?? readPageNumber(page, text, compiled),
    products,
    node: panel?.get('node') ?? null,
    refinements: panel?.get('refinements') ?? [],
    html: options.addHtml ? page.decode() : null,
    ...(noResults !== null ? ({ no_results: true, total_results: 0 } as const) : {}),
  }
  const read = finishExtraction(page, {
    record: isUnread ? null : response,
    hasMore:
      noResults === null && compiled.maps.search.next_page.some((selector) => selector.selectFirst(page) !== null),
    issues: isUnread
      ? [makeIssue('products', '', '', 'missing'), ...issues]
      : [
          ...issues,
          ...(noResults === null ? reportCorrection(page, compiled) : []),
          ...cards.issues,
          ...(panel?.trace.issues ?? []).map(ofPanel),
        ],
    attempts: options.explain ? [...cards.attempts, ...(panel?.trace.attempts ?? []).map(ofPanel)] : null,
    absences: options.explain ? explainSearch(response, readings, panel) : null,
    rowElements: options.explain ? readings.map(({ scope }) => scope.order) : null,
    isMismatch: false,
    isIncomplete: false,
  })
  const ofPage = (panel?.trace.winners ?? []).filter(([field]) => field in panelFields)
  // Winners are selectors, which hold nothing of the page.
  return { ...read, winners: { ...cards.winners, ...Object.fromEntries(ofPage) } }
}

/** Why fields of the response and of its cards have no value. */
function explainSearch(response: SearchResponse, readings: readonly CardReading[], panel: PanelReading | null) {
  const rows = response.products
  const ofCards = explainRows({ list: 'products', readings, rows, schema: cardSchema, rules: cardAbsences })
  const ofPage = panel === null ? null : findAbsences(response, searchSchema, panel, panelAbsences)
  return [...ofCards, ...(ofPage ?? []).map(ofPanel)]
}

/** The cards of a page that says that nothing matched match something else. */
function withoutCards(context: CardPage, { evidence }: PageVerdict): FoundCards {
  return { readings: [], issues: leaveOutAll(context, `the page says that nothing matched: ${evidence}`) }
}

/** The issue of a page that says that it shows the results of another search. */
function reportCorrection(page: Page, { site }: CompiledSearch): readonly Issue<'products'>[] {
  const correction = findCorrection(page, site)
  return correction === null
    ? []
    : [makeIssue('products', correction.source, correction.text, 'results of another search')]
}

const panelFields: PanelFields = { ...node, ...refinements }

/** A reading of the fields beside the cards. */
function readPanelFields(page: Page, text: PageText, marketplace: CompiledSearch, keepsAttempts: boolean) {
  const map = marketplace.maps.search
  return new Reading({ page, text, scope: page.document, marketplace, map, definitions: panelFields, keepsAttempts })
}

/** Fields in the order of the wire. The positions are known once all cards are. */
const FIELDS = Object.keys(cardSchema.entries) as CardField[]

function toCard(reading: CardReading): Card {
  const card = {} as Record<CardField, unknown>
  for (const field of FIELDS) {
    card[field] = field === 'organic_position' || field === 'sponsored_position' ? null : reading.get(field)
  }
  if (card.price !== null) reportMembersOnly(reading)
  return checkInvariants(card as Card, cardInvariants, reading)
}

function readPageNumber(page: Page, text: PageText, { maps: { search }, site }: CompiledSearch): number {
  for (const selector of search.page) {
    const selected = selector.selectFirst(page)
    const number = selected === null ? null : parseCount(text.read(selected), site.words.findMultiplier)
    if (number !== null && number > 0) return number
  }
  return 1
}

function ofPanel<T extends { readonly field: string }>(entry: T): T & { readonly field: keyof typeof panelFields } {
  return { ...entry, field: entry.field as keyof typeof panelFields }
}
