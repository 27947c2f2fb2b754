import type { Span, StoredLook, StoredPoint, UnseenLooks, WatchItemState } from '../watches.ts'
import { NEVER_MS } from './watch-rows.ts'
import type { Reader } from './database.ts'

/** The row_id of a watch. `$1`: its id. */
export const ROW_ID = '(SELECT row_id FROM watches WHERE id = $1 AND is_removed = 0)'

/** An item of a watch. */
interface Subject {
  readonly watchId: string
  readonly item: number
}

interface TextRow {
  readonly at_ms: number
  readonly text: string
}

/** Points of a field, with the one that holds at the begin of the span. `most`: the first of them. Order: time. */
export async function listPoints(
  reader: Reader,
  { watchId, item }: Subject,
  field: string,
  { fromMs, toMs }: Span,
  most: number = Number.MAX_SAFE_INTEGER,
): Promise<readonly StoredPoint[]> {
  const of = `watch = ${ROW_ID} AND item = $2 AND field = $3`
  const rows = await reader.list<TextRow>(
    `SELECT at_ms, point AS text FROM watch_points WHERE ${of} AND at_ms <= $5 AND at_ms >= coalesce(
       (SELECT max(at_ms) FROM watch_points WHERE ${of} AND at_ms <= $4), $4) ORDER BY at_ms LIMIT $6`,
    watchId,
    item,
    field,
    fromMs,
    toMs,
    most,
  )
  return rows.map(toStored)
}

const LOOKS = `SELECT at_ms, look AS text FROM watch_looks
  WHERE watch = ${ROW_ID} AND item = $2 AND at_ms BETWEEN $3 AND $4 ORDER BY at_ms`

/** Looks at an item. Order: time. */
export async function listLooks(
  reader: Reader,
  { watchId, item }: Subject,
  { fromMs, toMs }: Span,
): Promise<readonly StoredLook[]> {
  return (await reader.list<TextRow>(LOOKS, watchId, item, fromMs, toMs)).map(toStored)
}

/** The first or the last look of a span. Absent: null, there is none. */
export async function findLook(
  reader: Reader,
  { watchId, item }: Subject,
  { fromMs, toMs }: Span,
  which: 'first' | 'last',
): Promise<StoredLook | null> {
  const sql = `${LOOKS} ${which === 'first' ? '' : 'DESC'} LIMIT 1`
  const [row] = await reader.list<TextRow>(sql, watchId, item, fromMs, toMs)
  return row === undefined ? null : toStored(row)
}

/** The last looks at an item. Order: newest first. */
export async function listLastLooks(
  reader: Reader,
  { watchId, item }: Subject,
  limit: number,
): Promise<readonly StoredLook[]> {
  const sql = `${LOOKS} DESC LIMIT $5`
  return (await reader.list<TextRow>(sql, watchId, item, 0, Number.MAX_SAFE_INTEGER, limit)).map(toStored)
}

/** See `Watches.listStates`. */
export async function listStates(
  reader: Reader,
  watchId: string,
  from: number,
  limit: number,
): Promise<readonly WatchItemState[]> {
  const look = `SELECT look FROM watch_looks
    WHERE watch_looks.watch = watch_items.watch AND watch_looks.item = watch_items.item ORDER BY at_ms DESC LIMIT 1`
  return reader.list<WatchItemState>(
    `SELECT item, input, due_ms AS "dueMs", state, (${look}) AS "lastLook" FROM watch_items
     WHERE watch = ${ROW_ID} AND item >= $2 AND due_ms < $4 ORDER BY item LIMIT $3`,
    watchId,
    from,
    limit,
    NEVER_MS,
  )
}

/** See `Watches.listUnseen`. The database picks them: few looks of a year are. */
export async function listUnseen(
  reader: Reader,
  { watchId, item }: Subject,
  path: string,
  { fromMs, toMs }: Span,
  most: number,
): Promise<UnseenLooks> {
  const [next] = await reader.list<TextRow>(`${LOOKS} LIMIT 1 OFFSET $5`, watchId, item, fromMs, toMs, most)
  const endMs = next === undefined ? toMs : next.at_ms - 1
  const after = `SELECT min(at_ms) FROM watch_looks AS later
    WHERE later.watch = found.watch AND later.item = found.item AND later.at_ms > found.at_ms AND later.at_ms <= $5`
  const rows = await reader.list<TextRow & { readonly next_ms: number | null }>(
    `SELECT at_ms, look AS text, (${after}) AS next_ms FROM watch_looks AS found
     WHERE watch = ${ROW_ID} AND item = $2 AND at_ms BETWEEN $3 AND $4
       AND (look NOT LIKE '["seen",%' OR look LIKE $6) ORDER BY at_ms`,
    watchId,
    item,
    fromMs,
    endMs,
    toMs,
    `%${JSON.stringify(path)}%`,
  )
  const looks = rows.map(({ at_ms: atMs, text, next_ms: nextMs }) => ({ atMs, text, nextMs }))
  return { looks, nextMs: next?.at_ms ?? null }
}

function toStored({ at_ms: atMs, text }: TextRow): StoredPoint & StoredLook {
  return { atMs, text }
}
