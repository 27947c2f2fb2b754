import { setImmediate as othersFirst } from 'node:timers/promises'
import { REFERENCE, toTimestamp, type ItemValues, type WatchValues } from '../../../core/contract/index.ts'
import { isOfRank, type WatchState } from '../../../core/index.ts'
import { column, type Column } from '../../pages/table/column.ts'
import { unpackResult } from '../../store/packed-result.ts'
import type { WatchItemState, Watches } from '../../store/watches.ts'
import { cellTypeOf, toScalar } from './read-series.ts'

/** Items that are read at once: other requests are answered in between. */
const ITEMS_PER_READ = 50
/** An answer ends after so many values: an item that is a list has thousands. */
const MAX_VALUES = 50_000
/** Looks in a row that are counted. */
const MAX_ATTEMPTS = 100

type ValueReads = Pick<Watches, 'listStates' | 'listLastLooks'>

/** The present values of the items of a watch, from an index on. Rejects: with a `StoreError`. */
export async function readPresentValues(
  watches: ValueReads,
  watchId: string,
  from: number,
  most = MAX_VALUES,
): Promise<WatchValues> {
  const items: ItemValues[] = []
  const paths = new Set<string>()
  let [next, count]: [number | null, number] = [from, 0]
  while (next !== null && count < most) {
    const part: readonly WatchItemState[] = await watches.listStates(watchId, next, ITEMS_PER_READ)
    for (const one of part) {
      const printed = await printItem(watches, watchId, one)
      items.push(printed)
      for (const path of Object.keys(printed.values)) paths.add(path)
      count += Object.keys(printed.values).length
    }
    const last = part.at(-1)
    next = last === undefined || part.length < ITEMS_PER_READ ? null : last.item + 1
    await othersFirst()
  }
  return { watch: watchId, paths: [...paths], items, next_from: next }
}

async function printItem(watches: ValueReads, watchId: string, one: WatchItemState): Promise<ItemValues> {
  const { [REFERENCE]: reference, ...input } = JSON.parse(one.input) as Readonly<Record<string, unknown>>
  const state = one.state === null ? null : (JSON.parse(await unpackResult(one.state)) as WatchState)
  const values = Object.entries(state?.series[0]?.values ?? {}).filter(([path]) => !isOfRank(path))
  const lastMs = state?.lastMs ?? null
  return {
    index: one.item,
    reference: typeof reference === 'string' ? reference : null,
    input,
    last_look_at: lastMs === null ? null : toTimestamp(lastMs),
    next_look_at: toTimestamp(one.dueMs),
    unseen:
      one.lastLook === null || outcomeOf(one.lastLook) === null ? null : await readUnseen(watches, watchId, one.item),
    values: Object.fromEntries(values.map(([path, { run }]) => [path, toScalar(run.value)])),
  }
}

/** What the last looks at an item ended with, back to the last one that saw it. */
async function readUnseen(watches: ValueReads, watchId: string, item: number): Promise<ItemValues['unseen']> {
  const looks = await watches.listLastLooks(watchId, item, MAX_ATTEMPTS)
  const seen = looks.findIndex(({ text }) => outcomeOf(text) === null)
  const unseen = seen === -1 ? looks : looks.slice(0, seen)
  const [newest] = unseen
  const oldest = unseen.at(-1)
  if (newest === undefined || oldest === undefined) return null
  return { reason: outcomeOf(newest.text) ?? '', since: toTimestamp(oldest.atMs), attempts: unseen.length }
}

/** The error that a look ended with. Absent: null, it saw a record. */
function outcomeOf(text: string): string | null {
  const [outcome] = JSON.parse(text) as readonly [outcome: string]
  return outcome === 'seen' ? null : outcome
}

/** Columns of items as rows: what they are, and one for each path. */
export function valueColumns({ paths, items }: WatchValues): readonly Column[] {
  return [
    column('index', 'integer'),
    column('reference', 'text'),
    column('input', 'json'),
    column('last_look_at', 'text'),
    column('next_look_at', 'text'),
    column('unseen.reason', 'text'),
    column('unseen.since', 'text'),
    column('unseen.attempts', 'integer'),
    ...paths.map((path): Column => {
      const type = cellTypeOf(items.map(({ values }) => values[path] ?? null))
      return { name: path, type, of: 'result', path: ['values', path] }
    }),
  ]
}
