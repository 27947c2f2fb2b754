import {
  errorBody,
  printFailure,
  printSuccess,
  type BatchEndpoint,
  type Contract,
  type RetrievalError,
} from '../../../core/contract/index.ts'
import { contractFor } from '../../contract.ts'
import { otherDomains } from '../../../selectors/index.ts'
import { extractorVersion } from '../../package-version.ts'
import type { Config } from '../../server/config.ts'
import { parseRetrievalRequest, type RetrievalRequest } from '../../fetch/parse-request.ts'
import type { Retrieval, Retriever } from '../../fetch/retriever.ts'
import { withRetriever } from './with-retriever.ts'
import type { ListedItem } from './parse-list.ts'
import type { ListedResult, Results } from './results.ts'
import { workOnAll } from './work-on-all.ts'

/** The work on a list in this process. */
export interface ProcessRun {
  readonly endpoint: BatchEndpoint
  readonly items: readonly ListedItem[]
  readonly results: Results
  /** The source of pages, and the number of threads that extract them. */
  readonly config: Config
  /** Items that are processed at the same time. */
  readonly jobs: number
  /** Prints a message for a person, about an internal error. */
  readonly say: (message: string) => void
  /** Called when a result was added. */
  readonly onResults: () => void
}

/** Processes all items that have no result. Nothing is stored or charged. Rejects: as `Results.add` throws. */
export async function runInProcess(run: ProcessRun, signal: AbortSignal): Promise<void> {
  const { items, results, config, jobs } = run
  const remaining = [...items.keys()].filter((index) => !results.has(index))
  await withRetriever(config, async (retriever) => {
    const work = async (index: number, end: AbortSignal): Promise<void> => {
      const listed = items[index]
      if (listed === undefined) return
      results.add([await retrieve(index, listed, run, retriever, end)])
      run.onResults()
    }
    await workOnAll(remaining, jobs, work, signal)
  })
}

async function retrieve(
  index: number,
  { line, item }: ListedItem,
  { endpoint, config, say }: ProcessRun,
  retriever: Retriever,
  signal: AbortSignal,
): Promise<ListedResult> {
  const start = performance.now()
  const facts = (retrieval: Retrieval | null) => ({
    index,
    input: JSON.stringify(item),
    durationMs: Math.round(performance.now() - start),
    fetch: retrieval === null ? null : { ...retrieval, extractorVersion },
  })
  const fail = (error: RetrievalError | 'internal_error', retrieval: Retrieval | null): ListedResult => {
    return { index, json: printFailure(facts(retrieval), errorBody(error)), error, credits: 0 }
  }
  try {
    const request = requireRequest(contractFor(config.browser !== null, otherDomains), endpoint, item)
    const retrieval = await retriever.retrieve(request, signal)
    if ('error' in retrieval) return fail(retrieval.error, retrieval)
    return { index, json: printSuccess(facts(retrieval), retrieval.json, 0), error: null, credits: 0 }
  } catch (error) {
    signal.throwIfAborted()
    say(`Internal error in the item of line ${line}: ${String(error)}`)
    return fail('internal_error', null)
  }
}

/** Request of an item, which was checked when the list was read. */
function requireRequest(contract: Contract, endpoint: BatchEndpoint, item: ListedItem['item']): RetrievalRequest {
  const parsed = parseRetrievalRequest(contract, endpoint, item)
  if (parsed.ok) return parsed.params
  throw new TypeError(`${JSON.stringify(item)} is not an item of ${endpoint}`)
}
