/**
 * Measures a PostgreSQL with a year of the ledger: how long it takes to start on it, to read the usage of a workspace
 * and the charges of a month, to charge, and to check the whole ledger. No month is closed.
 *
 * Usage: npm run bench -- capacity ledger-year [CHARGES]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openPostgresStore } from '../../adapters/store/open/open-postgres-store.ts'
import { ASKED_RECORD } from './asked-record.ts'
import { startPostgres } from './postgres.ts'

const CHARGES = Number(process.argv[2] ?? 10_000_000)
const WORKSPACES = 100
const START_MS = Date.UTC(new Date().getUTCFullYear() - 1, new Date().getUTCMonth())
const YEAR_MS = 365 * 86_400_000

/** Charges of all workspaces in turn, evenly over the year, with the sums that the steps of a server write. */
const FILL = [
  `INSERT INTO ledger (workspace_id, charge_id, key_id, record, credits, at_ms)
   SELECT w.id, gen_random_uuid()::text, w.key_id, $2, 5, $3::bigint + n * $4::bigint / $5
   FROM generate_series(0, $5 - 1) n JOIN callers w ON w.number = n % $1`,
  `INSERT INTO usage (workspace_id, day, key_id, record, charges, credits)
   SELECT workspace_id, to_char(to_timestamp(at_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), key_id, record, count(*), sum(credits)
   FROM ledger GROUP BY 1, 2, 3, 4`,
  `INSERT INTO accounts (workspace_id, month, used_credits)
   SELECT workspace_id, left(day, 7), sum(credits) FROM usage GROUP BY 1, 2
   ON CONFLICT (workspace_id, month) DO UPDATE SET used_credits = excluded.used_credits`,
]

async function time<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startMs = performance.now()
  const result = await work()
  console.log(`${name}: ${Math.round(performance.now() - startMs)} ms`)
  return result
}

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-year-'))
const server = await startPostgres(directory)
try {
  const first = await openPostgresStore({ url: server.url })
  const callers = await Promise.all(
    Array.from({ length: WORKSPACES }, async (_, number) => {
      const { id } = await first.workspaces.create({ name: `workspace ${number}`, payAsYouGo: true })
      const { key } = await first.keys.create(id, { mode: 'live', name: 'main' })
      return { number, id, keyId: key.id }
    }),
  )
  await first.close()
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query('CREATE TEMPORARY TABLE callers (number integer PRIMARY KEY, id text, key_id text)')
  for (const { number, id, keyId } of callers) {
    await client.query('INSERT INTO callers VALUES ($1, $2, $3)', [number, id, keyId])
  }
  const [ledger = '', usage = '', accounts = ''] = FILL
  await time(`${CHARGES} charges are written`, async () => {
    await client.query(ledger, [WORKSPACES, ASKED_RECORD, START_MS, YEAR_MS, CHARGES])
    await client.query(usage)
    await client.query(accounts)
    await client.query('VACUUM ANALYZE')
  })
  const size = await client.query<{ size: string }>(`SELECT pg_total_relation_size('ledger') AS size`)
  console.log(`the ledger: ${Math.round(Number(size.rows[0]?.size) / CHARGES)} bytes a charge`)
  await client.end()

  const store = await time('a server starts', () => openPostgresStore({ url: server.url }))
  const { id = '' } = callers[0] ?? {}
  const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
  const range = { from: day(START_MS), to: day(START_MS + YEAR_MS) }
  await time('usage of a workspace, a year by day', () => store.ledger.usage(id, range))
  await time('credits of a workspace in a month', () => store.ledger.usedCredits(id, START_MS))
  const page = await time('a page of the charges of a month', () => store.ledger.readMonth(range.from.slice(0, 7), ''))
  console.log(`  ${page.rows.length} charges`)
  await time('a request is charged', async () => {
    const reservation = await store.ledger.reserve(id, 5, Date.now())
    if (reservation === 'insufficient_credits') throw new Error('A workspace with pay-as-you-go was stopped.')
    await store.ledger.settle(reservation, {
      chargeId: 'one',
      keyId: callers[0]?.keyId ?? '',
      record: ASKED_RECORD,
      credits: 5,
    })
  })
  const { charges, differences } = await time('ledger.check', () => store.ledger.check())
  if (charges !== CHARGES + 1 || differences.length > 0) throw new Error(`${charges} charges, ${differences.join()}`)
  await store.close()
} finally {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
