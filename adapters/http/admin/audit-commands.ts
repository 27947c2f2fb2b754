import * as v from 'valibot'
import { DAY_MS } from '../../../core/policy/index.ts'
import type { AuditPage } from '../../store/audit.ts'
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
    listEntries,
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
