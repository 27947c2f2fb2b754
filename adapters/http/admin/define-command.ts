import * as v from 'valibot'
import type { Store } from '../../store/store.ts'

/** A command of the administration, the same over HTTP, on the command line and in the dashboard. */
export interface Command {
  readonly description: string
  readonly schema: v.GenericSchema<unknown, Input>
  /** `nowMs`: time on the clock of the service. Unit: ms since 1970. */
  readonly run: (store: Store, input: never, nowMs: number) => Promise<unknown>
  /** Time between two looks at the result, when it is followed. Unit: ms. Absent: undefined, it can't be followed. */
  readonly followMs?: number | undefined
}

type Input = Readonly<Record<string, unknown>>

export function define<S extends v.GenericSchema<unknown, Input>>(
  description: string,
  schema: S,
  run: (store: Store, input: v.InferOutput<S>, nowMs: number) => Promise<unknown>,
  { followMs }: Pick<Command, 'followMs'> = {},
): Command {
  return { description, schema, run, followMs }
}

/** Id of a workspace or a key. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
export const batchId = v.pipe(v.string(), v.uuid(), v.toLowerCase())
/** UTC. */
export const day = v.pipe(v.string(), v.isoDate('must be a day, as 2026-05-31'))
