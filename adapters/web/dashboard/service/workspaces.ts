import { computed, signal } from '@preact/signals'
import type { Workspace } from '../../../store/workspaces.ts'
import type { ViewName } from './address.ts'
import { address, linkTo } from './address.ts'
import { administrate } from './administrate.ts'

/** All workspaces. Absent: null, not loaded yet. */
export const workspaces = signal<readonly Workspace[] | null>(null)

/** The workspace that the address names, or the first. Absent: null. */
export const workspace = computed<Workspace | null>(() => {
  const named = address.value.params.get('workspace')
  const all = workspaces.value ?? []
  return all.find(({ id }) => id === named) ?? all[0] ?? null
})

export async function loadWorkspaces(): Promise<void> {
  workspaces.value = await administrate('workspaces.list', {})
}

/** The address of a batch or a watch need not name its workspace, which is shown with it. */
export function showWorkspace(
  view: ViewName,
  { id, workspace_id }: { readonly id: string; readonly workspace_id: string },
): void {
  if (address.value.params.get('workspace') !== workspace_id)
    location.replace(linkTo(view, id, { workspace: workspace_id }))
}
