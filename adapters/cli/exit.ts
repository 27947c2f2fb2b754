import { availableParallelism } from 'node:os'
import type { Config } from '../server/config.ts'
import type { Environment } from '../server/settings.ts'
import { suggest } from '../similar.ts'
import { say } from './print.ts'

/** Exit codes of the process. */
export const EXIT = {
  /** Every page or item gave a record; the webhook was delivered. */
  ok: 0,
  /** A page or item gave no record, a golden case or the other side of a diff differs, or the webhook was not delivered. */
  failed: 1,
  /** The command line is invalid, or the command could not run to its end. */
  usage: 2,
  /** A signal ended the process: 128 and the number of the signal, as in shells. */
  SIGINT: 130,
  SIGTERM: 143,
} as const

/** Ends the command with a message for a person. */
export function fail(message: string): never {
  say(message)
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
    if (error instanceof Error && isExpected(error)) return fail(describeError(error))
    throw error
  }
}

/** What is wrong with a file, by the code of the system. */
const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'is in a file, which is not a folder',
  EEXIST: 'exists already',
  ELOOP: 'is a symbolic link. Name the file that it points to',
  ENOSPC: 'has no space left on its disk',
}

/** What is wrong with a port that a server should listen on, by the code of the system. */
const PORT_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Choose another port, or stop the program that listens on it',
  EACCES: 'may not be opened by this user. Choose a port above 1023',
  EADDRNOTAVAIL: 'can not be opened: the address is not one of this machine',
}

interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

/** The message of an error for a person. */
export function describeError(error: Error): string {
  const { code = '', path, syscall, address, hostname, port } = error as SystemError
  const portProblem = PORT_PROBLEMS[code]
  if (syscall === 'listen' && port !== undefined && portProblem !== undefined) {
    return `Port ${port} of ${address ?? 'this machine'} ${portProblem}.`
  }
  if (syscall === 'getaddrinfo') return `The host "${hostname ?? ''}" is not known.`
  const problem = FILE_PROBLEMS[code]
  return problem === undefined || path === undefined ? error.message : `"${path}" ${problem}.`
}

/** Settings in the environment. Ends the command with all mistakes in them. Default: that of the process. */
export async function requireConfig(environment: Environment = process.env): Promise<Config> {
  const { ConfigError, readConfig } = await import('../server/config.ts')
  return await orFail(
    () => readConfig(environment, availableParallelism()),
    (error) => error instanceof ConfigError,
  )
}

/** A name from a list of known names. Ends the command with a suggestion for any other name. */
export function requireKnown<Name extends string>(what: string, given: string, known: readonly Name[]): Name {
  const name = known.find((candidate) => candidate === given)
  if (name !== undefined) return name
  return fail(`Invalid ${what} "${given}". ${suggest(given, known)}`)
}

/** An option that must be an integer. Ends the command when it is not. */
export function requireInteger(name: string, text: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
  return fail(`Invalid --${name} "${text}". Give an integer ${range}.`)
}
