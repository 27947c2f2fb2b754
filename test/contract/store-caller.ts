import assert from 'node:assert/strict'
import type { CreatedKey } from '../../adapters/store/keys.ts'
import type { Reservation } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { Workspace } from '../../adapters/store/workspaces.ts'

/** Data of a store. Every `open` opens the same data. */
export interface StoreData {
  readonly open: (options?: { readonly pepper?: string }) => Promise<Store>
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
