import { simulatedGtins } from '../../truth/gtins.ts'
import type { Magic } from '../../record/simulated-record.ts'

/** What a query with a special answer gives. */
export interface MagicQuery {
  /** Fault rules, in the syntax of `parseFaults`. */
  readonly faults: string
  /** Whether the search has no results. */
  readonly isEmpty: boolean
}

/** A query that begins with this names its faults: `sandbox:captcha*2,delay=300`. */
const MAGIC_PREFIX = 'sandbox:'
/** A query without results. */
const EMPTY_QUERY = `${MAGIC_PREFIX}nothing`

/** Absent: null, for an ordinary query. */
export function parseMagicQuery(query: string): MagicQuery | null {
  if (!query.startsWith(MAGIC_PREFIX)) return null
  const isEmpty = query === EMPTY_QUERY
  return { faults: isEmpty ? '' : query.slice(MAGIC_PREFIX.length), isEmpty }
}

/** Examples of queries with a special answer. */
export const magicQueries: Magic = {
  heading: 'query',
  answers: [
    { query: EMPTY_QUERY, description: 'no results' },
    ...simulatedGtins.map(({ gtin, description }) => ({ query: gtin, description })),
    { query: `${MAGIC_PREFIX}captcha`, description: 'a fault by its name' },
    { query: `${MAGIC_PREFIX}captcha*2,delay=300`, description: 'faults by their rules' },
  ],
}
