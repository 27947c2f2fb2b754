import { recordOf, toTimestamp, type BatchEndpoint, type Rank, type RankRow } from '../../../core/contract/index.ts'
import {
  isRanked,
  RANK_CHANGES,
  RANK_FIELD,
  requireRecord,
  unpackRank,
  type RankChange,
  type RankLook,
  type Track,
} from '../../../core/index.ts'
import { column, type Column } from '../../pages/table/column.ts'
import type { Watches } from '../../store/watches.ts'
import { readSeries, type SeriesSubject } from '../watch/read-series.ts'

/** Points that one answer has: a point is the rank of all that is tracked. */
const MAX_POINTS = 2000

/** A search of a watch, and when. */
export interface RankSubject extends Omit<SeriesSubject, 'field'> {
  readonly track: Track
}

type RankReads = Pick<Watches, 'listPoints' | 'listUnseen' | 'findLook' | 'findItem'>

/** Why a watch that tracks nothing has no rank, and what to do. Worded to follow the name of the watch. */
export function describeUntracked(endpoint: BatchEndpoint): string {
  const track = '"track": {"asins": ["B0SHLF0001"]}'
  return isRanked(requireRecord(recordOf(endpoint)))
    ? `tracks nothing: change it, for example to ${track}`
    : `has no rank, because it looks at ${endpoint}: create a watch with "endpoint": "market.search" and, for example, ${track}`
}

/** The rank of what a watch tracks in one of its searches over time. It ends early as a series does. Rejects: with a `StoreError`. */
export async function readRank(watches: RankReads, { track, ...asked }: RankSubject, most = MAX_POINTS): Promise<Rank> {
  const { watchId, item, fromMs } = asked
  const { field: _, points, ...series } = await readSeries(watches, { ...asked, field: RANK_FIELD }, most)
  const span = { fromMs, toMs: Date.parse(series.to) }
  const changes = await watches.listPoints(watchId, item, RANK_CHANGES, span)
  const { input } = (await watches.findItem(watchId, item)) ?? { input: '{}' }
  return {
    ...series,
    input: JSON.parse(input) as Rank['input'],
    track: { asins: [...track.asins], brands: [...track.brands] },
    points: points.flatMap(({ at, series: number, place, value }) =>
      typeof value === 'string' ? [printLook(unpackRank(value), { at, series: number, place })] : [],
    ),
    // The last ones before the span come along.
    changes: changes.flatMap(({ atMs, text }) => (atMs < fromMs ? [] : parseChanges(text))),
  }
}

function parseChanges(text: string): Rank['changes'] {
  const [, json] = JSON.parse(text) as readonly [series: number, json: string]
  return (JSON.parse(json) as readonly RankChange[]).map(({ sinceMs, asin, change, before, after, by, top10 }) => {
    return { at: toTimestamp(sinceMs), asin, change, before, after, by, top10 }
  })
}

const TOP = 10

type Printed = Rank['points'][number]

/** Spreads would take most of the time: a year has some ten thousand products and brands. */
function printLook(look: RankLook, { at, series, place }: Pick<Printed, 'at' | 'series' | 'place'>): Printed {
  const { first_page, pages, cards } = look
  const products = look.products.map(({ asin, organic_position, sponsored_position, page, above }) => {
    return { asin, organic_position, sponsored_position, page, is_first_page: page === 1, above: [...above] }
  })
  const brands = look.brands.map(({ brand, cards: own, top10_cards }) => {
    const top10_share = shareOf(top10_cards, Math.min(cards, TOP))
    return { brand, cards: own, share: shareOf(own, cards), top10_cards, top10_share }
  })
  return { at, series, place, first_page, pages, cards, products, brands }
}

/** Rounded to four digits. */
function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}

const COLUMNS = [
  column('kind', 'text'),
  column('at', 'text'),
  column('until', 'text'),
  column('query', 'text'),
  column('asin', 'text'),
  column('organic_position', 'integer'),
  column('sponsored_position', 'integer'),
  column('page', 'integer'),
  column('is_first_page', 'boolean'),
  column('pages', 'integer'),
  column('above', 'text'),
  column('brand', 'text'),
  column('cards', 'integer'),
  column('share', 'number'),
  column('top10_cards', 'integer'),
  column('top10_share', 'number'),
  column('change', 'text'),
  column('before', 'integer'),
  column('after', 'integer'),
  column('by', 'integer'),
  column('top10', 'text'),
  column('series', 'integer'),
  column('place', 'text'),
] as const satisfies readonly Column[]

/** A rank as a table: a row for each position and brand of a point, and for each change and gap. Order: time. */
export function rankTable({ input, points, changes, gaps }: Rank): {
  readonly rows: readonly RankRow[]
  readonly columns: readonly Column[]
} {
  const query = typeof input['query'] === 'string' ? input['query'] : null
  const none = { ...(Object.fromEntries(COLUMNS.map(({ name }) => [name, null])) as unknown as RankRow), query }
  const rows: RankRow[] = [
    ...points.flatMap(({ at, series, place, pages, products, brands }) => [
      ...products.map(({ above, ...own }): RankRow => ({
        ...none,
        kind: 'position',
        at,
        series,
        place,
        pages,
        ...own,
        above: above.join(' '),
      })),
      ...brands.map((own): RankRow => ({ ...none, kind: 'brand', at, series, place, pages, ...own })),
    ]),
    ...changes.map((own): RankRow => ({ ...none, kind: 'change', ...own })),
    ...gaps.map(({ from, to }): RankRow => ({ ...none, kind: 'gap', at: from, until: to })),
  ]
  return {
    rows: rows.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0)),
    columns: COLUMNS,
  }
}
