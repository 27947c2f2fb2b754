import type { AdminStatement } from '../../../http/admin/usage-commands.ts'
import { printCsv } from './to-csv.ts'

/** A line of a statement. Absent: null, the line has no such number. */
export interface StatementLine {
  readonly text: string
  readonly credits: number | null
  readonly usdCents: number | null
}

/** Lines of a statement: what was used, the plan, what is beyond it, and the sum. */
export function statementLines(statement: AdminStatement): StatementLine[] {
  const { plan, planUsdCents, includedCredits, usedCredits, beyondCredits, beyondUsdCents, totalUsdCents } = statement
  return [
    ...statement.records.map(({ kind, credits }) => ({ text: `Used: ${kind}`, credits, usdCents: null })),
    { text: 'Used in all', credits: usedCredits, usdCents: null },
    { text: `Plan ${plan}`, credits: includedCredits, usdCents: planUsdCents },
    { text: 'Beyond the plan', credits: beyondCredits, usdCents: beyondUsdCents },
    { text: 'Total', credits: null, usdCents: totalUsdCents },
  ]
}

/** A statement as comma-separated values. Dollars have a point, whatever the language is. */
export function toStatementCsv(statement: AdminStatement, workspace: string): string {
  const lines = statementLines(statement).map(({ text, credits, usdCents }) => [
    workspace,
    statement.month,
    text,
    credits === null ? '' : String(credits),
    usdCents === null ? '' : (usdCents / 100).toFixed(2),
  ])
  return printCsv([['workspace', 'month', 'for', 'credits', 'usd'], ...lines])
}
