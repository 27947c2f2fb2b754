import type { CompiledMap } from '../field/compile-map.ts'
import { byOrder, type Element } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { isInsideAny } from '../html/walk.ts'
import type { Selector } from '../selector/selector.ts'
import type { SearchMap } from './search-map.ts'

/**
 * The cards of a page, in page order: the products of the results grid and the
 * video blocks about one product. Items of carousels and brand strips are none.
 */
export function findCards(page: Page, map: CompiledMap<SearchMap>): Element[] {
  const select = (selectors: readonly Selector[]): Element[] =>
    selectors.flatMap((selector) => selector.selectAll(page))
  const layout = map.card.find((selector) => selector.selectFirst(page) !== null)
  const products = layout?.selectAll(page) ?? []
  const found = new Set([...products, ...select(map.video)])
  const blocks = new Set([...found, ...select(map.no_card)])
  return [...found].filter((card) => !isInsideAny(card, blocks)).sort(byOrder)
}
