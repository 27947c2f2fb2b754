import type { CommandResult } from '../http/admin/commands.ts'
import { describeOutcome, type AuditEntry } from '../store/audit.ts'
import { defineAdministration } from './define-administration.ts'
import { formatTable } from './table.ts'

const HEADINGS = ['time', 'who', 'address', 'command', 'outcome', 'workspace', 'id', 'input']

/** Days before today whose commands are printed by default. */
const DEFAULT_DAYS = 30

function toRow(entry: AuditEntry): string[] {
  const { atMs, actor, address, command, workspaceId, subjectId, input } = entry
  const ids = [workspaceId ?? '', subjectId ?? '']
  return [
    new Date(atMs).toISOString(),
    actor,
    address ?? '',
    command,
    describeOutcome(entry),
    ...ids,
    JSON.stringify(input),
  ]
}

export const auditCommand = defineAdministration({
  args: {
    from: {
      type: 'string',
      valueHint: 'DAY',
      description: 'First day, such as 2026-05-31, in UTC. Default: 30 days ago',
    },
    to: { type: 'string', valueHint: 'DAY', description: 'Last day, in UTC. Default: today' },
    workspace: { type: 'string', valueHint: 'ID', description: 'Commands about this workspace. Default: all' },
    json: { type: 'boolean', description: 'Print a JSON line for each', default: false },
  },
  examples: ['audit', 'audit --from 2026-11-01 --json'],
  async run(args, administration) {
    const { DAY_MS, dayOf } = await import('../../core/policy/index.ts')
    const nowMs = Date.now()
    const days = { from: args.from ?? dayOf(nowMs - DEFAULT_DAYS * DAY_MS), to: args.to ?? dayOf(nowMs) }
    const of = args.workspace === undefined ? {} : { workspace: args.workspace }
    const entries: AuditEntry[] = []
    for (let after: string | null = ''; after !== null;) {
      const input = { ...days, ...of, ...(after === '' ? {} : { after }), limit: 500 }
      const page: CommandResult<'audit.list'> = await administration.run('audit.list', input)
      entries.push(...page.entries)
      after = page.next
    }
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    process.stdout.write(args.json ? lines : formatTable(HEADINGS, entries.map(toRow)))
  },
})
