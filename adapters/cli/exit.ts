import { availableParallelism } from 'node:os'
import { ConfigError, readConfig, type Config } from '../server/config.ts'

/** Exit codes of the process. */
export const EXIT = {
  /** Every page or item gave a record; the webhook was delivered. */
  ok: 0,
  /** A page or item gave no record, a golden case differs, or the webhook was not delivered. */
  failed: 1,
  /** The command line is invalid, or the command could not run to its end. */
  usage: 2,
  /** A signal ended the process: 128 and the number of the signal, as in shells. */
  SIGINT: 130,
  SIGTERM: 143,
} as const

/** Ends the command with a message for a person. */
export function fail(message: string): never {
  process.stderr.write(`shelfmark: ${message}\n`)
  process.exit(EXIT.usage)
}

/** Result of a task. Ends the command with the message of an expected error. Rejects: with other errors. */
export async function orFail<T>(
  task: () => T | Promise<T>,
  isExpected: (error: Error) => boolean = () => true,
): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof Error && isExpected(error)) return fail(error.message)
    throw error
  }
}

/** Settings in the environment. Ends the command with all mistakes in them. */
export function requireConfig(): Promise<Config> {
  return orFail(
    () => readConfig(process.env, availableParallelism()),
    (error) => error instanceof ConfigError,
  )
}

/** A name from a list of known names. Ends the command with a suggestion for any other name. */
export function requireKnown<Name extends string>(what: string, given: string, known: readonly Name[]): Name {
  const name = known.find((candidate) => candidate === given)
  if (name !== undefined) return name
  const similar = findSimilar(given, known)
  const suggestion = similar === undefined ? `Choose one of: ${known.join(', ')}.` : `Did you mean "${similar}"?`
  return fail(`Invalid ${what} "${given}". ${suggestion}`)
}

/** The known name that the given one most likely means. Absent: undefined, no name is similar. */
function findSimilar<Name extends string>(given: string, known: readonly Name[]): Name | undefined {
  const text = given.toLowerCase()
  // "uk" means "co.uk", and "amazon.de" means "de".
  const extended = known.filter((name) => name.endsWith(`.${text}`) || text.endsWith(`.${name}`))
  if (extended.length > 0) return extended.toSorted((left, right) => right.length - left.length)[0]
  const [closest] = known
    .map((name) => ({ name, distance: editDistance(text, name.toLowerCase()) }))
    .toSorted((left, right) => left.distance - right.distance)
  return closest !== undefined && closest.distance <= Math.max(1, text.length / 4) ? closest.name : undefined
}

/** Characters to insert, remove or replace to turn one text into another (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (from[index] === to[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** An option that must be an integer. Ends the command when it is not. */
export function requireInteger(name: string, text: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
  return fail(`Invalid --${name} "${text}". Give an integer ${range}.`)
}
