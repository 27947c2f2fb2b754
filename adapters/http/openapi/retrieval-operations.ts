import type { ServiceErrorCode } from '../../../core/contract/index.ts'
import type { OperationObject } from './document.ts'
import { errorResponses } from './error-responses.ts'
import { productExample, productWithHtmlExample } from './examples/product.ts'
import { noResultsExample, searchExample } from './examples/search.ts'
import type { HeaderName } from './headers.ts'
import { productParameters, searchParameters } from './parameters.ts'
import { anyKey, success } from './operation-parts.ts'

/** Errors of the product endpoint; the search endpoint has the same. */
export const RETRIEVAL_ERRORS: readonly ServiceErrorCode[] = [
  'invalid_params',
  'unauthorized',
  'revoked',
  'insufficient_credits',
  'product_not_found',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'not_implemented',
  'target_unreachable',
  'extraction_failed',
  'asin_mismatch',
  'generic_gallery_page',
  'unavailable',
]

const RETRIEVAL_HEADERS: readonly HeaderName[] = [
  'Svc-Request-Id',
  'Svc-Cost',
  'Svc-Resolved-Url',
  'Svc-Source-Status',
  'Svc-Attempts',
  'Svc-Extractor-Version',
  'Svc-Concurrency',
  'Svc-Rps',
]

export const product: OperationObject = {
  operationId: 'getProduct',
  tags: ['market'],
  summary: 'One product',
  description: 'Retrieves the page of a product and gives its record. Costs 5 credits when it succeeds, else nothing.',
  security: anyKey,
  parameters: productParameters,
  responses: {
    ...success(200, 'The product.', 'Product', RETRIEVAL_HEADERS, {
      product: { summary: 'A product', value: productExample },
      product_with_html: { summary: 'The same with `add_html`', value: productWithHtmlExample },
    }),
    ...errorResponses(RETRIEVAL_ERRORS),
  },
}

export const search: OperationObject = {
  operationId: 'searchProducts',
  tags: ['market'],
  summary: 'Search results',
  description:
    'Retrieves pages of search results and gives their cards, in page order. Costs 5 credits a page when it succeeds, else nothing. A page without cards ends the run early, and only the pages fetched are charged.',
  security: anyKey,
  parameters: searchParameters,
  responses: {
    ...success(200, 'The cards; or `no_results`, when nothing matched.', 'SearchResponse', RETRIEVAL_HEADERS, {
      results: { summary: 'Two cards, one of them an ad', value: searchExample },
      no_results: { summary: 'Nothing matched', value: noResultsExample },
    }),
    ...errorResponses(RETRIEVAL_ERRORS),
  },
}
