import { Reading } from '../../field/reading.ts'
import { makeIssue } from '../../field/trace.ts'
import { byOrder } from '../../html/index/document-order.ts'
import { type Element } from '../../html/tree/node.ts'
import type { Page } from '../../html/page.ts'
import { findAncestor, isInsideAny } from '../../html/tree/walk.ts'
import { compileMarketplace, type CompiledMarketplace } from '../../marketplace/marketplace.ts'
import { findNoResults } from '../../page/classify-page.ts'
import type { Extract, Extraction } from '../../record/extraction.ts'
import { compileSelector, type Selector } from '../../selector/selector.ts'
import { copyOut } from '../../text/copy-out.ts'
import { parseCount } from '../../text/count.ts'
import { PageText } from '../../text/page-text.ts'
import { cardFields } from './fields.ts'
import type { SearchMap } from './map.ts'
import { node } from './node.ts'
import type { PanelFields } from './panel.ts'
import type { CardReading } from './reading.ts'
import { refinements } from './refinements.ts'
import { cardSchema, type Card, type CardField, type SearchResponse } from './schema.ts'
import { numberCards } from './combine.ts'

/** Field of a card in the response: `products[0].price`. */
export type CardPath = `products[${number}].${CardField}`
/** What an issue of a search page is about: a field of a card, the cards as a whole, or a field of the response. */
export type SearchPath = CardPath | 'products' | 'node' | 'refinements'
/** Field of a card, or of the response, to the selector that gave its value. Absent: a field without a value. */
export type SearchWinners = Extraction<SearchResponse, SearchPath>['winners']

type SearchMaps = { readonly search: SearchMap }
type Compiled = CompiledMarketplace<SearchMaps>

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
export const extractSearch: Extract<SearchResponse, SearchMaps, SearchPath> = (page, marketplace, options = {}) => {
  const compiled = compileMarketplace(marketplace)
  const text = new PageText(page.document, compiled.site.text)
  const readings = readCards(page, text, compiled, options.explain ?? false)
  const products = numberCards(readings.map(toCard))
  const isEmpty = products.length === 0
  const noResults = isEmpty && findNoResults(page, compiled.site) !== null
  const isUnread = isEmpty && !noResults
  const panel = isUnread ? null : readPanelFields(page, text, compiled, options.explain ?? false)
  const response: SearchResponse = {
    page: options.page ?? readPageNumber(page, text, compiled),
    products,
    node: panel?.get('node') ?? null,
    refinements: panel?.get('refinements') ?? [],
    html: options.addHtml ? page.decode() : null,
    ...(noResults ? ({ no_results: true, total_results: 0 } as const) : {}),
  }
  const read = copyOut({
    record: isUnread ? null : response,
    hasMore: compiled.maps.search.next_page.some((selector) => selector.selectFirst(page) !== null),
    issues: isUnread
      ? [makeIssue('products', '', '', 'missing')]
      : [
          ...readings.flatMap(({ trace }, index) => trace.issues.map((issue) => ofCard(issue, index))),
          ...(panel?.trace.issues ?? []).map(ofPanel),
        ],
    attempts: options.explain
      ? [
          ...readings.flatMap(({ trace }, index) => (trace.attempts ?? []).map((attempt) => ofCard(attempt, index))),
          ...(panel?.trace.attempts ?? []).map(ofPanel),
        ]
      : null,
    rowElements: options.explain ? readings.map(({ scope }) => scope.order) : null,
    isMismatch: false,
    isIncomplete: false,
  })
  return { ...read, winners: { ...collectWinners(readings), ...Object.fromEntries(panel?.trace.winners ?? []) } }
}

const panelFields: PanelFields = { ...node, ...refinements }

/** A reading of the fields beside the cards. */
function readPanelFields(page: Page, text: PageText, marketplace: Compiled, keepsAttempts: boolean) {
  const map = marketplace.maps.search
  return new Reading({ page, text, scope: page.document, marketplace, map, definitions: panelFields, keepsAttempts })
}

/** Readings of the cards that name a product, in page order. */
function readCards(page: Page, text: PageText, marketplace: Compiled, keepsAttempts: boolean): readonly CardReading[] {
  const map = marketplace.maps.search
  const cards = findCards(page, marketplace)
  page.elements.readAlike(cards)
  return cards
    .map(
      (scope): CardReading =>
        new Reading({ page, text, scope, marketplace, map, definitions: cardFields, keepsAttempts }),
    )
    .filter((reading) => reading.get('asin') !== '' && reading.get('title') !== '' && linksToProduct(reading))
}

/** A card links to its own product. A shelf or an editorial block in the grid does so in a carousel only, or not at all. */
function linksToProduct(reading: CardReading): boolean {
  const { page, scope, site } = reading
  const asin = reading.get('asin')
  const isTitleLink = reading.field('title_link').matches
  const isNoCard = reading.field('no_card').matches
  const isOwn = (link: Element): boolean => {
    const href = link.attributeList.get('href') ?? ''
    const isProduct =
      href.toUpperCase().includes(asin) || (isTitleLink(link) && site.patterns.asinInCardLink.test(href))
    return isProduct && findAncestor(link, isNoCard, scope) === null
  }
  return links.selectItems(page, scope).some(isOwn)
}

const links = compileSelector('a', 'card')

/** The products of the results grid, and the video blocks about one product, in page order. Items of carousels and brand strips do not count. */
function findCards(page: Page, { maps: { search } }: Compiled): Element[] {
  const select = (selectors: readonly Selector[]): Element[] =>
    selectors.flatMap((selector) => selector.selectAll(page))
  const layout = search.card.find((selector) => selector.selectFirst(page) !== null)
  const products = layout?.selectAll(page) ?? []
  const found = new Set([...products, ...select(search.video)])
  const blocks = new Set([...found, ...select(search.no_card)])
  return [...found].filter((card) => !isInsideAny(card, blocks)).sort(byOrder)
}

/** Fields in the order of the wire. The positions are known once all cards are. */
const FIELDS = Object.keys(cardSchema.entries) as CardField[]

function toCard(reading: CardReading): Card {
  const card = {} as Record<CardField, unknown>
  for (const field of FIELDS) {
    card[field] = field === 'organic_position' || field === 'sponsored_position' ? null : reading.get(field)
  }
  return card as Card
}

function readPageNumber(page: Page, text: PageText, { maps: { search }, site }: Compiled): number {
  for (const selector of search.page) {
    const selected = selector.selectFirst(page)
    const number = selected === null ? null : parseCount(text.read(selected), site.words.findMultiplier)
    if (number !== null && number > 0) return number
  }
  return 1
}

/** Winners of all cards. They are selectors, which hold nothing of the page. */
function collectWinners(readings: readonly CardReading[]): SearchWinners {
  const winners: { [Path in CardPath]?: string } = {}
  for (const [index, { trace }] of readings.entries()) {
    for (const [field, source] of trace.winners) winners[pathOf(field, index)] = source
  }
  return winners
}

function ofCard<T extends { readonly field: string }>(entry: T, index: number): T & { readonly field: CardPath } {
  return { ...entry, field: pathOf(entry.field, index) }
}

function ofPanel<T extends { readonly field: string }>(entry: T): T & { readonly field: keyof typeof panelFields } {
  return { ...entry, field: entry.field as keyof typeof panelFields }
}

/** More cards than real pages have. Limits the memory for paths, also on hostile pages. */
const MAX_KEPT_CARDS = 100
const keptPaths = new Map<string, CardPath[]>()

/** Path of a card's field: `products[0].price`. Each is made once, because a new string is much slower as a key of an object. */
function pathOf(field: string, index: number): CardPath {
  if (index >= MAX_KEPT_CARDS) return makePath(field, index)
  let paths = keptPaths.get(field)
  if (paths === undefined) {
    paths = Array.from({ length: MAX_KEPT_CARDS }, (_, position) => makePath(field, position))
    keptPaths.set(field, paths)
  }
  return paths[index] ?? makePath(field, index)
}

function makePath(field: string, index: number): CardPath {
  return `products[${index}].${field as CardField}`
}
