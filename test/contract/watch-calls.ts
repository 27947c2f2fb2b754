import assert from 'node:assert/strict'
import type { Claim } from '../../adapters/store/batches.ts'
import { packResult } from '../../adapters/store/packed-result.ts'
import type { Store } from '../../adapters/store/store.ts'
import {
  WATCH_EVENT_PREFIX,
  type LookCommit,
  type NewWatch,
  type NewWatchEvent,
  type Watch,
} from '../../adapters/store/watches.ts'
import { HEALTHY } from '../../core/index.ts'
import { claim, lease, newId, toNewBatch, type Caller } from './batch-calls.ts'
import { NOW, reserve } from './store-caller.ts'

const TERMS: NewWatch['terms'] = {
  every: '6h',
  cron: null,
  timezone: null,
  fields: null,
  rules: [],
  confirm: 2,
  max_credits_per_month: null,
  keep: '90d',
}

export function toNewWatch({ key, workspaceId }: Caller, items: number, more: Partial<NewWatch> = {}): NewWatch {
  return {
    id: newId(),
    workspaceId,
    keyId: key.id,
    mode: 'live',
    endpoint: 'market.product',
    createdAtMs: NOW,
    terms: TERMS,
    control: {
      paused: null,
      health: HEALTHY,
      windowMs: NOW,
      looksBefore: 0,
      seenBefore: 0,
      month: '2026-03',
      creditsBefore: 0,
    },
    sealedSecret: 'plain:whsec_watch',
    webhookUrl: null,
    inputs: Array.from({ length: items }, (_, index) => JSON.stringify({ query: `B0SHLF000${index}` })),
    maxItems: null,
    ...more,
  }
}

export async function createWatch(
  store: Store,
  caller: Caller,
  items: number,
  more: Partial<NewWatch> = {},
): Promise<Watch> {
  const created = await store.watches.create(toNewWatch(caller, items, more))
  assert.ok(typeof created === 'object')
  return created.watch
}

export async function findWatch(store: Store, { id }: Pick<Watch, 'id'>): Promise<Watch> {
  const watch = await store.watches.find(id)
  assert.ok(watch !== null)
  return watch
}

/** Begins a run of items, and claims them. Each is due again in an hour. */
export async function beginRun(
  store: Store,
  caller: Caller,
  { id }: Pick<Watch, 'id'>,
  items: readonly number[],
  nowMs = NOW,
): Promise<readonly Claim[]> {
  const { revision } = await findWatch(store, { id })
  const inputs = items.map((item) => JSON.stringify({ item, input: {} }))
  const batch = { ...toNewBatch(caller, 1), inputs, watchId: id, createdAtMs: nowMs }
  const due = items.map((item) => [item, nowMs + 3_600_000] as const)
  const isBegun = await store.watches.step(id, revision, { batch, due, nextRunMs: nowMs + 600_000 }, nowMs)
  assert.ok(isBegun)
  return (await claim(store, 100, lease(nowMs))).filter(({ batchId }) => batchId === batch.id)
}

export const eventOf = (name: string, more: Partial<NewWatchEvent> = {}): NewWatchEvent => ({
  id: WATCH_EVENT_PREFIX + name,
  atMs: NOW,
  entry: JSON.stringify({ name }),
  webhookUrl: null,
  ...more,
})

export async function lookOf(
  watch: Pick<Watch, 'id'>,
  item: number,
  more: Partial<Omit<LookCommit, 'record'>> & { readonly recordJson?: string } = {},
): Promise<LookCommit> {
  const { recordJson = '{"price":1}', ...rest } = more
  return {
    watchId: watch.id,
    item,
    atMs: NOW,
    isSeen: true,
    text: '["seen"]',
    points: [],
    state: await packResult('{"state":1}'),
    record: await packResult(recordJson),
    isChange: false,
    againMs: null,
    wakes: false,
    event: null,
    ...rest,
  }
}

/** Commits a look that costs 5 credits. */
export async function commitLook(
  store: Store,
  { workspaceId }: Caller,
  claimed: Claim,
  look: LookCommit,
  nowMs = NOW,
): Promise<string> {
  const reservation = await reserve(store, workspaceId, 5, nowMs)
  const result = { batchId: claimed.batchId, index: claimed.index, isOk: true, credits: 5, json: '', reservation }
  return store.watches.commitLook(result, look, nowMs)
}
