import { randomUUID } from 'node:crypto'
import { DAY_MS, dayOf, type KeyMode } from '../../core/policy/index.ts'
import { WinnerCounts, type FieldCount, type FieldIssue } from './winner-counts.ts'

/** A count of a UTC day. */
interface Count {
  readonly series: 'requests' | 'refusals' | 'attempts' | Exclude<FieldCount['series'], 'inconsistent'>
  /** Form: `YYYY-MM-DD`. */
  readonly day: string
  readonly name: readonly string[]
  readonly count: number
}

/** Counts that are written together. `id`: no other entry has it. */
interface Entry {
  readonly id: string
  readonly counts: readonly Count[]
}

/** A request that ended with a record or an error. */
export interface CountedRetrieval {
  readonly workspaceId: string
  /** Mode of its key. The fields of simulated pages are not counted. */
  readonly mode: KeyMode
  readonly endpoint: string
  readonly record: string
  readonly domain: string
  /** `ok`, or the error that it ended with. */
  readonly outcome: string
  readonly durationMs: number
  /** Path of a field to its source. */
  readonly winners: Readonly<Record<string, string>>
  readonly issues: readonly FieldIssue[]
}

/** Longest durations that are counted together. Unit: ms. */
const DURATIONS_MS = [250, 500, 1000, 2000, 4000, 8000, 16_000, 45_000]
/** Names that are counted between two writes. Others are left out, so that the memory is limited. */
const MAX_NAMES = 20_000

export interface DailyStatisticsOptions {
  /** Adds an entry to the store. Rejects: it may not have been added, and is given again. */
  readonly write: (entry: Entry) => Promise<void>
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Time between two writes. Unit: ms. Default: 5 seconds. */
  readonly intervalMs?: number
}

/**
 * Counts by day for the dashboard, in memory until they are written every few seconds.
 *
 * Parts of the names:
 *
 * - `requests`: workspace, endpoint, outcome, longest duration in ms, or `more` when it was longer; of a sandbox key, also `test`
 * - `refusals`: workspace, or empty for a key that nobody knows; method and path of the route, error; of a sandbox key, also `test`
 * - `attempts`: domain, outcome: `record`, the kind of the page, or the error of the fetch
 * - `reads`: record, domain, list of rows such as `products[]`; empty, the record itself. How often its fields could have had values
 * - `winners`: record, domain, field such as `products[].price`, selector. Versions until 0.2 counted domain, field, selector
 * - `unread`: record, domain, field that a page shows and that could not be read
 */
export class DailyStatistics {
  private readonly options: DailyStatisticsOptions
  private counts = new Map<string, Count>()
  /** Fields that were read on `day`. */
  private readonly winners = new WinnerCounts()
  /** Day of the last count. Form: `YYYY-MM-DD`. */
  private day = ''
  /** Until when `day` is the present one. Unit: ms since 1970. */
  private dayEndMs = 0
  /** What is being written, or was refused. Absent: null, all is written. */
  private entry: Entry | null = null
  private writing: Promise<void> | null = null
  private readonly timer: NodeJS.Timeout

  constructor(options: DailyStatisticsOptions) {
    this.options = options
    this.timer = setInterval(() => void this.flush(), options.intervalMs ?? 5000).unref()
  }

  countRetrieval({ workspaceId, mode, endpoint, outcome, durationMs, ...read }: CountedRetrieval): void {
    const longest = DURATIONS_MS.find((ms) => durationMs <= ms)
    const name = [workspaceId, endpoint, outcome, String(longest ?? 'more')]
    this.count('requests', mode === 'test' ? [...name, mode] : name)
    if (outcome === 'ok' && mode === 'live') this.winners.add(read)
  }

  /** Counts a request that was refused before a page was fetched. `workspaceId`: empty, nobody knows its key. */
  countRefusal(workspaceId: string, mode: KeyMode, endpoint: string, error: string): void {
    const name = [workspaceId, endpoint, error]
    this.count('refusals', mode === 'test' ? [...name, mode] : name)
  }

  countAttempt(domain: string, outcome: string): void {
    this.count('attempts', [domain, outcome])
  }

  /** Writes what was counted. What the store refuses is written the next time. */
  flush(): Promise<void> {
    this.writing ??= this.write().finally(() => (this.writing = null))
    return this.writing
  }

  /** Writes for the last time. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.flush()
    // A write that was under way took the counts of its beginning.
    if (this.entry === null) await this.flush()
  }

  private async write(): Promise<void> {
    if (this.entry === null) {
      this.addWinners()
      if (this.counts.size === 0) return
      this.entry = { id: randomUUID(), counts: [...this.counts.values()] }
      this.counts = new Map()
    }
    const isWritten = await this.options.write(this.entry).then(
      () => true,
      () => false,
    )
    if (isWritten) this.entry = null
  }

  private count(series: Count['series'], name: readonly string[]): void {
    this.followDay()
    this.add(series, name, 1)
  }

  /** Adds to a count of `day`. */
  private add(series: Count['series'], name: readonly string[], more: number): void {
    const { day } = this
    const key = `${series} ${day} ${name.join('\n')}`
    const before = this.counts.get(key)
    if (before === undefined && this.counts.size >= MAX_NAMES) return
    this.counts.set(key, { series, day, name, count: (before?.count ?? 0) + more })
  }

  /** Each count asks for its day, and making its text costs more than the count. */
  private followDay(): void {
    const nowMs = this.options.epochMs()
    if (nowMs < this.dayEndMs && nowMs >= this.dayEndMs - DAY_MS) return
    this.addWinners()
    this.day = dayOf(nowMs)
    this.dayEndMs = Date.parse(this.day) + DAY_MS
  }

  private addWinners(): void {
    for (const { series, record, domain, field, source, count } of this.winners.take()) {
      // Contradictions are metrics alone.
      if (series === 'inconsistent') continue
      this.add(series, series === 'winners' ? [record, domain, field, source] : [record, domain, field], count)
    }
  }
}
