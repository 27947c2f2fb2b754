import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { BATCH_ENDPOINTS, type BatchEndpoint } from '../../../core/contract/index.ts'
import { replaceFile } from '../../own-file.ts'
import { ListError } from './errors.ts'
import type { ListedItem } from './parse-list.ts'
import { openResultFile } from './result-file.ts'
import { isServerResult, Results, toOutcome, type ItemOutcome } from './results.ts'

const index = v.pipe(v.number(), v.integer(), v.minValue(0))

const stateSchema = v.object({
  version: v.literal(1),
  endpoint: v.picklist(BATCH_ENDPOINTS),
  /** Hash of all items. */
  digest: v.string(),
  /** Part of the idempotency keys of a run with `--fresh`, so that its batches are new. Absent: null. */
  salt: v.nullable(v.string()),
  /** Batches that were created. `items`: indexes of their items in the list, as ranges of first and last index. */
  batches: v.array(v.object({ id: v.string(), items: v.array(v.tuple([index, index])) })),
})

/** What is needed to continue a run, besides its results. */
type RunState = v.InferOutput<typeof stateSchema>

export interface ListJobOptions {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ListedItem[]
  /** File for the results. Absent: undefined, they are printed. */
  readonly out?: string | undefined
  /** Whether to create new batches for items that were sent before. A run that continues keeps its batches. */
  readonly isFresh: boolean
  /** Whether a server does the work. Work that a server has started must end there, or it would be done twice. */
  readonly isOnServer: boolean
  readonly print: (lines: string) => void
}

/** The work on a list, which may have started in an earlier process. */
export interface ListJob {
  readonly results: Results
  readonly state: Readonly<RunState>
  /** Stores a batch that was created, so that it is not created again. */
  readonly remember: (batch: RunState['batches'][number]) => void
  readonly close: () => void
}

/**
 * Starts the work on a list, or continues it where an earlier process ended.
 *
 * Rejects: with a `ListError` when the file has results of another list; with the errors of `node:fs`.
 */
export async function openListJob({
  endpoint,
  items,
  out,
  isFresh,
  isOnServer,
  print,
}: ListJobOptions): Promise<ListJob> {
  const salt = isFresh ? randomBytes(12).toString('base64url') : null
  const first: RunState = { version: 1, endpoint, digest: digestOf(items), salt, batches: [] }
  if (out === undefined) {
    const remember: ListJob['remember'] = (batch) => first.batches.push(batch)
    return { results: new Results(print), state: first, remember, close: () => undefined }
  }
  const state = chooseState(out, first)
  const path = statePath(out)
  // Written before the first result, so that a file with results always has a state.
  writeState(path, state)
  const kept: ItemOutcome[] = []
  const file = await openResultFile(out, (value) => isServerResult(value) && kept.push(toOutcome(value)) > 0)
  const results = new Results(file.append)
  for (const outcome of kept) keep(outcome, results, items.length, out)
  if (!isOnServer && state.batches.length > 0 && results.counts.done < items.length) {
    throw new ListError(`The run of ${out} was started on a server, which has its other results. Give --server.`)
  }
  const remember: ListJob['remember'] = (batch) => {
    state.batches.push(batch)
    writeState(path, state)
  }
  return { results, state, remember, close: file.close }
}

/** State of the earlier run, if that was on this list. An earlier run without results or batches is ignored. */
function chooseState(out: string, first: RunState): RunState {
  const path = statePath(out)
  const earlier = readState(path)
  const found = statSync(out, { throwIfNoEntry: false })
  if (found?.isFile() === false) throw new ListError(`${out} is not a file. Name another file as --out.`)
  const isEmpty = found === undefined || found.size === 0
  if (earlier === null) {
    if (isEmpty) return first
    throw new ListError(`${out} is not empty, and ${path} is missing. Name another file as --out.`)
  }
  const isSame = earlier.digest === first.digest && earlier.endpoint === first.endpoint
  if (isSame) return earlier
  if (isEmpty && earlier.batches.length === 0) return first
  const difference = earlier.endpoint === first.endpoint ? 'with other items' : `with --endpoint ${earlier.endpoint}`
  throw new ListError(
    `The run of ${out} was started ${difference}. ` +
      `Name another file as --out, or remove ${out} and ${path} to start again.`,
  )
}

function keep(outcome: ItemOutcome, results: Results, total: number, out: string): void {
  const isRepeated = results.has(outcome.index)
  if (!isRepeated && outcome.index < total) {
    results.keep(outcome)
    return
  }
  const problem = isRepeated ? 'two results' : 'a result'
  const reason = isRepeated ? '' : `, and the list has only ${total} items`
  throw new ListError(
    `Can't continue with ${out}: it has ${problem} of item ${outcome.index}${reason}. Name another file as --out.`,
  )
}

function digestOf(items: readonly ListedItem[]): string {
  const hash = createHash('sha256')
  for (const { item } of items) hash.update(`${JSON.stringify(item)}\n`)
  return hash.digest('base64url')
}

function statePath(out: string): string {
  return `${out}.state.json`
}

/**
 * Absent: null, the file does not exist.
 *
 * Throws: a `ListError` for invalid content; the errors of `node:fs`.
 */
function readState(path: string): RunState | null {
  try {
    return v.parse(stateSchema, JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (!(error instanceof SyntaxError) && !v.isValiError(error)) throw error
    throw new ListError(`${path} is not the state of a run. Name another file as --out.`, { cause: error })
  }
}

function writeState(path: string, state: RunState): void {
  replaceFile(path, `${JSON.stringify(state)}\n`)
}

/** Indexes in rising order as ranges of first and last index. */
export function toRanges(indexes: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const index of indexes) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === index - 1) last[1] = index
    else ranges.push([index, index])
  }
  return ranges
}

export function fromRanges(ranges: readonly (readonly [number, number])[]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, offset) => first + offset))
}
