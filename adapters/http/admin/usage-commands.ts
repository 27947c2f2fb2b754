import * as v from 'valibot'
import { dayOf, DAY_MS, monthEndMs, statementOf, type Statement } from '../../../core/policy/index.ts'
import type { Store } from '../../store/store.ts'
import { unknownWorkspace } from '../../store/workspaces.ts'
import { day, define, id, month, READS, type CommandContext } from './define-command.ts'
import { printUsage } from './print-charges.ts'

/** What a workspace owes for a month, by the terms that it has now. */
export interface AdminStatement extends Statement {
  /** UTC. Form: `YYYY-MM`. */
  readonly month: string
  readonly plan: string
  /** Whether the month has ended, so that nothing is added any more. */
  readonly isOver: boolean
  /** What was charged, by record. Order: most credits first. */
  readonly records: readonly RecordSum[]
}

interface RecordSum {
  /** Name of the record. */
  readonly kind: string
  readonly charges: number
  readonly credits: number
}

const days = { workspace: id, from: day, to: day }

export const USAGE_COMMANDS = {
  'usage.read': define(
    'Read what a workspace was charged, by day, key and kind.',
    v.strictObject(days),
    async (store, { workspace, ...range }) => (await store.ledger.usage(workspace, range)).map(printUsage),
    READS,
  ),
  'usage.references': define(
    'Read what a workspace was charged, by the references of the items of its batches. null: all that has none.',
    v.strictObject(days),
    (store, { workspace, ...range }) => store.ledger.usageByReference(workspace, range),
    READS,
  ),
  'usage.statement': define(
    'Read what a workspace owes for a month: its plan, and what was used beyond it.',
    v.strictObject({ workspace: id, month }),
    readStatement,
    READS,
  ),
} as const

interface StatementInput {
  readonly workspace: string
  readonly month: string
}

/** Throws: `unknown_workspace`. */
async function readStatement(
  store: Store,
  { workspace, month: asked }: StatementInput,
  { nowMs }: CommandContext,
): Promise<AdminStatement> {
  const found = (await store.workspaces.list()).find((entry) => entry.id === workspace)
  if (found === undefined) throw unknownWorkspace(workspace)
  const from = `${asked}-01`
  const endMs = monthEndMs(Date.parse(from))
  const usage = await store.ledger.usage(workspace, { from, to: dayOf(endMs - DAY_MS) })
  const records = new Map<string, RecordSum>()
  for (const { record: kind, charges, credits } of usage) {
    const sum = records.get(kind) ?? { kind, charges: 0, credits: 0 }
    records.set(kind, { kind, charges: sum.charges + charges, credits: sum.credits + credits })
  }
  const usedCredits = usage.reduce((sum, { credits }) => sum + credits, 0)
  return {
    month: asked,
    plan: found.plan,
    isOver: nowMs >= endMs,
    ...statementOf(found, usedCredits),
    records: [...records.values()].toSorted((a, b) => b.credits - a.credits),
  }
}
