/**
 * Backs a Redis up as adapters/store/README.md describes, while servers and workers use it; restores
 * the copy into a new Redis after the old one died; and starts servers and workers on that. Counts the
 * charges that are lost. Fails if a charge of before the backup is lost, the ledger and the usage
 * differ, or an item of a batch that is in the backup does not have one result and one charge.
 *
 * Usage: npm run bench -- redis-backup [SECONDS]
 */
import assert from 'node:assert/strict'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { CommandResult } from '../../adapters/http/admin/commands.ts'
import { Random } from '../../adapters/sandbox/truth/random.ts'
import { BatchClient } from './batch-client.ts'
import { createBatches, type SubmittedBatch } from './batch-workload.ts'
import { sendPaidRequests } from './paid-workload.ts'
import { startRedis } from './processes.ts'
import { createKeys, startCluster, type Administrate, type Cluster } from './services.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const seconds = Number(process.argv[2] ?? 10)
/** Charges whose answer is being sent when the backup is made: they can be void in it. */
const MAX_IN_FLIGHT = 4
const APPEND_ONLY = 'appendonlydir'
const SNAPSHOT = 'dump.rdb'

type Row = CommandResult<'ledger.read'>['rows'][number]

/** A way to back a Redis up. `from`, `to`: its folder, and that of the new one. */
interface Method {
  readonly name: string
  readonly backUp: (redis: Redis, from: string, to: string) => Promise<void>
  /** Prepares the folder of the new Redis. */
  readonly restore: (folder: string) => Promise<void>
}

async function awaitInfo(redis: Redis, line: RegExp): Promise<void> {
  while (!line.test(await redis.info('persistence'))) await sleep(20)
}

const METHODS: readonly Method[] = [
  {
    name: 'append-only files',
    backUp: async (redis, from, to) => {
      await redis.config('SET', 'auto-aof-rewrite-percentage', '0')
      await awaitInfo(redis, /^aof_rewrite_in_progress:0/m)
      cpSync(join(from, APPEND_ONLY), join(to, APPEND_ONLY), { recursive: true })
      await redis.config('SET', 'auto-aof-rewrite-percentage', '100')
    },
    restore: async () => undefined,
  },
  {
    name: 'snapshot',
    backUp: async (redis, from, to) => {
      const lastSave = await redis.lastsave()
      // LASTSAVE counts whole seconds.
      await sleep(1000)
      await redis.bgsave()
      while ((await redis.lastsave()) === lastSave) await sleep(20)
      copyFileSync(join(from, SNAPSHOT), join(to, SNAPSHOT))
    },
    restore: async (folder) => {
      // With append-only files, Redis ignores a snapshot.
      const process = await startRedis(folder, ['--appendonly', 'no'])
      const redis = new Redis(process.url)
      await redis.config('SET', 'appendonly', 'yes')
      await awaitInfo(redis, /^aof_rewrite_in_progress:0[^]*^aof_rewrite_scheduled:0/m)
      redis.disconnect()
      await process.stop()
    },
  },
]

/** All charges that count, by id. */
async function readLedger(administrate: Administrate): Promise<ReadonlyMap<string, Row>> {
  const month = new Date().toISOString().slice(0, 7)
  const rows = new Map<string, Row>()
  for (let after: string | null = ''; after !== null;) {
    const page: CommandResult<'ledger.read'> = await administrate('ledger.read', { month, after })
    for (const row of page.rows) rows.set(row.chargeId, row)
    after = page.next
  }
  return rows
}

function startOn(directory: string, receiver: WebhookReceiver): Promise<Cluster> {
  const environment = {
    SHELFMARK_BATCH_INTERVAL_MS: '1000',
    SHELFMARK_BATCH_ITEMS: '100',
    SHELFMARK_WORKERS: '1',
    SHELFMARK_WEBHOOK_ALLOW: receiver.origin,
  }
  return startCluster(directory, { servers: 1, workers: 1, environment })
}

interface History {
  readonly keys: readonly string[]
  readonly batches: readonly SubmittedBatch[]
  /** Charges when the backup began, and at the end. */
  readonly before: ReadonlyMap<string, Row>
  readonly all: ReadonlyMap<string, Row>
  readonly backUpMs: number
}

/** Serves requests and batches, with a backup in the middle, and dies. */
async function live(method: Method, directory: string, to: string, receiver: WebhookReceiver): Promise<History> {
  const cluster = await startOn(directory, receiver)
  try {
    const { administrate, urls } = cluster
    const { workspace, keys } = await createKeys(cluster, 3)
    const client = new BatchClient(urls, keys[0] ?? '')
    const workload = createBatches(client, receiver, new Random(`redis-backup/${method.name}`))
    const paid = sendPaidRequests(urls, keys[1] ?? '')
    await sleep(seconds * 1000)
    const before = await readLedger(administrate)
    const redis = new Redis(cluster.redis.url)
    const startMs = performance.now()
    await method.backUp(redis, join(directory, 'redis'), to)
    const backUpMs = Math.round(performance.now() - startMs)
    redis.disconnect()
    const revoked = (await administrate('keys.list', { workspace })).at(-1)
    await administrate('keys.revoke', { key: revoked?.id ?? '' })
    await sleep(seconds * 1000)
    const [batches] = await Promise.all([workload.end(), paid.end()])
    return { keys, batches, before, all: await readLedger(administrate), backUpMs }
  } finally {
    await Promise.all([...cluster.servers, ...cluster.workers].map((one) => one.kill()))
    await cluster.redis.kill()
  }
}

/** Whether a key is accepted. */
async function isAccepted(url: string, key: string): Promise<boolean> {
  const { status } = await fetch(`${url}/api/v1/account`, { headers: { authorization: `Bearer ${key}` } })
  return status === 200
}

async function checkRestored(method: Method, directory: string, receiver: WebhookReceiver, history: History) {
  const { keys, batches, before, all, backUpMs } = history
  const startMs = performance.now()
  await method.restore(join(directory, 'redis'))
  const cluster = await startOn(directory, receiver)
  try {
    const restoreMs = Math.round(performance.now() - startMs)
    const { administrate, urls } = cluster
    const restored = await readLedger(administrate)
    const lost = [...all.keys()].filter((id) => !restored.has(id))
    const lostBefore = [...before.keys()].filter((id) => !restored.has(id))
    const newestMs = Math.max(...[...restored.values()].map(({ atMs }) => atMs))
    const newest = new Date(newestMs).toISOString()
    const accepted = await Promise.all(keys.map((key) => isAccepted(urls[0] ?? '', key)))
    const client = new BatchClient(urls, keys[0] ?? '')
    const counts = { ended: 0, unknown: 0, items: 0 }
    for (const { id, items } of batches) {
      const isKnown = await client.poll(id, false).then(
        () => true,
        (error: Error) => assert.match(error.message, /: 404 /) ?? false,
      )
      if (!isKnown) {
        counts.unknown++
        continue
      }
      while ((await client.poll(id, false)).completed_at === null) await sleep(300)
      const { results, success_count: ok } = await client.poll(id, true)
      assert.equal(new Set(results.map(({ index }) => index)).size, items)
      assert.equal(results.length, items)
      const charged = [...(await readLedger(administrate)).keys()].filter((chargeId) => chargeId.startsWith(`${id}:`))
      assert.equal(charged.length, ok, `charges of ${id}`)
      counts.ended++
      counts.items += items
    }
    const { differences, charges } = await administrate('ledger.check', {})
    console.log(
      `${method.name}: backed up in ${backUpMs} ms, restored and ready in ${restoreMs} ms. ` +
        `Of ${all.size} charges, ${lost.length} are lost, which were made after the backup; of the ${before.size} of before it, ${lostBefore.length} are void. ` +
        `The newest charge is of ${newest}. ${counts.ended} batches with ${counts.items} items ended, each item with one result and one charge; ` +
        `${counts.unknown} later batches are unknown. Keys that work: ${accepted.filter(Boolean).length} of ${keys.length}, with the one that was revoked after the backup. ` +
        `Then ${charges} charges, ${differences.length} differences.`,
    )
    assert.ok(lostBefore.length <= MAX_IN_FLIGHT, `${lostBefore.length} charges of before the backup are lost`)
    assert.deepEqual(differences, [])
    assert.ok(accepted.every(Boolean) && counts.ended > 0 && lost.length > 0)
  } finally {
    await cluster.stop()
  }
}

const receiver = await startReceiver()
try {
  for (const method of METHODS) {
    const directory = mkdtempSync(join(tmpdir(), 'shelfmark-redis-backup-'))
    try {
      mkdirSync(join(directory, 'new/redis'), { recursive: true })
      const history = await live(method, join(directory, 'old'), join(directory, 'new/redis'), receiver)
      await checkRestored(method, join(directory, 'new'), receiver, history)
    } finally {
      rmSync(directory, { recursive: true, maxRetries: 10 })
    }
  }
} finally {
  await receiver.close()
}
