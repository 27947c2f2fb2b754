import type { Locale } from '../locale.ts'
import { Random } from '../random.ts'
import { inventAsin } from './invent-listing.ts'
import type { SearchLook } from './search-truth.ts'

/** What is known of a query, whatever page of its results is asked for. */
export interface QueryFacts {
  /** Organic results, best match first. */
  readonly asins: readonly string[]
  readonly isOfBooks: boolean
  readonly look: SearchLook
  readonly currency: string
}

/** Currencies of visitors from abroad. */
const ABROAD = ['EUR', 'USD', 'TWD', 'GBP']

export function inventQuery(query: string, locale: Locale): QueryFacts {
  const { domain, currency } = locale.marketplace
  const random = new Random(`query/${domain}/${query}`)
  const isOfBooks = random.chance(0.2)
  const isFromAbroad = random.chance(0.06)
  const foreign = random.pick(ABROAD.filter((code) => code !== currency))
  const asins = random.fork('asins')
  return {
    asins: Array.from({ length: inventTotal(query, random) }, () => inventAsin(asins, isOfBooks)),
    isOfBooks,
    look: random.chance(isOfBooks ? 0.7 : 0.4) ? 'list' : 'grid',
    currency: isFromAbroad ? foreign : currency,
  }
}

/** Letters that no word of a language is made of alone: "qqzxv". */
const NO_WORD = /^[bcdfghjklmnpqrstvwxz\d\s]*$/i

function inventTotal(query: string, random: Random): number {
  if (NO_WORD.test(query)) return 0
  return random.chance(0.2) ? random.int(1, 15) : random.int(16, 400)
}
