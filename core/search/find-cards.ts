import type { CompiledMap } from '../field/compile-map.ts'
import type { Element } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { isInside } from '../html/walk.ts'
import type { SearchMap } from './search-map.ts'

/**
 * The cards of a page, in page order: the products of the results grid and the
 * video blocks about one product. Items of carousels and brand strips are none.
 */
export function findCards(page: Page, map: CompiledMap<SearchMap>): Element[] {
  for (const selector of map.card) {
    const found = selector.selectAll(page)
    if (found.length === 0) continue
    const others = map.no_card.flatMap((block) => block.selectAll(page))
    const cards = found.filter((card) => !others.some((block) => block !== card && isInside(card, block)))
    return cards.filter((card) => !cards.some((outer) => outer !== card && isInside(card, outer)))
  }
  return []
}
