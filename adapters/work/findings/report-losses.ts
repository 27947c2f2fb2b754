import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf, nextAttemptAfterMs } from '../../../core/policy/index.ts'
import type { Logger } from '../../observe/log.ts'
import { printAlert, type Alert } from '../webhook/alert.ts'
import type { AlertSender } from '../webhook/alert-sender.ts'
import { createReport, type ReportDeps } from './report-finding.ts'

/** Data that was there before, and is lost. */
export interface Loss {
  /** `store`: what lasts. It is not used any more. `limits`: what may be lost, and begins again. */
  readonly of: 'store' | 'limits'
  /** The same in all processes that find it. */
  readonly id: string
  /** What was found, as one sentence. */
  readonly problem: string
}

export interface LossDeps {
  readonly store: ReportDeps
  /** Absent: null, the settings name no receiver. */
  readonly alerts: AlertSender | null
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Waits. Unit: ms. Default: a timer that keeps no process alive. */
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined
}

const waitForTimer = (ms: number): Promise<unknown> => sleep(ms, undefined, { ref: false })

/** Gives the function that reports a loss in the log and as an alert. A store that is lost can't keep its own alert: the process sends it. */
export function createLossReport(deps: LossDeps): (loss: Loss) => Promise<void> {
  const { store, alerts, log, epochMs } = deps
  const report = createReport(store, alerts !== null)
  return async ({ of, id: lossId, problem }) => {
    log.error(problem)
    const atMs = epochMs()
    const id = `${of}.lost ${lossId} ${dayOf(atMs)}`
    const told = { id, type: `${of}.lost` as const, facts: { problem }, text: `Shelfmark: ${problem}` }
    const reported =
      of === 'store' ? sendUntilTaken({ ...told, atMs }, deps) : report({ ...told, workspaceId: null }, atMs)
    await reported.catch((err: unknown) => log.error({ err }, 'a loss was not reported'))
  }
}

async function sendUntilTaken(alert: Alert, { alerts, log, wait = waitForTimer }: LossDeps): Promise<void> {
  if (alerts === null) return
  const body = printAlert(alert)
  for (let attempts = 0; ; attempts++) {
    const pauseMs = nextAttemptAfterMs(attempts)
    if (pauseMs === null) return
    if (pauseMs > 0) await wait(pauseMs)
    const outcome = await alerts.send({ id: alert.id, body })
    if (outcome.ok) return
    log.warn({ error: outcome.error }, 'an alert was not taken')
  }
}
