import type { Scope } from '../../field/field-reader.ts'
import type { FieldDefinitions, Reading } from '../../field/reading.ts'
import { refusal } from '../../field/trace.ts'
import { Element, type ParentNode } from '../../html/tree/node.ts'
import { parentElement } from '../../html/tree/walk.ts'
import type { SearchMap } from './map.ts'
import type { Card, ReadCardField } from './schema.ts'

type Values = Pick<Card, ReadCardField>

/** A card of a search page while its fields are read. */
export type CardReading = Reading<Values, SearchMap, Element>

/** How each field of a card is read. */
export type CardFields = FieldDefinitions<Values, SearchMap, Element>

const LATER_OFFER = refusal('of a later format or offer')

/** The card without its later formats and offers. */
export function firstOffer(reading: CardReading): readonly Scope[] {
  return [
    {
      within: reading.scope,
      refuse: (element) => (isOfFirstOffer(element, reading) ? null : LATER_OFFER),
    },
  ]
}

/** Whether an element belongs to the format and the offer that the card shows first. */
export function isOfFirstOffer(element: Element, reading: CardReading): boolean {
  const starts = reading.once(findLaterOffers)
  if (starts.size === 0) return true
  for (let node: Element | null = element; node !== null && node !== reading.scope; node = parentElement(node)) {
    const start = node.parent === null ? undefined : starts.get(node.parent)
    if (start !== undefined && node.order >= start) return false
  }
  return true
}

/** Blocks with several offers, and the position in each from which elements do not belong to the first offer. */
function findLaterOffers(reading: CardReading): ReadonlyMap<ParentNode, number> {
  const starts = new Map<ParentNode, number>()
  const isRow = reading.field('price').part('row').matches
  for (const selector of reading.field('next_offer').candidates) {
    for (const { order, parent } of selector.selectAll(reading.page, reading.scope)) {
      for (let block = parent; block !== null; block = block instanceof Element && isRow(block) ? block.parent : null) {
        starts.set(block, Math.min(order, starts.get(block) ?? order))
      }
    }
  }
  return starts
}
