import { details } from './details.ts'
import { origin, withoutAuthor } from './origin.ts'
import type { ReviewFields } from './reading.ts'
import { texts } from './texts.ts'

/** The definition of every field that is read of a review. */
export const reviewFields: ReviewFields = { ...origin, ...texts, ...details }

/** The same without names of authors and ids of their profiles: those fields are not even read. */
export const anonymousFields: ReviewFields = {
  ...reviewFields,
  author: () => null,
  author_id: () => null,
  timestamp: (field, reading) => {
    const timestamp = reviewFields.timestamp(field, reading)
    return timestamp === null ? null : withoutAuthor(timestamp, reading)
  },
}
