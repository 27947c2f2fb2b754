import type { Audit } from '../../store/audit.ts'
import type { Outbox } from '../../store/outbox.ts'
import { printAlert, type Alert } from '../webhook/alert.ts'

export interface ReportDeps {
  readonly audit: Pick<Audit, 'begin' | 'end'>
  readonly outbox: Pick<Outbox, 'add'>
}

/** Something that a round of the housekeeping has found, and that operators must know. */
export interface Finding extends Omit<Alert, 'atMs'> {
  /** The workspace that it is about. Absent: null, it is about the service. */
  readonly workspaceId: string | null
  /** What the audit log has. Default: the facts. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
}

/** Reports a finding. Returns whether it is new. Called again with the same: no effect, or it does what the death of a process has left. */
export type Report = (finding: Finding, nowMs: number) => Promise<boolean>

/**
 * Reports findings: each is an entry of the audit log, once of all processes together. `sendsAlerts`: it is an alert too,
 * and the entry has an outcome when the alert was sent, or given up. Without alerts, an entry that is new ends at once; one
 * whose alert waits stays open, until a receiver is set again.
 */
export function createReport({ audit, outbox }: ReportDeps, sendsAlerts: boolean): Report {
  return async ({ workspaceId, input, ...told }, nowMs) => {
    const { id, type: command, facts } = told
    const own = { actor: 'service', address: null, command, workspaceId }
    const isNew = await audit.begin({ id, atMs: nowMs, ...own, input: { ...(input ?? facts) } })
    if (sendsAlerts) await outbox.add({ type: 'alert', id, body: printAlert({ ...told, atMs: nowMs }) }, nowMs)
    else if (isNew) await audit.end(id, { outcome: 'ok', workspaceId, subjectId: null })
    return isNew
  }
}
