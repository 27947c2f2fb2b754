import type { ServiceErrorCode } from '../../core/contract/index.ts'
import type { ExampleObject, OperationObject, PathItem, ResponseObject } from './document.ts'
import { errorResponses } from './error-responses.ts'
import { productExample, productWithHtmlExample } from './examples/product.ts'
import { noResultsExample, searchExample } from './examples/search.ts'
import { refToHeaders, type HeaderName } from './headers.ts'
import { productParameters, searchParameters } from './parameters.ts'
import { schemaRef } from './schemas.ts'

/** Errors of the product endpoint; the search endpoint has the same. */
const RETRIEVAL_ERRORS: readonly ServiceErrorCode[] = [
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

/** Errors of what is served now. */
export const servedErrors = RETRIEVAL_ERRORS

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

function success(
  description: string,
  schemaName: string,
  headers: readonly HeaderName[],
  examples: Readonly<Record<string, ExampleObject>>,
): Readonly<Record<'200', ResponseObject>> {
  const content = { 'application/json': { schema: schemaRef(schemaName), examples } }
  return { 200: { description, headers: refToHeaders(headers), content } }
}

const key: OperationObject['security'] = [{ bearer: [] }, { api_key: [] }]

const product: OperationObject = {
  operationId: 'getProduct',
  tags: ['market'],
  summary: 'One product',
  description: 'Retrieves the page of a product and gives its record. Costs 5 credits when it succeeds, else nothing.',
  security: key,
  parameters: productParameters,
  responses: {
    ...success('The product.', 'Product', RETRIEVAL_HEADERS, {
      product: { summary: 'A product', value: productExample },
      product_with_html: { summary: 'The same with `add_html`', value: productWithHtmlExample },
    }),
    ...errorResponses(RETRIEVAL_ERRORS),
  },
}

const search: OperationObject = {
  operationId: 'searchProducts',
  tags: ['market'],
  summary: 'Search results',
  description:
    'Retrieves pages of search results and gives their cards, in page order. Costs 5 credits a page when it succeeds, else nothing. A page without cards ends the run early, and only the pages fetched are charged.',
  security: key,
  parameters: searchParameters,
  responses: {
    ...success('The cards; or `no_results`, when nothing matched.', 'SearchResponse', RETRIEVAL_HEADERS, {
      results: { summary: 'Two cards, one of them an ad', value: searchExample },
      no_results: { summary: 'Nothing matched', value: noResultsExample },
    }),
    ...errorResponses(RETRIEVAL_ERRORS),
  },
}

/** What needs no key and costs nothing. */
const open = { security: [], parameters: [] } as const

const ok = { ok: { summary: 'All is well', value: { status: 'ok' } } }

const description: OperationObject = {
  ...open,
  operationId: 'getOpenApi',
  tags: ['service'],
  summary: 'This description',
  description: 'The interface as OpenAPI 3.1.',
  responses: success('The description.', 'OpenApi', ['Svc-Request-Id'], {
    description: {
      summary: 'Its beginning',
      value: { openapi: '3.1.0', info: { title: 'shelfmark', version: '1.0.0' }, paths: {} },
    },
  }),
}

const live: OperationObject = {
  ...open,
  operationId: 'getLiveness',
  tags: ['service'],
  summary: 'The process runs',
  description: 'Asks nobody else; a process that does not answer is to be replaced.',
  responses: success('It runs.', 'Health', ['Svc-Request-Id'], ok),
}

const ready: OperationObject = {
  ...open,
  operationId: 'getReadiness',
  tags: ['service'],
  summary: 'The service takes requests',
  description: 'Not while it drains, nor while its store is down.',
  responses: {
    ...success('It takes requests.', 'Health', ['Svc-Request-Id'], ok),
    ...errorResponses(['unavailable']),
  },
}

/** What is served, by path. */
export const paths: Readonly<Record<string, PathItem>> = {
  '/api/v1/market/product': { get: product },
  '/api/v1/market/search': { get: search },
  '/api/v1/openapi.json': { get: description },
  '/livez': { get: live },
  '/readyz': { get: ready },
}
