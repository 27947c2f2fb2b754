/**
 * Measures what one Redis carries: the scripts of paid requests and of batch items, as servers and workers run
 * them, by many callers at once, against a `redis-server` that confirms a write when it is on disk. It prints the
 * round trips of each, the processor time of Redis, and the bytes that stay. What Redis can carry on a core of its
 * own follows from its processor time.
 *
 * Usage: npm run bench -- redis-capacity [REQUESTS [ITEMS]]
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { RedisLimiter } from '../../adapters/store/redis/redis-limiter.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { openRedisStore } from '../../adapters/store/redis/open-redis-store.ts'
import type { Claim } from '../../adapters/store/batches.ts'
import type { Store } from '../../adapters/store/store.ts'
import { ASKED_ENDPOINT, ASKED_RECORD } from './asked-record.ts'
import { startRedis } from './processes.ts'

const REQUESTS = Number(process.argv[2] ?? 30_000)
const ITEMS = Number(process.argv[3] ?? 10_000)
const WORKSPACES = 50
const CALLERS = 64
const LIMITS = { concurrency: 5000, sustainedPerSecond: 100_000, burstPerSecond: 100_000 }
/** Items of a batch, and of a claim. */
const BATCH = 1000
const CLAIM = 100
/** JSON of a result of usual size. */
const RESULT = JSON.stringify({
  status: 'ok',
  data: Object.fromEntries(Array.from({ length: 120 }, () => [randomUUID(), randomUUID()])),
})
const LEASE_MS = 60_000

interface Caller {
  readonly workspaceId: string
  readonly keyId: string
  readonly fullKey: string
}

async function createCallers(store: Store): Promise<readonly Caller[]> {
  return await Promise.all(
    Array.from({ length: WORKSPACES }, async (_, index) => {
      const { id } = await store.workspaces.create({ name: `workspace ${index}`, payAsYouGo: true })
      const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: 'main' })
      return { workspaceId: id, keyId: key.id, fullKey }
    }),
  )
}

/** What a server asks of Redis for a paid request, in its order. */
async function request(store: Store, limiter: RedisLimiter, { fullKey, workspaceId, keyId }: Caller): Promise<void> {
  await store.keys.authenticate(fullKey)
  const admission = await limiter.admit(keyId, LIMITS, Date.now())
  if (!admission.ok) throw new Error(`refused: ${admission.reason}`)
  const atMs = Date.now()
  const reservation = await store.ledger.reserve(workspaceId, 5, atMs)
  if (reservation === 'insufficient_credits') throw new Error('A workspace with pay-as-you-go was stopped.')
  const charge = { chargeId: randomUUID(), keyId, record: ASKED_RECORD, credits: 5 }
  await store.ledger.settle(reservation, { ...charge, isUnanswered: true })
  store.ledger.confirm({ workspaceId, chargeId: charge.chargeId, atMs })
  await limiter.release(admission.slot)
}

/** What a worker asks of Redis for an item. */
async function item(store: Store, { workspaceId }: Caller, claim: Claim): Promise<void> {
  await store.batches.findItem(claim)
  const reservation = await store.ledger.reserve(workspaceId, 5, Date.now())
  if (reservation === 'insufficient_credits') throw new Error('A workspace with pay-as-you-go was stopped.')
  await store.batches.commit({ ...claim, isOk: true, credits: 5, json: RESULT, reservation }, Date.now())
}

/** Does work many times, by callers at the same time. */
async function repeat(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const call = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
}

interface Reading {
  readonly cpuSeconds: number
  readonly bytes: number
}

async function read(redis: Redis): Promise<Reading> {
  const info = await redis.info('everything')
  const value = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1])
  return { cpuSeconds: value('used_cpu_user') + value('used_cpu_sys'), bytes: value('used_memory') }
}

/** Commands that this process has sent. */
let sent = 0

function countCommands(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (...args) => {
    sent++
    return send(...args)
  }
}

async function measure(what: string, count: number, redis: Redis, work: () => Promise<void>): Promise<void> {
  const before = await read(redis)
  const sentBefore = sent
  const startMs = performance.now()
  await work()
  const seconds = (performance.now() - startMs) / 1000
  const commands = sent - sentBefore
  // What was confirmed is written a moment later.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const after = await read(redis)
  const cpuMs = ((after.cpuSeconds - before.cpuSeconds) * 1000) / count
  console.log(
    `${what}: ${(count / seconds).toFixed(0)}/s here; ${(commands / count).toFixed(2)} commands, ` +
      `${(cpuMs * 1000).toFixed(0)} us of Redis, ${((after.bytes - before.bytes) / count).toFixed(0)} bytes that stay; ` +
      `a core of Redis carries ${(1000 / cpuMs).toFixed(0)}/s`,
  )
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-redis-capacity-'))
const process_ = await startRedis(directory)
const redis = connectRedis(process_.url)
countCommands(redis)
try {
  const store = await openRedisStore({ redis })
  const limiter = new RedisLimiter({ redis })
  const callers = await createCallers(store)
  const callerOf = (index: number): Caller => callers[index % callers.length] as Caller
  const requests = (count: number) => (): Promise<void> =>
    repeat(count, (index) => request(store, limiter, callerOf(index)))
  await requests(2000)()
  await measure('paid requests', REQUESTS, redis, requests(REQUESTS))
  const created = new Map<string, Caller>()
  await measure('items created', ITEMS, redis, async () => {
    for (let index = 0; index < ITEMS / BATCH; index++) {
      const caller = callerOf(index)
      const id = randomUUID()
      const inputs = Array.from({ length: BATCH }, () => JSON.stringify({ query: 'B0L0AD0001', domain: 'com' }))
      const batch = { id, ...caller, mode: 'live', endpoint: ASKED_ENDPOINT, createdAtMs: Date.now(), inputs } as const
      await store.batches.create({
        ...batch,
        sealedSecret: 'plain:whsec_x',
        webhookUrl: null,
        idempotency: null,
        maxPending: 1e9,
      })
      created.set(id, caller)
    }
  })
  await measure('items done', ITEMS, redis, async () => {
    for (let left = ITEMS; left > 0;) {
      const lease = { nowMs: Date.now(), leaseMs: LEASE_MS }
      const { claims } = await store.batches.claimRun({ mode: 'live', intervalMs: 0, maxItems: CLAIM }, lease)
      if (claims.length === 0) throw new Error('No item is left to claim.')
      await Promise.all(claims.map((claim) => item(store, created.get(claim.batchId) as Caller, claim)))
      left -= claims.length
    }
  })
  console.log('ledger:', await store.ledger.check())
  await store.close()
} finally {
  redis.disconnect()
  await process_.stop()
  rmSync(directory, { recursive: true })
}
