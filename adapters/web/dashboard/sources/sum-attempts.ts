import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'

/** What a marketplace answered. */
export interface SourceSum {
  readonly domain: string
  readonly total: number
  readonly records: number
  /** Captchas and other challenges. */
  readonly captchas: number
  readonly throttled: number
  readonly unanswered: number
  /** Other outcomes, such as `not_found`. Order: most first. */
  readonly others: readonly (readonly [outcome: string, count: number])[]
}

type Group = 'records' | 'captchas' | 'throttled' | 'unanswered'

/** Outcomes that have a column. */
const GROUPS: Readonly<Record<string, Group>> = {
  record: 'records',
  captcha: 'captchas',
  challenge: 'captchas',
  throttled: 'throttled',
  timeout: 'unanswered',
  network: 'unanswered',
  proxy: 'unanswered',
  aborted: 'unanswered',
}

/** Sums counts of the series `attempts`. Order: most attempts first. */
export function sumAttempts(rows: readonly StatisticsRow[]): SourceSum[] {
  const domains = new Map<string, Map<string, number>>()
  for (const { name, count } of rows) {
    const [domain = '', outcome = ''] = name
    const outcomes = domains.get(domain) ?? new Map<string, number>()
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count)
    domains.set(domain, outcomes)
  }
  return [...domains].map(([domain, outcomes]) => toSum(domain, outcomes)).toSorted((a, b) => b.total - a.total)
}

function toSum(domain: string, outcomes: ReadonlyMap<string, number>): SourceSum {
  const sums = { total: 0, records: 0, captchas: 0, throttled: 0, unanswered: 0 }
  const others: [string, number][] = []
  for (const [outcome, count] of outcomes) {
    const group = GROUPS[outcome]
    sums.total += count
    if (group === undefined) others.push([outcome, count])
    else sums[group] += count
  }
  return { domain, ...sums, others: others.toSorted(([, a], [, b]) => b - a) }
}
