/** Names of the sources that shelfmark has. The first is the default. */
export const SOURCE_NAMES = ['live', 'sandbox', 'directory'] as const

/** Where live keys, and the command line, get their pages from. */
export interface SourceSettings {
  /** A source of shelfmark, or the path of a module that has one. */
  readonly source: (typeof SOURCE_NAMES)[number] | { readonly module: string }
  /** Folder of saved pages, for the source `directory`. */
  readonly pagesDirectory: string | null
  readonly proxies: readonly string[]
  /** Host of a marketplace to the base URL of the server that replaces it; `*` for all hosts that are not named. */
  readonly upstreams: ReadonlyMap<string, string>
}
