import * as v from 'valibot'
import { DAY_MS } from '../../../core/policy/index.ts'
import type { AuditPage } from '../../store/audit.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Store } from '../../store/store.ts'
import { day, define, id, READS } from './define-command.ts'

const MAX_PAGE = 500

export const AUDIT_COMMANDS = {
  'audit.list': define(
    'List the recorded commands of operators, newest first, a page at a time. `to`: last day.',
    v.strictObject({
      from: day,
      to: day,
      workspace: v.exactOptional(id),
      after: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be `next` of a page'))),
      limit: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE)), 100),
    }),
    async (store, input) => nameMembers(store, await listEntries(store, input)),
    READS,
  ),
} as const

interface ListInput {
  readonly from: string
  readonly to: string
  readonly workspace?: string
  readonly after?: string
  readonly limit: number
}

function listEntries({ audit }: Store, { from, to, workspace, after, limit }: ListInput): Promise<AuditPage> {
  const days = { fromMs: Date.parse(from), toMs: Date.parse(to) + DAY_MS }
  return audit.list({ ...days, workspaceId: workspace, after, limit })
}

const MEMBER = 'member:'

/** Writes the names of members, who are recorded by their ids, as actors. One that was removed stays an id. */
async function nameMembers({ people }: Store, page: AuditPage): Promise<AuditPage> {
  const own = page.entries.filter(({ actor }) => actor.startsWith(MEMBER))
  const workspaces = new Set(own.flatMap(({ workspaceId }) => workspaceId ?? []))
  const names = new Map<string, string>()
  for (const workspace of workspaces) {
    const known = await people.list(workspace).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'unknown_workspace') return []
      throw error
    })
    for (const { id: memberId, name } of known) names.set(MEMBER + memberId, MEMBER + name)
  }
  return { ...page, entries: page.entries.map((entry) => ({ ...entry, actor: names.get(entry.actor) ?? entry.actor })) }
}
