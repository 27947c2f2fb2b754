import { contract } from '../../adapters/contract.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import { createRetriever, parseRetrievalRequest, type Retriever } from '../../adapters/retrieve/index.ts'
import { sandboxSource } from '../../adapters/retrieve/source/index.ts'
import { serializeExtraction } from '../../adapters/retrieve/threads/index.ts'
import { generateAsin, generateProduct, type ShopTime } from '../../adapters/sandbox/index.ts'
import type { WatchClock, WatchedItem } from '../../adapters/watch/index.ts'
import { endpointOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, type Product } from '../../core/index.ts'

export const DAY_MS = 86_400_000
export const START_MS = Date.UTC(2026, 0, 1)

/** A clock that stands until somebody waits: then it is that time. */
export class MovedClock implements WatchClock {
  private ms: number

  constructor(ms: number) {
    this.ms = ms
  }

  nowMs(): number {
    return this.ms
  }

  async sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.ms = Math.max(this.ms, ms)
  }
}

/** The time of the simulated marketplace at a time. */
export function shopTimeAt(ms: number, layoutDay?: number): ShopTime {
  return { day: Math.floor((ms - START_MS) / DAY_MS), layoutDay }
}

export interface SimulatedRetrieverOptions {
  readonly clock: Pick<WatchClock, 'nowMs'>
  readonly layoutDay?: number | undefined
  /** Fault rules of the marketplace. Default: none. */
  readonly faults?: string | undefined
  readonly onFetch?: (() => void) | undefined
}

/** Simulated pages of the time of a clock, fetched once and read in this thread. */
export function simulatedRetriever({ clock, layoutDay, faults, onFetch }: SimulatedRetrieverOptions): Retriever {
  const source = sandboxSource({ faults, time: () => shopTimeAt(clock.nowMs(), layoutDay), cacheBytes: 0 })
  return createRetriever({
    source: {
      ...source,
      fetch: async (request, signal) => {
        onFetch?.()
        return await source.fetch(request, signal)
      },
    },
    extractor: {
      extract: async (bytes, options) => serializeExtraction(extractPage(bytes, options), options.fields),
    },
    limits: { attempts: 1 },
  })
}

/** Items of simulated products. */
export function simulatedItems(count: number): readonly WatchedItem[] {
  return Array.from({ length: count }, (_, index) => {
    const query = generateAsin(`watched ${index}`, index % 5 === 4)
    const item = { query, domain: index % 2 === 0 ? 'com' : 'de' }
    const parsed = parseRetrievalRequest(contract, endpointOf(DEFAULT_RECORD.name), { ...item, explain: 'true' })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed))
    return { key: parsed.params.meaning, name: query, item, reference: null, request: parsed.params }
  })
}

/** The product of an item as the marketplace has it at a time. */
export function truthAt({ name, request }: WatchedItem, ms: number, layoutDay?: number): Product {
  return generateProduct({ asin: name, domain: request.params.domain, time: shopTimeAt(ms, layoutDay) }).record
}
