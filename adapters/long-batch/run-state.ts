import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { BATCH_ENDPOINTS } from '../../core/contract/index.ts'
import { LongBatchError } from './long-batch-error.ts'

const place = v.pipe(v.number(), v.integer(), v.minValue(0))

const stateSchema = v.object({
  version: v.literal(1),
  endpoint: v.picklist(BATCH_ENDPOINTS),
  /** Of all items. */
  digest: v.string(),
  /** Goes into idempotency keys, to get batches of one's own. Absent: null. */
  salt: v.nullable(v.string()),
  /** Batches that were created. `items`: places of their items in the list, each range with its last. */
  batches: v.array(v.object({ id: v.string(), items: v.array(v.tuple([place, place])) })),
})

/** What has to be known to go on with a list, besides the results. */
export type RunState = v.InferOutput<typeof stateSchema>

/** Where the state of the results of a file is kept. */
export function statePath(out: string): string {
  return `${out}.state.json`
}

/**
 * Absent: null, there is none.
 *
 * Throws: a `LongBatchError` when it can't be understood, and as `node:fs` does.
 */
export function readState(path: string): RunState | null {
  try {
    return v.parse(stateSchema, JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (error instanceof SyntaxError || v.isValiError(error)) throw new LongBatchError(`${path} can't be understood`)
    throw error
  }
}

/** Whenever the process ends, the file is the old one or the new one. */
export function writeState(path: string, state: RunState): void {
  const next = `${path}.tmp`
  writeFileSync(next, `${JSON.stringify(state)}\n`, { flush: true })
  renameSync(next, path)
}

/** Places in rising order as ranges, each with its last. */
export function toRanges(places: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const place of places) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === place - 1) last[1] = place
    else ranges.push([place, place])
  }
  return ranges
}

export function fromRanges(ranges: readonly (readonly [number, number])[]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
}
