import { positionPath, RANK_CHANGES, type Track } from './track.ts'

/** What happened to the organic position of a tracked product. */
export interface RankChange {
  readonly asin: string
  /** `entered`, `left`: the pages that are looked at; `position`: it moved on them. */
  readonly change: 'entered' | 'left' | 'position'
  /** Absent: null, it was not on these pages. */
  readonly before: number | null
  readonly after: number | null
  /** Positions that it has gained; negative, that it has lost. Absent: null, it entered or left. */
  readonly by: number | null
  /** Whether it came among the first ten, or is not among them any more. Absent: null, neither. */
  readonly top10: 'entered' | 'left' | null
  /** The first look that has shown it. Unit: ms since 1970. */
  readonly sinceMs: number
}

/** A confirmed change of any field. */
interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
  readonly sinceMs: number
}

/** The changes of rank among the changes that a look has confirmed. Order: of the watch. */
export function toRankChanges(changes: readonly FieldChange[], { asins }: Track): readonly RankChange[] {
  return asins.flatMap((asin) => {
    const found = changes.find(({ field }) => field === positionPath(asin))
    if (found === undefined) return []
    const [before, after] = [toPosition(found.before), toPosition(found.after)]
    const [was, is] = [isTop(before), isTop(after)]
    return {
      asin,
      change: before === null ? 'entered' : after === null ? 'left' : 'position',
      before,
      after,
      by: before === null || after === null ? null : before - after,
      top10: was === is ? null : is ? 'entered' : 'left',
      sinceMs: found.sinceMs,
    }
  })
}

interface RankPoint {
  readonly field: string
  readonly series: number
  readonly value: string
  readonly winner: null
}

/** The changes of rank that a look has confirmed, as a point. Empty: it has confirmed no change. */
export function toRankPoints(
  { changes, series }: { readonly changes: readonly FieldChange[]; readonly series: number | null },
  track: Track | null,
): readonly RankPoint[] {
  const moves = track === null ? [] : toRankChanges(changes, track)
  if (moves.length === 0 || series === null) return []
  return [{ field: RANK_CHANGES, series, value: JSON.stringify(moves), winner: null }]
}

function toPosition(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function isTop(position: number | null): boolean {
  return position !== null && position <= 10
}
