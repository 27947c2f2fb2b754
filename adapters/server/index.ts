/**
 * The service inside of a program: mounted in another app, or on a port of its own.
 *
 * @module shelfmark/server
 */
export { SpelledResponse } from '../http/spelled-response.ts'
export { fetchServiceSource, type FetchServiceOptions } from '../fetch/source/fetch-service.ts'
export { liveSource, type LiveSourceOptions } from '../fetch/source/live-source.ts'
export {
  SourceError,
  type FetchedPage,
  type PageRequest,
  type PageSession,
  type PageSource,
  type PostedBody,
  type RequestCookies,
  type RequestTurn,
  type SessionOutcome,
  type SourceErrorCode,
} from '../fetch/source/page-source.ts'
export { MissingPackageError } from '../load-packages.ts'
export type { Store } from '../store/store.ts'
export { StoreError } from '../store/store-error.ts'
export { ConfigError } from './config.ts'
export { createService, type ServiceOptions } from './create-service.ts'
export type { EmbeddedService, Ports } from './open-embedded-service.ts'
