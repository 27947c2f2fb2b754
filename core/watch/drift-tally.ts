/** How often a field came from another selector lately, at the items of one marketplace. JSON. */
export interface DriftTally {
  /** The last looks at which the field had a source before: whether it is another one, or none any more. Order: oldest first. */
  readonly looks: readonly boolean[]
  /** Until when changes with drift wait. Absent: null, they do not. Unit: ms since 1970. */
  readonly heldUntilMs: number | null
}

export const NO_DRIFT: DriftTally = { looks: [], heldUntilMs: null }

/** Looks that are remembered. */
const WINDOW = 100
/** Looks below which a share means nothing. */
const FEWEST = 20
const WIDESPREAD_SHARE = 0.2
/** How long changes with drift wait after the last sign that the layout of the site has changed. Unit: ms. */
const HOLD_MS = 7 * 86_400_000

/**
 * Adds a look. When a fifth of the last looks have another source, the layout of the site has changed, and not its
 * products: the field is held.
 */
export function addDrift({ looks, heldUntilMs }: DriftTally, isDrift: boolean, atMs: number): DriftTally {
  const last = [...looks, isDrift].slice(-WINDOW)
  const share = last.filter(Boolean).length / last.length
  const isWidespread = last.length >= FEWEST && share >= WIDESPREAD_SHARE
  return { looks: last, heldUntilMs: isWidespread ? atMs + HOLD_MS : heldUntilMs }
}

/** Whether changes of the field with drift wait at a time. */
export function isHeld({ heldUntilMs }: DriftTally, atMs: number): boolean {
  return heldUntilMs !== null && atMs < heldUntilMs
}
