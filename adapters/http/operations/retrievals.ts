import { ENDPOINTS, RETRIEVAL_ERRORS, type ServiceErrorCode } from '../../../core/contract/index.ts'
import { explainedProductExample } from '../openapi/examples/explained.ts'
import { productExample, productWithHtmlExample, productWithScreenshotExample } from '../openapi/examples/product.ts'
import { noResultsExample, searchExample } from '../openapi/examples/search.ts'
import type { HeaderName } from '../openapi/headers.ts'
import { productParameters, searchParameters } from '../openapi/parameters.ts'
import { success } from '../openapi/responses.ts'
import { anyKey } from '../openapi/security.ts'
import type { Operation } from '../route/route.ts'
import type { Service } from '../route/deps.ts'
import { ADMITTED_ERRORS } from './admitted-answers.ts'
import { idempotencyParameter } from './idempotency-key.ts'
import { paid } from './paid.ts'

/** Errors of a product; a search has the same. */
const ERRORS: readonly ServiceErrorCode[] = [
  ...ADMITTED_ERRORS,
  'invalid_params',
  'insufficient_credits',
  'idempotency_conflict',
  'quota_exceeded',
  'not_implemented',
  ...RETRIEVAL_ERRORS,
]

const idempotencyKey = idempotencyParameter(
  'Names this request for a day, within the workspace: the same key and parameters retrieve again at no charge, 5 times at most. `Svc-Cost` is 0 then.',
)

const HEADERS: readonly HeaderName[] = [
  'Svc-Request-Id',
  'Svc-Cost',
  'Svc-Resolved-Url',
  'Svc-Source-Status',
  'Svc-Attempts',
  'Svc-Extractor-Version',
  'Svc-Fetched-At',
  'Svc-Concurrency',
  'Svc-Rps',
  'RateLimit-Policy',
  'RateLimit',
]

export const getProduct: Operation<Service> = {
  ...ENDPOINTS.getProduct,
  operationId: 'getProduct',
  tags: ['market'],
  summary: 'One product',
  description:
    'Retrieves the page of a product and gives its record. Costs 5 credits if it succeeds, 10 with `render_js` and 15 with `screenshot`, otherwise nothing.',
  security: anyKey,
  parameters: [...productParameters, idempotencyKey],
  answers: {
    success: success(200, {
      description: 'The product.',
      schema: 'Product',
      headers: HEADERS,
      rareHeaders: ['Svc-Credits-Remaining'],
      examples: {
        product: { summary: 'A product', value: productExample },
        product_with_html: { summary: 'The same with `add_html`', value: productWithHtmlExample },
        product_with_screenshot: { summary: 'The same with `screenshot`', value: productWithScreenshotExample },
        product_explained: { summary: 'The same with `explain`', value: explainedProductExample },
      },
    }),
    errors: ERRORS,
  },
  handler: paid('market.product'),
}

export const searchProducts: Operation<Service> = {
  ...ENDPOINTS.searchProducts,
  operationId: 'searchProducts',
  tags: ['market'],
  summary: 'Search results',
  description:
    'Retrieves pages of search results and gives their cards, in page order. Costs 5 credits a page if it succeeds, 10 with `render_js` and 15 with `screenshot`, otherwise nothing. A page without cards ends the run early. Only pages with cards are charged, and the first.',
  security: anyKey,
  parameters: [...searchParameters, idempotencyKey],
  answers: {
    success: success(200, {
      description: 'The cards; or `no_results`, when nothing matched.',
      schema: 'SearchResponse',
      headers: [...HEADERS, 'Svc-Has-More'],
      rareHeaders: ['Svc-Credits-Remaining'],
      examples: {
        results: { summary: 'Two cards, one of them an ad', value: searchExample },
        no_results: { summary: 'Nothing matched', value: noResultsExample },
      },
    }),
    errors: ERRORS,
  },
  handler: paid('market.search'),
}
