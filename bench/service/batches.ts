/**
 * Measures batches on an embedded store, and on a PostgreSQL and a Redis with two workers: items per second
 * with results of 100 kB and with pages as large as real ones, memory, the time to create 1,000 items, how the items
 * of a run are shared between batches, and the time until another worker does the items of a dead one.
 *
 * Usage: npm run bench -- capacity batches
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { ASKED_RECORD } from './asked-record.ts'
import { BatchClient } from './batch-client.ts'
import { cpuMsOf } from './request-load.ts'
import { createKeys, startCluster, startServer, type Cluster, makeClusterDirectory } from './services.ts'

const PAGE_BYTES = 95_000
const ITEMS = 1000
const CREATIONS = 60

const directory = makeClusterDirectory('batches')
const pages = join(directory, 'pages')
const asinOf = (index: number): string => `B0BATCH${String(index).padStart(3, '0')}`

/** Pages as large as real ones, by their ASIN. */
const fullAsinOf = (index: number): string => `B0FULLS${String(index).padStart(3, '0')}`

/** Writes pages that give results of about 100 kB, with their record and `html`; and pages as large as real ones. */
function writePages(): void {
  mkdirSync(join(pages, `com/${ASKED_RECORD}`), { recursive: true })
  const write = (asin: string, weight: 'light' | 'real'): void => {
    const html = renderProduct(generateProduct({ asin, domain: 'com' }), { weight })
    writeFileSync(join(pages, `com/${ASKED_RECORD}/${asin}.html`), html.padEnd(PAGE_BYTES, ' '))
  }
  for (let index = 0; index < 20; index++) {
    write(asinOf(index), 'light')
    write(fullAsinOf(index), 'real')
  }
}

const largeItems = Array.from({ length: ITEMS }, (_, index) => ({ query: asinOf(index % 20), add_html: true }))
const fullItems = Array.from({ length: ITEMS }, (_, index) => ({ query: fullAsinOf(index % 20) }))
const slowItems = Array.from({ length: 16 }, () => ({ query: 'B0SLOW2000' }))

/** Highest memory of a process so far. Unit: MB. Source: /proc, so Linux only. */
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
    `${name}: ${ITEMS} items of 100 kB in ${seconds.toFixed(1)} s, ${Math.round(ITEMS / seconds)} per second; memory at most ${peaks}`,
  )
  const pollStart = performance.now()
  const { results } = await client.poll(id, true)
  const bytes = JSON.stringify(results).length
  console.log(
    `${name}: polled with all results, ${Math.round(bytes / 1e6)} MB in ${Math.round(performance.now() - pollStart)} ms; memory at most ${pids.map((pid) => `${peakOf(pid)} MB`).join(', ')}`,
  )
}

/** The first batches are for the code to be compiled. */
async function measureFullPages(client: BatchClient, pid: number | undefined): Promise<void> {
  for (let round = 1; round <= 4; round++) {
    const before = cpuMsOf(pid)
    const start = Date.now()
    const { id } = await client.create(`full pages ${round}`, fullItems, null)
    const seconds = ((await waitForEnd(client, id)) - start) / 1000
    const cpuMs = ((cpuMsOf(pid) - before) / ITEMS).toFixed(1)
    console.log(
      `pages as large as real ones, batch ${round}: ${Math.round(ITEMS / seconds)} items per second, ${cpuMs} ms of processor time each; memory at most ${peakOf(pid)} MB`,
    )
  }
}

async function measureCreation(name: string, client: BatchClient): Promise<void> {
  const times: number[] = []
  for (let index = 0; index < CREATIONS; index++) {
    const start = performance.now()
    await client.create(`${name} creation ${index}`, itemsOf(ITEMS), null)
    times.push(performance.now() - start)
  }
  times.sort((left, right) => left - right)
  const at = (share: number): string =>
    (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(0)
  console.log(`${name}: ${CREATIONS} batches of ${ITEMS} items created, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

const itemsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ query: asinOf(index % 20) }))

/** Prints how many results batches of 600, 50 and 10 items have after each run. A first item shows when runs begin. */
async function showFairness(client: BatchClient, intervalMs: number): Promise<void> {
  const { id } = await client.create('first', itemsOf(1), null)
  await waitForEnd(client, id)
  const start = performance.now()
  const sizes = [600, 50, 10]
  const created = await Promise.all(sizes.map((size) => client.create(`fair ${size}`, itemsOf(size), null)))
  for (let run = 1; run <= 4; run++) {
    await sleep(start + (run + 0.9) * intervalMs - performance.now())
    const counts = await Promise.all(created.map(async ({ id }) => (await client.poll(id, false)).processed_count))
    console.log(`run ${run}: ${sizes.map((size, index) => `${counts[index]} of ${size}`).join(', ')}`)
  }
}

async function withServer(
  name: string,
  environment: Record<string, string>,
  work: (client: BatchClient, pid: number | undefined) => Promise<void>,
) {
  const server = await startServer(join(directory, name), environment)
  try {
    const { keys } = await createKeys(server, 1)
    await work(new BatchClient([server.url], keys[0] ?? ''), server.process.pid())
  } finally {
    await server.process.stop()
  }
}

async function withCluster(
  name: string,
  workers: number,
  environment: Record<string, string>,
  work: (client: BatchClient, cluster: Cluster) => Promise<void>,
) {
  const cluster = await startCluster(join(directory, name), { servers: 1, workers, environment })
  try {
    const { keys } = await createKeys(cluster, 1)
    await work(new BatchClient(cluster.urls, keys[0] ?? ''), cluster)
  } finally {
    await cluster.stop()
  }
}

/** Kills one of two workers while it has items in progress, and waits until the other has done them. */
async function measureRecovery(client: BatchClient, { workers: [victim] }: Cluster): Promise<void> {
  if (victim === undefined) throw new Error('There is no worker')
  for (let round = 1; round <= 3; round++) {
    const { id } = await client.create(`death ${round}`, slowItems, null)
    while ((await client.poll(id, false)).status === 'pending') await sleep(20)
    await sleep(1000)
    const killed = Date.now()
    await victim.kill()
    const seconds = ((await waitForEnd(client, id)) - killed) / 1000
    console.log(
      `a worker was killed with 8 items of 2 s in progress: the other one has done them ${seconds.toFixed(1)} s later`,
    )
    await victim.start()
  }
}

const pids = ({ servers, workers, postgres, redis }: Cluster): (number | undefined)[] =>
  [...servers, ...workers, postgres, redis].map((one) => one.pid())

const common = { SHELFMARK_SOURCE: 'directory', SHELFMARK_PAGES: pages, SHELFMARK_BATCH_INTERVAL_MS: '500' }
const fast = { ...common, SHELFMARK_BATCH_ITEMS: '1000' }
const still = { ...common, SHELFMARK_BATCH_INTERVAL_MS: '3600000' }
const paced = { ...common, SHELFMARK_BATCH_INTERVAL_MS: '3000' }
writePages()
try {
  await withServer('embedded', fast, (client, pid) => measureThroughput('embedded', client, [pid]))
  await withServer('full', fast, measureFullPages)
  await withServer('still', still, (client) => measureCreation('embedded', client))
  await withServer('paced', paced, (client) => showFairness(client, 3000))
  await withCluster('shared', 2, { ...fast, SHELFMARK_BATCH_FETCHES: '8' }, (client, cluster) =>
    measureThroughput('shared, a server and two workers', client, pids(cluster)),
  )
  await withCluster('created', 0, still, (client) => measureCreation('shared', client))
  const slow = { SHELFMARK_BATCH_INTERVAL_MS: '500', SHELFMARK_BATCH_FETCHES: '8' }
  await withCluster('slow', 2, slow, measureRecovery)
} finally {
  rmSync(directory, { recursive: true })
}
