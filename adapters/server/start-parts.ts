import type { KeyKind } from '../../core/policy/index.ts'
import { startBatches } from '../batch/start-batches.ts'
import { webhookSecrets, type WebhookSecrets } from '../batch/webhook-secrets.ts'
import type { Config } from '../config/config.ts'
import { startExtractPool } from '../extract/index.ts'
import { createLog, type Logger } from '../http/log.ts'
import { Metrics } from '../http/metrics.ts'
import type { Limiter } from '../limit/limiter.ts'
import { MemoryLimiter } from '../limit/memory-limiter.ts'
import { createRetriever, type Retriever, type RetrieverOptions } from '../retrieve/index.ts'
import { sandboxSource, type PageSource } from '../source/index.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import type { Store } from '../store/store.ts'
import { chooseSource } from './choose-source.ts'

/** What a test, or a program that embeds the service, puts in place of the service's own parts. */
export interface ServiceOverrides {
  readonly log?: Logger | undefined
  /** Unit: ms since 1970. */
  readonly now?: (() => number) | undefined
  readonly retrieval?: RetrieverOptions['limits']
}

/** What a server and a worker are made of. */
export interface Parts {
  readonly store: Store
  readonly limiter: Limiter
  /** Where the keys of each kind get their pages from. */
  readonly retrievers: Readonly<Record<KeyKind, Retriever>>
  readonly secrets: WebhookSecrets
  readonly metrics: Metrics
  readonly log: Logger
  /** Unit: ms since 1970. */
  readonly now: () => number
  /** Requests that are being answered. */
  readonly activity: { inFlight: number; isDraining: boolean }
  /** Begins no more items of batches, and waits for those that run. Unit: ms. */
  readonly stopBatches: (drainMs: number) => Promise<void>
  /** After everything that uses them has ended. */
  readonly close: () => Promise<void>
}

/** Starts what a configuration asks for. Rejects: with a `StoreError` when the store can't be opened. */
export async function startParts(config: Config, overrides: ServiceOverrides): Promise<Parts> {
  const { now = Date.now, log = createLog(config.logLevel) } = overrides
  const store = await openSqliteStore({ directory: config.dataDirectory, pepper: config.keyPepper, now })
  const sources = { live: chooseSource(config), test: sandboxSource() }
  const extractor = await startExtractPool({ threads: config.workers })
  const toRetriever = (source: PageSource): Retriever =>
    createRetriever({ source, extractor, limits: overrides.retrieval })
  const activity = { inFlight: 0, isDraining: false }
  const parts = {
    store,
    limiter: new MemoryLimiter(),
    retrievers: { live: toRetriever(sources.live), test: toRetriever(sources.test) },
    secrets: webhookSecrets(config.masterKey, log),
    metrics: new Metrics(() => activity.inFlight),
    log,
    now,
    activity,
  }
  const batches = startBatches(parts, config)
  return {
    ...parts,
    stopBatches: (drainMs) => batches.close(drainMs),
    close: async () => {
      await batches.close(0)
      await Promise.all([extractor.close(), sources.live.close(), sources.test.close()])
      await store.close()
    },
  }
}
