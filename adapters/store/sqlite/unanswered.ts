import { Backlog } from '../backlog.ts'
import type { UnansweredCharge } from '../ledger.ts'
import { StoreError } from '../store-error.ts'
import type { Accounts } from './accounts.ts'
import type { AnsweredJournal } from './answered-journal.ts'
import type { Database } from './database.ts'
import type { GroupCommit } from './group-commit.ts'

/** An unanswered charge and its credits. */
interface Open extends UnansweredCharge {
  readonly credits: number
}

/** A charge whose void was written, or ended. */
interface Voided {
  readonly charge: UnansweredCharge
  readonly credits: number
}

interface UnansweredParts {
  readonly database: Database
  readonly accounts: Accounts
  readonly commits: GroupCommit
  readonly journal: AnsweredJournal
}

const PLACE = '(SELECT place FROM ledger WHERE workspace_id = ? AND charge_id = ?)'

/**
 * Charges whose answer is not sent yet. Each is marked in the transaction that writes it. The
 * mark ends when the answer was sent, or the charge was voided. Marks that are found when the
 * file is opened are of a process that died: their charges are voided.
 */
export class Unanswered {
  private readonly database: Database
  private readonly accounts: Accounts
  private readonly commits: GroupCommit
  private readonly journal: AnsweredJournal
  /** Charges of this process that are neither confirmed nor voided, by name. */
  private readonly open = new Map<string, Open>()
  /** Confirmed charges whose mark is still in the file. They are in the journal. */
  private answered: UnansweredCharge[] = []
  private readonly voids: Backlog<UnansweredCharge>

  constructor({ database, accounts, commits, journal }: UnansweredParts) {
    this.database = database
    this.accounts = accounts
    this.commits = commits
    this.journal = journal
    this.voids = new Backlog((charges) => this.writeVoids(charges))
    this.voidLeft()
  }

  credits(): number {
    return [...this.open.values()].reduce((sum, { credits }) => sum + credits, 0)
  }

  /** Marks a charge, inside the transaction that writes it. */
  mark({ workspaceId, chargeId }: UnansweredCharge): void {
    this.database.run(`INSERT OR IGNORE INTO unanswered SELECT ${PLACE}`, workspaceId, chargeId)
  }

  /** Counts a charge whose transaction has ended. */
  begin(charge: UnansweredCharge, credits: number): void {
    this.open.set(nameOf(charge), { ...charge, credits })
  }

  confirm(charge: UnansweredCharge): void {
    this.open.delete(nameOf(charge))
    this.answered.push(charge)
    try {
      this.journal.append(nameOf(charge))
    } catch (error) {
      // The next transaction writes it. If the process dies before, the charge is voided.
      if (!(error instanceof StoreError)) throw error
    }
  }

  async void(charge: UnansweredCharge): Promise<void> {
    try {
      await this.writeVoids([charge])
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.voids.add(charge)
    }
  }

  /** Runs work in a transaction that also ends the marks of the charges that were confirmed. It does not wait for the disk. */
  write<Result>(work: () => Result): Result {
    const written = [...this.answered]
    const [result, restored] = this.database.write(() => [work(), written.flatMap((one) => this.endMark(one))])
    this.answered = this.answered.slice(written.length)
    for (const { charge, credits } of restored) this.accounts.use(charge.workspaceId, charge.atMs, credits)
    if (written.length > 0 && this.answered.length === 0) this.journal.clear()
    return result
  }

  /** Writes what was confirmed. Marks that are left are voided when the file is opened again. */
  close(): void {
    this.voids.close()
    if (this.answered.length > 0) this.write(() => undefined)
    this.journal.close()
  }

  private async writeVoids(charges: readonly UnansweredCharge[]): Promise<void> {
    const voided = await this.commits.add(() => charges.flatMap((charge) => this.writeVoid(charge)))
    for (const { charge, credits } of voided) this.accounts.use(charge.workspaceId, charge.atMs, -credits)
    for (const charge of charges) this.open.delete(nameOf(charge))
  }

  /** Voids a charge that is marked, inside a transaction. Returns it, or nothing if it is not marked. */
  private writeVoid(charge: UnansweredCharge): readonly Voided[] {
    const { workspaceId, chargeId } = charge
    if (this.answered.some((one) => one.workspaceId === workspaceId && one.chargeId === chargeId)) return []
    const marked = this.database.list<{ place: number; credits: number }>(
      `DELETE FROM unanswered WHERE charge = ${PLACE}
       RETURNING charge AS place, (SELECT credits FROM ledger WHERE place = charge) AS credits`,
      workspaceId,
      chargeId,
    )
    for (const { place } of marked) this.database.run('INSERT INTO voids VALUES (?)', place)
    return marked.map(({ credits }) => ({ charge, credits }))
  }

  /** Ends the mark of a confirmed charge, and its void, inside a transaction. Returns it if it was voided. */
  private endMark(charge: UnansweredCharge): readonly Voided[] {
    const { workspaceId, chargeId } = charge
    this.database.run(`DELETE FROM unanswered WHERE charge = ${PLACE}`, workspaceId, chargeId)
    const restored = this.database.list<{ credits: number }>(
      `DELETE FROM voids WHERE charge = ${PLACE} RETURNING (SELECT credits FROM ledger WHERE place = charge) AS credits`,
      workspaceId,
      chargeId,
    )
    return restored.map(({ credits }) => ({ charge, credits }))
  }

  /** Voids what a dead process left: all marked charges that are not in its journal. */
  private voidLeft(): void {
    this.database.transaction(() => {
      for (const name of this.journal.read()) {
        const [workspaceId = '', chargeId = ''] = name.split(' ')
        this.endMark({ workspaceId, chargeId, atMs: 0 })
      }
      this.database.run('INSERT INTO voids SELECT charge FROM unanswered')
      this.database.run('DELETE FROM unanswered')
    })
    this.journal.clear()
  }
}

function nameOf({ workspaceId, chargeId }: UnansweredCharge): string {
  return `${workspaceId} ${chargeId}`
}
