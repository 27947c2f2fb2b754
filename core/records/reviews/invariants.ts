import type { Check, Invariant } from '../../record/invariants.ts'
import { isDay, ofRating, ofStars } from '../../record/shared-invariants.ts'
import type { ReviewEntry, Reviews } from './schema.ts'

/** What the facts about all reviews of a product have in common. */
export const reviewsInvariants: readonly Check<
  Pick<Reviews, 'rating' | 'reviews_count' | 'rating_stars_distribution'>
>[] = [...ofRating, ...ofStars]

/** What the fields of a right review have in common. */
export const reviewInvariants: readonly Invariant<ReviewEntry>[] = [
  {
    fields: ['date', 'timestamp'],
    reason: 'a date is a day of the calendar',
    isBroken: ({ date }) => date !== null && !isDay(date),
    settle: () => ({ date: null }),
  },
]
