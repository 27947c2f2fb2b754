import * as v from 'valibot'
import type { Store } from '../../store/store.ts'
import type { Health } from '../route/deps.ts'

/** What a command knows besides its input and the store. */
export interface CommandContext {
  /** Time on the clock of the service. Unit: ms since 1970. */
  readonly nowMs: number
  /** Whether the browser of this process that renders pages can be reached. Absent: null, it has none. */
  readonly browser: ReturnType<Health['browser']>
}

/** A command of the administration, the same over HTTP, on the command line and in the dashboard. */
export interface Command {
  readonly description: string
  readonly schema: v.GenericSchema<unknown, Input>
  readonly run: (store: Store, input: never, context: CommandContext) => Promise<unknown>
  /** Time between two looks at the result, when it is followed. Unit: ms. Absent: undefined, it can't be followed. */
  readonly followMs?: number | undefined
}

type Input = Readonly<Record<string, unknown>>

export function define<S extends v.GenericSchema<unknown, Input>>(
  description: string,
  schema: S,
  run: (store: Store, input: v.InferOutput<S>, context: CommandContext) => Promise<unknown>,
  { followMs }: Pick<Command, 'followMs'> = {},
): Command {
  return { description, schema, run, followMs }
}

/** Id of a workspace or a key. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
export const batchId = v.pipe(v.string(), v.uuid(), v.toLowerCase())
/** UTC. */
export const day = v.pipe(v.string(), v.isoDate('must be a day, as 2026-05-31'))
