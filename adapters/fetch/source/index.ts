/**
 * Sources of pages: the network, a service that fetches, the simulated marketplace, a folder of saved pages.
 *
 * @packageDocumentation
 */
export { directorySource } from './directory-source.ts'
export { fetchServiceSource, type FetchServiceOptions } from './fetch-service.ts'
export { liveSource, type LiveSourceOptions } from './live-source.ts'
export { guardSource } from './guard-source.ts'
export { openSource } from './open-source.ts'
export type { SourceSettings } from './source-settings.ts'
export {
  abortedFetch,
  SourceError,
  type EarlierPage,
  type FetchedPage,
  type PageRequest,
  type PageSession,
  type PageSource,
  type PostedBody,
  type RenderRequest,
  type RequestCookies,
  type RequestTurn,
  type SessionOutcome,
  type SourceErrorCode,
} from './page-source.ts'
export { sandboxSource } from './sandbox-source.ts'
