import type { AbsenceRules } from '../../record/absences.ts'
import { findShown } from '../../record/find-shown.ts'
import type { PanelReading } from './panel.ts'
import type { CardReading } from './reading.ts'
import type { Card, SearchResponse } from './schema.ts'

/** Why a card has no value of a field. */
export const cardAbsences: AbsenceRules<Card, CardReading> = {
  causes: [
    {
      reason: 'not_of_this_kind',
      fields: ['organic_position', 'sponsored_position'],
      find: (_, { is_sponsored }) => ({ source: 'field: is_sponsored', text: String(is_sponsored) }),
    },
    {
      reason: 'in_cart_only',
      fields: ['price'],
      find: (reading) => findShown(reading.field('price').part('in_cart').candidates, reading),
    },
    {
      reason: 'only_other_sellers',
      fields: ['price'],
      find: (reading) => findShown(reading.field('price').part('others').candidates, reading),
    },
  ],
  follows: { price_strikethrough: 'price', highest_price: 'price_strikethrough' },
}

/** Why a page has no cards, or no value of a field beside them. */
export const panelAbsences: AbsenceRules<SearchResponse, PanelReading> = {
  causes: [],
  follows: { node: 'refinements' },
}
