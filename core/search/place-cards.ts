import type { Card } from './search-schema.ts'

/** Numbers the cards of a response: ads and others apart, each from 1. */
export function placeCards(cards: readonly Card[]): Card[] {
  let organic = 0
  let sponsored = 0
  return cards.map((card) =>
    card.is_sponsored
      ? { ...card, organic_position: null, sponsored_position: ++sponsored }
      : { ...card, organic_position: ++organic, sponsored_position: null },
  )
}
