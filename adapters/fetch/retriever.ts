import { setTimeout as sleep } from 'node:timers/promises'
import type { GtinDetails, LocationDetails, ProvenBy, Reason, RetrievalError } from '../../core/contract/index.ts'
import type { FieldIssue } from '../observe/winner-counts.ts'
import type { RecordRequest } from './parse-request.ts'

interface RetrievalFacts {
  /** Attempts at all pages together, also at those that were fetched ahead and are not needed. Waiting for a turn at the marketplace is not an attempt. */
  readonly attempts: number
  /** Status of the last answer. Absent: null, there was no answer. */
  readonly sourceStatus: number | null
  /** URL of the last answer, without tracking parameters. Absent: null, there was no answer. */
  readonly resolvedUrl: string | null
  /** When that answer arrived; of several pages, that of the first. Unit: ms since 1970. Absent: null, there was no answer. */
  readonly fetchedAtMs: number | null
  /** Whether the marketplace has more results, on a page after the last one. Absent: null, such a record has one page, or it failed. */
  readonly hasMore: boolean | null
  /** Pages that were retrieved, and that are charged. 0 after a failure. */
  readonly pages: number
  /** How the place of delivery was proven; of several pages, the weakest proof. Absent: null, none was asked for, or the retrieval failed. */
  readonly location: ProvenBy | null
  /** Which selector gave each field its value; the fields of cards as `products[0].price`. Empty after a failure. */
  readonly winners: Readonly<Record<string, string>>
  /** Fields with an issue. Empty after a failure. */
  readonly issues: readonly FieldIssue[]
}

export interface RetrievedRecord extends RetrievalFacts {
  /** Rows of each page. Absent: undefined, the record is one page. */
  readonly pageRows?: readonly number[]
  /** The record as JSON, ready to be sent. */
  readonly json: string
}

export interface FailedRetrieval extends RetrievalFacts {
  readonly error: RetrievalError
  /** What happened at the last attempt, for the log. */
  readonly reason: string
  /** The same for the caller. */
  readonly reasonCode: Reason
  /** The place that was asked for, and the one that the page shows. Absent: null, the error is another one. */
  readonly details: LocationDetails | null
  /** The GTIN that was asked for, and its candidates. Default: undefined, the error is another one. */
  readonly gtinDetails?: GtinDetails
}

/** How a retrieval ended: with a record, or with an error of the interface. */
export type Retrieval = RetrievedRecord | FailedRetrieval

/**
 * Retrieves pages and extracts their records.
 *
 * Rejects: with the reason of the signal, as soon as it is aborted; with a
 * `RetrieverBusyError` when a page has to wait too long.
 *
 * `workspaceId`: turns at a marketplace are dealt over workspaces. Default: null, they are shared with nobody.
 */
export interface Retriever {
  retrieve(request: RecordRequest, signal: AbortSignal, workspaceId?: string | null): Promise<Retrieval>
}

/** No turn at the marketplace came in time, or too many pages wait for extraction. Nothing is wrong with this one: try it again later. */
export class RetrieverBusyError extends Error {
  override readonly name = 'RetrieverBusyError'
}

/** Pause before a busy retriever is tried again. Unit: ms. */
const BUSY_PAUSE_MS = 500

/** A retriever that waits while it is busy, instead of rejecting: for work that has time, such as items of batches. */
export function waitWhileBusy(retriever: Retriever): Retriever {
  return {
    retrieve: (request, signal, workspaceId) =>
      retryWhileBusy(() => retriever.retrieve(request, signal, workspaceId), signal),
  }
}

async function retryWhileBusy<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RetrieverBusyError)) throw error
      await sleep(BUSY_PAUSE_MS, undefined, { signal })
    }
  }
}
