import type { AbsenceRules, Tried } from '../../record/absences.ts'
import type { ReviewReading } from './reading.ts'
import type { ReviewEntry, Reviews } from './schema.ts'

/** Why a page has no value of a field about all reviews. `isWithheld`: the shop shows the reviews to other visitors. */
export function reviewsAbsences(isWithheld: boolean): AbsenceRules<Reviews, Tried> {
  return {
    causes: [
      {
        reason: 'not_of_this_kind',
        fields: ['page', 'has_more', 'sort_by'],
        find: (_, { scope }) => (scope === 'top' ? { source: 'field: scope', text: scope } : null),
      },
      {
        reason: 'withheld',
        fields: ['reviews'],
        find: () => (isWithheld ? { source: 'field: reviews_count', text: 'not shown to this session' } : null),
      },
    ],
    follows: { rating_stars_distribution: 'rating', reviews_count: 'rating' },
  }
}

/** Why a review has no value of a field. `isAnonymous`: the request leaves out who wrote it. */
export function reviewAbsences(isAnonymous: boolean): AbsenceRules<ReviewEntry, ReviewReading> {
  return {
    causes: [
      {
        reason: 'withheld',
        fields: ['author', 'author_id'],
        find: () => (isAnonymous ? { source: 'option: authors', text: 'false' } : null),
      },
    ],
    follows: { date: 'timestamp', country: 'timestamp', author_id: 'author', variant_asin: 'variant' },
  }
}
