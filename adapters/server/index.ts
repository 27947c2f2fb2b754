/**
 * The service inside of a program: mounted in another app, or on a port of its own.
 *
 * @module shelfmark/server
 */
export { SpelledResponse } from '../http/spelled-response.ts'
export {
  fetchServiceSource,
  liveSource,
  SourceError,
  type FetchedPage,
  type FetchServiceOptions,
  type LiveSourceOptions,
  type PageRequest,
  type PageSession,
  type PageSource,
  type PostedBody,
  type RequestCookies,
  type RequestTurn,
  type SessionOutcome,
  type SourceErrorCode,
} from '../fetch/source/index.ts'
export { MissingPackageError } from '../load-packages.ts'
export type { Store } from '../store/store.ts'
export { StoreError } from '../store/store-error.ts'
export { ConfigError } from './config.ts'
export { createService, type ServiceOptions } from './create-service.ts'
export type { EmbeddedService, Ports } from './open-embedded-service.ts'
