import type { Locale } from '../locale.ts'
import { Random } from '../random.ts'

/** A page that a marketplace answers with when it does not show what was asked for. */
export interface StatePage {
  readonly status: number
  readonly html: string
}

export interface StateOptions {
  /** Path that was asked for, with its query: forms and links lead back to it. */
  readonly path: string
}

/** Prints a page state of one marketplace: the same for the same path, always. */
export type StateRenderer = (locale: Locale, options: StateOptions) => StatePage

/** Numbers for what differs from one request to the next: request ids, tokens, pictures. */
export function stateRandom(state: string, locale: Locale, { path }: StateOptions): Random {
  return new Random(`${state}/${locale.marketplace.domain}${path}`)
}
