/**
 * What a key may be used for.
 *
 * - `retrieve`: products and searches, which are answered at once.
 * - `batch`: creating, canceling and redelivering batches.
 * - `read`: batches, their results and deliveries, account and usage.
 * - `keys`: listing, creating, rotating and revoking the keys of its kind. Only operators grant it.
 */
export const KEY_SCOPES = ['retrieve', 'batch', 'read', 'keys'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** What a key has if nobody says otherwise, and what a key with the scope `keys` can grant: all but that one. */
export const USUAL_SCOPES = ['retrieve', 'batch', 'read'] as const satisfies readonly KeyScope[]

/** Longest time for which a key may still be used after its rotation. Unit: ms. */
export const MAX_GRACE_MS = 30 * 86_400_000
