import type { Store } from '../../store/store.ts'
import type { EventReceiver, Workspace, WorkspaceChange } from '../../store/workspaces.ts'
import { CommandError } from './command-error.ts'
import type { CommandContext } from './define-command.ts'

/** A workspace after a change. */
export interface UpdatedWorkspace extends Workspace {
  /** Secret of its events, which is shown only here. Absent: null, no URL was given. */
  readonly eventsSecret: string | null
}

interface UpdateInput extends Omit<WorkspaceChange, 'events'> {
  readonly workspace: string
  /** null: its events are sent nowhere. */
  readonly eventsUrl?: string | null
}

/** Changes a workspace. A URL for its events gets a secret of its own, also if it is the same URL as before. */
export async function updateWorkspace(
  { workspaces }: Store,
  { workspace, eventsUrl, ...rest }: UpdateInput,
  { secrets, checkWebhookUrl }: CommandContext,
): Promise<UpdatedWorkspace> {
  const problem = typeof eventsUrl === 'string' ? await checkWebhookUrl(eventsUrl) : null
  if (problem !== null) throw new CommandError('invalid_input', `eventsUrl: ${problem}`)
  const secret = typeof eventsUrl === 'string' ? secrets.create() : null
  const events: EventReceiver | null =
    typeof eventsUrl === 'string' && secret !== null ? { url: eventsUrl, sealedSecret: secrets.seal(secret) } : null
  const updated = await workspaces.update(workspace, eventsUrl === undefined ? rest : { ...rest, events })
  return { ...updated, eventsSecret: secret }
}
