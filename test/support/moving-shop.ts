import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import type { PageSource } from '../../adapters/fetch/source/page-source.ts'
import type { WatchChanges } from '../../core/contract/index.ts'
import { jsonOf, type Bench } from './service-bench.ts'
import { shopTimeAt } from './simulated-watch.ts'
import { callWatch, type StillClock } from './watch-bench.ts'

export const HOUR_MS = 3_600_000
export const SETTINGS = { SHELFMARK_BATCH_INTERVAL_MS: '100' }
export const BODY = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }], every: '1h', fields: ['price'] }

/** The moving marketplace, which can be told to refuse. */
export function movingShop(clock: StillClock): { readonly source: PageSource; isDown: boolean } {
  const inner = sandboxSource({ time: () => shopTimeAt(clock.ms), cacheBytes: 0 })
  const shop = {
    isDown: false,
    source: {
      ...inner,
      fetch: async (request, signal) => {
        if (shop.isDown) return { status: 503, url: request.url, bytes: new Uint8Array() }
        return await inner.fetch(request, signal)
      },
    } satisfies PageSource,
  }
  return shop
}

export async function readEvents(bench: Bench, key: string, id: string): Promise<readonly string[]> {
  const { changes } = jsonOf(await callWatch(bench, key, 'GET', `/${id}/changes`)) as WatchChanges
  return changes.map(({ event }) => event)
}
