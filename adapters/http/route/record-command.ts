import { randomUUID } from 'node:crypto'
import { redactKeys } from '../../observe/redact-keys.ts'
import type { Audit, AuditOutcome, Snapshot } from '../../store/audit.ts'

/** Who runs a command. See `NewAuditEntry`. */
export interface Operator {
  readonly actor: string
  /** IP address. Absent: null, unknown, or on the command line. */
  readonly address: string | null
}

/** A command that is recorded. */
export interface RecordedCommand {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly operator: Operator
  /** Unit: ms since 1970. */
  readonly nowMs: number
  /** State of what the command changes. `subject`: the id of what it has created or changed; null, before. Default: it is not recorded. */
  readonly look?: (subject: string | null) => Promise<Snapshot | null>
}

/**
 * Runs a command between the two records of it. If the first can't be written, the command does not run. If
 * the second can't, the entry stays without an outcome: the command has had its effect, and its result, such
 * as a new key, must reach the operator.
 *
 * Rejects: as the command; with a `StoreError`, nothing is done.
 */
export async function recordCommand<Result>(
  audit: Audit,
  { name, input, operator, nowMs, look }: RecordedCommand,
  perform: () => Promise<Result>,
): Promise<Result> {
  const id = randomUUID()
  const workspaceId = textOf(input, 'workspace')
  await audit.begin({ id, atMs: nowMs, ...operator, command: name, workspaceId, input: toRecorded(input) })
  const before = look === undefined ? {} : { before: await look(null) }
  let outcome: AuditOutcome = { outcome: 'internal_error', workspaceId: null, subjectId: null }
  try {
    const result = await perform()
    const subject = subjectOf(result)
    outcome = { outcome: 'ok', ...subject, ...before }
    // The command has had its effect: what can't be looked at now is left out.
    const after = await look?.(subject.subjectId).catch(() => undefined)
    if (after !== undefined) outcome = { ...outcome, after }
    return result
  } catch (error) {
    outcome = { ...outcome, outcome: codeOf(error), ...before }
    throw error
  } finally {
    await audit.end(id, outcome).catch(() => undefined)
  }
}

/** Refusals of a command of this time are one entry. Unit: ms. */
const HOUR_MS = 3_600_000

/**
 * Records that a person may not run a command: the first of an hour, of all processes, so that nobody fills the log. The
 * refusal does not depend on it.
 */
export async function recordRefusal(
  audit: Audit,
  { name, operator, nowMs }: Pick<RecordedCommand, 'name' | 'operator' | 'nowMs'>,
  outcome: string,
): Promise<void> {
  const id = ['refused', operator.actor, name, Math.floor(nowMs / HOUR_MS)].join(' ')
  const own = { atMs: nowMs, ...operator, command: name, workspaceId: null, input: {} }
  const isNew = await audit.begin({ id, ...own }).catch(() => false)
  if (isNew) await audit.end(id, { outcome, workspaceId: null, subjectId: null }).catch(() => undefined)
}

/**
 * Members of inputs that are recorded with their values: ids, numbers and choices. Of others, such as names and
 * addresses of customers, only that they were given: the log outlives a workspace that is erased.
 */
const RECORDED: ReadonlySet<string> = new Set([
  'batch',
  'cancelBatches',
  'confirm',
  'expiresAt',
  'file',
  'graceSeconds',
  'key',
  'kind',
  'operator',
  'offset',
  'overrides',
  'payAsYouGo',
  'plan',
  'role',
  'scopes',
  'spendingCap',
  'status',
  'workspace',
])

/** Replaces the value of a member that is not recorded. */
const NOT_RECORDED = '(not recorded)'

function toRecorded(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const members = Object.entries(input).map(([name, value]) => [name, RECORDED.has(name) ? value : NOT_RECORDED])
  // A key that was put into a wrong member must not get into the log.
  return JSON.parse(redactKeys(JSON.stringify(Object.fromEntries(members)))) as Readonly<Record<string, unknown>>
}

/** What a command created or changed, as far as its result says. */
function subjectOf(result: unknown): Omit<AuditOutcome, 'outcome'> {
  const outer = toMembers(result)
  const own = 'key' in outer ? toMembers(outer['key']) : outer
  const workspaceId = textOf(own, 'workspaceId') ?? textOf(own, 'workspace_id')
  const subjectId = textOf(own, 'id')
  return { workspaceId: workspaceId ?? (subjectId?.startsWith('ws_') === true ? subjectId : null), subjectId }
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function textOf(members: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = members[name]
  return typeof value === 'string' ? redactKeys(value) : null
}

/** Code of an error, such as `unknown_key`. */
function codeOf(error: unknown): string {
  const { code } = toMembers(error)
  return typeof code === 'string' ? code : 'internal_error'
}
