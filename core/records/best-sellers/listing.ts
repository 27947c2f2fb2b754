import { Reading } from '../../field/reading.ts'
import type { Issue } from '../../field/trace.ts'
import type { Page } from '../../html/page.ts'
import type { Element, ParentNode } from '../../html/tree/node.ts'
import type { CompiledMarketplace } from '../../marketplace/marketplace.ts'
import { limitRows } from '../../record/limit-rows.ts'
import type { Selector } from '../../selector/selector.ts'
import type { PageText } from '../../text/page-text.ts'
import { parseEntryList, type ListedEntry, type NamedEntries } from './entry-list.ts'
import { cardFields } from './fields.ts'
import type { BestSellersMap } from './map.ts'
import type { CardReading } from './reading.ts'

/** The map of the record, as part of a marketplace. */
export type BestSellersMaps = { readonly best_sellers: BestSellersMap }
export type Compiled = CompiledMarketplace<BestSellersMaps>

/** A page while its lists are read. */
export interface ListPage {
  readonly page: Page
  readonly text: PageText
  readonly marketplace: Compiled
  readonly keepsAttempts: boolean
  /** What was posted for the part of a page. Absent: null, it is a whole page. */
  readonly posted: string | null
}

/** The list that is read of a page. */
export interface Listing {
  /** Element of the list. Absent: null, it is not marked: the whole page is looked through. */
  readonly element: Element | null
  /** The page has other lists besides, of which each shows its first entries. */
  readonly isOneOfSeveral: boolean
  /** Entries that it names. Absent: null, it names none: then they are its cards. */
  readonly entries: readonly ListedEntry[] | null
  /** Source of the entries. Absent: null, there is none. */
  readonly source: string | null
  readonly cards: readonly CardReading[]
  /** Says how many rows of the page were not read. Empty: all were. */
  readonly leftOut: readonly Issue<'entries'>[]
}

/** Finds the first list of a page, the entries that it names, and its cards. */
export function readListing(context: ListPage): Listing {
  const { page, marketplace, posted } = context
  const { maps, site } = marketplace
  const map = maps.best_sellers
  if (posted !== null) {
    const asked = parseEntryList(posted, site.links.rankings)
    return {
      element: null,
      isOneOfSeveral: false,
      entries: asked?.entries ?? null,
      source: 'request',
      ...readCards(page.document, context, asked),
    }
  }
  const [element = null, ...others] = findLists(map.listing, page)
  const named = element === null ? null : findEntries(element, marketplace)
  return {
    element,
    isOneOfSeveral: others.length > 0,
    entries: named?.entries ?? null,
    source: named?.source ?? null,
    ...readCards(element ?? page.document, context, named),
  }
}

/** The elements that the first candidate finds that finds any. */
function findLists(candidates: readonly Selector[], page: Page): readonly Element[] {
  for (const candidate of candidates) {
    const found = candidate.selectItems(page)
    if (found.length > 0) return found
  }
  return []
}

function findEntries(element: Element, { maps, site }: Compiled): (NamedEntries & { readonly source: string }) | null {
  for (const { mode, source } of maps.best_sellers.entries) {
    const text = mode.kind === 'attribute' ? element.attributeList.get(mode.name) : undefined
    const named = text === undefined ? null : parseEntryList(text, site.links.rankings)
    if (named !== null) return { ...named, source }
  }
  return null
}

/** The cards of a list, and what of it was left out: of the entries that it names, if it does. */
function readCards(
  scope: ParentNode,
  { page, text, marketplace, keepsAttempts }: ListPage,
  named: NamedEntries | null,
): Pick<Listing, 'cards' | 'leftOut'> {
  const map = marketplace.maps.best_sellers
  const layout = map.card.find((candidate) => candidate.selectFirst(page, scope) !== null)
  const { rows: elements, issues } = limitRows('entries', layout?.selectItems(page, scope) ?? [])
  page.elements.readAlike(elements)
  const cards = elements
    .map(
      (card): CardReading =>
        new Reading({ page, text, scope: card, marketplace, map, definitions: cardFields, keepsAttempts }),
    )
    .filter((reading) => reading.get('asin') !== '')
  return { cards, leftOut: named !== null && named.leftOut.length > 0 ? named.leftOut : issues }
}
