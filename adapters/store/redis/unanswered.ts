import { dayOf } from '../../../core/policy/index.ts'
import { Backlog } from '../backlog.ts'
import type { UnansweredCharge } from '../ledger.ts'
import type { Connection } from './connection.ts'
import { loadScript, type Script } from './script.ts'

const CONFIRM_CHARGES = loadScript('confirm-charges')
const VOID_CHARGES = loadScript('void-charges')
const VOID_ENDED = loadScript('void-ended')

const VOIDED_PER_STEP = 100
/** Pause between searches for unanswered charges of dead processes, at most. Every process searches. */
const SEARCH_MS = 5000

/**
 * Charges whose answer is not sent yet. Redis marks each in the step that writes it, with a
 * lease. The mark ends when the answer was sent, or the charge was voided.
 */
export class RedisUnanswered {
  private readonly connection: Connection
  /** Credits of charges of this process that are neither confirmed nor voided, by name. */
  private readonly open = new Map<string, number>()
  private readonly confirms: Backlog<UnansweredCharge>
  private readonly voids: Backlog<UnansweredCharge>
  private readonly search: NodeJS.Timeout

  /** `leaseMs`: time after which an unanswered charge is voided. */
  constructor(connection: Connection, leaseMs: number) {
    this.connection = connection
    this.confirms = new Backlog((charges) => this.write(CONFIRM_CHARGES, charges))
    this.voids = new Backlog((charges) => this.write(VOID_CHARGES, charges))
    this.search = setInterval(() => void this.voidEnded(), Math.min(SEARCH_MS, leaseMs)).unref()
  }

  credits(): number {
    return [...this.open.values()].reduce((sum, credits) => sum + credits, 0)
  }

  begin(charge: UnansweredCharge, credits: number): void {
    this.open.set(nameOf(charge), credits)
  }

  confirm(charge: UnansweredCharge): void {
    void this.write(CONFIRM_CHARGES, [charge]).catch(() => this.confirms.add(charge))
  }

  void(charge: UnansweredCharge): void {
    void this.write(VOID_CHARGES, [charge]).catch(() => this.voids.add(charge))
  }

  /** Voids a charge of which only the deadline is known to have passed: it is written, or never will be. */
  compensate(charge: UnansweredCharge, credits: number): void {
    this.begin(charge, credits)
    this.voids.add(charge)
  }

  /** Writes the backlog once more. The leases void what is left. */
  async close(run: Connection['run']): Promise<void> {
    clearInterval(this.search)
    const [confirms, voids] = [this.confirms.close(), this.voids.close()]
    if (confirms.length > 0) await run(CONFIRM_CHARGES, toArgs(confirms))
    if (voids.length > 0) await run(VOID_CHARGES, toArgs(voids))
  }

  private async write(script: Script, charges: readonly UnansweredCharge[]): Promise<void> {
    await this.connection.run(script, toArgs(charges))
    for (const charge of charges) this.open.delete(nameOf(charge))
  }

  /** Voids what dead processes left. If the store is unavailable, the next search does it. */
  private async voidEnded(): Promise<void> {
    const voidStep = (): Promise<number> => this.connection.run<number>(VOID_ENDED, [VOIDED_PER_STEP]).catch(() => 0)
    while ((await voidStep()) === VOIDED_PER_STEP);
  }
}

/** The charges as they are marked in Redis. */
function toArgs(charges: readonly UnansweredCharge[]): string[] {
  return charges.map(({ workspaceId, chargeId, atMs }) => `${workspaceId} ${dayOf(atMs)} ${chargeId}`)
}

function nameOf({ workspaceId, chargeId }: UnansweredCharge): string {
  return `${workspaceId} ${chargeId}`
}
