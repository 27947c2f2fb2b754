import {
  CHARGE_KINDS,
  type BatchEndpoint,
  type ParamSource,
  type ParsedParams,
  type ProductParams,
} from '../../core/contract/index.ts'
import type { ChargeKind } from '../../core/policy/index.ts'
import { contract } from '../contract.ts'
import type { Retrieval, Retriever } from './retriever.ts'

/** A request to an endpoint, with its parameters parsed. */
export interface RetrievalRequest {
  readonly kind: ChargeKind
  readonly domain: string
  /** The most pages that it can retrieve. */
  readonly maxPages: number
  /** The endpoint and its parameters as parsed, without `timeout` and `explain`. Requests that mean the same are equal. Form: JSON. */
  readonly meaning: string
  /** Rejects: as the retriever does. */
  readonly retrieve: (retriever: Retriever, signal: AbortSignal, workspaceId?: string) => Promise<Retrieval>
}

/** An endpoint whose answers cost credits. */
interface PaidEndpoint<TParams> {
  readonly kind: ChargeKind
  readonly parse: (input: ParamSource) => ParsedParams<TParams>
  /** The most pages that a request can retrieve. */
  readonly maxPages: (params: TParams) => number
  readonly retrieve: (
    retriever: Retriever,
    params: TParams,
    signal: AbortSignal,
    workspaceId: string | undefined,
  ) => Promise<Retrieval>
}

type RequestParser = (input: ParamSource) => ParsedParams<RetrievalRequest>

const PARSERS: Readonly<Record<BatchEndpoint, RequestParser>> = {
  'market.product': toParser({
    kind: CHARGE_KINDS['market.product'],
    parse: contract.parseProductParams,
    maxPages: () => 1,
    retrieve: (retriever, params, ...rest) => retriever.product(params, ...rest),
  }),
  'market.search': toParser({
    kind: CHARGE_KINDS['market.search'],
    parse: contract.parseSearchParams,
    maxPages: ({ pages }) => pages,
    retrieve: (retriever, params, ...rest) => retriever.search(params, ...rest),
  }),
}

function toParser<TParams extends Pick<ProductParams, 'domain' | 'timeout' | 'explain'>>(
  endpoint: PaidEndpoint<TParams>,
): RequestParser {
  const { kind, parse, maxPages, retrieve } = endpoint
  return (input) => {
    const parsed = parse(input)
    if (!parsed.ok) return parsed
    const { params } = parsed
    // Neither how long a caller waits nor an explanation changes what is asked for.
    const { timeout: _, explain: __, ...meant } = params
    const request: RetrievalRequest = {
      kind,
      domain: params.domain,
      maxPages: maxPages(params),
      meaning: JSON.stringify([kind, meant]),
      retrieve: (retriever, signal, workspaceId) => retrieve(retriever, params, signal, workspaceId),
    }
    return { ok: true, params: request }
  }
}

/** Parses the parameters of an endpoint, from a query string or an item of a batch. */
export function parseRetrievalRequest(endpoint: BatchEndpoint, input: ParamSource): ParsedParams<RetrievalRequest> {
  return PARSERS[endpoint](input)
}
