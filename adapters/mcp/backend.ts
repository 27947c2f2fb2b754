import { describeReason, ERRORS, recordEndpoint, type ParsedParams } from '../../core/contract/index.ts'
import type { RecordName } from '../../core/index.ts'
import { createCaller, newIdempotencyKey } from '../client/caller.ts'
import { createClient, type Batches, type ClientOptions, type Watches } from '../client/index.ts'
import { otherDomains } from '../../selectors/index.ts'
import { contractFor } from '../contract.ts'
import type { Retrieval, Retriever } from '../fetch/retriever.ts'
import { listCandidates, ParamsError, serviceToolError } from './tool-error.ts'

interface CallOptions {
  readonly signal: AbortSignal
}

/** Where the tools get records: a server, through its client, or this process. */
export interface Backend {
  /**
   * Retrieves a record; with its `provenance`, if the parameters ask for it.
   *
   * @param query Parameters as they are passed. Those that are undefined are not given.
   * Rejects: as a `Client` does.
   */
  retrieve(record: RecordName, query: object, options: CallOptions): Promise<object>
  /** Absent: null, there is no server. */
  readonly batch: Pick<Batches, 'create' | 'get'> | null
  /** Absent: null, there is no server. */
  readonly watch: Pick<Watches, 'list' | 'get' | 'series' | 'rank'> | null
}

/** A server. Throws: as `createClient` does. */
export function onServer(options: ClientOptions): Backend {
  const { batch, watch } = createClient(options)
  const call = createCaller(options)
  return {
    retrieve: async (record, query, { signal }) => {
      const endpoint = recordEndpoint(record)
      const { data } = await call<object>({ endpoint, query, signal, idempotencyKey: newIdempotencyKey() })
      return data
    },
    batch,
    watch,
  }
}

/** Fetches pages in this process. Nothing is stored or charged. */
export function inProcess(retriever: Retriever): Backend {
  const contract = contractFor(false, otherDomains)
  return {
    retrieve: async (record, query, { signal }) => {
      const params = requireParams(contract.parseParams(record, { ...query }))
      return JSON.parse(requireJson(await retriever.retrieve({ record, params }, signal))) as object
    },
    batch: null,
    watch: null,
  }
}

function requireParams<Params>(parsed: ParsedParams<Params>): Params {
  if (parsed.ok) return parsed.params
  throw new ParamsError(parsed.details)
}

/** The record as JSON. */
function requireJson(retrieval: Retrieval): string {
  if (!('error' in retrieval)) return retrieval.json
  const { error, reasonCode, gtinDetails } = retrieval
  const reason = describeReason(reasonCode) ?? ERRORS[error].description
  throw serviceToolError(error, reason + listCandidates(gtinDetails))
}
