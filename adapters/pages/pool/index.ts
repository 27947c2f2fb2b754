/**
 * Many pages to their records, in worker threads.
 *
 * @module shelfmark/pool
 */
export {
  createPool,
  type Pool,
  type PoolExtractOptions,
  type PoolOptions,
  type PoolPage,
  type PoolResult,
} from './create-pool.ts'
export { ExtractionError, type ExtractionErrorCode } from './page-extractor.ts'
