import type { BrowserSettings } from './browser-settings.ts'

/** Names of the sources that shelfmark has. The first is the default. */
export const SOURCE_NAMES = ['live', 'sandbox', 'directory', 'browser'] as const

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
}
