import type { PageSource } from '../source/page-source.ts'
import type { SessionCounts } from './session-counts.ts'
import { SessionPages } from './session-pages.ts'
import type { SessionsOptions } from './session-settings.ts'

/** A source whose pages come in sessions of visitors. */
export interface SessionSource extends PageSource {
  /** Sessions since the start. */
  counts(): SessionCounts
  /** Sessions that are kept now. */
  kept(): number
}

/**
 * A source whose pages for a place come in sessions: visitors who told the shop where to deliver. A page without a
 * place comes from the source itself, unless the settings say otherwise. A source that heeds places itself is not
 * changed. The source is closed with it.
 */
export function withSessions(source: PageSource, options: SessionsOptions): SessionSource {
  if (source.heedsPlace === true) {
    const fetch: PageSource['fetch'] = (request, signal) => source.fetch(request, signal)
    return { heedsPlace: true, fetch, close: () => source.close(), counts: () => ({}), kept: () => 0 }
  }
  const sessions = new SessionPages(source, options)
  return {
    exits: source.exits,
    fetch: (request, signal) => sessions.fetch(request, signal),
    close: () => source.close(),
    counts: () => sessions.counter.read(),
    kept: () => sessions.pool.size,
  }
}
