/** A query that does not give its results. */
export interface MagicQuery {
  /** Rules as `parseFaults` reads them. */
  readonly faults: string
  /** Nothing matches. */
  readonly isEmpty: boolean
}

/** A query that begins like this names what goes wrong: `sandbox:captcha*2,delay=300`. */
export const MAGIC_PREFIX = 'sandbox:'
/** A query that nothing matches. */
export const NOTHING_QUERY = `${MAGIC_PREFIX}nothing`

/** Absent: null for any other query. */
export function readMagicQuery(query: string): MagicQuery | null {
  if (!query.startsWith(MAGIC_PREFIX)) return null
  const isEmpty = query === NOTHING_QUERY
  return { faults: isEmpty ? '' : query.slice(MAGIC_PREFIX.length), isEmpty }
}
