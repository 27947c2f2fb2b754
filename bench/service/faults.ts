/**
 * Causes faults of a kind while batches and paid requests run on two servers, workers, a PostgreSQL and a Redis. Then
 * checks the outcome: every item has one result, the ledger is the sum of the results and of the answers with status
 * 200, every webhook was delivered, and nothing is held any more. Fails when anything differs.
 *
 * Kinds, with how often by default:
 * - all: servers, workers, PostgreSQL and Redis are killed (200) and frozen (50), Redis is full or flushed, clocks jump
 * - processes: servers and workers are killed (100) and frozen (30)
 * - restarts: PostgreSQL is stopped and killed in turn, and started again (10)
 * - failover: PostgreSQL ends, and its synchronous standby takes its place
 * - disk, log-disk: the disk of its data, or of its log, is full for some time (1). Linux, root
 * - flushes: Redis is flushed (5)
 *
 * Usage: npm run bench -- faults [KIND [TIMES [FREEZES [SEED]]]]
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { BatchClient } from './batch-client.ts'
import { checkOutcome, createBatches } from './batch-workload.ts'
import { ask, FAULT_KINDS } from './fault-kinds.ts'
import { sendPaidRequests } from './paid-workload.ts'
import { ProcessFaults } from './process-faults.ts'
import { createKeys, startCluster, makeClusterDirectory } from './services.ts'
import { startReceiver } from './webhook-receiver.ts'

const [name = 'all', timesText, freezesText, seed = String(Date.now())] = process.argv.slice(2)
const kind = FAULT_KINDS[name]
if (kind === undefined) throw new Error(`"${name}" is not one of ${Object.keys(FAULT_KINDS).join(', ')}`)
const times = Number(timesText ?? kind.times)
const freezes = Number(freezesText ?? kind.freezes ?? 0)

/** What a dead process held ends within 35 s. Unit: ms. */
const HELD_MS = 60_000
/** What requests hold while they are in progress. */
const HELD = ['reservations', 'unanswered'] as const

/** Rows of what is held: none as soon as all have ended, else those that are left when they should have. */
async function awaitHeld(url: string): Promise<readonly string[]> {
  for (const end = Date.now() + HELD_MS; ; await sleep(1000)) {
    const counts = HELD.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)
    const [row = {}] = await ask(url, `SELECT ${counts.join()}`)
    const left = Object.entries(row).filter(([, count]) => Number(count) > 0)
    if (left.length === 0 || Date.now() > end) return left.map(([table, count]) => `${String(count)} rows in ${table}`)
  }
}

const directory = makeClusterDirectory('faults')
const receiver = await startReceiver()
console.log(`${name}, ${times} times, ${freezes} freezes, seed ${seed}`)
const cluster = await startCluster(directory, {
  servers: 2,
  workers: kind.workers,
  environment: {
    SHELFMARK_BATCH_INTERVAL_MS: '1000',
    SHELFMARK_BATCH_ITEMS: '150',
    SHELFMARK_BATCH_FETCHES: '8',
    SHELFMARK_WORKERS: '1',
    SHELFMARK_WEBHOOK_ALLOW: receiver.origin,
  },
  ...(kind.startDatabase === undefined ? {} : { startDatabase: kind.startDatabase }),
})
try {
  const { administrate } = cluster
  const { workspace, keys } = await createKeys(cluster, 2)
  const client = new BatchClient(cluster.urls, keys[0] ?? '')
  const workload = createBatches(client, receiver, new Random(`batches/${seed}`))
  const paid = sendPaidRequests(cluster.urls, keys[1] ?? '')
  const random = new Random(`faults/${seed}`)
  const faults = new ProcessFaults(cluster, random)
  const start = performance.now()
  await kind.cause({ cluster, faults, random, paid, times, freezes })
  const [batches, { byStatus, longestGapMs }] = await Promise.all([workload.end(), paid.end()])
  const seconds = Math.round((performance.now() - start) / 1000)
  const counts = [...faults.counts].map(([fault, count]) => `${count} x ${fault}`)
  console.log(`${seconds} s of faults: ${counts.join(', ')}`)
  console.log(`${client.failedAttempts} requests for batches had no useful answer`)
  console.log('answers to paid requests by status (0: none):', Object.fromEntries(byStatus))
  console.log(`longest time without one with status 200: ${(longestGapMs / 1000).toFixed(1)} s`)
  const answered = byStatus.get(200) ?? 0
  const serverKills = faults.counts.get('kill -9 of a server') ?? 0
  const isRight = await checkOutcome({ administrate, client, receiver, workspace, batches, answered, serverKills })
  const held = await awaitHeld(cluster.postgres.url)
  for (const left of held) console.log(`WRONG: ${left}`)
  if (!isRight || held.length > 0) process.exitCode = 1
} finally {
  await cluster.stop()
  kind.remove?.()
  await receiver.close()
  rmSync(directory, { recursive: true })
}
