import { DAY_MS } from '../../../core/policy/index.ts'
import type { Audit } from '../../store/audit.ts'
import type { AlertType } from '../webhook/alert.ts'
import type { Report } from './report-finding.ts'

/** The same of a field is reported again after this time. */
const REMINDER_MS = 7 * DAY_MS
/** Clocks of other processes are ahead by less. */
const AHEAD_MS = DAY_MS
const ENTRIES_PER_PAGE = 500

interface FieldReportOptions<Field> {
  readonly audit: Pick<Audit, 'list'>
  readonly report: Report
  readonly type: AlertType
  /** What has happened to a field: of another state, it is reported too. */
  readonly stateOf: (field: Field) => string
  /** The fields as one sentence. */
  readonly describe: (record: string, domain: string, fields: readonly Field[]) => string
}

/** Reports what has happened to fields of a record on a marketplace. Returns those that are new. */
type ReportFields<Field> = (
  record: string,
  domain: string,
  fields: readonly Field[],
  nowMs: number,
) => Promise<readonly Field[]>

/** Entry of the audit log that has reported a field. */
interface Reported {
  readonly id: string
  readonly atMs: number
}

/**
 * Reports fields, each once a week from its own first report on, of all processes together: those that are new at once
 * are one finding. The audit log says which are not new.
 */
export function createFieldReports<Field extends { readonly field: string }>({
  audit,
  report,
  type,
  stateOf,
  describe,
}: FieldReportOptions<Field>): ReportFields<Field> {
  const keyOf = (record: unknown, domain: unknown, field: Field): string =>
    [record, domain, field.field, stateOf(field)].join(' ')
  /** It is read again only when a field is not in it. */
  let known: ReadonlyMap<string, Reported> = new Map()

  const readKnown = async (nowMs: number): Promise<ReadonlyMap<string, Reported>> => {
    const found = new Map<string, Reported>()
    const span = { fromMs: nowMs - REMINDER_MS + 1, toMs: nowMs + AHEAD_MS, limit: ENTRIES_PER_PAGE }
    for (let after: string | null | undefined; after !== null;) {
      const page = await audit.list({ ...span, after })
      for (const { id, atMs, actor, command, input } of page.entries) {
        if (actor !== 'service' || command !== type) continue
        const { record, domain, fields } = input as { record: string; domain: string; fields: readonly Field[] }
        for (const field of fields) found.set(keyOf(record, domain, field), { id, atMs })
      }
      after = page.next
    }
    return found
  }

  return async (record, domain, fields, nowMs) => {
    const find = (field: Field): Reported | null => {
      const reported = known.get(keyOf(record, domain, field))
      return reported !== undefined && nowMs - reported.atMs < REMINDER_MS ? reported : null
    }
    if (fields.some((field) => find(field) === null)) known = await readKnown(nowMs)
    const fresh = fields.filter((field) => find(field) === null)
    const states = fresh.map((field) => `${field.field} ${stateOf(field)}`)
    // Two processes that find the same at once have the same id, and a week later it is another one.
    const freshId = [type, record, domain, Math.floor(nowMs / REMINDER_MS), ...states].join(' ')
    const groups = new Map<string, Field[]>()
    for (const field of fields) {
      const id = find(field)?.id ?? freshId
      groups.set(id, [...(groups.get(id) ?? []), field])
    }
    let added: readonly Field[] = []
    for (const [id, own] of groups) {
      const facts = { record, domain, fields: own }
      const finding = { id, type, workspaceId: null, facts, text: describe(record, domain, own) }
      // Of one that is known, the alert is added if the process that found it has died, or had no receiver.
      if (await report(finding, nowMs)) added = own
    }
    return added
  }
}
