import { ERRORS, type ParsedParams } from '../../core/contract/index.ts'
import type { Product, SearchResponse } from '../../core/index.ts'
import type { Batches, Explain, Explained, RecordQuery } from '../client/index.ts'
import { contract } from '../contract.ts'
import type { Retrieval, Retriever } from '../retrieve/index.ts'
import { serviceToolError } from './tool-error.ts'

interface CallOptions {
  readonly signal: AbortSignal
}

/** Where the tools get records: a server, through its client, or this process. */
export interface Backend {
  /** Rejects: as a `Client` does. */
  product(query: RecordQuery<'product'> & Explain, options: CallOptions): Promise<{ readonly data: Explained<Product> }>
  product(query: RecordQuery<'product'>, options: CallOptions): Promise<{ readonly data: Product }>
  search(query: RecordQuery<'search'>, options: CallOptions): Promise<{ readonly data: SearchResponse }>
  /** Absent: null, there is no server. */
  readonly batch: Pick<Batches, 'create' | 'get'> | null
}

/** Fetches pages in this process. Nothing is stored or charged. */
export function inProcess(retriever: Retriever): Backend {
  return {
    product: async (query: RecordQuery<'product'>, { signal }: CallOptions) => {
      const params = requireParams(contract.parseParams('product', { ...query }))
      // With its provenance, if the query asks for it.
      return {
        data: JSON.parse(
          requireRecord(await retriever.retrieve({ record: 'product', params }, signal)),
        ) as Explained<Product>,
      }
    },
    search: async (query, { signal }) => {
      const params = requireParams(contract.parseParams('search', { ...query }))
      return {
        data: JSON.parse(
          requireRecord(await retriever.retrieve({ record: 'search', params }, signal)),
        ) as SearchResponse,
      }
    },
    batch: null,
  }
}

function requireParams<Params>(parsed: ParsedParams<Params>): Params {
  if (parsed.ok) return parsed.params
  const problems = parsed.details.map(({ param, message }) => `${param} ${message}`)
  throw serviceToolError('invalid_params', `${problems.join('; ')}.`)
}

/** The record as JSON. */
function requireRecord(retrieval: Retrieval): string {
  if (!('error' in retrieval)) return retrieval.json
  const { error } = retrieval
  throw serviceToolError(error, ERRORS[error].description)
}
