import type { KeyMode } from '../../core/policy/index.ts'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { registerProxies, type ProxyCounts } from './proxy-metrics.ts'
import { WinnerCounts, type FieldCount, type ReadRecord } from './winner-counts.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45]

/** What the browser has done since the start. */
interface BrowserCounts {
  readonly openPages: number
  readonly renders: Readonly<Record<string, number>>
  readonly starts: number
}

/** Sessions since the start, by marketplace and event. */
type SessionCounts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Counters for operators, in the format of Prometheus. */
export class Metrics {
  private readonly registry = new Registry()
  private readonly requests: Counter
  private readonly durations: Histogram
  private readonly credits: Counter
  private readonly attempts: Counter
  private readonly refusedConnections: Counter
  private readonly webhooks: Counter
  private readonly alerts: Counter
  private readonly tasks: Counter
  private readonly drifted: Gauge
  private readonly looks: Counter
  private readonly held: Gauge
  private readonly fields: Readonly<Record<FieldCount['series'], Counter>>
  /** They are added to the counters when these are printed, because each answer has about sixty. */
  private readonly winners = new WinnerCounts()

  /**
   * `inFlight`: gives the number of requests that are being answered. `unansweredCredits`: gives
   * the credits of charges that are neither confirmed nor voided.
   */
  constructor(inFlight: () => number, unansweredCredits: () => number = () => 0) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry, prefix: 'shelfmark_' })
    this.requests = new Counter({
      name: 'shelfmark_requests_total',
      help: 'Answers, by route and status.',
      labelNames: ['route', 'status'],
      registers,
    })
    this.durations = new Histogram({
      name: 'shelfmark_request_duration_seconds',
      help: 'Time from a request to its answer.',
      labelNames: ['route'],
      buckets: SECONDS,
      registers,
    })
    this.credits = new Counter({
      name: 'shelfmark_credits_total',
      help: 'Credits charged, by route.',
      labelNames: ['route'],
      registers,
    })
    this.attempts = new Counter({
      name: 'shelfmark_source_answers_total',
      help: 'Retrievals by marketplace and outcome, and their attempts.',
      labelNames: ['domain', 'outcome'],
      registers,
    })
    this.refusedConnections = new Counter({
      name: 'shelfmark_connections_refused_total',
      help: 'Connections of callers that were closed because there were too many.',
      registers,
    })
    this.webhooks = new Counter({
      name: 'shelfmark_webhook_attempts_total',
      help: 'Attempts of this process at webhooks, by outcome: ok or failed.',
      labelNames: ['outcome'],
      registers,
    })
    this.alerts = new Counter({
      name: 'shelfmark_alert_attempts_total',
      help: 'Attempts of this process at alerts to operators, by outcome: ok or failed.',
      labelNames: ['outcome'],
      registers,
    })
    this.tasks = new Counter({
      name: 'shelfmark_housekeeping_runs_total',
      help: 'Runs of the tasks of the housekeeping, by outcome: ok or failed.',
      labelNames: ['task', 'outcome'],
      registers,
    })
    const reads = new Counter({
      name: 'shelfmark_records_read_total',
      help: 'Records that were read, and their rows: how often a field could have had a value.',
      labelNames: ['record', 'domain', 'field'],
      registers,
    })
    const unread = new Counter({
      name: 'shelfmark_unread_fields_total',
      help: 'Fields that a page shows, and that could not be read.',
      labelNames: ['record', 'domain', 'field'],
      registers,
    })
    const inconsistent = new Counter({
      name: 'shelfmark_inconsistent_fields_total',
      help: 'Values that contradict another one of their record, by both fields: one of the two was not read rightly.',
      labelNames: ['record', 'domain', 'field', 'against'],
      registers,
    })
    const winners: Counter = new Counter({
      name: 'shelfmark_winning_candidates_total',
      help: 'Which candidate gave a field its value: a layout change shows here first.',
      labelNames: ['record', 'domain', 'field', 'source'],
      registers,
    })
    this.fields = { reads, unread, inconsistent, winners }
    this.drifted = new Gauge({
      name: 'shelfmark_drifted_fields',
      help: 'Fields that have values on fewer pages than in the weeks before, or from other selectors, by what has happened.',
      labelNames: ['record', 'domain', 'drift'],
      registers,
    })
    this.looks = new Counter({
      name: 'shelfmark_watch_looks_total',
      help: 'Looks of watches, by outcome: `seen`, or the error of the retrieval.',
      labelNames: ['outcome'],
      registers,
    })
    this.held = new Gauge({
      name: 'shelfmark_watch_held_fields',
      help: 'Watched fields whose alerts wait, because many pages give them from other selectors than before.',
      labelNames: ['record', 'domain'],
      registers,
    })
    const gauge: Gauge = new Gauge({
      name: 'shelfmark_requests_in_flight',
      help: 'Requests being worked on.',
      registers,
      collect: () => gauge.set(inFlight()),
    })
    const unanswered: Gauge = new Gauge({
      name: 'shelfmark_unanswered_credits',
      help: 'Credits of charges of this process that wait for their answer, or for their compensation.',
      registers,
      collect: () => unanswered.set(unansweredCredits()),
    })
  }

  /** Adds whether the process is ready. `findProblem`: gives what does not work now, or null. */
  collectHealth(findProblem: () => Promise<string | null>): void {
    const gauge: Gauge = new Gauge({
      name: 'shelfmark_ready',
      help: '1: the store can write, its disk has room, and a browser that every page needs can be reached. Else 0.',
      registers: [this.registry],
      collect: async () => gauge.set((await findProblem()) === null ? 1 : 0),
    })
  }

  /** Adds the time since the last run of batches, by the mode of the keys. `readAgeMs`: null when there was none, or it is unknown. */
  watchRuns(readAgeMs: (mode: KeyMode) => Promise<number | null>): void {
    const gauge: Gauge = new Gauge({
      name: 'shelfmark_batch_run_age_seconds',
      help: 'Time since the last run of batches. More than the interval of the runs: batches do not progress.',
      labelNames: ['kind'],
      registers: [this.registry],
      collect: async () => {
        gauge.reset()
        const setAge = async (mode: KeyMode): Promise<void> => {
          const ageMs = await readAgeMs(mode)
          if (ageMs !== null) gauge.set({ kind: mode }, ageMs / 1000)
        }
        await Promise.all([setAge('live'), setAge('test')])
      },
    })
  }

  /** Adds the browser that renders pages. `read`: gives its counts since the start. */
  watchBrowser(read: () => BrowserCounts): void {
    const registers = [this.registry]
    const pages: Gauge = new Gauge({
      name: 'shelfmark_browser_pages_open',
      help: 'Pages that are open in the browser.',
      registers,
      collect: () => pages.set(read().openPages),
    })
    const renders: Counter = new Counter({
      name: 'shelfmark_browser_renders_total',
      help: 'Pages that the browser rendered, by outcome: ok or failed.',
      labelNames: ['outcome'],
      registers,
      collect: () => {
        renders.reset()
        for (const [outcome, count] of Object.entries(read().renders)) renders.inc({ outcome }, count)
      },
    })
    const starts: Counter = new Counter({
      name: 'shelfmark_browser_starts_total',
      help: 'Browsers that were started or connected to: the first, and its replacements.',
      registers,
      collect: () => {
        starts.reset()
        starts.inc(read().starts)
      },
    })
  }

  /** Adds the sessions of visitors. `counts`: by marketplace and event, since the start. `kept`: now. */
  watchSessions({ counts, kept }: { readonly counts: () => SessionCounts; readonly kept: () => number }): void {
    const registers = [this.registry]
    const events: Counter = new Counter({
      name: 'shelfmark_sessions_total',
      help: 'Sessions of visitors, by marketplace and event: made, proven to have their place, refused, lost.',
      labelNames: ['domain', 'event'],
      registers,
      collect: () => {
        events.reset()
        for (const [domain, own] of Object.entries(counts())) {
          for (const [event, count] of Object.entries(own)) events.inc({ domain, event }, count)
        }
      },
    })
    const gauge: Gauge = new Gauge({
      name: 'shelfmark_sessions_kept',
      help: 'Sessions of visitors that this process keeps.',
      registers,
      collect: () => gauge.set(kept()),
    })
  }

  /** Adds the proxies. `read`: gives their connections since the start. */
  watchProxies(read: () => readonly ProxyCounts[]): void {
    registerProxies(this.registry, read)
  }

  countAnswer(route: string, status: number, seconds: number): void {
    this.requests.inc({ route, status })
    this.durations.observe({ route }, seconds)
  }

  countRefusedConnection(): void {
    this.refusedConnections.inc()
  }

  countWebhook(isOk: boolean): void {
    this.webhooks.inc({ outcome: isOk ? 'ok' : 'failed' })
  }

  /** Adds alerts to operators, with nothing counted: an increase from nothing is seen only of a counter that is there. */
  watchAlerts(): void {
    for (const outcome of ['ok', 'failed']) this.alerts.inc({ outcome }, 0)
  }

  countAlert(isOk: boolean): void {
    this.alerts.inc({ outcome: isOk ? 'ok' : 'failed' })
  }

  countTask(task: string, isOk: boolean): void {
    this.tasks.inc({ task, outcome: isOk ? 'ok' : 'failed' })
  }

  countCredits(route: string, credits: number): void {
    if (credits > 0) this.credits.inc({ route }, credits)
  }

  /** `outcome`: `ok`, or the error that the retrieval ended with. */
  countRetrieval(outcome: string, read: ReadRecord): void {
    this.attempts.inc({ domain: read.domain, outcome })
    if (outcome === 'ok') this.winners.add(read)
  }

  /** Replaces the fields that have drifted. */
  setDrift(fields: readonly { readonly record: string; readonly domain: string; readonly drift: string }[]): void {
    this.drifted.reset()
    for (const { record, domain, drift } of fields) this.drifted.inc({ record, domain, drift })
  }

  /** `outcome`: `seen`, or the error that the look ended with. */
  countLook(outcome: string): void {
    this.looks.inc({ outcome })
  }

  /** Replaces the numbers of watched fields whose alerts wait. */
  setHeldFields(fields: readonly { readonly record: string; readonly domain: string; readonly count: number }[]): void {
    this.held.reset()
    for (const { record, domain, count } of fields) this.held.set({ record, domain }, count)
  }

  /** Gives all metrics as text in the format of Prometheus, and its media type. */
  async print(): Promise<{ readonly text: string; readonly type: string }> {
    for (const { series, source, count, ...labels } of this.winners.take()) {
      const more = { winners: { source }, inconsistent: { against: source }, unread: {}, reads: {} }[series]
      this.fields[series].inc({ ...labels, ...more }, count)
    }
    return { text: await this.registry.metrics(), type: this.registry.contentType }
  }
}
