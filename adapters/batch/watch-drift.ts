import { readHolds, type DriftTallies } from '../../core/index.ts'
import type { KeyMode } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Watches } from '../store/watches.ts'
import { describeHold } from './describe-finding.ts'
import type { Report } from './report-finding.ts'

export interface DriftDeps {
  readonly store: { readonly watches: Pick<Watches, 'readDrift'> }
  readonly report: Report
  readonly log: Pick<Logger, 'warn'>
  readonly metrics?: Pick<Metrics, 'setHeldFields'> | undefined
}

/** Name of the tallies of a record and marketplace. Those of simulated pages say nothing of real ones, and are apart. */
export function driftName(record: string, domain: string, mode: KeyMode): string {
  return mode === 'test' ? `${record} ${domain} ${mode}` : `${record} ${domain}`
}

/** The same fields are reported again after this time. Unit: ms. */
const REMINDER_MS = 7 * 86_400_000

/**
 * A round of it looks for fields whose alerts wait, because many pages of a marketplace have another layout. It sets the
 * metric, and reports them, and writes a line in the log, once a week for each marketplace and record, of all
 * processes together.
 */
export function createDriftWatch({ store, report, log, metrics }: DriftDeps): (nowMs: number) => Promise<void> {
  return async (nowMs) => {
    const held: { readonly record: string; readonly domain: string; readonly count: number }[] = []
    for (const [name, json] of await store.watches.readDrift()) {
      const holds = readHolds(JSON.parse(json) as DriftTallies, nowMs)
      const fields = [...holds.keys()]
      const reach = [...holds.values()].includes('all') ? 'all' : 'one'
      const [record = '', domain = '', simulated] = name.split(' ')
      if (fields.length === 0 || simulated !== undefined) continue
      held.push({ record, domain, count: fields.length })
      const facts = { record, domain, fields, reach }
      const id = ['watch-layout', name, Math.floor(nowMs / REMINDER_MS), ...(reach === 'all' ? [] : [reach])].join(' ')
      const text = describeHold(record, domain, fields, reach)
      const isNew = await report({ id, type: 'watch.layout', workspaceId: null, facts, text }, nowMs)
      if (isNew) log.warn(facts, 'many watched pages have another layout: alerts of these fields wait')
    }
    metrics?.setHeldFields(held)
  }
}
