/**
 * A page of any marketplace to its kind and record.
 *
 * @module shelfmark/pages
 */
export {
  extractPage,
  extractRecord,
  type ExtractPageOptions,
  type NamedExtraction,
  type OtherPage,
  type PageExtraction,
  type RecordPage,
} from './extract-page.ts'
export { extractResponse } from './extract-response.ts'
export { isDomain, domains, type Domain } from '../../selectors/index.ts'
export {
  ShelfmarkError,
  type Card,
  type Issue,
  type PageInput,
  type PageKind,
  type Product,
  type Reviews,
  type SearchResponse,
} from '../../core/index.ts'
