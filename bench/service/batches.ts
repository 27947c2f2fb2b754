/**
 * Measures batches on the embedded store, and on a Redis with two workers: items a
 * second with results of 100 kB, memory, the time to create 1,000 items, how a run
 * is dealt, and how soon others go on when a worker dies.
 *
 * Usage: npm run bench:batches
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { BatchClient } from './batch-client.ts'
import { startCluster } from './cluster.ts'
import { createKeys, startServer } from './server-process.ts'

const PAGE_BYTES = 95_000
const ITEMS = 1000
const CREATIONS = 60

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-batches-'))
const pages = join(directory, 'pages')
const asinOf = (index: number): string => `B0BATCH${String(index).padStart(3, '0')}`

/** Pages which with their record make a result of some 100 kB. */
function writePages(): void {
  mkdirSync(join(pages, 'com/product'), { recursive: true })
  for (let index = 0; index < 20; index++) {
    const asin = asinOf(index)
    const html = renderProduct(generateProduct({ asin, domain: 'com' }), { weight: 'light' })
    writeFileSync(join(pages, `com/product/${asin}.html`), html.padEnd(PAGE_BYTES, ' '))
  }
}

const largeItems = Array.from({ length: ITEMS }, (_, index) => ({ query: asinOf(index % 20), add_html: true }))
const slowItems = Array.from({ length: 16 }, () => ({ query: 'B0SLOW2000' }))

/** Largest memory that a process ever had. Unit: MB. Source: /proc, of Linux alone. */
function peakOf(pid: number | undefined): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

async function waitForEnd(client: BatchClient, id: string): Promise<number> {
  for (;;) {
    const { completed_at: completed } = await client.poll(id, false)
    if (completed !== null) return Date.parse(completed)
    await sleep(50)
  }
}

async function measureThroughput(name: string, client: BatchClient, pids: readonly (number | undefined)[]) {
  const { id } = await client.create(`${name} throughput`, largeItems, null)
  while ((await client.poll(id, false)).status === 'pending') await sleep(20)
  const start = Date.now()
  const seconds = ((await waitForEnd(client, id)) - start) / 1000
  const peaks = pids.map((pid) => `${peakOf(pid)} MB`).join(', ')
  console.log(
    `${name}: ${ITEMS} items of 100 kB in ${seconds.toFixed(1)} s, ${Math.round(ITEMS / seconds)} a second; memory at most ${peaks}`,
  )
  const pollStart = performance.now()
  const { results } = await client.poll(id, true)
  const bytes = JSON.stringify(results).length
  console.log(
    `${name}: polled whole, ${Math.round(bytes / 1e6)} MB in ${Math.round(performance.now() - pollStart)} ms; memory at most ${pids.map((pid) => `${peakOf(pid)} MB`).join(', ')}`,
  )
}

async function measureCreation(name: string, client: BatchClient): Promise<void> {
  const times: number[] = []
  for (let index = 0; index < CREATIONS; index++) {
    const start = performance.now()
    await client.create(`${name} creation ${index}`, slowItemsOf(ITEMS), null)
    times.push(performance.now() - start)
  }
  times.sort((left, right) => left - right)
  const at = (share: number): string =>
    (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(0)
  console.log(`${name}: ${CREATIONS} batches of ${ITEMS} items created, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

const slowItemsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ query: asinOf(index % 20) }))

/** Batches of 600, 50 and 10 items at the same time: what each has after every run. */
async function showFairness(client: BatchClient, intervalMs: number): Promise<void> {
  await sleep(intervalMs - (Date.now() % intervalMs) + 100)
  const sizes = [600, 50, 10]
  const created = await Promise.all(sizes.map((size) => client.create(`fair ${size}`, slowItemsOf(size), null)))
  for (let run = 1; run <= 4; run++) {
    await sleep(intervalMs - (Date.now() % intervalMs) + intervalMs * 0.9)
    const counts = await Promise.all(created.map(async ({ id }) => (await client.poll(id, false)).processed_count))
    console.log(`run ${run}: ${sizes.map((size, index) => `${counts[index]} of ${size}`).join(', ')}`)
  }
}

const common = { SHELFMARK_SOURCE: 'directory', SHELFMARK_PAGES: pages, SHELFMARK_BATCH_INTERVAL_MS: '500' }
writePages()
try {
  const fast = { ...common, SHELFMARK_BATCH_ITEMS: '1000' }
  const server = await startServer(join(directory, 'embedded'), fast)
  const client = new BatchClient([server.url], (await createKeys(server, 1)).keys[0] ?? '')
  await measureThroughput('embedded', client, [server.child.pid])
  await server.stop()

  const still = await startServer(join(directory, 'still'), { ...common, SHELFMARK_BATCH_INTERVAL_MS: '3600000' })
  await measureCreation('embedded', new BatchClient([still.url], (await createKeys(still, 1)).keys[0] ?? ''))
  await still.stop()

  const paced = await startServer(join(directory, 'paced'), { ...common, SHELFMARK_BATCH_INTERVAL_MS: '3000' })
  await showFairness(new BatchClient([paced.url], (await createKeys(paced, 1)).keys[0] ?? ''), 3000)
  await paced.stop()

  const cluster = await startCluster(join(directory, 'shared'), {
    servers: 1,
    workers: 2,
    environment: { ...fast, SHELFMARK_BATCH_FETCHES: '8' },
  })
  try {
    const { keys } = await createKeys({ administrate: cluster.administrate }, 1)
    const shared = new BatchClient(cluster.urls, keys[0] ?? '')
    const pids = [...cluster.servers, ...cluster.workers].map((one) => one.child().pid)
    await measureThroughput('Redis, a server and two workers', shared, [...pids, cluster.redis.child().pid])
  } finally {
    await cluster.stop()
  }

  const slow = await startCluster(join(directory, 'slow'), {
    servers: 1,
    workers: 2,
    environment: { SHELFMARK_BATCH_INTERVAL_MS: '500', SHELFMARK_BATCH_FETCHES: '8' },
  })
  try {
    const { keys } = await createKeys({ administrate: slow.administrate }, 1)
    const shared = new BatchClient(slow.urls, keys[0] ?? '')
    for (let round = 1; round <= 3; round++) {
      const { id } = await shared.create(`death ${round}`, slowItems, null)
      while ((await shared.poll(id, false)).status === 'pending') await sleep(20)
      await sleep(1000)
      const [victim] = slow.workers
      if (victim === undefined) throw new Error('there is no worker')
      const exited = once(victim.child(), 'exit')
      victim.child().kill('SIGKILL')
      const killed = Date.now()
      await exited
      const seconds = ((await waitForEnd(shared, id)) - killed) / 1000
      console.log(`a worker died with 8 items of 2 s begun: all done by the other ${seconds.toFixed(1)} s later`)
      await victim.start()
    }
  } finally {
    await slow.stop()
  }

  const created = await startCluster(join(directory, 'created'), {
    servers: 1,
    workers: 0,
    environment: { ...common, SHELFMARK_BATCH_INTERVAL_MS: '3600000' },
  })
  try {
    const { keys } = await createKeys({ administrate: created.administrate }, 1)
    await measureCreation('Redis', new BatchClient(created.urls, keys[0] ?? ''))
  } finally {
    await created.stop()
  }
} finally {
  rmSync(directory, { recursive: true })
}
