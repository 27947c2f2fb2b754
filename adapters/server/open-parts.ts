import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Contract } from '../../core/contract/index.ts'
import { contractFor } from '../contract.ts'
import { createQuarantine, type Retrievers } from '../work/quarantine.ts'
import { toAddressRanges } from '../http/route/address-ranges.ts'
import type { Activity, Health, Observers, Visitors } from '../http/route/deps.ts'
import { WrongKeys } from '../http/route/wrong-keys.ts'
import { createLossReport, type Loss } from '../work/findings/report-losses.ts'
import { startRunner } from '../work/runner.ts'
import type { ItemDeps } from '../work/work-on-item.ts'
import { createLog, type Logger } from '../observe/log.ts'
import { DailyStatistics } from '../observe/daily-statistics.ts'
import { Metrics } from '../observe/metrics.ts'
import { RequestRecorder } from '../observe/request-recorder.ts'
import type { Tracer } from '../observe/tracer.ts'
import { countRetrievals, createRetriever, type RetrieverOptions } from '../fetch/create-retriever.ts'
import { openPages, type Pages } from '../fetch/open-pages.ts'
import { waitWhileBusy } from '../fetch/retriever.ts'
import { PageSamples } from '../fetch/samples/page-samples.ts'
import { samplePages } from '../fetch/samples/sample-pages.ts'
import { areOldVersions } from '../fetch/source/browser-versions.ts'
import type { PageSource } from '../fetch/source/page-source.ts'
import { startExtractPool } from '../pages/pool/extract-pool.ts'
import type { PageExtractor } from '../pages/pool/page-extractor.ts'
import type { Lane } from '../pages/pool/line.ts'
import type { Limiter } from '../store/limiter.ts'
import type { LoggedRequest } from '../store/request-log.ts'
import type { Store } from '../store/store.ts'
import { createAlertSender, type AlertSender } from '../work/webhook/alert-sender.ts'
import { breakCircuits } from '../work/webhook/circuit-breaker.ts'
import { countAttempts } from '../work/webhook/count-attempts.ts'
import { checkWebhookUrl } from '../work/webhook/check-webhook-url.ts'
import { createWebhookSender, type WebhookSender } from '../work/webhook/send-webhook.ts'
import { webhookSecrets, type WebhookSecrets } from '../work/webhook/webhook-secrets.ts'
import { ConfigError, type Config } from './config.ts'
import type { Backend } from './backend.ts'
import { openBackend } from './open-backend.ts'
import { openTracer, traceExtractor, traceRetriever, traceSource, traceWebhooks } from './trace-parts.ts'
import { monitorHealth } from './monitor-health.ts'
import { warmUp } from './warm-up.ts'

/** Replacements for parts of the service: for tests, and for programs that embed it. */
export interface ServiceOverrides {
  readonly log?: Logger | undefined
  /** Clock of the system. Unit: ms since 1970. */
  readonly epochMs?: (() => number) | undefined
  /** Waits before the server drains. Unit: ms. Default: a timer. */
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined
  readonly retrieval?: RetrieverOptions['limits']
  /** Where live keys get their pages from. Default: as the configuration says. */
  readonly source?: PageSource | undefined
}

/** What a server and a worker consist of. */
export interface Parts {
  readonly store: Store
  readonly limiter: Limiter
  readonly health: Health
  readonly visitors: Visitors
  /** What callers can ask. */
  readonly contract: Contract
  /** By the mode of the key. */
  readonly retrievers: Retrievers
  readonly secrets: WebhookSecrets
  readonly checkWebhookUrl: (url: string) => Promise<string | null>
  /** Absent: null, the settings name no receiver of alerts. */
  readonly alerts: AlertSender | null
  readonly statistics: DailyStatistics
  /** Absent: null, no page is kept. */
  readonly samples: PageSamples | null
  /** Absent: null, the log of requests is off. */
  readonly requestRecorder: RequestRecorder<LoggedRequest> | null
  readonly metrics: Metrics
  readonly log: Logger
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  readonly activity: Activity
  readonly trustedProxies: Observers['trustedProxies']
  readonly wrongKeys: WrongKeys
  /** Absent: null, nothing is traced. */
  readonly tracer: Tracer | null
  /** Gives an id that no other request, batch or charge has. */
  readonly newId: () => string
  /** Starts no more items of batches, and waits for those that run. Unit: ms. */
  readonly stopBatches: (drainMs: number) => Promise<void>
  /** Ends all parts, after everything that uses them has ended. */
  readonly close: () => Promise<void>
}

/** Ends a part. */
type End = () => Promise<unknown>

/**
 * Opens the parts that a configuration asks for, and starts the work on batches. If one fails, those that were opened end.
 *
 * Rejects: with a `StoreError` when the store can't be opened.
 */
export async function openParts(config: Config, overrides: ServiceOverrides): Promise<Parts> {
  const ends: End[] = []
  // A part that can't end, such as one whose Redis is gone, does not keep the others.
  const close = async (): Promise<void> => {
    const problems: unknown[] = []
    for (const end of ends.toReversed()) await end().catch((problem: unknown) => problems.push(problem))
    if (problems.length > 0) throw problems[0]
  }
  try {
    return { ...(await openInOrder(config, overrides, (end) => ends.push(end))), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** `onOpen`: gets the end of each part, when it was opened. */
async function openInOrder(
  config: Config,
  overrides: ServiceOverrides,
  onOpen: (end: End) => void,
): Promise<Omit<Parts, 'close'>> {
  const { log = createLog(config.logLevel) } = overrides
  const tracer = await openTracer(config.hasTraces)
  let reportLoss: (loss: Loss) => Promise<void> | undefined = () => undefined
  const { store, limiter, epochMs, ...backend } = await openBackend(config, {
    log,
    onLoss: (loss) => void reportLoss(loss),
    epochMs: overrides.epochMs,
  })
  onOpen(backend.close)
  const pages = await openPages(config, {
    source: overrides.source,
    openPace: backend.openPace,
    sessions: {
      store: backend.sessionStore,
      epochMs,
      onProblem: (err) => log.warn({ err }, 'sessions of visitors are not shared: the store fails'),
    },
    onProxyProblem: (proxy, problem) => {
      if (problem === null) log.info({ proxy }, 'a proxy works again')
      else log.warn({ proxy, problem }, 'a proxy rests for 30 s: its last connections failed')
    },
    onProblem: (problem) => (problem === null ? log.info('the browser can be reached') : log.error(problem)),
  })
  onOpen(() => pages.close().catch((err: unknown) => log.error({ err }, 'the source of pages did not close')))
  await pages.browser?.start()
  if (config.source === 'live' && overrides.source === undefined) warnOfOldVersions(config, epochMs(), log)
  const extractor = await startExtractPool({ threads: config.workers })
  onOpen(() => extractor.close())
  if (config.source !== 'sandbox' && overrides.source === undefined) await warmUp(extractor, config.workers)
  const statistics = new DailyStatistics({ epochMs, write: (entry) => store.statistics.add(entry) })
  onOpen(() => statistics.close())
  const requestRecorder = openRecorder(store, config)
  onOpen(async () => requestRecorder?.close())
  const samples = await openSamples(config, epochMs, log)
  onOpen(async () => samples?.close())
  const createRetrievers = (own: PageExtractor, lane: Lane): Retrievers => {
    const onAttempt = (domain: string, outcome: string): void => statistics.countAttempt(domain, outcome)
    const shared = { extractor: traceExtractor(own, tracer), lane, epochMs, limits: overrides.retrieval }
    const from = (access: Pages['live']): Pages['live'] => ({ ...access, source: traceSource(access.source, tracer) })
    const sampled = samples === null ? shared.extractor : samplePages(shared.extractor, samples)
    const live = createRetriever({ ...shared, ...from(pages.live), extractor: sampled, onAttempt })
    const simulated = createRetriever({ ...shared, ...from(pages.test) })
    return {
      live: traceRetriever(countRetrievals(live, 'live', statistics), tracer, lane),
      test: traceRetriever(countRetrievals(simulated, 'test', statistics), tracer, lane),
    }
  }
  const health = await monitorHealth({
    store,
    log,
    directory: config.shared === null ? config.dataDirectory : null,
    minFreeBytes: config.minFreeBytes,
    readRunAgeMs: () => store.batches.runAgeMs('live', epochMs()),
    proxies: () => pages.proxies.states(),
    browser: pages.browser === null ? null : { ...pages.browser, isNeeded: config.source === 'browser' },
  })
  onOpen(health.close)
  const activity = { inFlight: 0, isLeaving: false, isDraining: false }
  const metrics = new Metrics(
    () => activity.inFlight,
    () => store.ledger.unansweredCredits(),
  )
  const webhooks = createWebhookSender({ allowedOrigins: config.webhookOrigins })
  onOpen(() => webhooks.close())
  const alerts =
    config.alerts === null ? null : createAlertSender(config.alerts, countAttempts(webhooks, metrics), epochMs)
  if (alerts !== null) metrics.watchAlerts()
  reportLoss = createLossReport({ store, alerts, log, epochMs })
  const parts = {
    store,
    limiter,
    health,
    visitors: pages.sessions,
    contract: contractFor(pages.browser !== null, config.marketplaces),
    retrievers: createRetrievers(extractor, 'requests'),
    secrets: webhookSecrets(config, log),
    checkWebhookUrl: (url: string) => checkWebhookUrl(url, { allowedOrigins: config.webhookOrigins }),
    alerts,
    statistics,
    samples,
    requestRecorder,
    metrics,
    log,
    epochMs,
    activity,
    trustedProxies: toAddressRanges(config.trustedProxies),
    wrongKeys: new WrongKeys(),
    newId: randomUUID,
    tracer,
  }
  parts.metrics.collectHealth(health.findProblem)
  if (pages.browser !== null) parts.metrics.watchBrowser(pages.browser.counts)
  parts.metrics.watchSessions(pages.sessions)
  if (config.proxies.length > 0) parts.metrics.watchProxies(health.proxies)
  parts.metrics.watchRuns((mode) => store.batches.runAgeMs(mode, epochMs()).catch(() => null))
  const quarantine = createQuarantine({
    directory: join(config.dataDirectory, 'quarantine'),
    extractor,
    createRetrievers: (own) => waiting(createRetrievers(own, 'batches')),
  })
  const retrievers = waiting(createRetrievers(extractor, 'batches'))
  const stopBatches = config.runsBatches
    ? startBatches({ ...parts, retrievers, quarantine, webhooks }, backend, config)
    : async () => undefined
  onOpen(() => stopBatches(0))
  return { ...parts, stopBatches }
}

/** Records requests while there is room for them: what is left of it is for charges. */
function openRecorder(store: Store, { batches: { requestLog } }: Config): RequestRecorder<LoggedRequest> | null {
  if (requestLog.keptMs === 0) return null
  return new RequestRecorder<LoggedRequest>({
    write: async (requests) => {
      if (await store.storage.hasRoom()) await store.requestLog.add(requests)
    },
  })
}

async function openSamples(
  { samplesDirectory: directory }: Config,
  epochMs: () => number,
  log: Logger,
): Promise<PageSamples | null> {
  if (directory === null) return null
  const onProblem = (err: unknown): void => log.warn({ err }, 'a sample of a page could not be kept')
  return PageSamples.open({ directory, epochMs, onProblem }).catch((error: Error) => {
    throw new ConfigError([`SHELFMARK_PAGE_SAMPLES: ${error.message}`])
  })
}

/** A marketplace that sees browsers which nobody uses any more refuses more often. */
function warnOfOldVersions({ browserVersions: versions }: Config, nowMs: number, log: Logger): void {
  if (!areOldVersions(versions, nowMs)) return
  log.warn(
    { versions },
    'requests name versions of browsers from more than half a year ago: set SHELFMARK_USER_AGENTS, or update shelfmark',
  )
}

/** Starts the batch runner with its queues. Gives the function that ends them. */
function startBatches(
  {
    webhooks,
    ...deps
  }: Omit<Parts, 'stopBatches' | 'close'> & Pick<ItemDeps, 'quarantine'> & { readonly webhooks: WebhookSender },
  { openQueue, claimLeaseMs }: Pick<Backend, 'openQueue' | 'claimLeaseMs'>,
  { batches: settings, alerts: alertReceiver, webhookOrigins: allowedOrigins }: Config,
): Parts['stopBatches'] {
  const counted = countAttempts(breakCircuits(webhooks, deps.epochMs), deps.metrics)
  const sender = traceWebhooks(counted, deps.tracer)
  const queues = { live: openQueue(deps, 'live'), test: openQueue(deps, 'test') }
  const bucketOptions = { allowedOrigins }
  return startRunner({ ...deps, sender, bucketOptions, alertReceiver, queues, settings, claimLeaseMs }).close
}

/** Retrievers for work that has time: they wait for a turn, and while too many pages wait for extraction. */
function waiting({ live, test }: Retrievers): Retrievers {
  return { live: waitWhileBusy(live), test: waitWhileBusy(test) }
}
