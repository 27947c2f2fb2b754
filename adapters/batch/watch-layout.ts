import { DAY_MS, dayOf, type Drift } from '../../core/policy/index.ts'
import { compareFields, type LayoutRows, type NamedLayout } from '../observe/field-layouts.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Statistics } from '../store/statistics.ts'
import { describeLoss, type LostField } from './describe-finding.ts'
import type { Report } from './report-finding.ts'

export interface LayoutDeps {
  readonly store: { readonly statistics: Pick<Statistics, 'read'> }
  readonly report: Report
  readonly log: Pick<Logger, 'warn'>
  readonly metrics?: Pick<Metrics, 'setDrift'> | undefined
}

/** The day that is looked at, with the one before, is compared with those before it. */
const RECENT_DAYS = 2
const BEFORE_DAYS = 28
/** Statistics of a month are read: not with each round of the housekeeping. */
const INTERVAL_MS = 15 * 60_000
/** Drift of sources alone changes no value: it is in the metric and in the dashboard. */
const LOSSES: ReadonlySet<Drift> = new Set(['vanished', 'rarer', 'unread'])
/** The same loss is reported again after this time. */
const REMINDER_MS = 7 * DAY_MS

/**
 * A round of it looks for fields whose values have vanished: a selector that no longer finds anything after a change of
 * the pages. It sets the metric, and reports each loss, and writes a line in the log, once a week, of all processes
 * together.
 */
export function createLayoutWatch({ store, report, log, metrics }: LayoutDeps): (nowMs: number) => Promise<void> {
  let lastMs = -Infinity
  return async (nowMs) => {
    if (nowMs - lastMs < INTERVAL_MS && nowMs >= lastMs) return
    lastMs = nowMs
    const startMs = nowMs - (RECENT_DAYS - 1) * DAY_MS
    const read = async (fromMs: number, toMs: number): Promise<LayoutRows> => {
      const days = { from: dayOf(fromMs), to: dayOf(toMs) }
      const { statistics } = store
      return {
        reads: await statistics.read('reads', days),
        winners: await statistics.read('winners', days),
        unread: await statistics.read('unread', days),
      }
    }
    const before = await read(startMs - BEFORE_DAYS * DAY_MS, startMs - DAY_MS)
    const drifted = compareFields(before, await read(startMs, nowMs)).filter(({ drift }) => drift !== 'none')
    metrics?.setDrift(drifted)
    for (const [key, fields] of groupLosses(drifted)) {
      const [record = '', domain = ''] = key.split(' ')
      const names = fields.map(({ field, drift }) => `${field} ${drift}`)
      const id = ['layout', key, Math.floor(nowMs / REMINDER_MS), ...names].join(' ')
      const facts = { record, domain, fields }
      const text = describeLoss(record, domain, fields)
      const isNew = await report({ id, type: 'layout.drift', workspaceId: null, facts, text }, nowMs)
      if (isNew) log.warn(facts, 'values of these fields have vanished: the pages may have changed')
    }
  }
}

/** Losses by record and marketplace: a change of the pages takes several fields at once. */
function groupLosses(drifted: readonly NamedLayout[]): Map<string, LostField[]> {
  const groups = new Map<string, LostField[]>()
  for (const { record, domain, field, drift, filled } of drifted) {
    if (!LOSSES.has(drift)) continue
    const key = `${record} ${domain}`
    groups.set(key, [...(groups.get(key) ?? []), { field, drift, filled }])
  }
  return groups
}
