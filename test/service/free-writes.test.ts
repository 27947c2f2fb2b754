import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteFile } from '../../adapters/store/drivers/sqlite-file.ts'
import { root } from '../support/root.ts'
import { BATCH, jsonOf, PRODUCT, startBench, type Answer, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const WATCH = '/api/v1/market/watch'

const DELIVER = {
  to: 's3://bucket/',
  endpoint: 'http://127.0.0.1:1',
  format: 'csv',
  credentials: { access_key_id: 'id', secret_access_key: 'secret' },
}

/** Tables of the README that the requests of this test do not write. */
const SELDOM: Readonly<Record<string, string>> = {
  reservations: 'ends with its request',
  ledger: 'a charge that is voided: the client leaves before its answer',
  voids: 'the same',
  unanswered: 'the same',
  usage: 'the same',
  accounts: 'the same',
  reference_usage: 'the same',
  person_sessions: 'somebody signs in',
}

/** Tables that no request of a caller writes. */
const NOT_BY_CALLERS: Readonly<Record<string, string>> = {
  closed_charges: 'charges of closed months',
  migrations: 'the start of the store',
  people: 'commands of operators',
  processes: 'the processes themselves',
  runs: 'housekeeping',
  settings: 'the start of the service',
  workspaces: 'commands of operators',
}

/** What each table of a store has. */
function readTables(folder: string): ReadonlyMap<string, string> {
  const file = openSqliteFile(join(folder, 'shelfmark.sqlite'))
  const names = file.list<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  )
  const print = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
  const tables = names.map(({ name }) => [name, JSON.stringify(file.list(`SELECT * FROM "${name}"`), print)] as const)
  file.close()
  return new Map(tables)
}

/** Requests that cost nothing: each with the status of its answer. */
async function askForFree(bench: Bench, { live, sandbox, manager }: Record<'live' | 'sandbox' | 'manager', string>) {
  const post = (path: string, key: string, body: object, more: object = {}): Promise<Answer> =>
    bench.call(path, {
      method: 'POST',
      key,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...more },
    })
  const item = { query: 'B0SHLFS081', domain: 'de', reference: 'row 7' }
  const gone = { ...item, query: 'B0GONE0404' }
  const webhook = { webhook_url: 'http://127.0.0.1:1/' }
  const watch = { endpoint: 'market.product', every: '1d', fields: ['price'], ...webhook }
  const named = { 'Idempotency-Key': 'one' }
  const asked: readonly (readonly [number, Promise<Answer>])[] = [
    [401, bench.product('B0SHLFS081', 'wrong')],
    [400, bench.product('B0SHLFS081', live, '&zipcode=1')],
    [404, bench.product('B0GONE0404', live, '&domain=de&zip=10117')],
    [404, bench.call(`${PRODUCT}?query=B0GONE0404`, { key: live, headers: { 'Idempotency-Key': 'two' } })],
    [200, bench.product('B0SHLFS081', sandbox)],
    [200, bench.call(`${PRODUCT}?query=B0SHLFS081`, { key: sandbox, headers: { 'Idempotency-Key': 'two' } })],
    [201, post(BATCH, live, { endpoint: 'market.product', items: [gone], ...webhook, metadata: { a: 'b' } }, named)],
    [201, post(BATCH, sandbox, { endpoint: 'market.product', items: [item], ...webhook }, named)],
    [201, post(WATCH, live, { ...watch, items: [gone] }, { 'Idempotency-Key': 'three' })],
    [201, post(WATCH, sandbox, { ...watch, items: [item] })],
    [201, post('/api/v1/keys', manager, { name: 'another' })],
    [200, bench.call('/api/v1/account', { key: live })],
    [201, post(BATCH, live, { endpoint: 'market.product', items: [gone], deliver: DELIVER })],
    [201, post('/api/v1/market/schedule', live, { endpoint: 'market.product', items: [gone], every: '1d' })],
  ]
  const answers = await Promise.all(asked.map(([, answer]) => answer))
  assert.deepEqual(
    answers.map(({ status }) => status),
    asked.map(([status]) => status),
  )
  for (const answer of answers.slice(6, 8)) {
    const { id } = jsonOf(answer) as { id: string }
    const key = answer === answers[6] ? live : sandbox
    const hasTried = async (): Promise<boolean> => {
      const { deliveries } = jsonOf(await bench.call(`${BATCH}/${id}/deliveries`, { key })) as {
        deliveries: object[]
      }
      return deliveries.length > 0
    }
    await until(hasTried, 'its end is told')
  }
  const watched = `${WATCH}/${(jsonOf(answers[9] as Answer) as { id: string }).id}`
  assert.equal((await post(`${watched}/test`, sandbox, {})).status, 202)
  const hasLooked = async (): Promise<boolean> =>
    String((await bench.call(`${watched}/values`, { key: sandbox })).bytes).includes('"price"')
  await until(hasLooked, 'the watch has looked')
}

test('the table of what free requests write has every table that they write, and no other one', async () => {
  const first = await startBench()
  const { folder } = first
  const workspace = await first.createWorkspace()
  const live = (await first.createKey(workspace)).fullKey
  const sandbox = (await first.createKey(workspace, 'test')).fullKey
  const terms = { workspace, kind: 'live', name: 'manager', scopes: ['keys', 'read'] } as const
  const manager = (await first.administrate('keys.create', terms)).fullKey
  await first.stop()
  const before = readTables(folder)
  const settings = { SHELFMARK_WEBHOOK_ALLOW: 'http://127.0.0.1:1', SHELFMARK_MASTER_KEY: 'm'.repeat(32) }
  const second = await startBench({ folder, settings })
  await askForFree(second, { live, sandbox, manager })
  await second.stop()
  const after = readTables(folder)
  await second.close()

  const readme = readFileSync(join(root, 'adapters/store/README.md'), 'utf8')
  const [section = ''] = readme.split('## What free requests write')[1]?.split('\n## ') ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Row|---)/.test(line))
  const named = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  const written = [...after].flatMap(([name, rows]) =>
    rows === before.get(name) || name in NOT_BY_CALLERS ? [] : [name],
  )
  assert.deepEqual(new Set([...written, ...Object.keys(SELDOM)]), new Set(named))
  assert.deepEqual(new Set([...named, ...Object.keys(NOT_BY_CALLERS)]), new Set(after.keys()))
})
