import assert from 'node:assert/strict'
import type { Batch, Claim, Lease, NewBatch } from '../../adapters/store/batches.ts'
import type { CreatedKey } from '../../adapters/store/keys.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import type { DeliveryClaim, OutboxType } from '../../adapters/store/outbox.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { DeliverySlots, KeyMode } from '../../core/policy/index.ts'
import { ALL_DAYS, NOW } from './store-caller.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE
export const SLOTS: DeliverySlots = { total: 10, perWorkspace: 10, perOrigin: 10 }

let nextBatch = 0

export function newId(): string {
  return `00000000-0000-4000-8000-${String(nextBatch++).padStart(12, '0')}`
}

export type Caller = CreatedKey & { readonly workspaceId: string }

export async function createCaller(store: Store): Promise<Caller> {
  const { id } = await store.workspaces.create({ name: 'First', payAsYouGo: true })
  return { ...(await store.keys.create(id, { mode: 'live', name: 'main' })), workspaceId: id }
}

export function toNewBatch({ key, workspaceId }: Caller, items: number, more: Partial<NewBatch> = {}): NewBatch {
  return {
    id: newId(),
    workspaceId,
    keyId: key.id,
    mode: 'live',
    endpoint: 'market.product',
    createdAtMs: NOW,
    sealedSecret: 'plain:whsec_secret',
    webhookUrl: null,
    inputs: Array.from({ length: items }, (_, index) =>
      JSON.stringify({ query: `B0SHLF${String(index).padStart(4, '0')}` }),
    ),
    idempotency: null,
    maxPending: 1_000_000,
    ...more,
  }
}

export async function create(
  store: Store,
  caller: Caller,
  items: number,
  more: Partial<NewBatch> = {},
): Promise<Batch> {
  const created = await store.batches.create(toNewBatch(caller, items, more))
  assert.ok(typeof created === 'object' && created.isNew)
  return created.batch
}

export async function find(store: Store, { id }: Pick<Batch, 'id'>): Promise<Batch> {
  const batch = await store.batches.find(id)
  assert.ok(batch !== null)
  return batch
}

export async function readResults(store: Store, { id }: Pick<Batch, 'id'>, range = {}): Promise<string[]> {
  const results: string[] = []
  for await (const json of store.batches.results(id, range)) results.push(json)
  return results
}

export const lease = (nowMs = NOW, leaseMs = MINUTE): Lease => ({ nowMs, leaseMs })

const KINDS: readonly OutboxType[] = ['batch', 'watch', 'event', 'alert']

/** Claims what is due in the outbox. */
export const claimDue = (store: Store, at: Lease = lease(), slots = SLOTS): Promise<readonly DeliveryClaim[]> =>
  store.outbox.claim(KINDS, slots, at)

/** The claim of an attempt at the webhook of a batch. */
export const attemptAt = ({ id, workspaceId }: Pick<Batch, 'id' | 'workspaceId'>, attempt: number): DeliveryClaim => {
  return { type: 'batch', id, workspaceId, body: '', attempt }
}

/** Claims items of a run, which is due at any time. */
export const claim = async (
  store: Store,
  most = 100,
  at: Lease = lease(),
  mode: KeyMode = 'live',
): Promise<readonly Claim[]> => (await store.batches.claimRun({ mode, intervalMs: 0, maxItems: most }, at)).claims

async function reserve(store: Store, { workspaceId }: Caller, nowMs = NOW): Promise<Reservation> {
  const reservation = await store.ledger.reserve(workspaceId, 5, nowMs)
  assert.ok(reservation !== 'insufficient_credits')
  return reservation
}

/** Commits a successful result that costs 5 credits. */
export async function succeed(store: Store, caller: Caller, claimed: Claim, nowMs = NOW): Promise<string> {
  const reservation = await reserve(store, caller, nowMs)
  const json = JSON.stringify({ index: claimed.index, status: 'ok' })
  return store.batches.commit({ ...claimed, isOk: true, credits: 5, json, reservation }, nowMs)
}

export async function fail(store: Store, claimed: Claim, nowMs = NOW): Promise<string> {
  const json = JSON.stringify({ index: claimed.index, status: 'error' })
  return store.batches.commit({ ...claimed, isOk: false, credits: 0, json, reservation: null }, nowMs)
}

export async function readUsage(store: Store, { workspaceId }: Caller): Promise<readonly [number, number]> {
  const rows = await store.ledger.usage(workspaceId, ALL_DAYS)
  const sum = (pick: 'charges' | 'credits'): number => rows.reduce((total, row) => total + row[pick], 0)
  return [sum('charges'), sum('credits')]
}
