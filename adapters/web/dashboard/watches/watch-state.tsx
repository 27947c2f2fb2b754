import type { AdminWatch } from '../../../http/admin/watch-commands.ts'

const TAGS = { active: 'good', failing: 'bad', paused: 'warn' } as const

/** The state of a watch, and why it is paused. */
export function WatchState({ of: { status, paused_by: by } }: { readonly of: AdminWatch }) {
  return (
    <>
      <span class={`tag ${TAGS[status]}`}>{status}</span>
      {by !== null && <span class="small quiet"> by {by}</span>}
    </>
  )
}
