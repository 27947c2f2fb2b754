import { reservedTurns, type TurnPool } from '../../../core/policy/index.ts'
import type { Lane, Payer, Release } from '../../pages/pool/line.ts'

/** Turns of the fetches from marketplaces. */
export interface Turns {
  /**
   * Waits for a turn at a marketplace. The caller must release it.
   *
   * Rejects: with a `NoTurnError`.
   */
  take(domain: string, payer: Payer, signal: AbortSignal): Promise<Release>
}

/** The pool of a lane. Batches have time: a workspace that comes alone may use all of it. */
export function poolOf(lane: Lane, turns: number): TurnPool {
  return { turns, reserved: lane === 'requests' ? reservedTurns(turns) : 0 }
}

/** Every fetch has a turn at once. */
export const FREE_TURNS: Turns = { take: async () => () => undefined }
