import { BATCH_DEADLINE_MS, DAY_MS, dayOf, IDEMPOTENCY_MS, USAGE_DAYS } from '../../core/policy/index.ts'
import { AUDIT_KEPT_DAYS, MAX_AUDIT_ENTRIES, type Audit } from '../store/audit.ts'
import type { Batches } from '../store/batches.ts'
import type { Ledger } from '../store/ledger.ts'
import { LETTERS_KEPT_DAYS, type Outbox } from '../store/outbox.ts'
import type { PersonSessions } from '../store/person-sessions.ts'
import type { RequestLog } from '../store/request-log.ts'
import { STATISTICS_DAYS, type Statistics } from '../store/statistics.ts'
import type { Watches } from '../store/watches.ts'
import { createReport, type ReportDeps } from './findings/report-finding.ts'
import { createRounds, type Task, type TaskDeps } from './run-tasks.ts'
import type { RunnerSettings } from './runner-settings.ts'
import { createHeldFieldsTask, type DriftDeps } from './findings/held-fields.ts'
import { createLostFieldsTask, type LayoutDeps } from './findings/lost-fields.ts'
import { createSpendingTask, type SpendingDeps } from './findings/spending.ts'

export interface HousekeepingDeps extends TaskDeps {
  readonly store: {
    readonly batches: Pick<Batches, 'listOverdue' | 'stop' | 'forget'>
    readonly workspaces: SpendingDeps['store']['workspaces']
    readonly ledger: Pick<Ledger, 'closeMonths' | 'forgetKeys' | 'forgetReferences'> & SpendingDeps['store']['ledger']
    readonly statistics: Pick<Statistics, 'forget'> & LayoutDeps['store']['statistics']
    readonly requestLog: Pick<RequestLog, 'forget'>
    readonly audit: Pick<Audit, 'forget' | 'list'> & ReportDeps['audit']
    readonly outbox: Pick<Outbox, 'forget'> & ReportDeps['outbox']
    readonly personSessions: Pick<PersonSessions, 'forget'>
    readonly watches: Pick<Watches, 'forget'> & DriftDeps['store']['watches']
  }
  /** How long results, and records of batches, are kept after the end of the batch; how long and how many requests of the log are. */
  readonly settings: Pick<RunnerSettings, 'resultsKeptMs' | 'recordsKeptMs' | 'requestLog'>
  /** Whether what is found is an alert to operators too. */
  readonly sendsAlerts: boolean
  readonly metrics?: (TaskDeps['metrics'] & LayoutDeps['metrics'] & DriftDeps['metrics']) | undefined
}

/** Time between two rounds. Unit: ms. */
export const HOUSEKEEPING_MS = 60_000
/** Statistics of a month are read: not in each round. Unit: ms. */
const LAYOUT_MS = 15 * 60_000

/** Gives a round of the tasks of the store: what is too old is stopped or removed, and what operators must know is found. */
export function createHousekeeping(deps: HousekeepingDeps): (signal?: AbortSignal) => Promise<void> {
  return createRounds(listTasks(deps), deps)
}

function listTasks({ store, settings, sendsAlerts, log, metrics }: HousekeepingDeps): readonly Task[] {
  const { resultsKeptMs: resultsMs, recordsKeptMs: recordsMs, requestLog } = settings
  const kept = { resultsMs, recordsMs, idempotencyMs: IDEMPOTENCY_MS }
  const { batches, ledger, statistics, audit, outbox, personSessions, watches } = store
  const found = { store, report: createReport(store, sendsAlerts), log, metrics }
  const dayBefore = (nowMs: number, days: number): string => dayOf(nowMs - days * DAY_MS)
  const minutely: readonly (readonly [string, Task['run']])[] = [
    ['stop_overdue_batches', (nowMs) => stopOverdue(batches, nowMs)],
    ['forget_batches', (nowMs) => batches.forget(kept, nowMs)],
    ['forget_idempotency_keys', (nowMs) => ledger.forgetKeys(nowMs)],
    ['forget_references', (nowMs) => ledger.forgetReferences(dayBefore(nowMs, USAGE_DAYS))],
    ['close_months', (nowMs) => ledger.closeMonths(nowMs)],
    ['forget_statistics', (nowMs) => statistics.forget(dayBefore(nowMs, STATISTICS_DAYS - 1))],
    [
      'forget_requests',
      (nowMs) => store.requestLog.forget({ beforeMs: nowMs - requestLog.keptMs, most: requestLog.most }),
    ],
    ['forget_audit', (nowMs) => audit.forget({ beforeMs: nowMs - AUDIT_KEPT_DAYS * DAY_MS, most: MAX_AUDIT_ENTRIES })],
    ['forget_letters', (nowMs) => outbox.forget(nowMs - LETTERS_KEPT_DAYS * DAY_MS)],
    ['forget_sessions', (nowMs) => personSessions.forget(nowMs)],
    ['forget_watches', (nowMs) => watches.forget(nowMs)],
    ['find_spending', createSpendingTask(found)],
    ['find_held_fields', createHeldFieldsTask(found)],
  ]
  return [
    ...minutely.map(([name, run]) => ({ name, everyMs: HOUSEKEEPING_MS, run })),
    { name: 'find_drifted_fields', everyMs: LAYOUT_MS, run: createLostFieldsTask(found) },
  ]
}

async function stopOverdue(batches: HousekeepingDeps['store']['batches'], nowMs: number): Promise<void> {
  for (const id of await batches.listOverdue(BATCH_DEADLINE_MS, nowMs)) await batches.stop(id, nowMs)
}
