/**
 * Lets servers, workers and the Redis under them die, freeze and run full while
 * batches run, and compares what came of them: every item has one result, the ledger
 * is the sum of the results, every webhook was taken. Fails when anything differs.
 *
 * Usage: npm run bench:faults [-- KILLS [FREEZES [SEED]]]
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { Random } from '../../adapters/sandbox/random.ts'
import { BatchClient } from './batch-client.ts'
import { checkOutcome } from './check-outcome.ts'
import { startCluster, type Cluster } from './cluster.ts'
import type { NodeProcess } from './node-process.ts'
import { createBatches } from './create-batches.ts'
import { startReceiver } from './webhook-receiver.ts'

const kills = Number(process.argv[2] ?? 200)
const freezes = Number(process.argv[3] ?? 50)
const seed = process.argv[4] ?? String(Date.now())

/** Past the time after which a worker that says nothing is taken for dead. Unit: ms. */
const FROZEN_MS = [16_000, 21_000] as const
/** Processes that are frozen at the same time: somebody must go on. */
const MOST_FROZEN = 2

const random = new Random(`faults/${seed}`)
const counts: Record<string, number> = {}
const count = (fault: string): void => {
  counts[fault] = (counts[fault] ?? 0) + 1
}

/** Those that somebody has dealt with at present: killed and not there again, or frozen. */
const away = new Set<NodeProcess>()

function choose(cluster: Cluster): NodeProcess | undefined {
  const workers = cluster.workers.filter((one) => !away.has(one))
  const servers = cluster.servers.filter((one) => !away.has(one))
  // One of each goes on.
  const choices = [...(workers.length > 1 ? [...workers, ...workers] : []), ...(servers.length > 1 ? servers : [])]
  return choices[random.int(0, Math.max(0, choices.length - 1))]
}

async function kill(target: NodeProcess): Promise<void> {
  count(`kill -9 of a ${target.name.replace(/-\d+$/, '')}`)
  away.add(target)
  const exited = once(target.child(), 'exit')
  target.child().kill('SIGKILL')
  await exited
  await sleep(random.int(0, 2000))
  await target.start()
  away.delete(target)
}

async function freeze(target: NodeProcess): Promise<void> {
  count(`freeze of a ${target.name.replace(/-\d+$/, '')}`)
  away.add(target)
  target.child().kill('SIGSTOP')
  await sleep(random.int(...FROZEN_MS))
  target.child().kill('SIGCONT')
  away.delete(target)
}

async function killRedis({ redis }: Cluster): Promise<void> {
  count('kill -9 of the Redis, restarted from its file')
  const exited = once(redis.child(), 'exit')
  redis.child().kill('SIGKILL')
  await exited
  await sleep(random.int(0, 1500))
  await redis.start()
}

async function freezeRedis({ redis }: Cluster): Promise<void> {
  count('freeze of the Redis')
  redis.child().kill('SIGSTOP')
  await sleep(random.int(1000, 8000))
  redis.child().kill('SIGCONT')
}

async function fillRedis({ redis }: Cluster): Promise<void> {
  count('Redis full')
  const client = new Redis(redis.url)
  await client.config('SET', 'maxmemory', '1')
  await sleep(random.int(500, 4000))
  await client.config('SET', 'maxmemory', '0')
  client.disconnect()
}

/** One fault after the other; freezes go on beside. */
async function causeFaults(cluster: Cluster): Promise<void> {
  const frozen = new Set<Promise<void>>()
  let [killed, froze] = [0, 0]
  while (killed < kills || froze < freezes) {
    if (froze < freezes && frozen.size < MOST_FROZEN) {
      const target = choose(cluster)
      if (target !== undefined) {
        froze++
        const one: Promise<void> = freeze(target).finally(() => frozen.delete(one))
        frozen.add(one)
      }
    }
    if (killed < kills) {
      const dice = random.int(1, 100)
      if (dice <= 10) await killRedis(cluster)
      else if (dice <= 14) await fillRedis(cluster)
      else if (dice <= 17) await freezeRedis(cluster)
      else {
        const target = choose(cluster)
        if (target !== undefined) await kill(target)
      }
      if (dice <= 10 || dice > 17) killed++
    }
    await sleep(random.int(0, 1000))
  }
  await Promise.all(frozen)
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-faults-'))
const receiver = await startReceiver()
console.log(`${kills} kills and ${freezes} freezes, seed ${seed}`)
const cluster = await startCluster(directory, {
  servers: 2,
  workers: 3,
  environment: {
    SHELFMARK_BATCH_INTERVAL_MS: '1000',
    SHELFMARK_BATCH_ITEMS: '150',
    SHELFMARK_BATCH_FETCHES: '8',
    SHELFMARK_WORKERS: '1',
    SHELFMARK_WEBHOOK_ALLOW: receiver.origin,
  },
})
try {
  const { id: workspace } = (await cluster.administrate('workspaces.create', {
    name: 'faults',
    plan: 'custom',
    payAsYouGo: true,
    overrides: { sustainedPerSecond: 500, concurrency: 1000 },
  })) as { id: string }
  const { fullKey } = (await cluster.administrate('keys.create', { workspace, kind: 'live', name: 'faults' })) as {
    fullKey: string
  }
  const client = new BatchClient(cluster.urls, fullKey)
  const production = createBatches(client, receiver, new Random(`batches/${seed}`))
  const start = performance.now()
  await causeFaults(cluster)
  const batches = await production.end()
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(
    `${seconds} s of faults: ${Object.entries(counts)
      .map(([name, times]) => `${times} x ${name}`)
      .join(', ')}`,
  )
  console.log(`${client.away} times a server had no answer for a client`)
  const isRight = await checkOutcome({ cluster, client, receiver, workspace, batches })
  if (!isRight) process.exitCode = 1
} finally {
  await cluster.stop()
  await receiver.close()
  rmSync(directory, { recursive: true })
}
