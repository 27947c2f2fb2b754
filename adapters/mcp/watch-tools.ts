import * as v from 'valibot'
import { REFERENCE, type Series, type Watch } from '../../core/contract/index.ts'
import type { Watches } from '../client/index.ts'
import { defineTool, type Tool } from './tool.ts'
import { ToolError } from './tool-error.ts'

/** Watches that are searched, newest first, and items that one call answers. */
const [MAX_WATCHES, MAX_FOUND] = [200, 5]
const WATCHES_PER_PAGE = 100
/** Points and gaps of an item that one call returns: the last ones. */
const MAX_ROWS = 200
const ASIN_IN_URL = /\/(?:dp|gp\/product)\/([A-Z0-9]{10})(?![A-Z0-9])/i

/** A time as an argument. */
export const timeOf = (description: string) =>
  v.pipe(
    v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/))),
    v.description(`${description} A day, or a time in UTC.`),
  )

const point = v.object({
  at: v.string(),
  value: v.nullable(v.union([v.string(), v.number(), v.boolean()])),
  series: v.number(),
  place: v.nullable(v.string()),
})

/** What watches have seen, which a server keeps. */
export function watchTools(watches: Pick<Watches, 'list' | 'get' | 'series'>): readonly Tool[] {
  return [
    defineTool({
      name: 'price_history',
      title: 'Price history',
      description:
        'Returns the values of a field of a watched item over time. A value holds until the next one; in a gap, nobody saw it. Costs nothing. Only items that a watch of the caller looks at have a history.',
      input: v.object({
        item: v.pipe(
          v.string(),
          v.minLength(1),
          v.maxLength(2048),
          v.description('ASIN, URL, or reference of the item.'),
        ),
        field: v.pipe(
          v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200)), 'price'),
          v.description('Path of the value, such as price, in_stock or sales_rank[0].rank.'),
        ),
        from: timeOf('Begin. Default: the creation of the watch.'),
        to: timeOf('End. Default: now.'),
      }),
      output: v.object({
        field: v.string(),
        items: v.array(
          v.object({
            watch: v.string(),
            input: v.record(v.string(), v.unknown()),
            points: v.array(point),
            gaps: v.array(v.object({ from: v.string(), to: v.nullable(v.string()) })),
            last_look_at: v.nullable(v.string()),
          }),
        ),
      }),
      writes: false,
      isRemote: true,
      run: async ({ item, field, from, to }, signal) => {
        const found = await findItems(watches, item.trim(), signal)
        if (found.length === 0) {
          throw new ToolError('not_found', `No watch looks at "${item}". Only items of a watch have a history.`)
        }
        const histories = await Promise.all(
          found.map(async ({ watch, index, input }) => {
            const { data } = await watches.series(watch, { item: index, field, from, to, signal })
            return { watch, input, series: data }
          }),
        )
        return {
          text: histories.map(({ watch, input, series }) => describeHistory(watch, input, series)).join('\n\n'),
          data: { field, items: histories.map(({ watch, input, series }) => toData(watch, input, series)) },
        }
      },
    }),
  ]
}

type Input = Watch['items'][number]['input']

interface FoundItem {
  /** Id. */
  readonly watch: string
  readonly index: number
  readonly input: Input
  /** Whether the watch tracks products or brands. */
  readonly isTracking: boolean
}

/** The items that a text names, of the newest watches first. */
export async function findItems(
  watches: Pick<Watches, 'list' | 'get'>,
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundItem[]> {
  const found: FoundItem[] = []
  let cursor: string | undefined
  for (let searched = 0; searched < MAX_WATCHES; searched += WATCHES_PER_PAGE) {
    const { data: page } = await watches.list({ limit: WATCHES_PER_PAGE, cursor, signal })
    for (const { id } of page.watches) {
      const { data: watch } = await watches.get(id, { signal })
      const isTracking = watch.track !== null
      for (const { index, input } of watch.items) {
        if (isNamed(input, text)) found.push({ watch: id, index, input, isTracking })
      }
      if (found.length >= MAX_FOUND) return found.slice(0, MAX_FOUND)
    }
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  return found
}

function isNamed(input: Input, text: string): boolean {
  const { query, [REFERENCE]: reference } = input
  if (reference === text) return true
  return typeof query === 'string' && nameOf(query) === nameOf(text)
}

/** The ASIN of a URL; other texts in lower case. */
function nameOf(text: string): string {
  return (ASIN_IN_URL.exec(text)?.[1] ?? text.trim()).toLowerCase()
}

function toData(watch: string, input: Input, { points, gaps, last_look_at }: Series) {
  return {
    watch,
    input,
    points: points.slice(-MAX_ROWS).map(({ at, value, series, place }) => ({ at, value, series, place })),
    gaps: gaps.slice(-MAX_ROWS),
    last_look_at,
  }
}

function describeHistory(watch: string, input: Input, { field, points, gaps, last_look_at: last }: Series): string {
  const { query, domain, [REFERENCE]: reference } = input
  const name = [reference, query, domain].filter((part) => typeof part === 'string').join(', ')
  const head = `${field} of ${name} (watch ${watch}), last look ${last ?? 'never'}:`
  const arePlaces = new Set(points.map(({ series }) => series)).size > 1
  const lines = [
    ...points.map(({ at, value, series, place }) => ({
      at,
      text: `${at} ${value ?? 'not shown'}${arePlaces ? ` (${place ?? `series ${series}`})` : ''}`,
    })),
    ...gaps.map(({ from: at, to }) => ({ at, text: `${at} not seen${to === null ? ' since' : ` until ${to}`}` })),
  ].toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0))
  const left = lines.length - MAX_ROWS
  const rows = lines.slice(-MAX_ROWS).map((line) => line.text)
  if (rows.length === 0) return `${head}\nno value in this time`
  return [head, ...(left > 0 ? [`${left} earlier ones are left out: give from and to`] : []), ...rows].join('\n')
}
