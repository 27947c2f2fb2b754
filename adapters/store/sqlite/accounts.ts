import {
  allowanceOf,
  creditsLeft,
  EMPTY_ACCOUNT,
  monthOf,
  reserveCredits,
  settleCredits,
  type Account,
} from '../../../core/policy/index.ts'
import type { Reservation } from '../ledger.ts'
import type { Workspace } from '../workspaces.ts'
import type { Database } from './database.ts'

/** Number of accounts in memory above which those without reservations are dropped. They are read again when needed. */
const MAX_ACCOUNTS = 10_000

/**
 * Credits used and reserved, by workspace and month. Reservations are only in memory: when the
 * process dies, the requests they belong to die with it.
 */
export class Accounts {
  private readonly accounts = new Map<string, Account>()
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Credits used in the month of a time. */
  usedCredits(workspaceId: string, atMs: number): number {
    return this.load(workspaceId, monthOf(atMs)).usedCredits
  }

  /** Sets credits aside, and gives `leftCredits` of the reservation. Absent: null, the workspace does not have them. */
  reserve(workspace: Workspace, credits: number, atMs: number): number | null {
    const allowance = allowanceOf(workspace)
    const account = reserveCredits(this.load(workspace.id, monthOf(atMs)), allowance, credits)
    if (account === 'insufficient_credits') return null
    this.accounts.set(nameAccount(workspace.id, monthOf(atMs)), account)
    return creditsLeft(account, allowance)
  }

  /** Ends a reservation: `usedCredits` of it were used, the rest is given back. */
  settle({ workspaceId, credits, atMs }: Reservation, usedCredits: number): void {
    const name = nameAccount(workspaceId, monthOf(atMs))
    const account = this.accounts.get(name)
    if (account !== undefined) this.accounts.set(name, settleCredits(account, credits, usedCredits))
  }

  /** Adds credits to those that were used in a month. Negative: their charge was voided. */
  use(workspaceId: string, atMs: number, credits: number): void {
    this.settle({ id: '', workspaceId, credits: 0, atMs }, credits)
  }

  private load(workspaceId: string, month: string): Account {
    const known = this.accounts.get(nameAccount(workspaceId, month))
    if (known !== undefined) return known
    if (this.accounts.size >= MAX_ACCOUNTS) this.dropIdle()
    const [used] = this.database.list<{ credits: number }>(
      'SELECT coalesce(sum(credits), 0) AS credits FROM usage WHERE workspace_id = ? AND day BETWEEN ? AND ?',
      workspaceId,
      `${month}-01`,
      `${month}-31`,
    )
    return { ...EMPTY_ACCOUNT, usedCredits: used?.credits ?? 0 }
  }

  private dropIdle(): void {
    for (const [name, { reservedCredits }] of this.accounts) if (reservedCredits === 0) this.accounts.delete(name)
  }
}

function nameAccount(workspaceId: string, month: string): string {
  return `${workspaceId} ${month}`
}
