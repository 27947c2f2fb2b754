import { Reading } from '../../field/reading.ts'
import { makeIssue, type Issue } from '../../field/trace.ts'
import { byOrder } from '../../html/index/document-order.ts'
import type { Page } from '../../html/page.ts'
import type { Element } from '../../html/tree/node.ts'
import { findAncestor, isInsideAny, nextElement } from '../../html/tree/walk.ts'
import type { CompiledMarketplace } from '../../marketplace/marketplace.ts'
import { limitRows } from '../../record/limit-rows.ts'
import { compileSelector, type Selector } from '../../selector/selector.ts'
import type { PageText } from '../../text/page-text.ts'
import { cardFields } from './fields.ts'
import { findHeadings } from './identity.ts'
import type { SearchMap } from './map.ts'
import type { CardReading } from './reading.ts'

export type CompiledSearch = CompiledMarketplace<{ readonly search: SearchMap }>

/** A search page, and how its cards are read. */
export interface CardPage {
  readonly page: Page
  readonly text: PageText
  readonly marketplace: CompiledSearch
  readonly keepsAttempts: boolean
}

/** Blocks that have the marks of a card. */
interface FoundBlocks {
  /** Order: of the page. */
  readonly cards: readonly Element[]
  /** Items of carousels. */
  readonly items: readonly Element[]
}

/** Blocks that are not read as cards: what names each, by the reason. */
type LeftOut = Map<string, string[]>

export interface FoundCards {
  /** Order: of the page. */
  readonly readings: readonly CardReading[]
  /** An issue for each reason why blocks with the marks of a card were left out. */
  readonly issues: readonly Issue<'products'>[]
}

export function readCards(context: CardPage): FoundCards {
  const { page, marketplace } = context
  const { cards: all, items } = findBlocks(page, marketplace)
  const { rows: cards, issues } = limitRows('products', all)
  const leftOut: LeftOut = new Map()
  for (const item of items) note(leftOut, 'in a carousel', item)
  page.elements.readAlike(cards)
  const readings: CardReading[] = []
  for (const scope of cards) {
    const reading: CardReading = new Reading({
      ...context,
      scope,
      map: marketplace.maps.search,
      definitions: cardFields,
    })
    const reason = findReason(reading)
    if (reason === null) readings.push(reading)
    else note(leftOut, reason, scope)
  }
  return { readings, issues: [...issues, ...toIssues(leftOut)] }
}

/** The issue of a page none of whose cards counts. Empty: it shows none. */
export function leaveOutAll({ page, marketplace }: CardPage, reason: string): readonly Issue<'products'>[] {
  const leftOut: LeftOut = new Map()
  for (const card of findBlocks(page, marketplace).cards) note(leftOut, reason, card)
  return toIssues(leftOut)
}

function note(leftOut: LeftOut, reason: string, block: Element): void {
  const names = leftOut.get(reason) ?? []
  leftOut.set(reason, names)
  names.push(block.attributeList.get('data-asin') || block.attributeList.get('id') || '?')
}

function toIssues(leftOut: LeftOut): readonly Issue<'products'>[] {
  return [...leftOut].map(([reason, names]) =>
    makeIssue('products', reason, `${names.length}: ${names.join(' ')}`, 'left out'),
  )
}

/** The products of the results grid, and the video blocks about one product. Brand strips have no marks of a card. */
function findBlocks(page: Page, { maps: { search } }: CompiledSearch): FoundBlocks {
  const select = (selectors: readonly Selector[]): Element[] =>
    selectors.flatMap((selector) => selector.selectAll(page))
  const layout = search.card.find((selector) => selector.selectFirst(page) !== null)
  const products = layout?.selectAll(page) ?? []
  const found = new Set([...products, ...select(search.video)])
  const carousels = new Set(select(search.no_card))
  const isItem = (block: Element): boolean => isInsideAny(block, carousels)
  return {
    cards: [...found].filter((block) => !isInsideAny(block, found) && !isItem(block)).sort(byOrder),
    items: [...found].filter(isItem),
  }
}

/** Why a block is not a card. Absent: null, it is one. */
function findReason(reading: CardReading): string | null {
  if (reading.get('asin') === '') return 'without an ASIN'
  if (reading.get('title') === '') return 'without a title'
  return linksToProduct(reading) ? null : 'without a link to its product'
}

/**
 * A card links to its own product, or its titles link to one product: a child, an episode. A shelf or an editorial
 * block in the grid links to several, to its own only in a carousel, or to none.
 *
 * Source: golden/search/com/title-links-to-child-of-2019, golden/search/com/editorial-blocks-of-2018.
 */
function linksToProduct(reading: CardReading): boolean {
  const { page, scope } = reading
  const asin = reading.get('asin')
  const isNoCard = reading.field('no_card').matches
  const isOwn = (link: Element): boolean =>
    addressOf(link).toUpperCase().includes(asin) && findAncestor(link, isNoCard, scope) === null
  return links.selectItems(page, scope).some(isOwn) || listTitleAsins(reading).size === 1
}

const links = compileSelector('a', 'card')

/** The products that the titles of a block link to. */
function listTitleAsins(reading: CardReading): ReadonlySet<string> {
  const { scope } = reading
  const isNoCard = reading.field('no_card').matches
  const { asinInCardLink } = reading.site.patterns
  const asins = new Set<string>()
  for (const heading of reading.once(findHeadings)) {
    if (findAncestor(heading, isNoCard, scope) !== null) continue
    for (const link of linksOf(heading, scope)) {
      const asin = asinInCardLink.exec(addressOf(link))?.[1]
      if (asin !== undefined) asins.add(asin.toUpperCase())
    }
  }
  return asins
}

/** The links in a heading, or the one around it. */
function* linksOf(heading: Element, scope: Element): Generator<Element> {
  const around = isLink(heading) ? heading : findAncestor(heading, isLink, scope)
  if (around !== null) yield around
  for (let element = nextElement(heading, heading); element !== null; element = nextElement(element, heading)) {
    if (isLink(element)) yield element
  }
}

function isLink({ name }: Element): boolean {
  return name === 'a'
}

function addressOf(link: Element): string {
  return link.attributeList.get('href') ?? ''
}
