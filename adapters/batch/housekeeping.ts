import { BATCH_DEADLINE_MS, DAY_MS, dayOf, IDEMPOTENCY_MS, USAGE_DAYS } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import { AUDIT_KEPT_DAYS, MAX_AUDIT_ENTRIES, type Audit } from '../store/audit.ts'
import type { Batches } from '../store/batches.ts'
import type { Ledger } from '../store/ledger.ts'
import { LETTERS_KEPT_DAYS, type Outbox } from '../store/outbox.ts'
import type { PersonSessions } from '../store/person-sessions.ts'
import type { RequestLog } from '../store/request-log.ts'
import { STATISTICS_DAYS, type Statistics } from '../store/statistics.ts'
import { createReport, type ReportDeps } from './report-finding.ts'
import type { RunnerSettings } from './runner-settings.ts'
import { watchClock } from './watch-clock.ts'
import type { Watches } from '../store/watches.ts'
import { createDriftWatch, type DriftDeps } from './watch-drift.ts'
import { createLayoutWatch, type LayoutDeps } from './watch-layout.ts'
import { createSpendingWatch, type SpendingDeps } from './watch-spending.ts'

interface HousekeepingDeps {
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
  readonly log: Pick<Logger, 'warn'>
  readonly metrics?: (LayoutDeps['metrics'] & DriftDeps['metrics']) | undefined
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** A clock that can't be set. Unit: ms. Default: `performance.now`. */
  readonly monotonicMs?: (() => number) | undefined
}

/**
 * A round of it stops batches that are past their deadline, deletes results, records of batches and
 * idempotency keys that are too old, removes old statistics and old entries of the logs of requests and of commands, moves charges of closed
 * months, and reports which workspaces have reached a threshold of their spending cap, and which fields have lost their
 * values or wait with their alerts; it removes old rows of watches, and sessions of people that have ended. A round after a jump of the clock does nothing: the next one decides.
 */
export function createHousekeeping({
  store,
  settings,
  sendsAlerts,
  log,
  metrics,
  epochMs,
  monotonicMs,
}: HousekeepingDeps): () => Promise<void> {
  const findJump = watchClock(epochMs, monotonicMs)
  const report = createReport(store, sendsAlerts)
  const watchSpending = createSpendingWatch({ store, report, log })
  const watchLayout = createLayoutWatch({ store, report, log, metrics })
  const watchDrift = createDriftWatch({ store, report, log, metrics })
  return async () => {
    const jumpMs = findJump()
    if (jumpMs !== 0) {
      log.warn({ jumpMs }, 'the clock has jumped: nothing is stopped or deleted in this round')
      return
    }
    const nowMs = epochMs()
    const overdue = await store.batches.listOverdue(BATCH_DEADLINE_MS, nowMs)
    for (const id of overdue) await store.batches.stop(id, nowMs)
    const { resultsKeptMs: resultsMs, recordsKeptMs: recordsMs } = settings
    await store.batches.forget({ resultsMs, recordsMs, idempotencyMs: IDEMPOTENCY_MS }, nowMs)
    await store.ledger.forgetKeys(nowMs)
    await store.ledger.forgetReferences(dayOf(nowMs - USAGE_DAYS * DAY_MS))
    await store.ledger.closeMonths(nowMs)
    await store.statistics.forget(dayOf(nowMs - (STATISTICS_DAYS - 1) * DAY_MS))
    await store.requestLog.forget({ beforeMs: nowMs - settings.requestLog.keptMs, most: settings.requestLog.most })
    await store.audit.forget({ beforeMs: nowMs - AUDIT_KEPT_DAYS * DAY_MS, most: MAX_AUDIT_ENTRIES })
    await store.outbox.forget(nowMs - LETTERS_KEPT_DAYS * DAY_MS)
    await store.personSessions.forget(nowMs)
    await store.watches.forget(nowMs)
    await watchSpending(nowMs)
    await watchLayout(nowMs)
    await watchDrift(nowMs)
  }
}
