import { fieldOfPath } from '../../core/index.ts'

/** How often a source gave a field its value. */
export interface WinnerCount {
  readonly domain: string
  readonly field: string
  /** Selector, or another source such as `detail row`. */
  readonly source: string
  readonly count: number
}

/** Sources that are counted. Others are left out, so that the memory is limited. */
const MAX_SOURCES = 20_000

/** The label of a detail row comes from the page. All labels count as one source, so that the number of series is limited. */
const DETAIL_ROW = 'detail row'

/** Counts the sources of values. A record has about sixty, so that a count is a step through maps and makes no text. */
export class WinnerCounts {
  private readonly domains = new Map<string, Map<string, Map<string, number>>>()
  private size = 0

  /** `winners`: path of a field to its source. The rows of a list count together. */
  add(domain: string, winners: Readonly<Record<string, string>>): void {
    const fields = entryOf(this.domains, domain)
    for (const path in winners) {
      const winner = winners[path] as string
      const sources = entryOf(fields, path.includes('[') ? fieldOfPath(path) : path)
      const source = winner.startsWith(DETAIL_ROW) ? DETAIL_ROW : winner
      const count = sources.get(source)
      if (count === undefined && ++this.size > MAX_SOURCES) continue
      sources.set(source, (count ?? 0) + 1)
    }
  }

  /** Gives all counts, and begins at zero. */
  take(): WinnerCount[] {
    const counts: WinnerCount[] = []
    for (const [domain, fields] of this.domains) {
      for (const [field, sources] of fields) {
        for (const [source, count] of sources) counts.push({ domain, field, source, count })
      }
    }
    this.domains.clear()
    this.size = 0
    return counts
  }
}

/** The map of a key. It is created when it does not exist. */
function entryOf<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  let entry = maps.get(key)
  if (entry === undefined) {
    entry = new Map()
    maps.set(key, entry)
  }
  return entry
}
