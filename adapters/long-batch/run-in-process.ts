import { errorBody, printFailure, printSuccess, type BatchEndpoint } from '../../core/contract/index.ts'
import type { Config } from '../config/config.ts'
import { startExtractPool } from '../extract/index.ts'
import {
  createRetriever,
  parsePaidRequest,
  whenNotBusy,
  type PaidRequest,
  type RetrievalError,
  type Retriever,
} from '../retrieve/index.ts'
import { chooseSource } from '../server/choose-source.ts'
import type { ListedItem } from './item-list.ts'
import type { PlacedResult } from './placed-result.ts'
import type { Results } from './results.ts'
import { workOnAll } from './work-on-all.ts'

export interface ProcessRun {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ListedItem[]
  readonly results: Results
  /** Says where pages come from, and how many threads read them. */
  readonly config: Config
  /** Items that are worked on at the same time. */
  readonly jobs: number
  /** Tells of mistakes of the program itself. */
  readonly say: (message: string) => void
  /** Told whenever a result came. */
  readonly onResults: () => void
}

/** Works in this process on all items that have no result; nothing is stored or charged. Rejects: as `Results.add` throws. */
export async function runInProcess(run: ProcessRun, signal: AbortSignal): Promise<void> {
  const { items, results, config, jobs } = run
  const source = chooseSource(config)
  const extractor = await startExtractPool({ threads: config.workers })
  const retriever = createRetriever({ source, extractor })
  const left = [...items.keys()].filter((place) => !results.has(place))
  const work = async (place: number, end: AbortSignal): Promise<void> => {
    const listed = items[place]
    if (listed === undefined) return
    results.add([await retrieve(place, listed, run, retriever, end)])
    run.onResults()
  }
  try {
    await workOnAll(left, jobs, work, signal)
  } finally {
    await Promise.all([extractor.close(), source.close()])
  }
}

async function retrieve(
  index: number,
  { line, item }: ListedItem,
  { endpoint, say }: ProcessRun,
  retriever: Retriever,
  signal: AbortSignal,
): Promise<PlacedResult> {
  const start = performance.now()
  const facts = () => ({ index, input: JSON.stringify(item), durationMs: Math.round(performance.now() - start) })
  const fail = (error: RetrievalError | 'internal_error'): PlacedResult => {
    return { index, json: printFailure(facts(), errorBody(error)), error, credits: 0 }
  }
  try {
    const request = requireRequest(endpoint, item)
    const retrieval = await whenNotBusy(() => request.retrieve(retriever, signal), signal)
    if ('error' in retrieval) return fail(retrieval.error)
    return { index, json: printSuccess(facts(), retrieval.json, 0), error: null, credits: 0 }
  } catch (error) {
    signal.throwIfAborted()
    say(`a mistake of the program itself, in the item of line ${line}: ${String(error)}`)
    return fail('internal_error')
  }
}

/** Items were checked when they were read. */
function requireRequest(endpoint: BatchEndpoint, item: ListedItem['item']): PaidRequest {
  const parsed = parsePaidRequest(endpoint, item)
  if (parsed.ok) return parsed.params
  throw new TypeError(`${JSON.stringify(item)} is no item of ${endpoint}`)
}
