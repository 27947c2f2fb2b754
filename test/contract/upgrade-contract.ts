import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LedgerPage } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { KeyMode } from '../../core/policy/index.ts'
import { readFacts, RELEASES, type Facts, type Release, type StoreName } from '../releases/recorded.ts'
import { until } from '../support/wait.ts'
import { claim, DAY, lease, MINUTE, readResults, SECOND, SLOTS } from './batch-calls.ts'
import { ALL_DAYS } from './store-caller.ts'

/** Data of a released version, opened by this one. The clock shows the end of the recording. */
export interface ReleasedData {
  readonly open: () => Promise<Store>
  readonly remove: () => Promise<void>
}

const MODES: readonly KeyMode[] = ['live', 'test']
const ALL = { after: null, limit: 100 }

/** What each store does with the data of every released version. */
export function upgradeContract(
  name: StoreName,
  createData: (release: Release, epochMs: () => number) => Promise<ReleasedData>,
): void {
  for (const release of Object.keys(RELEASES) as Release[]) {
    const facts = readFacts(release, name)
    const check = (title: string, run: (store: Store, facts: Facts) => Promise<void>): void => {
      test(`${name}, data of ${release}: ${title}`, async () => {
        const data = await createData(release, () => facts.endMs)
        try {
          const store = await data.open()
          await run(store, facts)
          await store.close()
        } finally {
          await data.remove()
        }
      })
    }
    check('workspaces and keys are as they were', checkKeys)
    check('charges, usage and closed months agree', checkLedger)
    check('every batch is listed, with its results', checkBatches)
    check('items without a result are worked on once, and webhooks are sent', checkPending)
    check('stored bytes are counted', checkStorage)
    check('an idempotency key has its batch', checkIdempotency)
  }
}

async function checkKeys(store: Store, { workspaces, keys }: Facts): Promise<void> {
  const known = await store.workspaces.list()
  assert.deepEqual(
    known.map(({ id, name, plan }) => ({ id, name, plan })),
    workspaces.map(({ id, name, plan }) => ({ id, name, plan })),
  )
  assert.deepEqual(known.find(({ plan }) => plan === 'custom')?.overrides, {
    includedRequests: 300_000,
    concurrency: 400,
  })
  assert.ok(keys.some(({ isRevoked }) => isRevoked))
  for (const { id, fullKey, isRevoked, workspace, kind } of keys) {
    const caller = await store.keys.authenticate(fullKey)
    if (isRevoked) {
      assert.equal(caller, 'revoked')
      continue
    }
    assert.ok(typeof caller === 'object', fullKey)
    assert.deepEqual([caller.keyId, caller.workspace.id, caller.mode], [id, workspace, kind])
    assert.deepEqual(caller.scopes, ['retrieve', 'batch', 'read'])
  }
}

async function checkLedger(store: Store, { usage, endMs, uncounted }: Facts): Promise<void> {
  const requireSame = async (): Promise<void> => {
    let [charges, credits] = [0, 0]
    for (const [workspace, rows] of Object.entries(usage)) {
      const known = await store.ledger.usage(workspace, ALL_DAYS)
      const counted = known.filter((row) => row.charges > 0)
      assert.deepEqual(
        counted,
        rows.map(({ day, keyId, kind, ...sums }) => ({ day, keyId, record: kind, ...sums })),
      )
      for (const row of rows) [charges, credits] = [charges + row.charges, credits + row.credits]
      const june = rows.filter(({ day }) => day.startsWith('2026-06')).reduce((sum, row) => sum + row.credits, 0)
      assert.equal(await store.ledger.usedCredits(workspace, endMs), june)
    }
    assert.deepEqual(await store.ledger.check(), { charges, credits, differences: [] })
    const exported: string[] = []
    for (const month of ['2026-05', '2026-06']) {
      for (let after: string | null = ''; after !== null;) {
        const page: LedgerPage = await store.ledger.readMonth(month, after)
        exported.push(...page.rows.map(({ chargeId }) => chargeId))
        after = page.next
      }
    }
    assert.equal(exported.length, charges)
    assert.ok(!exported.some((id) => uncounted.includes(id)))
  }
  // Charges that a dead process left unanswered are voided soon after the start.
  const countsAll = async (): Promise<boolean> => {
    const known = await Promise.all(Object.keys(usage).map((workspace) => store.ledger.usage(workspace, ALL_DAYS)))
    const sum = (rows: readonly { readonly charges: number }[]): number =>
      rows.reduce((all, row) => all + row.charges, 0)
    return sum(known.flat()) === sum(Object.values(usage).flat())
  }
  await until(countsAll, 'the usage of before')
  await requireSame()
  while ((await store.ledger.closeMonths(endMs + 40 * DAY)) > 0);
  await requireSame()
}

/** Recorded batches, each with its workspace and mode. */
function batchesOf({ batches, keys }: Facts) {
  return batches.map(({ fullKey, batch }) => {
    const key = keys.find((one) => one.fullKey === fullKey)
    assert.ok(key !== undefined)
    return { batch, workspaceId: key.workspace, mode: key.kind }
  })
}

async function checkBatches(store: Store, facts: Facts): Promise<void> {
  for (const { id: workspaceId } of facts.workspaces) {
    for (const mode of MODES) {
      const listed = await store.batches.list({ workspaceId, mode }, ALL)
      assert.ok(typeof listed === 'object')
      const own = batchesOf(facts).filter((one) => one.workspaceId === workspaceId && one.mode === mode)
      assert.deepEqual(
        listed.map(({ id }) => id),
        own.map(({ batch }) => batch.id).toReversed(),
      )
    }
  }
  for (const { batch } of batchesOf(facts)) {
    const found = await store.batches.find(batch.id)
    assert.ok(found !== null)
    const hasResults = (batch.results?.length ?? 0) > 0
    assert.equal(found.hasResults, hasResults)
    if (!hasResults) continue
    const { status, totalCount, processedCount, creditsCharged } = found.progress
    assert.deepEqual(
      [status, totalCount, processedCount, creditsCharged],
      [batch.status, batch.total_count, batch.processed_count, batch.credits_charged],
    )
    assert.deepEqual(
      (await readResults(store, found)).map((json) => JSON.parse(json) as unknown),
      batch.results,
    )
  }
}

async function checkPending(store: Store, facts: Facts): Promise<void> {
  const { endMs } = facts
  const atMs = endMs + MINUTE
  const worked: string[] = []
  for (
    let claims = await claim(store, 3, lease(atMs));
    claims.length > 0;
    claims = await claim(store, 3, lease(atMs))
  ) {
    for (const one of claims) {
      const item = await store.batches.findItem(one)
      assert.ok(item !== null && typeof JSON.parse(item.input) === 'object')
      const reservation = await store.ledger.reserve(item.workspaceId, 5, atMs)
      assert.ok(reservation !== 'insufficient_credits')
      const json = JSON.stringify({ index: one.index, status: 'ok' })
      const commit = { ...one, isOk: true, credits: 5, json, reservation }
      assert.equal(await store.batches.commit(commit, atMs), 'committed')
      worked.push(`${one.batchId}:${one.index}`)
    }
  }
  assert.deepEqual(await store.batches.reclaim('live', 100, lease(atMs + DAY)), [])
  const pending = facts.batches.reduce(
    (sum, { batch }) => sum + (batch.total_count ?? 0) - (batch.processed_count ?? 0),
    0,
  )
  assert.ok(pending > 0)
  assert.deepEqual([worked.length, new Set(worked).size], [pending, pending])
  for (const { batch } of facts.batches) {
    const found = await store.batches.find(batch.id)
    assert.equal(found?.progress.status, 'complete')
    assert.equal(found.progress.processedCount, found.progress.totalCount)
  }
  assert.deepEqual((await store.ledger.check()).differences, [])
  const due = await store.batches.claimDeliveries(SLOTS, lease(endMs + DAY, 10 * SECOND))
  const expected = facts.batches.filter(
    ({ batch }) => batch.webhook_url && batch.webhook_delivery_status !== 'delivered',
  )
  assert.deepEqual(due.map(({ batchId }) => batchId).toSorted(), expected.map(({ batch }) => batch.id).toSorted())
  assert.ok(due.length >= 2)
}

async function checkStorage(store: Store, facts: Facts): Promise<void> {
  const { endMs } = facts
  for (const { workspaceId, mode } of batchesOf(facts)) {
    const own = batchesOf(facts).filter((one) => one.workspaceId === workspaceId && one.mode === mode)
    const isEmpty = own.every(({ batch }) => batch.results === undefined || batch.results.length === 0)
    assert.equal((await store.storage.usage(workspaceId, mode)).bytes > 0, !isEmpty)
  }
  for (const { batch } of facts.batches) await store.batches.stop(batch.id, endMs)
  await store.batches.forget({ resultsMs: 0, recordsMs: 0, idempotencyMs: 0 }, endMs + DAY)
  for (const { workspaceId, mode, batch } of batchesOf(facts)) {
    assert.equal((await store.storage.usage(workspaceId, mode)).bytes, 0)
    assert.deepEqual(await store.batches.list({ workspaceId, mode }, ALL), [])
    assert.equal(await store.batches.find(batch.id), null)
  }
}

async function checkIdempotency(store: Store, { idempotency, keys, batches, endMs }: Facts): Promise<void> {
  const { key, bodyHash, batchId } = idempotency
  const creator = keys.find(({ fullKey }) => fullKey === batches.find(({ batch }) => batch.id === batchId)?.fullKey)
  assert.ok(creator !== undefined)
  const again = {
    id: '00000000-0000-4000-8000-000000000000',
    workspaceId: creator.workspace,
    keyId: creator.id,
    mode: creator.kind,
    endpoint: 'market.product',
    createdAtMs: endMs,
    sealedSecret: '',
    webhookUrl: null,
    inputs: ['{}'],
    idempotency: { key, bodyHash },
    maxPending: 1000,
  } as const
  const created = await store.batches.create(again)
  assert.ok(typeof created === 'object')
  assert.deepEqual([created.isNew, created.batch.id], [false, batchId])
  const other = await store.batches.create({ ...again, idempotency: { key, bodyHash: 'other' } })
  assert.equal(other, 'idempotency_conflict')
}
