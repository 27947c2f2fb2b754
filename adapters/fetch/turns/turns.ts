import { reservedTurns, type TurnPool } from '../../../core/policy/index.ts'

/** Requests and batches have fetches of their own. */
export type Lane = 'requests' | 'batches'

/** Who fetches. Turns are dealt over payers: a workspace, in a lane. */
export interface Payer {
  readonly lane: Lane
  /** Absent: null, a program that shares its turns with nobody, such as the command line. */
  readonly workspaceId: string | null
}

/** Ends a turn. A second call has no effect. */
export type Release = () => void

/** Turns of the fetches from marketplaces. */
export interface Turns {
  /**
   * Waits for a turn at a marketplace. The caller must release it.
   *
   * Rejects: with a `NoTurnError`.
   */
  take(domain: string, payer: Payer, signal: AbortSignal): Promise<Release>
}

/** There was no turn: the signal was aborted while the caller waited, or the turns can't be dealt. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError'
}

/** The pool of a lane. Batches have time: a workspace that comes alone may use all of it. */
export function poolOf(lane: Lane, turns: number): TurnPool {
  return { turns, reserved: lane === 'requests' ? reservedTurns(turns) : 0 }
}

export function leftEarly(): NoTurnError {
  return new NoTurnError('No turn at the marketplace was free in time.')
}

/** Every fetch has a turn at once. */
export const FREE_TURNS: Turns = { take: async () => () => undefined }
