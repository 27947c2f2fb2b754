/** Commands of operators are kept for this time. Unit: days. */
export const AUDIT_KEPT_DAYS = 400

/** Commands that are kept: of more, the oldest go first. */
export const MAX_AUDIT_ENTRIES = 100_000

/** A command of an operator, or of a caller who changes keys, as it is recorded before it runs. */
export interface NewAuditEntry {
  /** Random. An entry is written once, however often it is sent. */
  readonly id: string
  /** Unit: ms since 1970. */
  readonly atMs: number
  /** Who ran it: `token`, `operator:<name>`, `session:<start of the hash of its id>`, `command-line:<user id>`, `key:<id>`, `member:<id>`, or `service`: nobody, a threshold was reached. */
  readonly actor: string
  /** IP address of the operator. Absent: null, unknown, or on the command line. */
  readonly address: string | null
  readonly command: string
  /** Workspace that the input names. Absent: null. */
  readonly workspaceId: string | null
  /** Without secrets, names and addresses of customers. */
  readonly input: Readonly<Record<string, unknown>>
}

/** How a command ended. */
export interface AuditOutcome {
  /** `ok`, or the code of the error. */
  readonly outcome: string
  /** Workspace of what was created or changed. Absent: null. */
  readonly workspaceId: string | null
  /** Id of what was created or changed. Absent: null. */
  readonly subjectId: string | null
  /** What the command changes, before it ran. null: there was nothing. Absent: undefined, the command does not say. */
  readonly before?: Snapshot | null
  /** The same after it ran. */
  readonly after?: Snapshot | null
}

/** The state of what a command changes, without secrets, names and addresses of customers. It is JSON. */
export type Snapshot = Readonly<Record<string, unknown>>

/** A recorded command. */
export interface AuditEntry extends NewAuditEntry, Omit<AuditOutcome, 'outcome'> {
  /** Absent: null, the command has not ended, or its process died, or the store could not write: it may have had its effect. */
  readonly outcome: string | null
}

/** How a recorded command ended, for people. */
export function describeOutcome({ actor, outcome }: Pick<AuditEntry, 'actor' | 'outcome'>): string {
  return outcome ?? (actor === 'service' ? 'not sent yet' : 'unknown')
}

export interface AuditQuery {
  /** Unit: ms since 1970. */
  readonly fromMs: number
  /** End, exclusive. Unit: ms since 1970. */
  readonly toMs: number
  /** Default: null, of all workspaces and of none. */
  readonly workspaceId?: string | null | undefined
  /** `next` of the page before. Default: null, the first page. */
  readonly after?: string | null | undefined
  readonly limit: number
}

/** Order: newest first. It may have fewer entries than the limit, although others follow. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** Absent: null, this is the last page. */
  readonly next: string | null
}

/** What operators did. Entries are only added, and removed when they are too old or too many. */
export interface Audit {
  /** Records a command before it runs. False: an entry has this id, and stays as it is. */
  begin(entry: NewAuditEntry): Promise<boolean>
  /** Records how a command ended, once. On an unknown id: no effect. */
  end(id: string, outcome: AuditOutcome): Promise<void>
  list(query: AuditQuery): Promise<AuditPage>
  /** Removes entries from before a time, and the oldest of more than `most`. Unit: ms since 1970. */
  forget(kept: { readonly beforeMs: number; readonly most: number }): Promise<void>
}

/** An entry with its outcome, both as they are stored. `outcome`: null, there is none. */
export function toAuditEntry(entry: string, outcome: string | null): AuditEntry {
  const begun = JSON.parse(entry) as NewAuditEntry
  if (outcome === null) return { ...begun, outcome: null, subjectId: null }
  const ended = JSON.parse(outcome) as AuditOutcome
  return { ...begun, ...ended, workspaceId: ended.workspaceId ?? begun.workspaceId }
}
