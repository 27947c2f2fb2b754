import { DAY_MS, dayOf } from '../../../core/policy/index.ts'
import { compareFields, type LayoutRows, type NamedLayout } from '../../observe/field-layouts.ts'
import type { Logger } from '../../observe/log.ts'
import type { Metrics } from '../../observe/metrics.ts'
import type { Audit } from '../../store/audit.ts'
import type { Statistics } from '../../store/statistics.ts'
import { describeLoss, isLoss, type LostField } from './describe-finding.ts'
import { createFieldReports } from './report-fields.ts'
import type { Report } from './report-finding.ts'

export interface LayoutDeps {
  readonly store: { readonly statistics: Pick<Statistics, 'read'>; readonly audit: Pick<Audit, 'list'> }
  readonly report: Report
  readonly log: Pick<Logger, 'warn'>
  readonly metrics?: Pick<Metrics, 'setDrift'> | undefined
}

/** The day that is looked at, with the one before, is compared with those before it. */
const RECENT_DAYS = 2
const BEFORE_DAYS = 28

/**
 * A round of it looks for fields whose values have vanished: a selector that no longer finds anything after a change of
 * the pages. It sets the metric, and reports each loss, and writes a line in the log, once a week for each field, of
 * all processes together.
 */
export function createLostFieldsTask({ store, report, log, metrics }: LayoutDeps): (nowMs: number) => Promise<void> {
  const reportFields = createFieldReports<LostField>({
    audit: store.audit,
    report,
    type: 'layout.drift',
    stateOf: ({ drift }) => drift,
    describe: describeLoss,
  })
  return async (nowMs) => {
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
      const added = await reportFields(record, domain, fields, nowMs)
      if (added.length === 0) continue
      log.warn({ record, domain, fields: added }, 'values of these fields have vanished: the pages may have changed')
    }
  }
}

/** Losses by record and marketplace: a change of the pages takes several fields at once. Drift of sources alone changes no value: it is in the metric and in the dashboard. */
function groupLosses(drifted: readonly NamedLayout[]): Map<string, LostField[]> {
  const groups = new Map<string, LostField[]>()
  for (const { record, domain, field, drift, filled, unread } of drifted) {
    if (!isLoss(drift)) continue
    const key = `${record} ${domain}`
    groups.set(key, [...(groups.get(key) ?? []), { field, drift, filled, ...(drift === 'unread' ? { unread } : {}) }])
  }
  return groups
}
