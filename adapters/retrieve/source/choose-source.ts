import { directorySource } from './directory-source.ts'
import { liveSource } from './live-source.ts'
import type { PageSource } from './page-source.ts'
import { sandboxSource } from './sandbox-source.ts'

/** Where live keys, and the command line, get their pages from. */
export interface SourceSettings {
  readonly source: 'live' | 'sandbox' | 'directory'
  /** Folder of saved pages, for the source `directory`. */
  readonly pagesDirectory: string | null
  readonly proxies: readonly string[]
  /** Host of a marketplace to the base URL of the server that replaces it; `*` for all hosts that are not named. */
  readonly upstreams: ReadonlyMap<string, string>
}

/** Opens the source that the settings name. */
export function chooseSource({ source, pagesDirectory, proxies, upstreams }: SourceSettings): PageSource {
  if (source === 'sandbox') return sandboxSource()
  if (source === 'directory') return directorySource(pagesDirectory ?? '.')
  return liveSource({ proxies, upstreams })
}
