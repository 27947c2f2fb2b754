/**
 * What a key may be used for.
 *
 * - `retrieve`: products and searches, which are answered at once.
 * - `batch`: creating, canceling and redelivering batches.
 * - `read`: batches, their results and deliveries, account and usage.
 */
export const KEY_SCOPES = ['retrieve', 'batch', 'read'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Longest time for which a key may still be used after its rotation. Unit: ms. */
export const MAX_GRACE_MS = 30 * 86_400_000
