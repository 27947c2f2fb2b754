import type { LookResult } from './look-result.ts'

/** How often the last looks came from another source. */
interface DriftTally {
  /** Order: oldest first. */
  readonly looks: readonly boolean[]
  /** Until when changes with drift wait. Absent: null, they do not. Unit: ms since 1970. */
  readonly heldUntilMs: number | null
  /** Since when they wait. Absent: null or undefined, they do not, or an earlier version wrote the tally. Unit: ms since 1970. */
  readonly heldSinceMs?: number | null
}

/** Drift at the items of one marketplace lately, by watched field, without the entries that its path names; of whole pages under `*`. JSON. */
export type DriftTallies = Readonly<Record<string, DriftTally>>

const NO_DRIFT: DriftTally = { looks: [], heldUntilMs: null, heldSinceMs: null }
const WHOLE_PAGE = '*'

/** Looks that are remembered: few, so that many items that drift at once are not lost among the later looks at them. */
const WINDOW = 30
/** Looks below which a share means nothing. */
const FEWEST = 20
/** Sellers have selectors of their own, so that some fields drift at one look in thirty without another layout. */
const WIDESPREAD_SHARE = 1 / 3
/** How long changes with drift wait after the last sign that the layout of the site has changed. Unit: ms. */
const HOLD_MS = 7 * 86_400_000

/**
 * Adds a look. When a third of the last looks have a field from another selector than before, or from none any more,
 * the layout of the site has changed, and not its products: the field is held. When a third of the pages have another
 * layout, all fields are.
 */
export function addDrift(
  tallies: DriftTallies,
  { kept, drifted, isOtherLayout, series }: Pick<LookResult, 'kept' | 'drifted' | 'isOtherLayout' | 'series'>,
  atMs: number,
): DriftTallies {
  if (series === null) return tallies
  const signs = [
    ...kinds(kept).map((field) => [field, false] as const),
    ...kinds(drifted).map((field) => [field, true] as const),
    [WHOLE_PAGE, isOtherLayout] as const,
  ]
  const added = signs.map(([name, isDrift]) => [name, addLook(tallies[name] ?? NO_DRIFT, isDrift, atMs)] as const)
  return { ...tallies, ...Object.fromEntries(added) }
}

/** A part of a path that names entries. */
const ENTRY = /\[[^[\]]*\]/g

/** Callers name any entries, as in `products[B0SHLF0001].price`: all of a list are one, so that there are few tallies. */
function kindOf(field: string): string {
  return field.replace(ENTRY, '[]')
}

function kinds(fields: readonly string[]): readonly string[] {
  return [...new Set(fields.map(kindOf))]
}

function addLook(tally: DriftTally, isDrift: boolean, atMs: number): DriftTally {
  const { looks, heldUntilMs, heldSinceMs = null } = tally
  const last = [...looks, isDrift].slice(-WINDOW)
  const isWidespread = last.length >= FEWEST && last.filter(Boolean).length / last.length >= WIDESPREAD_SHARE
  if (!isWidespread) return { looks: last, heldUntilMs, heldSinceMs }
  const isHeld = heldUntilMs !== null && heldUntilMs > atMs
  return { looks: last, heldUntilMs: atMs + HOLD_MS, heldSinceMs: isHeld ? heldSinceMs : atMs }
}

/** Watched fields whose changes with drift wait, each with the time since when. Unit: ms since 1970. */
export type HeldFields = ReadonlyMap<string, number>

/** The watched fields whose changes with drift wait at a time. `fields`: all watched ones. */
export function heldFields(tallies: DriftTallies, fields: readonly string[], atMs: number): HeldFields {
  const sinceMs = (name: string): number | null => {
    const { heldUntilMs, heldSinceMs = null } = tallies[name] ?? NO_DRIFT
    return heldUntilMs !== null && heldUntilMs > atMs ? (heldSinceMs ?? 0) : null
  }
  const whole = sinceMs(WHOLE_PAGE)
  return new Map(
    fields.flatMap((field) => {
      const since = whole ?? sinceMs(kindOf(field))
      return since === null ? [] : [[field, since] as const]
    }),
  )
}
