import {
  CHARGE_KINDS,
  type BatchEndpoint,
  type Contract,
  type ParamSource,
  type ParsedParams,
  type ProductParams,
  type RenderParams,
} from '../../core/contract/index.ts'
import type { PageService } from '../../core/policy/index.ts'
import type { Retrieval, Retriever } from './retriever.ts'

/** A request to an endpoint, with its parameters parsed. */
export interface RetrievalRequest {
  readonly record: string
  readonly domain: string
  /** The most pages that it can retrieve. */
  readonly maxPages: number
  readonly service: PageService
  /** The endpoint and its parameters as parsed, without `timeout` and `explain`. Requests that mean the same are equal. Form: JSON. */
  readonly meaning: string
  /** Rejects: as the retriever does. */
  readonly retrieve: (retriever: Retriever, signal: AbortSignal, workspaceId?: string) => Promise<Retrieval>
}

/** An endpoint whose answers cost credits. */
interface PaidEndpoint<TParams> {
  readonly record: string
  readonly parse: (contract: Contract, input: ParamSource) => ParsedParams<TParams>
  /** The most pages that a request can retrieve. */
  readonly maxPages: (params: TParams) => number
  readonly retrieve: (
    retriever: Retriever,
    params: TParams,
    signal: AbortSignal,
    workspaceId: string | undefined,
  ) => Promise<Retrieval>
}

type RequestParser = (contract: Contract, input: ParamSource) => ParsedParams<RetrievalRequest>

const PARSERS: Readonly<Record<BatchEndpoint, RequestParser>> = {
  'market.product': toParser({
    record: CHARGE_KINDS['market.product'],
    parse: (contract, input) => contract.parseProductParams(input),
    maxPages: () => 1,
    retrieve: (retriever, params, ...rest) => retriever.product(params, ...rest),
  }),
  'market.search': toParser({
    record: CHARGE_KINDS['market.search'],
    parse: (contract, input) => contract.parseSearchParams(input),
    maxPages: ({ pages }) => pages,
    retrieve: (retriever, params, ...rest) => retriever.search(params, ...rest),
  }),
}

type SharedParams = Pick<ProductParams, 'domain' | 'timeout' | 'explain' | keyof RenderParams>

function toParser<TParams extends SharedParams>(endpoint: PaidEndpoint<TParams>): RequestParser {
  const { record, parse, maxPages, retrieve } = endpoint
  return (contract, input) => {
    const parsed = parse(contract, input)
    if (!parsed.ok) return parsed
    const { params } = parsed
    // Neither how long a caller waits nor an explanation changes what is asked for.
    const { timeout: _, explain: __, render_js, screenshot, ...meant } = params
    const request: RetrievalRequest = {
      record,
      domain: params.domain,
      maxPages: maxPages(params),
      service: toService(params),
      meaning: JSON.stringify([record, render_js ? { ...meant, render_js, screenshot } : meant]),
      retrieve: (retriever, signal, workspaceId) => retrieve(retriever, params, signal, workspaceId),
    }
    return { ok: true, params: request }
  }
}

function toService({ render_js, screenshot }: RenderParams): PageService {
  if (screenshot !== null) return 'pictured'
  return render_js ? 'rendered' : 'received'
}

/** Parses the parameters of an endpoint, from a query string or an item of a batch. */
export function parseRetrievalRequest(
  contract: Contract,
  endpoint: BatchEndpoint,
  input: ParamSource,
): ParsedParams<RetrievalRequest> {
  return PARSERS[endpoint](contract, input)
}
