import type { KeyKind } from '../../core/policy/index.ts'
import { startBatches, type BatchParts } from '../batch/start-batches.ts'
import { webhookSecrets, type WebhookSecrets } from '../batch/webhook-secrets.ts'
import type { Config } from '../config/config.ts'
import { startExtractPool } from '../extract/index.ts'
import { createLog, type Logger } from '../http/log.ts'
import { Metrics } from '../http/metrics.ts'
import type { Limiter } from '../limit/limiter.ts'
import { createRetriever, type Retriever, type RetrieverOptions } from '../retrieve/index.ts'
import { sandboxSource, type PageSource } from '../source/index.ts'
import type { Store } from '../store/store.ts'
import { chooseSource } from './choose-source.ts'
import { openBackend, type Backend } from './open-backend.ts'

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
  const { store, limiter, ...backend } = await openBackend(config, { log, now })
  const sources = { live: chooseSource(config, backend.pacing), test: sandboxSource() }
  const extractor = await startExtractPool({ threads: config.workers })
  const toRetriever = (source: PageSource): Retriever =>
    createRetriever({ source, extractor, limits: overrides.retrieval })
  const activity = { inFlight: 0, isDraining: false }
  const parts = {
    store,
    limiter,
    retrievers: { live: toRetriever(sources.live), test: toRetriever(sources.test) },
    secrets: webhookSecrets(config.masterKey, log),
    metrics: new Metrics(() => activity.inFlight),
    log,
    now,
    activity,
  }
  const stopBatches = config.runsBatches ? runBatches(parts, backend, config) : async () => undefined
  return {
    ...parts,
    stopBatches,
    close: async () => {
      await stopBatches(0)
      await Promise.all([extractor.close(), sources.live.close(), sources.test.close()])
      await backend.close()
    },
  }
}

/** Gives what ends them. */
function runBatches(
  parts: Omit<BatchParts, 'queue' | 'claimLeaseMs'>,
  { createQueue, claimLeaseMs }: Pick<Backend, 'createQueue' | 'claimLeaseMs'>,
  config: Config,
): Parts['stopBatches'] {
  const runner = startBatches({ ...parts, queue: createQueue(parts), claimLeaseMs }, config)
  return (drainMs) => runner.close(drainMs)
}
