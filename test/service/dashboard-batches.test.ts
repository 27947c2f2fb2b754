import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminBatch } from '../../adapters/http/admin/batch-commands.ts'
import { jsonOf, startBench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const settings = { SHELFMARK_BATCH_INTERVAL_MS: '100', SHELFMARK_WEBHOOK_ALLOW: 'http://127.0.0.1:9' }
const bench = await startBench({ settings })
const { workspace, key, keyId } = await bench.createCaller()
const other = await bench.createKey(workspace)

/** Creates a batch, and waits for its end. */
async function run(queries: readonly string[], more: object = {}, ownKey = key): Promise<string> {
  const items = queries.map((query, at) => ({ query, domain: 'de', reference: `${query} ${at}` }))
  const created = await bench.createBatch(ownKey, { endpoint: 'market.product', items, ...more })
  assert.equal(created.status, 201, String(created.bytes))
  const { id } = jsonOf(created) as { readonly id: string }
  const isDone = async () => (await bench.administrate('batches.read', { batch: id })).completed_at !== null
  await until(isDone, 'the end of the batch')
  return id
}

const list = async (filters: object): Promise<readonly string[]> =>
  (await bench.administrate('batches.list', { workspace, kind: 'live', ...filters })).batches.map(({ id }) => id)

const good = await run(['B0SHLFX301'], { metadata: { order: 'Ölraum 7' } })
const mixed = await run(['B0SHLFX301', 'B0GONE0404'])
const bad = await run(['B0GONE0404'], {}, other.fullKey)

test('batches are found by their state, key, reference, and by a part of their id or metadata', async () => {
  assert.deepEqual(await list({}), [bad, mixed, good])
  assert.deepEqual(await list({ state: 'succeeded' }), [good])
  assert.deepEqual(await list({ state: 'partly_failed' }), [mixed])
  assert.deepEqual(await list({ state: 'failed' }), [bad])
  assert.deepEqual(await list({ state: 'running' }), [])
  assert.deepEqual(await list({ key: keyId }), [mixed, good])
  assert.deepEqual(await list({ text: 'ölraum' }), [good])
  assert.deepEqual(await list({ text: mixed.slice(0, 12).toUpperCase() }), [mixed])
  assert.deepEqual(await list({ reference: 'B0GONE0404 1' }), [mixed])
  assert.deepEqual(await list({ reference: 'B0GONE0404 0', state: 'succeeded' }), [])
})

test('a batch says when its webhook is sent the next time', async () => {
  const id = await run(['B0SHLFX301'], { webhook_url: 'http://127.0.0.1:9/x' })
  let batch: AdminBatch | null = null
  await until(async () => {
    batch = await bench.administrate('batches.read', { batch: id })
    return batch.webhook_delivery_status === 'retrying'
  }, 'a webhook that failed')
  const { webhook_next_attempt_at: next } = await bench.administrate('batches.read', { batch: id })
  assert.ok(next !== null && Date.parse(next) > 0)
  assert.equal((await bench.administrate('batches.read', { batch: good })).webhook_next_attempt_at, null)
})

test('the results of a batch are lines of JSON, and reading them is in the audit log', async () => {
  const answer = await bench.callAdmin(`/admin/results/${mixed}`, { method: 'POST' })
  assert.equal(answer.status, 200)
  const results = answer.bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: string; data: { asin: string } | null })
  assert.equal(results.length, 2)
  assert.equal(results.find(({ status }) => status === 'ok')?.data?.asin, 'B0SHLFX301')
  const { entries } = await bench.administrate('audit.list', { from: '2000-01-01', to: '2999-12-31', workspace })
  const entry = entries.find(({ command }) => command === 'batches.results')
  assert.deepEqual([entry?.outcome, entry?.input], ['ok', { batch: mixed, workspace }])
  const unknown = await bench.callAdmin('/admin/results/none', { method: 'POST' })
  assert.deepEqual([unknown.status, (jsonOf(unknown) as { error: string }).error], [404, 'unknown_batch'])
  assert.equal((await bench.callAdmin(`/admin/results/${mixed}`, { method: 'POST', key: 'wrong' })).status, 401)
})

test('usage by reference, and the statement of a month', async () => {
  const days = { from: '2000-01-01', to: '2999-12-31' }
  const usage = await bench.administrate('usage.read', { workspace, ...days })
  const [from = '', to = from] = [usage[0]?.day, usage.at(-1)?.day]
  const references = await bench.administrate('usage.references', { workspace, from, to })
  const own = references.filter(({ reference }) => reference === 'B0SHLFX301 0')
  assert.deepEqual(
    own.map(({ charges, credits }) => [charges, credits]),
    [[3, 15]],
  )
  const used = usage.reduce((sum, { credits }) => sum + credits, 0)
  const statement = await bench.administrate('usage.statement', { workspace, month: from.slice(0, 7) })
  const { usedCredits, planUsdCents, totalUsdCents, isOver, records } = statement
  assert.deepEqual([usedCredits, planUsdCents, totalUsdCents, isOver], [used, 10_000, 10_000, false])
  assert.deepEqual(records, [{ kind: 'product', charges: 3, credits: used }])
  const past = await bench.administrate('usage.statement', { workspace, month: '2020-02' })
  assert.deepEqual([past.usedCredits, past.isOver], [0, true])
})

test.after(() => bench.close())
