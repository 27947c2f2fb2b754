import type { LookResult } from './look-result.ts'

/** Looks of one workspace have shown another layout. */
interface OwnHold {
  /** Unit: ms since 1970. */
  readonly sinceMs: number
  /** Until when its changes with drift wait. Unit: ms since 1970. */
  readonly untilMs: number
}

/** How often the last looks came from another source. */
interface DriftTally {
  /** Order: oldest first. */
  readonly looks: readonly boolean[]
  /** Whose looks they are, in the same order. Absent: undefined, an earlier version wrote the tally: its looks do not count. */
  readonly owners?: readonly string[]
  /** Workspaces whose looks alone have shown another layout. Default: none. */
  readonly own?: Readonly<Record<string, OwnHold>>
  /** Looks of other workspaces since the first of these, and shortly before. Order: oldest first. Default: none. */
  readonly others?: readonly boolean[]
  /** Until when changes with drift wait, of all workspaces. Absent: null, they do not. Unit: ms since 1970. */
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
/** Looks of other workspaces before the first hold that count: when a layout changes, most of them have drift. */
const RECENT = WINDOW * WIDESPREAD_SHARE
/** Drifting looks of other workspaces that confirm what one has seen: a single one happens without another layout. */
const CONFIRMING = 2

/**
 * Adds a look of a workspace. When a third of the last looks have a field from another selector than before, or from
 * none any more, the layout of the site has changed, and not its products: the field is held. When a third of the pages
 * have another layout, all fields are.
 *
 * The looks of one workspace hold its own alerts. They hold those of all only when a second workspace has seen the same:
 * two looks of others, and a third of their looks since then, or another workspace that has as much evidence. So no
 * workspace holds the alerts of a whole marketplace alone, and one that watches it alone is served as well. Two of one
 * customer can: calm looks of others count only from shortly before the first hold.
 *
 * `owner`: the workspace. Default: "", no workspace is known.
 */
export function addDrift(
  tallies: DriftTallies,
  { kept, drifted, isOtherLayout, series }: Pick<LookResult, 'kept' | 'drifted' | 'isOtherLayout' | 'series'>,
  atMs: number,
  owner = '',
): DriftTallies {
  if (series === null) return tallies
  const signs = [
    ...kinds(kept).map((field) => [field, false] as const),
    ...kinds(drifted).map((field) => [field, true] as const),
    [WHOLE_PAGE, isOtherLayout] as const,
  ]
  const added = signs.map(
    ([name, isDrift]) => [name, addLook(tallies[name] ?? NO_DRIFT, { owner, isDrift, atMs })] as const,
  )
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

interface Sign {
  readonly owner: string
  readonly isDrift: boolean
  /** Unit: ms since 1970. */
  readonly atMs: number
}

function addLook(tally: DriftTally, { owner, isDrift, atMs }: Sign): DriftTally {
  const { heldUntilMs, heldSinceMs = null } = tally
  const looks = [...(tally.owners === undefined ? [] : tally.looks), isDrift].slice(-WINDOW)
  const owners = [...(tally.owners ?? []), owner].slice(-WINDOW)
  const before = activeHolds(tally, atMs)
  const own =
    looks.length >= FEWEST && isWidespread(looks) ? holdOwn(before, mostDrifting(looks, owners), atMs) : before
  const holds = Object.values(own)
  if (holds.length === 0) return { looks, owners, heldUntilMs, heldSinceMs }
  const isFirst = Object.keys(before).length === 0
  const added = isFirst ? RECENT : 1
  const recent = looks.slice(-added).filter((_, index) => !Object.hasOwn(own, owners.at(index - added) ?? ''))
  const others = [...(isFirst ? [] : (tally.others ?? [])), ...recent].slice(-WINDOW)
  const isConfirmed = holds.length > 1 || (others.filter(Boolean).length >= CONFIRMING && isWidespread(others))
  if (!isConfirmed) return { looks, owners, own, others, heldUntilMs, heldSinceMs }
  const isHeld = heldUntilMs !== null && heldUntilMs > atMs
  return {
    looks,
    owners,
    own,
    others,
    heldUntilMs: Math.max(heldUntilMs ?? 0, ...holds.map(({ untilMs }) => untilMs)),
    heldSinceMs: isHeld ? heldSinceMs : Math.min(...holds.map(({ sinceMs }) => sinceMs)),
  }
}

function isWidespread(looks: readonly boolean[]): boolean {
  return looks.filter(Boolean).length / looks.length >= WIDESPREAD_SHARE
}

/** The workspace that has most drifting looks. */
function mostDrifting(looks: readonly boolean[], owners: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const [index, owner] of owners.entries()) {
    if (looks[index] === true) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  const [[owner] = ['']] = [...counts].toSorted(([, one], [, other]) => other - one)
  return owner
}

function holdOwn(own: NonNullable<DriftTally['own']>, owner: string, atMs: number): NonNullable<DriftTally['own']> {
  return { ...own, [owner]: { sinceMs: own[owner]?.sinceMs ?? atMs, untilMs: atMs + HOLD_MS } }
}

/** Those that have not ended. */
function activeHolds({ own = {} }: DriftTally, atMs: number): NonNullable<DriftTally['own']> {
  return Object.fromEntries(Object.entries(own).filter(([, { untilMs }]) => untilMs > atMs))
}

/** Watched fields whose changes with drift wait, each with the time since when. Unit: ms since 1970. */
export type HeldFields = ReadonlyMap<string, number>

/** The watched fields of a workspace whose changes with drift wait at a time. `fields`: all watched ones. `owner`: as for `addDrift`. */
export function heldFields(tallies: DriftTallies, fields: readonly string[], atMs: number, owner = ''): HeldFields {
  const sinceMs = (name: string): number | null => {
    const tally = tallies[name] ?? NO_DRIFT
    return heldForAllMs(tally, atMs) ?? activeHolds(tally, atMs)[owner]?.sinceMs ?? null
  }
  const whole = sinceMs(WHOLE_PAGE)
  return new Map(
    fields.flatMap((field) => {
      const since = whole ?? sinceMs(kindOf(field))
      return since === null ? [] : [[field, since] as const]
    }),
  )
}

/** Whose changes wait: those of all workspaces, or of the one that has seen another layout. */
export type HoldReach = 'all' | 'one'

/** The fields whose changes wait at a time, of anybody: all that have a tally, if whole pages have another layout. */
export function readHolds(tallies: DriftTallies, atMs: number): ReadonlyMap<string, HoldReach> {
  const reachOf = (name: string): HoldReach | null => {
    const tally = tallies[name] ?? NO_DRIFT
    if (heldForAllMs(tally, atMs) !== null) return 'all'
    return Object.keys(activeHolds(tally, atMs)).length > 0 ? 'one' : null
  }
  const whole = reachOf(WHOLE_PAGE)
  return new Map(
    Object.keys(tallies).flatMap((name) => {
      if (name === WHOLE_PAGE) return []
      const own = reachOf(name)
      const reach = whole === 'all' || own === 'all' ? 'all' : (whole ?? own)
      return reach === null ? [] : [[name, reach] as const]
    }),
  )
}

/** Since when changes of all wait. Absent: null, they do not. Unit: ms since 1970. */
function heldForAllMs({ heldUntilMs, heldSinceMs = null }: DriftTally, atMs: number): number | null {
  return heldUntilMs !== null && heldUntilMs > atMs ? (heldSinceMs ?? 0) : null
}
