import { randomUUID } from 'node:crypto'
import type { Logger } from '../../observe/log.ts'
import type { Audit, NewAuditEntry } from '../../store/audit.ts'

/** After a refusal is recorded, those of this time are counted, and become one entry. Unit: ms. */
const HOUR_MS = 3_600_000
/** Addresses that such an entry names. */
const MAX_ADDRESSES = 10

/** See `NewAuditEntry`. */
type Actor = Pick<NewAuditEntry, 'actor' | 'address'>

export interface SignInRecorderDeps {
  readonly audit: Pick<Audit, 'begin' | 'end'>
  readonly log: Pick<Logger, 'error'>
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

/**
 * Records sign-ins and wrong tokens in the audit log. Whoever guesses tokens causes two entries an hour at most.
 * Nobody waits for a record.
 */
export class SignInRecorder {
  private readonly deps: SignInRecorderDeps
  private readonly writing = new Set<Promise<void>>()
  private refused = 0
  private readonly addresses = new Set<string>()
  /** Ends the hour in which refusals are counted. Absent: null, the next one is recorded at once. */
  private timer: NodeJS.Timeout | null = null

  constructor({ audit, log, epochMs }: SignInRecorderDeps) {
    this.deps = { audit, log, epochMs }
  }

  /** A person has begun a session. `workspaceId`: of a member. null: an operator has. */
  accept(actor: Actor, workspaceId: string | null = null): void {
    this.write(actor, 'ok', {}, workspaceId)
  }

  /** A wrong token was sent. */
  refuse(address: string | null): void {
    if (this.timer === null) {
      this.write({ actor: 'unknown', address }, 'unauthorized', { count: 1 })
      this.beginHour()
      return
    }
    this.refused++
    if (address !== null && this.addresses.size < MAX_ADDRESSES) this.addresses.add(address)
  }

  /** Writes what was counted. */
  async close(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.writeRefused()
    await Promise.all(this.writing)
  }

  private beginHour(): void {
    this.timer = setTimeout(() => {
      this.timer = null
      if (this.writeRefused()) this.beginHour()
    }, HOUR_MS).unref()
  }

  /** Returns false if nothing was refused in the hour. */
  private writeRefused(): boolean {
    if (this.refused === 0) return false
    const [address = null] = this.addresses
    this.write({ actor: 'unknown', address }, 'unauthorized', { count: this.refused, addresses: [...this.addresses] })
    this.refused = 0
    this.addresses.clear()
    return true
  }

  private write(
    actor: Actor,
    outcome: string,
    input: Readonly<Record<string, unknown>>,
    workspaceId: string | null = null,
  ): void {
    const writing = this.record(actor, outcome, input, workspaceId)
      .catch((err: unknown) => this.deps.log.error({ err, outcome, input }, 'a sign-in could not be recorded'))
      .finally(() => this.writing.delete(writing))
    this.writing.add(writing)
  }

  private async record(
    actor: Actor,
    outcome: string,
    input: Readonly<Record<string, unknown>>,
    workspaceId: string | null,
  ): Promise<void> {
    const { audit, epochMs } = this.deps
    const id = randomUUID()
    await audit.begin({ id, atMs: epochMs(), ...actor, command: 'session.open', workspaceId, input })
    await audit.end(id, { outcome, workspaceId, subjectId: null })
  }
}
