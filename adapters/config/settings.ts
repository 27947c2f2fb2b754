import { readFileSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

/** An environment being read: what was found wrong so far, and which names have a meaning. */
export interface Reading {
  readonly environment: Environment
  readonly problems: string[]
  readonly known: Set<string>
}

/** A text. Absent: null; an empty one counts as absent. */
export function readText({ environment, known }: Reading, name: string): string | null {
  known.add(name)
  return environment[name]?.trim() || null
}

interface IntegerRule {
  readonly from: number
  readonly to: number
  readonly otherwise: number
}

export function readInteger(reading: Reading, name: string, { from, to, otherwise }: IntegerRule): number {
  const text = readText(reading, name)
  if (text === null) return otherwise
  const value = Number(text)
  if (Number.isInteger(value) && value >= from && value <= to) return value
  reading.problems.push(`${name}: "${text}" is no whole number from ${from} to ${to}`)
  return otherwise
}

export function readChoice<T extends string>(reading: Reading, name: string, choices: readonly T[], otherwise: T): T {
  const text = readText(reading, name)
  if (text === null) return otherwise
  const choice = choices.find((entry) => entry === text)
  if (choice !== undefined) return choice
  reading.problems.push(`${name}: "${text}" is none of ${choices.join(', ')}`)
  return otherwise
}

/** A secret, from the variable itself or from the file that `NAME_FILE` names. Absent: null. */
export function readSecret(reading: Reading, name: string, minLength: number): string | null {
  const secret = readFromFile(reading, name) ?? readText(reading, name)
  if (secret === null || secret.length >= minLength) return secret
  reading.problems.push(`${name}: give at least ${minLength} characters`)
  return null
}

/** Entries parted by commas or line breaks, from the variable or the file that `NAME_FILE` names; all of them addresses. */
export function readList(reading: Reading, name: string): readonly string[] {
  const text = readFromFile(reading, name) ?? readText(reading, name) ?? ''
  const entries = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  for (const [index, entry] of entries.entries()) {
    // An entry can hold a password, and is not repeated.
    if (!isHttpUrl(entry)) reading.problems.push(`${name}: entry ${index + 1} is no http(s) address`)
  }
  return entries
}

/** Origins such as `http://127.0.0.1:9000`, parted by commas; of a longer address, its origin. */
export function readOrigins(reading: Reading, name: string): readonly string[] {
  return readList(reading, name)
    .filter(isHttpUrl)
    .map((entry) => new URL(entry).origin)
}

/** Address of a Redis, from the variable or the file that `NAME_FILE` names: it can hold a password, and is not repeated. Absent: null. */
export function readRedisUrl(reading: Reading, name: string): string | null {
  const text = readFromFile(reading, name) ?? readText(reading, name)
  if (text === null || (URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol))) return text
  reading.problems.push(`${name}: must have the form redis://host:6379, or rediss:// for TLS`)
  return null
}

/** `www.amazon.de=http://127.0.0.1:9000`, or `*=http://...` for all marketplaces, parted by commas. */
export function readUpstreams(reading: Reading, name: string): ReadonlyMap<string, string> {
  const upstreams = new Map<string, string>()
  for (const entry of (readText(reading, name) ?? '').split(',').filter((part) => part.trim() !== '')) {
    const at = entry.indexOf('=')
    const [host, base] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
    if (at > 0 && isHttpUrl(base)) upstreams.set(host, base.replace(/\/$/, ''))
    else reading.problems.push(`${name}: "${entry.trim()}" is not of the form HOST=http://...`)
  }
  return upstreams
}

function readFromFile(reading: Reading, name: string): string | null {
  const file = readText(reading, `${name}_FILE`)
  if (file === null) return null
  if (readText(reading, name) !== null) reading.problems.push(`${name}: given twice, in ${name}_FILE as well`)
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    reading.problems.push(`${name}_FILE: ${(error as Error).message}`)
    return null
  }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
