import type { Check, Invariant } from '../../record/invariants.ts'
import { ofPrice, ofRange, ofRating } from '../../record/shared-invariants.ts'
import type { BestSellers, Entry } from './schema.ts'

/** What the fields of a right entry have in common. */
export const entryInvariants: readonly Invariant<Entry>[] = [
  ...ofPrice,
  ...ofRange,
  ...ofRating,
  {
    fields: ['rank_change_percentage', 'previous_rank'],
    reason: 'what rises had a larger number before, and what falls a smaller one',
    isBroken: ({ previous_rank: before, sales_rank: now, rank_change_percentage: change }) =>
      before !== null && now !== null && change !== null && Math.sign(before - now) !== Math.sign(change),
  },
]

/** What the entries of a right list have in common. */
export const listInvariants: readonly Check<Pick<BestSellers, 'entries'>>[] = [
  {
    fields: ['entries'],
    reason: 'ranks rise from entry to entry',
    isBroken: ({ entries }) => entries.some(({ rank }, index) => rank <= (entries[index - 1]?.rank ?? 0)),
  },
  {
    fields: ['entries'],
    reason: 'a product has one rank in a list',
    isBroken: ({ entries }) => new Set(entries.map(({ asin }) => asin)).size < entries.length,
  },
]
