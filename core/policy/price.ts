import type { KeyMode } from './api-key.ts'
import { CREDITS_PER_REQUEST } from './plan.ts'

/** How a page is retrieved: as it is received, rendered by a browser, or rendered with a picture of it. */
export type PageService = 'received' | 'rendered' | 'pictured'

/** Price of one page of a record. Unit: credits. */
const CREDITS_PER_PAGE: Readonly<Record<PageService, number>> = {
  received: CREDITS_PER_REQUEST,
  rendered: 2 * CREDITS_PER_REQUEST,
  pictured: 3 * CREDITS_PER_REQUEST,
}

/**
 * Cost of a successful request. Sandbox keys pay nothing.
 *
 * Unit: credits.
 * `pages`: retrieved pages.
 */
export function costOf(mode: KeyMode, pages: number, service: PageService): number {
  return mode === 'test' ? 0 : CREDITS_PER_PAGE[service] * pages
}
