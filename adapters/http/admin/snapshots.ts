import type { Store } from '../../store/store.ts'
import type { Snapshot } from './define-command.ts'

/** Terms of a workspace. `subject`: of one that was created. */
export async function snapshotOfWorkspace(
  { workspaces }: Store,
  { workspace }: { readonly workspace?: string },
  subject: string | null,
): Promise<Snapshot | null> {
  const id = workspace ?? subject
  if (id === null) return null
  const found = (await workspaces.list()).find((entry) => entry.id === id)
  if (found === undefined) return null
  const { plan, payAsYouGo, spendingCap, overrides, eventsUrl } = found
  return { plan, payAsYouGo, spendingCap, overrides, hasEventsUrl: eventsUrl !== null }
}

/** Terms of a key. `subject`: of one that was created, such as the successor of the one that the input names. */
export async function snapshotOfKey(
  { keys }: Store,
  { key }: { readonly key?: string; readonly workspace?: string },
  subject: string | null,
): Promise<Snapshot | null> {
  const id = subject ?? key
  const found = id === undefined ? null : await keys.find(id)
  if (found === null) return null
  const { mode: kind, scopes, allowedAddresses, expiresAtMs, revokedAtMs } = found
  return { key: found.id, kind, scopes, addresses: allowedAddresses.length, expiresAtMs, revokedAtMs }
}

/** State of a batch and of its webhook. */
export async function snapshotOfBatch(
  { batches }: Store,
  { batch }: { readonly batch: string },
): Promise<Snapshot | null> {
  const found = await batches.find(batch)
  if (found === null) return null
  const { status, processedCount } = found.progress
  return { status, processedCount, webhook: found.delivery?.status ?? null }
}
