import { CREDITS_PER_REQUEST, dayOf, monthOf, PLANS, type ChargeKind } from '../../../core/policy/index.ts'
import type { Connection } from '../../redis/connection.ts'
import { requireCredits } from '../require-credits.ts'
import type { Charge, DayRange, Reservation, Usage } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { readHashes, type Fields } from './fields.ts'
import { RELEASE, RESERVE } from './scripts/reserve.ts'
import { SETTLE } from './scripts/settle.ts'
import { unknownWorkspace, type Workspaces } from './workspaces.ts'

/** Nobody is kept waiting for long for the end of a reservation: that has a lease. */
const RELEASE_WAIT_MS = 1000

const INCLUDED_REQUESTS = Object.entries(PLANS).flatMap(([name, { includedRequests }]) => [name, includedRequests])

type Held = Pick<Reservation, 'id' | 'workspaceId'>

export interface LedgerOptions {
  /** Begins the ids of this process's reservations: no other has the same. */
  readonly token: string
  /** Credits set aside by a process that died are given back after so long. Unit: ms. */
  readonly leaseMs: number
}

export class Ledger {
  private readonly connection: Connection
  private readonly workspaces: Workspaces
  private readonly options: LedgerOptions
  private nextReservation = 0
  /** Reservations of this process that have not ended, by id. */
  private readonly open = new Map<string, Reservation>()
  /** Reservations that the store could not end, or may have made and not confirmed: they are ended with the next. */
  private left: Held[] = []

  constructor(connection: Connection, workspaces: Workspaces, options: LedgerOptions) {
    this.connection = connection
    this.workspaces = workspaces
    this.options = options
  }

  async reserve(workspaceId: string, credits: number, atMs: number): Promise<Reservation | 'insufficient_credits'> {
    requireCredits(credits, Number.MAX_SAFE_INTEGER)
    if (this.left.length > 0) await orLeave(this.end([]))
    const reservation = { id: `${this.options.token}-${this.nextReservation++}`, workspaceId, credits, atMs }
    const outcome = await this.hold(reservation)
    if (outcome === 'unknown_workspace') throw unknownWorkspace(workspaceId)
    if (outcome === 'insufficient_credits') return outcome
    this.open.set(reservation.id, reservation)
    return reservation
  }

  async settle(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'> {
    try {
      requireCredits(charge.credits, reservation.credits)
      return await this.write(reservation, charge)
    } catch (error) {
      await this.giveUp(reservation)
      throw error
    }
  }

  async release(reservation: Reservation): Promise<void> {
    this.open.delete(reservation.id)
    await this.end([reservation])
  }

  /** Says that a reservation has ended with another step. */
  forget({ id }: Reservation): void {
    this.open.delete(id)
  }

  /** Ends all reservations of this process, when nobody will settle them. */
  async close(run: Connection['run']): Promise<void> {
    if (this.open.size + this.left.length > 0) await orLeave(this.end([...this.open.values()], run))
    this.open.clear()
  }

  /** Ends the reservation of work that was refused. */
  async giveUp(reservation: Reservation): Promise<void> {
    await orLeave(this.release(reservation))
  }

  async usage(workspaceId: string, { from, to }: DayRange): Promise<Usage[]> {
    await this.workspaces.require(workspaceId)
    const index = this.connection.name('workspace', workspaceId, 'days')
    const days = await this.connection.ask((redis) => redis.zrangebylex(index, `[${from}`, `[${to}`))
    const names = days.map((day) => this.connection.name('workspace', workspaceId, 'usage', day))
    const hashes = await readHashes(this.connection, names)
    return hashes.flatMap((fields, place) => toUsage(days[place] ?? '', fields))
  }

  private async hold(reservation: Reservation): Promise<'granted' | 'insufficient_credits' | 'unknown_workspace'> {
    const { id, workspaceId, credits, atMs } = reservation
    const { leaseMs } = this.options
    const facts = [workspaceId, id, credits, monthOf(atMs), leaseMs, CREDITS_PER_REQUEST, ...INCLUDED_REQUESTS]
    try {
      return await this.connection.run(RESERVE, facts)
    } catch (error) {
      this.left.push(reservation)
      throw error
    }
  }

  /** Ends reservations, and those that were left before. */
  private async end(
    reservations: readonly Held[],
    run: Connection['run'] = (script, args, waitMs) => this.connection.run(script, args, waitMs),
  ): Promise<void> {
    const ending = [...this.left, ...reservations]
    this.left = []
    const pairs = ending.flatMap(({ workspaceId, id }) => [workspaceId, id])
    try {
      await run(RELEASE, pairs, RELEASE_WAIT_MS)
    } catch (error) {
      this.left.push(...ending)
      throw error
    }
  }

  private async write(reservation: Reservation, charge: Charge): Promise<'charged' | 'already_charged'> {
    const { workspaceId, id, atMs } = reservation
    const { chargeId, keyId, kind, credits } = charge
    const outcome = await this.connection.run<'charged' | 'already_charged' | 'unknown_key' | 'reservation_closed'>(
      SETTLE,
      [workspaceId, id, chargeId, keyId, kind, credits, atMs, dayOf(atMs)],
    )
    this.forget(reservation)
    if (outcome === 'unknown_key') throw unknownKey(workspaceId, keyId)
    if (outcome !== 'reservation_closed') return outcome
    throw new StoreError(outcome, `The reservation ${id} was settled with another charge, or released.`)
  }
}

/** A reservation that can't be ended now is left to the next, or to its lease. */
async function orLeave(ending: Promise<unknown>): Promise<void> {
  try {
    await ending
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  }
}

export function unknownKey(workspaceId: string, keyId: string): StoreError {
  return new StoreError('unknown_key', `The workspace ${workspaceId} has no key ${keyId}.`)
}

/** Usage of a day. Order: key, kind. */
function toUsage(day: string, fields: Fields): Usage[] {
  const places = Object.keys(fields).filter((name) => name.endsWith(' charges'))
  return places.toSorted().map((name) => {
    const [keyId = '', kind] = name.split(' ')
    const credits = Number(fields[`${keyId} ${kind} credits`])
    return { day, keyId, kind: kind as ChargeKind, charges: Number(fields[name]), credits }
  })
}
