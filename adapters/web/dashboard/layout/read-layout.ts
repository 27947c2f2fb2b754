import { compareFields, type LayoutRows, type NamedLayout } from '../../../observe/field-layouts.ts'
import type { DayRange } from '../../../store/ledger.ts'
import { address } from '../service/address.ts'
import { daysBack, splitDays } from '../service/days.ts'
import { readStatistics } from '../service/read-statistics.ts'

/** Lengths of the two times that can be compared. Unit: days. */
export const RECENT_CHOICES = [1, 3, 7, 14] as const
export const BEFORE_CHOICES = [7, 14, 28, 60] as const

/** Two times that follow each other: the second ends today. */
export interface Times {
  readonly recentDays: number
  readonly beforeDays: number
  readonly all: DayRange
  readonly before: DayRange
  readonly recent: DayRange
}

/** The times that the address asks for. */
export function readTimes(): Times {
  const chosen = <Choice extends number>(name: string, choices: readonly Choice[], usual: Choice): number => {
    const asked = Number(address.value.params.get(name))
    return choices.find((days) => days === asked) ?? usual
  }
  const recentDays = chosen('recent', RECENT_CHOICES, 3)
  const beforeDays = chosen('before', BEFORE_CHOICES, 28)
  const all = daysBack(recentDays + beforeDays)
  const [before, recent] = splitDays(all, recentDays)
  return { recentDays, beforeDays, all, before, recent }
}

export async function readLayout({ before, recent }: Times): Promise<readonly NamedLayout[]> {
  const read = async (days: DayRange): Promise<LayoutRows> => {
    const [reads, winners, unread] = await Promise.all(
      (['reads', 'winners', 'unread'] as const).map((series) => readStatistics(series, { days, byDay: false })),
    )
    return { reads: reads ?? [], winners: winners ?? [], unread: unread ?? [] }
  }
  const [rowsBefore, rowsRecent] = await Promise.all([read(before), read(recent)])
  return compareFields(rowsBefore, rowsRecent)
}
