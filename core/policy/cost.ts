import type { KeyKind } from './api-key.ts'

/** Price of one request of the price list: of a product, or of a page of a search. */
export const CREDITS_PER_REQUEST = 5

/** What can be charged. */
export type ChargeKind = 'product' | 'search'

/**
 * Cost of a successful request.
 *
 * Unit: credits; a key of the sandbox never pays.
 * @param pages Pages that were retrieved: 1 of a product, from 1 of a search.
 */
export function costOf(kind: KeyKind, pages: number): number {
  return kind === 'test' ? 0 : CREDITS_PER_REQUEST * pages
}
