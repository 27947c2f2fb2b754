import type { Workspace } from '../../../store/workspaces.ts'

/** What each view of a workspace gets. */
export interface ViewProps {
  readonly workspace: Workspace
}
