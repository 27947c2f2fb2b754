import type { AbsenceRules, Tried } from '../../record/absences.ts'
import type { ListReading } from './list-reading.ts'
import type { BestSellers, Entry } from './schema.ts'

/** Why a list has no value of a field. */
export const listAbsences: AbsenceRules<BestSellers, ListReading> = {
  causes: [
    {
      reason: 'not_of_this_kind',
      fields: ['node'],
      find: (_, { query }) => ({ source: 'field: query', text: query }),
    },
  ],
  follows: {},
}

/** Why an entry has no value of a field. `hasMovement`: whether the entries of such a list say how they move. */
export function entryAbsences(list: string, hasMovement: boolean): AbsenceRules<Entry, Tried> {
  return {
    causes: [
      {
        reason: 'not_of_this_kind',
        fields: ['previous_rank', 'sales_rank', 'rank_change_percentage'],
        find: () => (hasMovement ? null : { source: 'field: list', text: list }),
      },
    ],
    follows: {
      price_upper: 'price',
      manufacturer_url: 'manufacturer',
      formats_count: 'format',
      previous_rank: 'sales_rank',
    },
  }
}
