import { readHolds, type DriftTallies } from '../../../core/index.ts'
import type { KeyMode } from '../../../core/policy/index.ts'
import type { Logger } from '../../observe/log.ts'
import type { Metrics } from '../../observe/metrics.ts'
import type { Audit } from '../../store/audit.ts'
import type { Watches } from '../../store/watches.ts'
import { describeHold, type HeldField } from './describe-finding.ts'
import { createFieldReports } from './report-fields.ts'
import type { Report } from './report-finding.ts'

export interface DriftDeps {
  readonly store: { readonly watches: Pick<Watches, 'readDrift'>; readonly audit: Pick<Audit, 'list'> }
  readonly report: Report
  readonly log: Pick<Logger, 'warn'>
  readonly metrics?: Pick<Metrics, 'setHeldFields'> | undefined
}

/** Name of the tallies of a record and marketplace. Those of simulated pages say nothing of real ones, and are apart. */
export function driftName(record: string, domain: string, mode: KeyMode): string {
  return mode === 'test' ? `${record} ${domain} ${mode}` : `${record} ${domain}`
}

/**
 * A round of it looks for fields whose alerts wait, because many pages of a marketplace have another layout. It sets the
 * metric, and reports them, and writes a line in the log, once a week for each field, and when alerts of all wait and no
 * longer those of one workspace, of all processes together.
 */
export function createHeldFieldsTask({ store, report, log, metrics }: DriftDeps): (nowMs: number) => Promise<void> {
  const reportFields = createFieldReports<HeldField>({
    audit: store.audit,
    report,
    type: 'watch.layout',
    stateOf: ({ reach }) => reach,
    describe: describeHold,
  })
  return async (nowMs) => {
    const held: { readonly record: string; readonly domain: string; readonly count: number }[] = []
    for (const [name, json] of await store.watches.readDrift()) {
      const holds = readHolds(JSON.parse(json) as DriftTallies, nowMs)
      const fields = [...holds].map(([field, reach]) => ({ field, reach }))
      const [record = '', domain = '', simulated] = name.split(' ')
      if (fields.length === 0 || simulated !== undefined) continue
      held.push({ record, domain, count: fields.length })
      const added = await reportFields(record, domain, fields, nowMs)
      if (added.length === 0) continue
      log.warn({ record, domain, fields: added }, 'many watched pages have another layout: alerts of these fields wait')
    }
    metrics?.setHeldFields(held)
  }
}
