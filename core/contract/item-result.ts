import { errorBody, type ErrorBody } from './error-body.ts'
import { ERRORS } from './error-table.ts'

interface ItemFacts {
  /** Place of the item in its batch, from 0. */
  readonly index: number
  /** The item as it was submitted: JSON. */
  readonly input: string
  /** Unit: ms. */
  readonly durationMs: number
}

/** Result of an item that succeeded, as JSON. `data`: the record as the synchronous endpoint gives it, JSON too. */
export function printSuccess(facts: ItemFacts, data: string, credits: number): string {
  return printResult(facts, { status: 'ok', httpStatus: 200, data, error: 'null', credits })
}

/** Result of an item that failed, as JSON, with the body of the error that the synchronous endpoint gives. */
export function printFailure(facts: ItemFacts, error: ErrorBody): string {
  const httpStatus = ERRORS[error.error].status
  return printResult(facts, { status: 'error', httpStatus, data: 'null', error: JSON.stringify(error), credits: 0 })
}

/** Result of an item that was left when its batch was stopped, as JSON. */
export function printAborted(index: number, input: string): string {
  return printFailure({ index, input, durationMs: 0 }, errorBody('batch_aborted'))
}

interface Outcome {
  readonly status: 'ok' | 'error'
  readonly httpStatus: number
  readonly data: string
  readonly error: string
  readonly credits: number
}

/** Records are text already: put together as text, 30 kB of them are not read and printed once more. */
function printResult({ index, input, durationMs }: ItemFacts, outcome: Outcome): string {
  const { status, httpStatus, data, error, credits } = outcome
  return `{"index":${index},"input":${input},"status":"${status}","http_status":${httpStatus},"data":${data},"error":${error},"duration_ms":${durationMs},"credits_charged":${credits}}`
}
