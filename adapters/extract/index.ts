/**
 * Threads that read pages within limits of time and memory.
 *
 * @packageDocumentation
 */
export { startExtractPool, type ExtractPool, type ExtractPoolOptions } from './extract-pool.ts'
export { ExtractionError, type ExtractionErrorCode, type ExtractionRequest, type PageExtractor } from './extraction.ts'
