import * as v from 'valibot'
import { ShelfmarkError } from '../../../core/index.ts'
import { isInCalendar, MONTH_PATTERN } from '../../../core/policy/index.ts'
import type { Snapshot } from '../../store/audit.ts'
import type { Role } from '../../store/people.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Store } from '../../store/store.ts'
import type { AlertSender } from '../../work/webhook/alert-sender.ts'
import type { WebhookSecrets } from '../../work/webhook/webhook-secrets.ts'
import type { Health, Samples, Visitors } from '../route/deps.ts'
import { CommandError } from './command-error.ts'
import { describeIssue } from './describe-issue.ts'
import { recordCommand, type Operator } from '../route/record-command.ts'

export type { Snapshot } from '../../store/audit.ts'

/** What a command knows besides its input and the store. */
export interface CommandContext {
  /** Time on the clock of the service. Unit: ms since 1970. */
  readonly nowMs: number
  /** Whether the browser of this process that renders pages can be reached. Absent: null, it has none. */
  readonly browser: ReturnType<Health['browser']>
  /** The proxies of this process. Absent: null, no server runs the command. */
  readonly proxies: ReturnType<Health['proxies']> | null
  /** Sessions of visitors of this process. Absent: null, no server runs the command. */
  readonly visitors: Visitors | null
  /** Pages of the last day. Absent: null, no page is kept, or no server runs the command. */
  readonly samples: Samples | null
  /** As in `Administration`. */
  readonly serviceUrl: string | null
  /** Who runs it. */
  readonly operator: Operator
  readonly secrets: Pick<WebhookSecrets, 'create' | 'seal' | 'reseal'>
  /** Checks a URL that events are sent to. Gives what is wrong, in words that follow the name of the parameter. Absent: null, it is accepted. */
  readonly checkWebhookUrl: (url: string) => Promise<string | null>
  /** Sends alerts to operators. Absent: null, the settings name no receiver. */
  readonly alerts: Pick<AlertSender, 'origin' | 'send'> | null
}

/** A command of the administration, the same over HTTP, on the command line and in the dashboard. */
export interface Command<Input, Result> {
  readonly description: string
  /** Checks an input. */
  readonly schema: v.GenericSchema<Input, unknown>
  /**
   * Checks an input, and does what the command is for, under the name in the audit log if it is recorded.
   *
   * Rejects: with a `CommandError` that says what is wrong.
   */
  readonly run: (store: Store, input: unknown, context: CommandContext, name: string) => Promise<Result>
  /** Whether the audit log has it. */
  readonly isRecorded: boolean
  /** Who may run it. */
  readonly role: Role
  /** Time between two looks at the result, when it is followed. Unit: ms. Absent: null, it can't be followed. */
  readonly followMs: number | null
}

type Members = Readonly<Record<string, unknown>>

interface CommandOptions<Input> {
  /** Time between two looks at the result, when it is followed. Unit: ms. Default: null, it can't be followed. */
  readonly followMs?: number | null
  /** Whether the audit log has it. False: it changes nothing, and what it reads is neither all data nor the content of a customer. Default: true. */
  readonly isRecorded?: boolean
  /** Who may run it. Default: `operator` if it is recorded, and else `reader`. */
  readonly role?: Role
  /**
   * State of what it changes, for the audit log, before and after. `subject`: the id of what it has created or changed;
   * null, before. Absent: null, there is no such thing.
   */
  readonly look?: (store: Store, input: Input, subject: string | null) => Promise<Snapshot | null>
}

/** Options of a command that only reads. */
export const READS: CommandOptions<unknown> = { isRecorded: false }

/** The types of the input and the result follow from the schema and from what `perform` returns. */
export function define<S extends v.GenericSchema<Members, Members>, Result>(
  description: string,
  schema: S,
  perform: (store: Store, input: v.InferOutput<S>, context: CommandContext) => Promise<Result>,
  {
    followMs = null,
    isRecorded = true,
    role = isRecorded ? 'operator' : 'reader',
    look,
  }: CommandOptions<v.InferOutput<S>> = {},
): Command<v.InferInput<S>, Result> {
  const run = async (store: Store, input: unknown, context: CommandContext, name: string): Promise<Result> => {
    const parsed = v.safeParse(schema, input, { message: describeIssue, abortPipeEarly: true })
    if (!parsed.success) throw new CommandError('invalid_input', describeIssues(parsed.issues))
    const { output } = parsed
    const work = (): Promise<Result> => perform(store, output, context)
    const own = look === undefined ? {} : { look: (subject: string | null) => look(store, output, subject) }
    try {
      return await (isRecorded ? recordCommand(store.audit, { ...context, name, input: output, ...own }, work) : work())
    } catch (error) {
      if (error instanceof StoreError) throw new CommandError(error.code, error.message)
      if (error instanceof ShelfmarkError) throw new CommandError('invalid_input', error.message)
      throw error
    }
  }
  return { description, schema, run, followMs, isRecorded, role }
}

function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues.map((issue) => `${v.getDotPath(issue) ?? 'input'}: ${issue.message}`).join('; ')
}

const NOT_IN_CALENDAR = 'must be a day of the calendar'

/** Id of a workspace or a key. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
export const batchId = v.pipe(v.string(), v.uuid(), v.toLowerCase())
/** UTC. */
export const day = v.pipe(v.string(), v.isoDate('must be a day, as 2026-05-31'), v.check(isInCalendar, NOT_IN_CALENDAR))
/** A day or a time. Output: ms since 1970. */
export const time = v.pipe(
  v.union(
    [v.pipe(v.string(), v.isoTimestamp()), v.pipe(v.string(), v.isoDate())],
    'must be a day or a time, as 2026-05-31',
  ),
  v.check(isInCalendar, NOT_IN_CALENDAR),
  v.transform((text) => Date.parse(text)),
  v.number(NOT_IN_CALENDAR),
)
/** UTC. */
export const month = v.pipe(v.string(), v.regex(MONTH_PATTERN, 'must be a month, as 2026-05'))
