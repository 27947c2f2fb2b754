import type { Contract } from '../../../core/contract/index.ts'
import type { KeyMode } from '../../../core/policy/index.ts'
import type { Logger } from '../../observe/log.ts'
import type { DailyStatistics } from '../../observe/daily-statistics.ts'
import type { Metrics } from '../../observe/metrics.ts'
import type { RequestRecorder } from '../../observe/request-recorder.ts'
import type { Tracer } from '../../observe/tracer.ts'
import type { Retriever } from '../../fetch/retriever.ts'
import type { PageSamples } from '../../fetch/samples/page-samples.ts'
import type { SessionSource } from '../../fetch/sessions/with-sessions.ts'
import type { ProxyState } from '../../fetch/source/proxies.ts'
import type { Limiter } from '../../store/limiter.ts'
import type { LoggedRequest } from '../../store/request-log.ts'
import type { Store } from '../../store/store.ts'
import type { AlertSender } from '../../work/webhook/alert-sender.ts'
import type { WebhookSecrets } from '../../work/webhook/webhook-secrets.ts'
import type { RefusedKeys } from './refused-keys.ts'
import type { ResultReads } from './result-reads.ts'
import type { AddressRanges } from './address-ranges.ts'
import type { WrongKeys } from './wrong-keys.ts'

/** What a server does now. */
export interface Activity {
  /** Requests whose response has not ended. */
  inFlight: number
  /** The server is about to end: it is not ready, and still answers, while load balancers learn of it. */
  isLeaving: boolean
  /** The server is ending, and takes no more work. */
  isDraining: boolean
}

/** What every app needs to count and log its requests. */
export interface Observers {
  readonly metrics: Metrics
  readonly log: Logger
  readonly activity: Activity
  /** Default: null, nothing is traced. */
  readonly tracer?: Tracer | null | undefined
  /** Addresses whose `X-Forwarded-For` counts. */
  readonly trustedProxies: AddressRanges
  readonly wrongKeys: WrongKeys
  /** Gives an id that no other request has. */
  readonly newId: () => string
}

/** Whether the parts that a server needs work. */
export interface Health {
  /** Gives what does not work now, for the log. It may name files. Absent: null, all works. */
  readonly findProblem: () => Promise<string | null>
  /** Whether the browser that renders pages can be reached. Absent: null, none is configured. */
  readonly browser: () => 'ok' | 'unreachable' | null
  /** Proxies that the source `live` takes. Empty: it needs none. */
  readonly proxies: () => readonly ProxyState[]
  /** Time since the last run of items of batches. Unit: ms. Absent: null, there was none. */
  readonly lastRunAgeMs: () => number | null
}

/** Visitors of marketplaces in whose sessions the pages of live keys come. */
export type Visitors = Pick<SessionSource, 'counts' | 'kept'>

/** Pages that were kept for a day. */
export type Samples = Pick<PageSamples, 'list' | 'find' | 'readPage'>

/** The page at `/` to try the extraction. */
export interface Playground {
  /** Sandbox key that visitors on this machine may use. Absent: null, none is offered. */
  readonly sandboxKey: string | null
}

/** What the operations for callers work with. */
export interface Service extends Observers {
  readonly store: Store
  readonly limiter: Limiter
  readonly health: Health
  readonly visitors: Visitors
  /** Absent: null, no page is kept. */
  readonly samples: Samples | null
  /** What callers can ask. */
  readonly contract: Contract
  /** Where the keys of each mode get their pages from. */
  readonly retrievers: Readonly<Record<KeyMode, Retriever>>
  readonly secrets: WebhookSecrets
  /** Counts by day, for the dashboard. */
  readonly statistics: Pick<DailyStatistics, 'countRefusal'>
  /** Takes what is recorded of requests. Absent: null, the log of requests is off. */
  readonly requestRecorder: Pick<RequestRecorder<LoggedRequest>, 'add'> | null
  /** Which requests are recorded that are refused for their key. */
  readonly refusedKeys: Pick<RefusedKeys, 'count'>
  /** Turns of callers that read results. */
  readonly resultReads: ResultReads
  /** Gives what is wrong with the URL of a webhook, in words that follow its name. Absent: null, the URL is right. */
  readonly checkWebhookUrl: (url: string) => Promise<string | null>
  /** Sends alerts to operators. Absent: null, the settings name no receiver. */
  readonly alerts: Pick<AlertSender, 'origin' | 'send'> | null
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Time between two runs of live items. Unit: ms. */
  readonly batchIntervalMs: number
  /** Where callers reach the service, without a slash at its end. Absent: null, wherever they send a request. */
  readonly publicUrl: string | null
  /** Form: `<extractor>@<semver>`. */
  readonly extractorVersion: string
  /** Origins whose pages can read answers. */
  readonly corsOrigins: ReadonlySet<string>
  /** Absent: null, it is off. */
  readonly playground: Playground | null
}
