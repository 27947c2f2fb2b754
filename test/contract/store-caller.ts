import assert from 'node:assert/strict'
import type { KeyClaim, KeyedRequest, KeyRefusal } from '../../adapters/store/idempotency.ts'
import type { CreatedKey } from '../../adapters/store/keys.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { StoreErrorCode } from '../../adapters/store/store-error.ts'
import type { Workspace } from '../../adapters/store/workspaces.ts'

/** Data of a store. Every `open` opens the same data. */
export interface StoreData {
  readonly open: (options?: { readonly pepper?: string | null; readonly oldPepper?: string | null }) => Promise<Store>
  /** All that is stored: bytes of files, or names and values. */
  readonly dump: () => Promise<Buffer>
  /** Lets steps of any open store fail after so many, until the returned function is called. */
  readonly failAfter: (steps: number) => () => void
  readonly remove: () => Promise<void>
}

/** Defines a test on a store of its own. The clock always shows `NOW`. */
export type Check = (title: string, run: (store: Store, data: StoreData) => Promise<void>) => void

export const NOW = Date.parse('2026-03-15T12:00:00Z')
export const ALL_DAYS = { from: '2000-01-01', to: '2999-12-31' }

export async function createCaller(
  store: Store,
  change: Partial<Workspace> = {},
): Promise<CreatedKey & { workspaceId: string }> {
  const { id } = await store.workspaces.create({ name: 'Books & more', ...change })
  return { ...(await store.keys.create(id, { mode: 'live', name: 'main' })), workspaceId: id }
}

export async function reserve(store: Store, workspaceId: string, credits: number, nowMs = NOW): Promise<Reservation> {
  const reservation = await store.ledger.reserve(workspaceId, credits, nowMs)
  assert.notEqual(reservation, 'insufficient_credits')
  return reservation as Reservation
}

export async function readCredits(store: Store, workspaceId: string): Promise<number> {
  const rows = await store.ledger.usage(workspaceId, ALL_DAYS)
  return rows.reduce((sum, { credits }) => sum + credits, 0)
}

/** Asserts that a promise rejects with a code of `StoreError`. */
export async function refuses(code: StoreErrorCode, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error: Error & { code?: string }) => {
    assert.equal(error.name, 'StoreError', error.stack)
    assert.equal(error.code, code)
    assert.ok(error.message.length > 10)
    return true
  })
}

/** Reserves and charges 5 credits. */
export async function charge(
  store: Store,
  { key, workspaceId }: Awaited<ReturnType<typeof createCaller>>,
  chargeId: string,
  nowMs = NOW,
) {
  const reservation = await reserve(store, workspaceId, 5, nowMs)
  return store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'product', credits: 5 })
}

/** Claims a key, and ends the use of the claim. */
export async function claimOnce(store: Store, request: KeyedRequest, nowMs: number): Promise<KeyClaim | KeyRefusal> {
  const claimed = await store.ledger.claimKey(request, nowMs)
  if (typeof claimed === 'object') await store.ledger.endClaim(request)
  return claimed
}
