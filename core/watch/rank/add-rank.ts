import type { Issue, Winners } from '../../field/trace.ts'
import type { Card, SearchResponse } from '../../records/search/schema.ts'
import { packRank } from './pack-rank.ts'
import { readRank } from './read-rank.ts'
import { RANK_FIELD, type Track } from './track.ts'

/** A search, with what is known of its pages. */
interface SeenSearch {
  readonly record: object | null
  readonly winners?: Winners | undefined
  readonly issues?: readonly Pick<Issue, 'field' | 'problem'>[] | undefined
}

/**
 * A look at a search with the rank of what is tracked, and the layout of its pages. Pages whose cards could not be read
 * as a whole, or that show the results of another search, have no rank: their positions are not seen.
 */
export function addRank<Seen extends SeenSearch>(
  seen: Seen,
  track: Track,
  pageRows?: readonly number[],
): Seen & { readonly layout?: string | null } {
  const { record, issues = [], winners = {} } = seen
  if (record === null) return seen
  const search = record as SearchResponse
  if (issues.some(({ problem }) => problem === 'results of another search')) {
    return { ...seen, issues: [...issues, { field: 'products', problem: 'unreadable' }] }
  }
  const isBlamed = issues.some(({ field, problem }) => field === 'products' && problem !== 'left out')
  const rank = isBlamed ? {} : { [RANK_FIELD]: packRank(readRank(search, track, pageRows)) }
  return { ...seen, record: { ...record, ...rank }, layout: layoutOf(search.products, winners) }
}

/** Fields that decide which cards there are, and which of them are ads. */
const OF_LAYOUT = ['title', 'image', 'is_sponsored'] as const

/**
 * The selectors that read most cards, as a name of the layout. Another layout may count other cards as ads, so that
 * positions of both are not compared. Video blocks have selectors of their own.
 *
 * Absent: null, the page has no cards.
 */
function layoutOf(cards: readonly Card[], winners: Winners): string | null {
  if (cards.length === 0) return null
  return OF_LAYOUT.map((field) => {
    const sources = cards.flatMap(({ is_video: isVideo }, index) =>
      isVideo ? [] : (winners[`products[${index}].${field}`] ?? []),
    )
    return mostFrequent(sources) ?? '-'
  }).join(' | ')
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted(([, left], [, right]) => right - left)[0]?.[0]
}
