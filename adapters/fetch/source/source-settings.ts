import type { BrowserSettings } from './browser-settings.ts'
import type { BrowserVersions } from './browser-versions.ts'
import type { FetchServiceOptions } from './fetch-service.ts'

/** Names of the sources that shelfmark has. The first is the default. */
export const SOURCE_NAMES = ['live', 'sandbox', 'directory', 'browser', 'fetch-service'] as const

/** Where live keys, and the command line, get their pages from. */
export interface SourceSettings {
  /** A source of shelfmark, or the path of a module that has one. */
  readonly source: (typeof SOURCE_NAMES)[number] | { readonly module: string }
  /** Folder of saved pages, for the source `directory`. */
  readonly pagesDirectory: string | null
  readonly proxies: readonly string[]
  /** Host of a marketplace to the base URL of the server that replaces it; `*` for all hosts that are not named. */
  readonly upstreams: ReadonlyMap<string, string>
  /** Renders pages: all of the source `browser`, and those for which a request asks. Absent: null, none is rendered. */
  readonly browser: BrowserSettings | null
  /** Versions of the browsers that the source `live` names. */
  readonly browserVersions: BrowserVersions
  /** The service that fetches, for the source `fetch-service`. Absent: null. */
  readonly fetchService: FetchServiceOptions | null
}
