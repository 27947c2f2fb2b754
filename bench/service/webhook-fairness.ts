/**
 * Measures what webhooks of one workspace to a receiver that never answers do to those of
 * another: the time from the end of a batch to its webhook, on an embedded store and on a Redis.
 *
 * Usage: npm run bench -- webhooks
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { BatchClient } from './batch-client.ts'
import { createKeys, startCluster, startServer, type Administrate, makeClusterDirectory } from './services.ts'

/** Webhooks of one workspace to a receiver that never answers. */
const DEAD_HOOKS = 80
/** Webhooks of the other workspace to a receiver that answers at once. */
const GOOD_HOOKS = 20
const MAX_MS = 180_000

/** Starts a receiver. `delays`: gets the time from the end of a batch to its webhook, in ms. `null`: it never answers. */
async function startReceiver(delays: number[] | null) {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (delays === null) return null
      const { completed_at: at } = JSON.parse(body.toString()) as { completed_at: string }
      delays.push(Date.now() - Date.parse(at))
      return response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

async function measure(name: string, urls: readonly string[], administrate: Administrate, origins: Origins) {
  const [attacker, victim] = [await createKeys({ administrate }, 1), await createKeys({ administrate }, 1)]
  const clients = [attacker, victim].map(({ keys: [key = ''] }) => new BatchClient(urls, key))
  const create = async (client: BatchClient | undefined, label: string, count: number, url: string): Promise<void> => {
    for (let at = 0; at < count; at++) await client?.create(`${label} ${at}`, [{ query: 'B0SHLF0001' }], url)
  }
  await create(clients[0], 'dead', DEAD_HOOKS, `${origins.dead}/hook`)
  await create(clients[1], 'good', GOOD_HOOKS, `${origins.good}/hook`)
  for (const end = Date.now() + MAX_MS; origins.delays.length < GOOD_HOOKS && Date.now() < end;) await sleep(100)
  const delays = origins.delays.toSorted((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((share) => delays[Math.ceil(share * delays.length) - 1])
  process.stdout.write(
    `${name}: ${delays.length} of ${GOOD_HOOKS} webhooks arrived; after their batch p50 ${p50} ms, p99 ${p99} ms\n`,
  )
}

interface Origins {
  readonly dead: string
  readonly good: string
  readonly delays: readonly number[]
}

const directory = makeClusterDirectory('bench')
const delays: number[] = []
const [dead, good] = [await startReceiver(null), await startReceiver(delays)]
const origins = { dead: dead.origin, good: good.origin, delays }
const environment = {
  SHELFMARK_BATCH_INTERVAL_MS: '1000',
  SHELFMARK_WEBHOOK_ALLOW: `${dead.origin},${good.origin}`,
}
try {
  const server = await startServer(join(directory, 'embedded'), environment)
  try {
    await measure('embedded', [server.url], server.administrate, origins)
  } finally {
    await server.process.kill()
  }
  delays.length = 0
  const cluster = await startCluster(join(directory, 'redis'), { servers: 1, workers: 1, environment })
  try {
    await measure('redis', cluster.urls, cluster.administrate, origins)
  } finally {
    await Promise.all([...cluster.workers, ...cluster.servers].map((one) => one.kill()))
    await cluster.stop()
  }
} finally {
  dead.close()
  good.close()
  rmSync(directory, { recursive: true, force: true })
}
