import { errorBody, reasonsOf, type ErrorBody, type ServiceErrorCode } from '../../../../core/contract/index.ts'
import { describeCeiling, PLANS } from '../../../../core/policy/index.ts'

/** What a problem says besides its error: an example for each code. */
export function problemFacts(code: ServiceErrorCode) {
  return { docsUrl: DOCS_URL, requestId: REQUEST_ID, reason: reasonsOf(code)[0] ?? null }
}

const DOCS_URL = 'https://shelfmark.example/docs'
const REQUEST_ID = '4f1c2b9e-5a0d-4c7b-9a43-0d6c1e2f3a4b'

/** A body of every error. */
export const errorExamples: { readonly [C in ServiceErrorCode]: ErrorBody<C> } = {
  invalid_params: errorBody('invalid_params', {
    details: [
      {
        param: 'query',
        message: 'must be an ASIN or ISBN of 10 letters or digits, or a GTIN of 8, 12, 13 or 14 digits',
      },
    ],
  }),
  unauthorized: errorBody('unauthorized'),
  revoked: errorBody('revoked'),
  insufficient_credits: errorBody('insufficient_credits'),
  forbidden_address: errorBody('forbidden_address'),
  forbidden_scope: errorBody('forbidden_scope'),
  product_not_found: errorBody('product_not_found'),
  gtin_not_confirmed: errorBody('gtin_not_confirmed', {
    details: {
      gtin: '2000000000039',
      candidates: [
        {
          asin: 'B0GTIN0004',
          title: 'Kestlane Electric Kettle',
          url: 'https://www.amazon.com/dp/B0GTIN0004',
          prints_gtin: false,
        },
      ],
    },
  }),
  category_not_found: errorBody('category_not_found'),
  not_found: errorBody('not_found'),
  method_not_allowed: errorBody('method_not_allowed'),
  idempotency_conflict: errorBody('idempotency_conflict'),
  too_many_keys: errorBody('too_many_keys'),
  batch_aborted: errorBody('batch_aborted'),
  results_expired: errorBody('results_expired'),
  payload_too_large: errorBody('payload_too_large'),
  unsupported_media_type: errorBody('unsupported_media_type'),
  rate_limited: errorBody('rate_limited', {
    message: `${describeCeiling('rate', PLANS.free)} Retry after 1 s.`,
    docs_url: DOCS_URL,
    request_id: REQUEST_ID,
  }),
  quota_exceeded: errorBody('quota_exceeded', {
    message:
      'The workspace stores 200,000,000 of 200,000,000 bytes of batches. It has room again when the results of its oldest batches are removed.',
  }),
  internal_error: errorBody('internal_error'),
  not_implemented: errorBody('not_implemented', { params: ['render_js'] }),
  target_unreachable: errorBody('target_unreachable'),
  location_not_applied: errorBody('location_not_applied', {
    details: { asked: { zip: '10001', city: null, ship_to: null }, shown: 'Chicago 60602' },
  }),
  extraction_failed: errorBody('extraction_failed'),
  asin_mismatch: errorBody('asin_mismatch'),
  reviews_withheld: errorBody('reviews_withheld'),
  page_mismatch: errorBody('page_mismatch'),
  generic_gallery_page: errorBody('generic_gallery_page'),
  unavailable: errorBody('unavailable'),
}
