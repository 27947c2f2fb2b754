/**
 * Pages a second of a loop of `extractPage` in one thread, and of `shelfmark/pool` with one thread and
 * with as many as there are processors. The contenders take turns, and the best round of each counts.
 *
 * Usage: npm run bench -- pool
 */
import { availableParallelism } from 'node:os'
import { extractPage } from '../adapters/pages/index.ts'
import { createPool, type PoolPage } from '../adapters/pool/index.ts'
import { records } from '../core/index.ts'
import type { Domain } from '../selectors/index.ts'
import { describedPages, samplePages } from './pages.ts'

/** Pages of one round. */
const PAGES = 200
const ROUNDS = 5

const sample = records.flatMap(({ name }) => samplePages(name))
const inputs: readonly PoolPage[] = Array.from({ length: PAGES }, (_, index) => {
  const { bytes = new Uint8Array(), domain } = sample[index % sample.length] ?? {}
  return { bytes, domain: domain as Domain }
})
const bytes = inputs.reduce((sum, input) => sum + (input.bytes as Uint8Array).length, 0)
const pools = await Promise.all(
  [...new Set([1, availableParallelism()])].map((threads) => createPool({ threads, timeLimitMs: Infinity })),
)

const contenders: readonly { readonly name: string; readonly run: () => void | Promise<void> }[] = [
  {
    name: 'extractPage',
    run: () => {
      for (const { bytes: page, ...options } of inputs) extractPage(page, options)
    },
  },
  ...pools.map((pool, index) => ({
    name: `pool, ${[1, availableParallelism()][index]} threads`,
    run: async () => {
      for await (const { error } of pool.extract(inputs)) if (error !== null) throw error
    },
  })),
]

const best = new Map<string, number>()
for (let round = 0; round < ROUNDS; round++) {
  for (const { name, run } of contenders) {
    const start = performance.now()
    await run()
    best.set(name, Math.min(best.get(name) ?? Infinity, performance.now() - start))
  }
}
await Promise.all(pools.map((pool) => pool.close()))

console.log(`${PAGES} pages of ${Math.round(bytes / PAGES / 1000)} kB on average, ${describedPages}`)
for (const [name, ms] of best) console.log(`${name.padEnd(20)} ${Math.round((PAGES / ms) * 1000)} pages/s`)
