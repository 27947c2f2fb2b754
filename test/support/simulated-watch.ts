import { LocalWatch, type WatchRun } from '../../adapters/cli/watch/local-watch.ts'
import { listNamed, type ListedItem, type WatchFile } from '../../adapters/cli/watch/open-watch-file.ts'
import type { WatchClock } from '../../adapters/cli/watch/watch-clock.ts'
import { contract } from '../../adapters/contract.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import { createRetriever } from '../../adapters/fetch/create-retriever.ts'
import { parseRetrievalRequest } from '../../adapters/fetch/parse-request.ts'
import type { Retriever } from '../../adapters/fetch/retriever.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { serializeExtraction } from '../../adapters/pages/pool/serialize-extraction.ts'
import { generateAsin, generateProduct, type ShopTime } from '../../adapters/sandbox/index.ts'
import { readHistory, type FieldHistory } from '../../adapters/work/watch/read-series.ts'
import { DEFAULT_TERMS, endpointOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, type Product, type WatchTerms } from '../../core/index.ts'

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

const ENDPOINT = endpointOf(DEFAULT_RECORD.name)

type WatchedDomain = Parameters<typeof generateProduct>[0]['domain']

/** A simulated product that is watched. */
export interface SimulatedItem extends ListedItem {
  readonly name: string
  readonly domain: WatchedDomain
}

/** Items of simulated products. */
export function simulatedItems(count: number): readonly SimulatedItem[] {
  return Array.from({ length: count }, (_, index) => {
    const query = generateAsin(`watched ${index}`, index % 5 === 4)
    const item = { query, domain: index % 2 === 0 ? 'com' : 'de' }
    const parsed = parseRetrievalRequest(contract, ENDPOINT, { ...item, explain: 'true' })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed))
    const { meaning, params } = parsed.params
    return { key: meaning, item, name: query, domain: params.domain }
  })
}

/** The product of an item as the marketplace has it at a time. */
export function truthAt({ name, domain }: SimulatedItem, ms: number, layoutDay?: number): Product {
  return generateProduct({ asin: name, domain, time: shopTimeAt(ms, layoutDay) }).record
}

type Given = Pick<WatchRun, 'name' | 'items' | 'file' | 'clock' | 'jobs' | 'print' | 'say'> & Partial<WatchRun>

/** A watch of simulated products every 6 hours. `terms`: those that are not the default. */
export function simulatedRun(given: Given, terms: Partial<WatchTerms>): WatchRun {
  const retriever = given.retriever ?? simulatedRetriever(given)
  const known = { endpoint: ENDPOINT, contract, act: null, terms: { ...DEFAULT_TERMS, every: '6h', ...terms } }
  return { ...known, ...given, retriever }
}

/** Begins a watch, and runs it until a time, at which `end` is aborted. */
export async function runUntil(run: WatchRun, endMs: number): Promise<void> {
  const end = new AbortController()
  const clock: WatchClock = {
    nowMs: () => run.clock.nowMs(),
    sleepUntil: async (ms) => {
      if (ms > endMs) end.abort()
      await run.clock.sleepUntil(ms, end.signal)
    },
  }
  const watch = await LocalWatch.begin({ ...run, clock })
  await watch.runForever(end.signal).catch((error: unknown) => {
    if (!end.signal.aborted) throw error
  })
}

/** What a file knows of a field of an item. */
export async function readWatched(file: WatchFile, name: string, field: string): Promise<FieldHistory> {
  const [found, ...more] = (await listNamed(file)).filter((item) => item.name === name)
  if (found === undefined || more.length > 0) throw new Error(`${more.length} more items are named ${name}.`)
  return readHistory(file.store.watches, { ...found, field, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER })
}
