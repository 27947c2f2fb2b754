import type { Place } from '../../../core/index.ts'
import type { Locale } from '../locale/locale.ts'
import { raw } from '../markup/html.ts'
import { Random } from '../truth/random.ts'

/** A page that a marketplace sends instead of the requested one. */
export interface StatePage {
  readonly status: number
  readonly html: string
}

/** The request that a state answers. */
export interface StateOptions {
  /** Requested path with its query. Forms and links lead back to it. */
  readonly path: string
  /** Place of delivery of the visitor. Default: none was chosen. */
  readonly place?: Place | undefined
}

/** Prints a page state of one marketplace. The same path always gives the same page. */
export type StateRenderer = (locale: Locale, options: StateOptions) => StatePage

/** Source of the parts that differ between requests: request ids, tokens, pictures. */
export function stateRandom(state: string, locale: Locale, { path }: StateOptions): Random {
  return new Random(`${state}/${locale.marketplace.domain}${path}`)
}

/** Note to robots in a comment. Error pages have it, and some other pages. */
export const robotNote = raw(`<!--
        To discuss automated access to Amazon data please contact api-services-support@amazon.com.
-->`)
