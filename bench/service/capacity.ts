/**
 * Measures what one PostgreSQL carries: the steps of paid requests and of batch items, as servers and workers run
 * them, by many callers at once, against a server that confirms a write when it is on disk. It prints the statements
 * of each, the processor time of PostgreSQL, and the bytes that stay. What it can carry on a core of its own follows
 * from its processor time.
 *
 * Usage: npm run bench -- capacity [REQUESTS [ITEMS]]
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { Connection } from '../../adapters/store/drivers/postgres-pool.ts'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import type { Claim } from '../../adapters/store/batches.ts'
import type { Store } from '../../adapters/store/store.ts'
import { numberArgument } from '../number-argument.ts'
import { ASKED_ENDPOINT, ASKED_RECORD } from './asked-record.ts'
import { listDescendants } from './process-tree.ts'
import { startPostgres } from './postgres.ts'
import { cpuMsOf } from './request-load.ts'

const REQUESTS = numberArgument(0, 'REQUESTS', 30_000)
const ITEMS = numberArgument(1, 'ITEMS', 10_000)
const WORKSPACES = 50
const CALLERS = 64
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

/** What a server asks of the store for a paid request, in its order. */
async function request(store: Store, { fullKey, workspaceId, keyId }: Caller): Promise<void> {
  await store.keys.authenticate(fullKey)
  const atMs = Date.now()
  const reservation = await store.ledger.reserve(workspaceId, 5, atMs)
  if (reservation === 'insufficient_credits') throw new Error('A workspace with pay-as-you-go was stopped.')
  const charge = { chargeId: randomUUID(), keyId, record: ASKED_RECORD, credits: 5 }
  await store.ledger.settle(reservation, { ...charge, isUnanswered: true })
  store.ledger.confirm({ workspaceId, chargeId: charge.chargeId, atMs })
}

/** What a worker asks of the store for an item. */
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
  readonly cpuMs: number
  readonly ledgerBytes: number
  /** All that was written to its log. */
  readonly logBytes: number
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-capacity-'))
const server = await startPostgres(directory)
const client = new Client({ connectionString: server.url })

/** Processor time of the server and its sessions. */
function cpuMsOfServer(): number {
  const pids = [server.pid() ?? 0, ...listDescendants(server.pid() ?? 0).map(({ pid }) => pid)]
  return pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)
}

async function read(): Promise<Reading> {
  const { rows } = await client.query<{ ledger: string; log: string }>(
    `SELECT pg_total_relation_size('ledger') AS ledger, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS log`,
  )
  const { ledger = 0, log = 0 } = rows[0] ?? {}
  return { cpuMs: cpuMsOfServer(), ledgerBytes: Number(ledger), logBytes: Number(log) }
}

/** Statements that this process has sent. */
let sent = 0
type Ask = (this: Connection, ...args: Parameters<Connection['ask']>) => ReturnType<Connection['ask']>
type Exec = (this: Connection, ...args: Parameters<Connection['exec']>) => ReturnType<Connection['exec']>
const ask = Reflect.get(Connection.prototype, 'ask') as Ask
const exec = Reflect.get(Connection.prototype, 'exec') as Exec
Object.assign(Connection.prototype, {
  ask(this: Connection, ...args: Parameters<Ask>) {
    sent++
    return ask.apply(this, args)
  },
  exec(this: Connection, ...args: Parameters<Exec>) {
    sent++
    return exec.apply(this, args)
  },
})

async function measure(what: string, count: number, work: () => Promise<void>): Promise<void> {
  const before = await read()
  const [sentBefore, ownBefore] = [sent, process.cpuUsage()]
  const startMs = performance.now()
  await work()
  const seconds = (performance.now() - startMs) / 1000
  const statements = (sent - sentBefore) / count
  const { user, system } = process.cpuUsage(ownBefore)
  // What was confirmed is written a moment later.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const after = await read()
  const cpuMs = (after.cpuMs - before.cpuMs) / count
  console.log(
    `${what}: ${(count / seconds).toFixed(0)}/s here; ${statements.toFixed(2)} statements, ` +
      `${(cpuMs * 1000).toFixed(0)} us of PostgreSQL, ${((user + system) / count).toFixed(0)} us of this process, ` +
      `${((after.ledgerBytes - before.ledgerBytes) / count).toFixed(0)} bytes of the ledger, ` +
      `${((after.logBytes - before.logBytes) / count).toFixed(0)} of the log; a core of PostgreSQL carries ${(1000 / cpuMs).toFixed(0)}/s`,
  )
}

try {
  const store = await openPostgresStore({ url: server.url })
  await client.connect()
  const callers = await createCallers(store)
  const callerOf = (index: number): Caller => callers[index % callers.length] as Caller
  const requests = (count: number) => (): Promise<void> => repeat(count, (index) => request(store, callerOf(index)))
  await requests(2000)()
  await measure('paid requests', REQUESTS, requests(REQUESTS))
  const created = new Map<string, Caller>()
  await measure('items created', ITEMS, async () => {
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
  await measure('items done', ITEMS, async () => {
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
  await client.end()
  await server.stop()
  rmSync(directory, { recursive: true })
}
