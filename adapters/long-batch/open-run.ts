import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import type { BatchEndpoint } from '../../core/contract/index.ts'
import type { ListedItem } from './item-list.ts'
import { LongBatchError } from './long-batch-error.ts'
import { openResultFile, type KeptResult } from './result-file.ts'
import { Results } from './results.ts'
import { readState, statePath, writeState, type RunState } from './run-state.ts'

export interface RunOptions {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ListedItem[]
  /** File of the results. Absent: undefined, they are printed. */
  readonly out?: string | undefined
  /** Batches of one's own, also when the same items were sent before. A run that goes on keeps those it has. */
  readonly isFresh: boolean
  /** Whether a server does the work. What one has begun, it ends: done here, it would be done twice. */
  readonly isOnServer: boolean
  readonly print: (lines: string) => void
}

/** A list that is worked on, perhaps not for the first time. */
export interface Run {
  readonly results: Results
  readonly state: Readonly<RunState>
  /** Batches are not created twice. */
  readonly remember: (batch: RunState['batches'][number]) => void
  readonly close: () => void
}

/**
 * Begins with a list, or goes on where an earlier run ended.
 *
 * Rejects: with a `LongBatchError` when the earlier run was of another list, and as `node:fs` does.
 */
export async function openRun({ endpoint, items, out, isFresh, isOnServer, print }: RunOptions): Promise<Run> {
  const salt = isFresh ? randomBytes(12).toString('base64url') : null
  const first: RunState = { version: 1, endpoint, digest: digestOf(items), salt, batches: [] }
  if (out === undefined) {
    const remember: Run['remember'] = (batch) => first.batches.push(batch)
    return { results: new Results(print), state: first, remember, close: () => undefined }
  }
  const state = chooseState(out, first)
  const path = statePath(out)
  // There before the first result: a file with results has a state.
  writeState(path, state)
  const kept: KeptResult[] = []
  const file = await openResultFile(out, (result) => kept.push(result))
  const results = new Results(file.append)
  for (const result of kept) keep(result, results, items.length, out)
  if (!isOnServer && state.batches.length > 0 && results.tally.done < items.length) {
    throw new LongBatchError(`${out} was begun on a server, which has more of it: give --server`)
  }
  const remember: Run['remember'] = (batch) => {
    state.batches.push(batch)
    writeState(path, state)
  }
  return { results, state, remember, close: file.close }
}

/** The earlier run's state, if it was of this list. One that has led to nothing binds nobody. */
function chooseState(out: string, first: RunState): RunState {
  const path = statePath(out)
  const earlier = readState(path)
  const found = statSync(out, { throwIfNoEntry: false })
  if (found?.isFile() === false) throw new LongBatchError(`${out} is no file`)
  const isEmpty = found === undefined || found.size === 0
  if (earlier === null) {
    if (isEmpty) return first
    throw new LongBatchError(`${out} is not empty, and ${path} is missing, which says of what: name another --out`)
  }
  const isSame = earlier.digest === first.digest && earlier.endpoint === first.endpoint
  if (isSame) return earlier
  if (isEmpty && earlier.batches.length === 0) return first
  const change = earlier.endpoint === first.endpoint ? 'other items' : `--endpoint ${earlier.endpoint}`
  throw new LongBatchError(
    `${out} was begun with ${change}: name another --out, or remove it and ${path} to begin anew`,
  )
}

function keep(result: KeptResult, results: Results, total: number, out: string): void {
  const { index } = result
  if (index >= total || results.has(index)) {
    throw new LongBatchError(
      `${out} can't be gone on with: it has the result of item ${index} twice, or of another list`,
    )
  }
  results.keep(result)
}

function digestOf(items: readonly ListedItem[]): string {
  const hash = createHash('sha256')
  for (const { item } of items) hash.update(`${JSON.stringify(item)}\n`)
  return hash.digest('base64url')
}
