/** Turns that workspaces share, such as the fetches from a marketplace. */
export interface TurnPool {
  /** `Infinity`: no limit. */
  readonly turns: number
  /** Those that nobody takes who holds one: `reservedTurns`, or 0 for work that has time. */
  readonly reserved: number
}

/** Who holds the turns of a pool. */
interface PoolUse {
  /** Turns that are held. */
  readonly held: number
  /** Of these, by the workspace that asks. */
  readonly own: number
  /** Other workspaces that asked within `LATELY_MS`. */
  readonly others: number
}

/** A workspace that asked within this time is expected to come again. Unit: ms. */
export const LATELY_MS = 30_000

/** A quarter of a pool, for workspaces that hold none of it. A pool of one turn has none. */
export function reservedTurns(turns: number): number {
  return turns === 1 || turns === Infinity ? 0 : Math.ceil(turns / 4)
}

/**
 * Whether a workspace may take a turn of a shared pool now. However long it holds its turns, it
 * does not keep the others out: it gets none of the reserved ones if it holds one, and while
 * others come, it has its equal share, or a quarter.
 */
export function mayTakeTurn({ turns, reserved }: TurnPool, { held, own, others }: PoolUse): boolean {
  if (held >= turns || own === 0) return held < turns
  const share = Math.ceil(turns / Math.min(others + 1, 4))
  return own < share && held < turns - reserved
}
