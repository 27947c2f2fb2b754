import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { SqliteFile, toSqlite } from '../../adapters/store/drivers/sqlite-file.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { createHousekeeping } from '../../adapters/work/housekeeping.ts'
import { createCaller, DAY } from './batch-calls.ts'
import { charge, NOW } from './store-caller.ts'
import { createWatch } from './watch-calls.ts'

/** Tables that housekeeping may read whole: they have few rows. */
const SMALL: ReadonlySet<string> = new Set(['workspaces', 'watch_drift'])

test('no statement of the housekeeping reads or sorts a whole table', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'shelfmark-plans-'))
  t.after(() => rmSync(data, { recursive: true }))
  const store = await openSqliteStore({ directory: data, epochMs: () => NOW })
  const caller = await createCaller(store)
  const { workspaceId } = caller
  const request = { workspaceId, mode: 'live', key: 'a', params: 'x' } as const
  await charge(store, caller, 'one', NOW)
  await store.ledger.claimKey(request, NOW)
  await store.ledger.endClaim(request)
  await store.watches.remove((await createWatch(store, caller, 1)).id)
  await createWatch(store, caller, 1)

  const [list, run] = [t.mock.method(SqliteFile.prototype, 'list'), t.mock.method(SqliteFile.prototype, 'run')]
  const errors: unknown[] = []
  const log = { debug: () => undefined, warn: () => undefined, error: (facts: unknown) => errors.push(facts) }
  const settings = { resultsKeptMs: 7 * DAY, recordsKeptMs: 90 * DAY, requestLog: { keptMs: DAY, most: 10 } }
  await createHousekeeping({ store, settings, sendsAlerts: true, log, epochMs: () => NOW + 100 * DAY })()
  const statements = new Set([...list.mock.calls, ...run.mock.calls].map((call) => call.arguments[0]))
  assert.deepEqual(errors, [])
  await store.close()

  const file = new DatabaseSync(join(data, 'shelfmark.sqlite'))
  const tables = new Set(
    (file.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all() as { name: string }[]).map(
      ({ name }) => name,
    ),
  )
  const isWhole = (step: string, sql: string): boolean => {
    const [, table = ''] = /^SCAN (\w+)/.exec(step) ?? []
    const isBounded = sql.includes(`FROM ${table} ORDER BY row_id LIMIT`)
    return step === 'USE TEMP B-TREE FOR ORDER BY' || (tables.has(table) && !SMALL.has(table) && !isBounded)
  }
  const found = [...statements].flatMap((sql) => {
    const plan = file.prepare(`EXPLAIN QUERY PLAN ${toSqlite(sql)}`).all() as { detail: string }[]
    return plan.filter(({ detail }) => isWhole(detail, sql)).map(({ detail }) => `${detail}: ${sql}`)
  })
  file.close()
  assert.ok(statements.size > 30, String(statements.size))
  assert.deepEqual(found, [])
})
