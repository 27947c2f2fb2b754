/**
 * Measures what a sandbox key that fills the Redis does to paid requests of another
 * workspace: how much memory is used, and how many of its requests are answered.
 *
 * Usage: npm run bench -- storage
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { ASKED_ENDPOINT, ASKED_RECORD } from './asked-record.ts'
import { createKeys, startCluster } from './services.ts'

const MEMORY_MB = 60
const SECONDS = 60
const ITEMS = 1000
const PAUSE_MS = 200

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-bench-'))
const environment = {
  SHELFMARK_BATCH_INTERVAL_MS: '500',
  SHELFMARK_BATCH_ITEMS: '1000',
}
const cluster = await startCluster(directory, { servers: 1, workers: 1, environment })
const redis = new Redis(cluster.redis.url)
try {
  await redis.config('SET', 'maxmemory', `${MEMORY_MB}mb`)
  const [url = ''] = cluster.urls
  const { keys } = await createKeys(cluster, 1)
  const [victim = ''] = keys
  const { id } = await cluster.administrate('workspaces.create', { name: 'free', plan: 'free' })
  const created = await cluster.administrate('keys.create', { workspace: id, kind: 'test', name: 'sandbox' })
  const attacker = created.fullKey
  const end = Date.now() + SECONDS * 1000
  const batches = new Map<number, number>()
  const answers = new Map<number, number>()
  const times: number[] = []
  const count = (counts: Map<number, number>, status: number) => counts.set(status, (counts.get(status) ?? 0) + 1)
  const ask = (key: string, path: string, body: string | null = null): Promise<number> =>
    fetch(`${url}/api/v1/market/${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(20_000),
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    query: `B0FILL${String(at).padStart(4, '0')}`,
    add_html: true,
    note: 'x'.repeat(4000),
  }))
  const body = JSON.stringify({ endpoint: ASKED_ENDPOINT, items })
  const attack = async (): Promise<void> => {
    while (Date.now() < end) {
      count(batches, await ask(attacker, 'batch', body))
      await sleep(PAUSE_MS)
    }
  }
  const request = async (): Promise<void> => {
    while (Date.now() < end) {
      const start = performance.now()
      count(answers, await ask(victim, `${ASKED_RECORD}?query=B0SHLF0001`))
      times.push(performance.now() - start)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all([attack(), attack(), request()])
  const used = /used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]
  times.sort((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((share) => Math.round(times[Math.ceil(share * times.length) - 1] ?? 0))
  const print = (counts: ReadonlyMap<number, number>): string =>
    [...counts].map(([status, times]) => `${times} x ${status || 'no answer'}`).join(', ')
  process.stdout.write(`Redis: ${Math.round(Number(used) / 1024 / 1024)} of ${MEMORY_MB} MB\n`)
  process.stdout.write(`batches of the sandbox key: ${print(batches)}\n`)
  process.stdout.write(`paid requests of the other workspace: ${print(answers)}; p50 ${p50} ms, p99 ${p99} ms\n`)
} finally {
  redis.disconnect()
  await Promise.all([...cluster.workers, ...cluster.servers].map((one) => one.kill()))
  await cluster.stop()
  rmSync(directory, { recursive: true, force: true })
}
