/**
 * Threads that extract pages within limits of time and memory.
 *
 * @packageDocumentation
 */
export { startExtractPool, type ExtractPool, type ExtractPoolOptions } from './extract-pool.ts'
export { mapInOrder } from './map-in-order.ts'
export {
  ExtractionError,
  type ExtractionErrorCode,
  type PageExtractor,
  type PageOptions,
} from '../../fetch/page-extractor.ts'
export {
  addToRecord,
  parseExtraction,
  printProvenance,
  selectFields,
  serializeExtraction,
  type Additions,
  type SerializedExtraction,
} from './serialize-extraction.ts'
export { besides, startThread } from './start-thread.ts'
