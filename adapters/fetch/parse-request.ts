import {
  placeOf,
  recordOf,
  type BatchEndpoint,
  type Contract,
  type ParamSource,
  type ParamsOf,
  type ParsedParams,
  type RenderParams,
} from '../../core/contract/index.ts'
import { countPages, isbn10Of, requireRecord, type RecordName } from '../../core/index.ts'
import { requireMarketplace } from '../require-marketplace.ts'
import { mostGtinPages, type PageService } from '../../core/policy/index.ts'

/** A record that is asked for, with its parameters parsed. */
export interface RecordRequest<Name extends RecordName = RecordName> {
  readonly record: Name
  readonly params: ParamsOf<Name>
}

/** A request for a record, and what it can cost. */
export interface RetrievalRequest extends RecordRequest {
  /** The most pages that it can retrieve. */
  readonly maxPages: number
  readonly service: PageService
  /** The record and its parameters as parsed, without `timeout` and `explain`. Requests that mean the same are equal. Form: JSON. */
  readonly meaning: string
  /** What the answer shows besides: requests that mean the same can differ in it. */
  readonly form: 'plain' | 'explained'
}

/** Parses the parameters of an endpoint, from a query string or an item of a batch. */
export function parseRetrievalRequest(
  contract: Contract,
  endpoint: BatchEndpoint,
  input: ParamSource,
): ParsedParams<RetrievalRequest> {
  const record = recordOf(endpoint)
  const parsed = contract.parseParams(record, input)
  if (!parsed.ok) return parsed
  const { params } = parsed
  // Neither how long a caller waits nor an explanation changes what is asked for.
  const { timeout: _, explain: __, language, fields, render_js, screenshot, zip, city, ship_to, ...meant } = params
  const place = placeOf(params)
  const own = requireMarketplace(params.domain).language
  // What is not asked for is left out, so that requests mean what they did before there was the parameter.
  const chosen = {
    ...meant,
    language: language === own ? null : language,
    ...(fields === null ? {} : { fields }),
    ...(render_js ? { render_js, screenshot } : {}),
    ...(place === null ? {} : { zip, city, ship_to }),
  }
  const meaning = JSON.stringify([record, chosen])
  const form = params.explain ? 'explained' : 'plain'
  const gtin = findAskedGtin({ params })
  const maxPages = gtin === null ? countPages(requireRecord(record), params) : mostGtinPages(isbn10Of(gtin) !== null)
  return { ok: true, params: { record, params, maxPages, service: toService(params), meaning, form } }
}

/** The GTIN by which a product has to be found. Absent: null, its ASIN is known. */
export function findAskedGtin({ params }: Pick<RecordRequest, 'params'>): string | null {
  return 'gtin' in params && params.gtin === params.query ? params.query : null
}

function toService({ render_js, screenshot }: RenderParams): PageService {
  if (screenshot !== null) return 'pictured'
  return render_js ? 'rendered' : 'received'
}
