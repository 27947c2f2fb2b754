/**
 * Kills and freezes servers, workers and their Redis, fills the Redis, and sets the clocks of
 * servers and workers two days ahead for a moment, while batches and paid requests run. Then
 * checks the outcome: every item has one result, the ledger is the sum of the results and of
 * the answers with status 200, every webhook was delivered. Fails when anything differs.
 *
 * Usage: npm run bench -- faults [KILLS [FREEZES [SEED]]]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { BatchClient } from './batch-client.ts'
import { checkOutcome, createBatches } from './batch-workload.ts'
import type { ManagedProcess } from './processes.ts'
import { sendPaidRequests } from './paid-workload.ts'
import { createKeys, startCluster, type Cluster } from './services.ts'
import { startReceiver } from './webhook-receiver.ts'

const kills = Number(process.argv[2] ?? 200)
const freezes = Number(process.argv[3] ?? 50)
const seed = process.argv[4] ?? String(Date.now())

/** Longer than the lock of a worker, so that a frozen worker is presumed dead. Order: least, most. */
const FROZEN_MS = [16_000, 21_000] as const
/** Processes that are frozen at the same time. The others must continue. */
const MAX_FROZEN = 2

const random = new Random(`faults/${seed}`)
const counts: Record<string, number> = {}
const count = (fault: string): void => {
  counts[fault] = (counts[fault] ?? 0) + 1
}

/** Processes that are frozen, or killed and not yet started again. */
const unavailable = new Set<ManagedProcess>()

/** Does something to a process while it counts as unavailable. */
async function withFault(fault: string, target: ManagedProcess, cause: () => Promise<void>): Promise<void> {
  count(`${fault} of a ${target.name.replace(/-\d+$/, '')}`)
  unavailable.add(target)
  await cause()
  unavailable.delete(target)
}

function choose(cluster: Cluster): ManagedProcess | undefined {
  const workers = cluster.workers.filter((one) => !unavailable.has(one))
  const servers = cluster.servers.filter((one) => !unavailable.has(one))
  // One server and one worker continue. Workers are chosen twice as often.
  const choices = [...(workers.length > 1 ? [...workers, ...workers] : []), ...(servers.length > 1 ? servers : [])]
  return choices[random.int(0, Math.max(0, choices.length - 1))]
}

const kill = (target: ManagedProcess): Promise<void> =>
  withFault('kill -9', target, async () => {
    await target.kill()
    await sleep(random.int(0, 2000))
    await target.start()
  })

const freeze = (target: ManagedProcess): Promise<void> =>
  withFault('freeze', target, async () => {
    target.freeze()
    await sleep(random.int(...FROZEN_MS))
    target.thaw()
  })

const setClock = (target: ManagedProcess): Promise<void> =>
  withFault('clock two days ahead', target, async () => {
    target.setClock()
    await sleep(random.int(500, 6000))
    target.setClock()
  })

async function killRedis({ redis }: Cluster): Promise<void> {
  count('kill -9 of the Redis, restarted from its file')
  await redis.kill()
  await sleep(random.int(0, 1500))
  await redis.start()
}

async function killPostgres({ postgres }: Cluster): Promise<void> {
  count('kill of PostgreSQL, restarted from its log')
  await postgres.kill()
  await sleep(random.int(0, 1500))
  await postgres.start()
}

async function freezeRedis({ redis }: Cluster): Promise<void> {
  count('freeze of the Redis')
  redis.freeze()
  await sleep(random.int(1000, 8000))
  redis.thaw()
}

async function flushRedis({ redis }: Cluster): Promise<void> {
  count('Redis flushed')
  const client = new Redis(redis.url)
  await client.flushall()
  client.disconnect()
}

async function fillRedis({ redis }: Cluster): Promise<void> {
  count('Redis full')
  const client = new Redis(redis.url)
  await client.config('SET', 'maxmemory', '1')
  await sleep(random.int(500, 4000))
  await client.config('SET', 'maxmemory', '0')
  client.disconnect()
}

/** Causes one fault after the other. Freezes last while other faults follow. */
async function causeFaults(cluster: Cluster): Promise<void> {
  const frozen = new Set<Promise<void>>()
  let [killed, froze] = [0, 0]
  while (killed < kills || froze < freezes) {
    if (froze < freezes && frozen.size < MAX_FROZEN) {
      const target = choose(cluster)
      if (target !== undefined) {
        froze++
        const one: Promise<void> = freeze(target).finally(() => frozen.delete(one))
        frozen.add(one)
      }
    }
    if (killed < kills) {
      const dice = random.int(1, 100)
      if (dice <= 5) await killRedis(cluster)
      else if (dice <= 10) await killPostgres(cluster)
      else if (dice <= 12) await fillRedis(cluster)
      else if (dice <= 14) await flushRedis(cluster)
      else if (dice <= 17) await freezeRedis(cluster)
      else {
        const target = choose(cluster)
        if (target !== undefined) await (dice <= 30 ? setClock : kill)(target)
      }
      if (dice <= 10 || dice > 30) killed++
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
  const { administrate } = cluster
  const { workspace, keys } = await createKeys(cluster, 2)
  const client = new BatchClient(cluster.urls, keys[0] ?? '')
  const workload = createBatches(client, receiver, new Random(`batches/${seed}`))
  const paid = sendPaidRequests(cluster.urls, keys[1] ?? '')
  const start = performance.now()
  await causeFaults(cluster)
  const [batches, { answered, unanswered }] = await Promise.all([workload.end(), paid.end()])
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(
    `${seconds} s of faults: ${Object.entries(counts)
      .map(([name, times]) => `${times} x ${name}`)
      .join(', ')}`,
  )
  console.log(`${client.failedAttempts} requests for batches had no useful answer`)
  console.log(`${answered} paid requests were answered with status 200, and ${unanswered} were not`)
  const serverKills = counts['kill -9 of a server'] ?? 0
  const isRight = await checkOutcome({ administrate, client, receiver, workspace, batches, answered, serverKills })
  if (!isRight) process.exitCode = 1
} finally {
  await cluster.stop()
  await receiver.close()
  rmSync(directory, { recursive: true })
}
