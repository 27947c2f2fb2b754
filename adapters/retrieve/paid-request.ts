import {
  parseProductParams,
  parseSearchParams,
  type BatchEndpoint,
  type ParamSource,
  type ParsedParams,
} from '../../core/contract/index.ts'
import type { ChargeKind } from '../../core/policy/index.ts'
import type { Retrieval, Retriever } from './retriever.ts'

/** A request whose success is charged: of a caller, or an item of a batch. */
export interface PaidRequest {
  readonly kind: ChargeKind
  readonly domain: string
  /** The most pages that it can be charged for. */
  readonly maxPages: number
  /** Rejects: as `Retriever` does. */
  readonly retrieve: (retriever: Retriever, signal: AbortSignal) => Promise<Retrieval<unknown>>
}

const PARSERS: Readonly<Record<BatchEndpoint, (source: ParamSource) => ParsedParams<PaidRequest>>> = {
  'market.product': parseProduct,
  'market.search': parseSearch,
}

/** Reads the parameters of an endpoint: a query string, or an item of a batch. */
export function parsePaidRequest(endpoint: BatchEndpoint, source: ParamSource): ParsedParams<PaidRequest> {
  return PARSERS[endpoint](source)
}

function parseProduct(source: ParamSource): ParsedParams<PaidRequest> {
  const parsed = parseProductParams(source)
  if (!parsed.ok) return parsed
  const { params } = parsed
  const retrieve: PaidRequest['retrieve'] = (retriever, signal) => retriever.product(params, signal)
  return { ok: true, params: { kind: 'product', domain: params.domain, maxPages: 1, retrieve } }
}

function parseSearch(source: ParamSource): ParsedParams<PaidRequest> {
  const parsed = parseSearchParams(source)
  if (!parsed.ok) return parsed
  const { params } = parsed
  const retrieve: PaidRequest['retrieve'] = (retriever, signal) => retriever.search(params, signal)
  return { ok: true, params: { kind: 'search', domain: params.domain, maxPages: params.pages, retrieve } }
}
