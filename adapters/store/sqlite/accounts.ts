import {
  EMPTY_ACCOUNT,
  includedCredits,
  monthOf,
  reserveCredits,
  resolvePlan,
  settleCredits,
  type Account,
} from '../../../core/policy/index.ts'
import type { Workspace } from '../store.ts'
import type { Database } from './database.ts'

/** Accounts kept in memory before those with nothing in flight are read anew. */
const MAX_ACCOUNTS = 10_000

/** What workspaces have spent and set aside, by month. What is set aside lives in memory: a crash ends its requests too. */
export class Accounts {
  /** By workspace and month. */
  private readonly accounts = new Map<string, Account>()
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Sets credits aside, and says whether there were enough. */
  reserve(workspace: Workspace, credits: number, atMs: number): boolean {
    const allowance = { includedCredits: includedCredits(resolvePlan(workspace)), payAsYouGo: workspace.payAsYouGo }
    const account = reserveCredits(this.load(workspace.id, monthOf(atMs)), allowance, credits)
    if (account === 'insufficient_credits') return false
    this.accounts.set(nameAccount(workspace.id, monthOf(atMs)), account)
    return true
  }

  /** Turns what was set aside into what was spent. */
  settle(reservation: { workspaceId: string; credits: number; atMs: number }, spent: number): void {
    const name = nameAccount(reservation.workspaceId, monthOf(reservation.atMs))
    const account = this.accounts.get(name)
    if (account !== undefined) this.accounts.set(name, settleCredits(account, reservation.credits, spent))
  }

  private load(workspaceId: string, month: string): Account {
    const known = this.accounts.get(nameAccount(workspaceId, month))
    if (known !== undefined) return known
    if (this.accounts.size >= MAX_ACCOUNTS) this.forgetIdle()
    const [used] = this.database.list<{ credits: number }>(
      'SELECT coalesce(sum(credits), 0) AS credits FROM usage WHERE workspace_id = ? AND day BETWEEN ? AND ?',
      workspaceId,
      `${month}-01`,
      `${month}-31`,
    )
    return { ...EMPTY_ACCOUNT, usedCredits: used?.credits ?? 0 }
  }

  private forgetIdle(): void {
    for (const [name, { reservedCredits }] of this.accounts) if (reservedCredits === 0) this.accounts.delete(name)
  }
}

function nameAccount(workspaceId: string, month: string): string {
  return `${workspaceId} ${month}`
}
