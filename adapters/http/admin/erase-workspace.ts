import { StoreError } from '../../store/store-error.ts'
import type { Store } from '../../store/store.ts'
import type { ErasedWorkspace } from '../../store/workspaces.ts'
import { CommandError } from './command-error.ts'

interface EraseInput {
  readonly workspace: string
  /** Must be the id of the workspace. */
  readonly confirm: string
  /** Whether batches that have not ended are canceled. Default: false, then nothing is erased. */
  readonly cancelBatches?: boolean
}

/**
 * Erases a workspace. If an earlier call was interrupted, erases what it left.
 *
 * Throws: `invalid_input`; `unknown_workspace`, `batches_open`.
 */
export async function eraseWorkspace(
  store: Store,
  { workspace, confirm, cancelBatches = false }: EraseInput,
  nowMs: number,
): Promise<ErasedWorkspace> {
  if (confirm !== workspace) {
    throw new CommandError('invalid_input', 'confirm: must be the id of the workspace. Nothing was erased')
  }
  try {
    return await store.erase(workspace)
  } catch (error) {
    const isOpen = error instanceof StoreError && error.code === 'batches_open'
    if (!isOpen || !cancelBatches) throw error
  }
  for (const key of await store.keys.list(workspace)) {
    for (const batch of await store.batches.listOpen(key.id)) await store.batches.stop(batch, nowMs)
  }
  return store.erase(workspace)
}
