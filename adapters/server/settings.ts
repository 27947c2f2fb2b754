import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { isAddressRange } from '../http/route/address-ranges.ts'
// Without the index, which loads all sources.
import { SOURCE_NAMES, type SourceSettings } from '../fetch/source/source-settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The state of reading an environment: mistakes found so far, and names of settings. */
export interface SettingsInput {
  readonly environment: Environment
  readonly problems: string[]
  /** Names of all settings. */
  readonly known: Set<string>
}

/** Absent: null, the variable is missing or empty. */
export function readText({ environment, known }: SettingsInput, name: string): string | null {
  known.add(name)
  return environment[name]?.trim() || null
}

interface IntegerRule {
  readonly from: number
  readonly to: number
  readonly otherwise: number
}

export function readInteger(reading: SettingsInput, name: string, { from, to, otherwise }: IntegerRule): number {
  const text = readText(reading, name)
  if (text === null) return otherwise
  const value = Number(text)
  if (Number.isInteger(value) && value >= from && value <= to) return value
  reading.problems.push(`${name}: "${text}" is not a whole number from ${from} to ${to}`)
  return otherwise
}

export function readChoice<T extends string>(
  reading: SettingsInput,
  name: string,
  choices: readonly T[],
  otherwise: T,
): T {
  const text = readText(reading, name)
  if (text === null) return otherwise
  const choice = choices.find((entry) => entry === text)
  if (choice !== undefined) return choice
  reading.problems.push(`${name}: "${text}" is not one of ${choices.join(', ')}`)
  return otherwise
}

/** A name of a source, or the path of a module: `./my-source.js`. Default: the first name. */
export function readSource(reading: SettingsInput, name: string): SourceSettings['source'] {
  const [otherwise] = SOURCE_NAMES
  const text = readText(reading, name) ?? otherwise
  const known = SOURCE_NAMES.find((source) => source === text)
  if (known !== undefined) return known
  const isPath = isAbsolute(text) || MODULE.test(text)
  if (isPath && existsSync(text)) return { module: text }
  const reason = isPath
    ? 'does not exist'
    : `is not one of ${SOURCE_NAMES.join(', ')}, or a path such as ./my-source.js`
  reading.problems.push(`${name}: "${text}" ${reason}`)
  return otherwise
}

/** A path from the working directory: it begins with a dot, or ends as modules do. */
const MODULE = /^\.\.?[\\/]|\.[cm]?[jt]s$/

/** A secret, from the variable or from the file that `NAME_FILE` names. Absent: null. */
export function readSecret(reading: SettingsInput, name: string, minLength: number): string | null {
  const secret = readFromFile(reading, name) ?? readText(reading, name)
  if (secret === null || secret.length >= minLength) return secret
  reading.problems.push(`${name}: must have at least ${minLength} characters`)
  return null
}

/** Entries separated by commas or line breaks, from the variable or from the file that `NAME_FILE` names. */
export function readEntries(reading: SettingsInput, name: string): readonly string[] {
  const text = readFromFile(reading, name) ?? readText(reading, name) ?? ''
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** A list of URLs, separated by commas or line breaks, from the variable or from the file that `NAME_FILE` names. */
export function readList(reading: SettingsInput, name: string): readonly string[] {
  const entries = readEntries(reading, name)
  for (const [index, entry] of entries.entries()) {
    // The message does not repeat the entry, which may contain a password.
    if (!isHttpUrl(entry)) reading.problems.push(`${name}: entry ${index + 1} is not an http(s) URL`)
  }
  return entries
}

/** An http(s) URL to which paths are added. Its slash at the end is dropped. Absent: null. */
export function readBaseUrl(reading: SettingsInput, name: string): string | null {
  const text = readText(reading, name)
  if (text === null) return null
  if (!isHttpUrl(text) || /[?#]/.test(text)) reading.problems.push(`${name}: "${text}" is not an http(s) URL`)
  return text.replace(/\/$/, '')
}

/** A list of origins such as `http://127.0.0.1:9000`. Of a longer URL, the origin is taken. */
export function readOrigins(reading: SettingsInput, name: string): readonly string[] {
  return readList(reading, name)
    .filter(isHttpUrl)
    .map((entry) => new URL(entry).origin)
}

/** IP addresses and ranges such as `10.0.0.0/8`, separated by commas. */
export function readAddressRanges(reading: SettingsInput, name: string): readonly string[] {
  const entries = (readText(reading, name) ?? '').split(',').map((entry) => entry.trim())
  const ranges = entries.filter((entry) => entry !== '')
  for (const range of ranges) {
    if (!isAddressRange(range)) reading.problems.push(`${name}: "${range}" is not an IP address or range`)
  }
  return ranges
}

/** Host names such as `admin.example.com`, without ports, separated by commas. In lower case. */
export function readHostNames(reading: SettingsInput, name: string): readonly string[] {
  const entries = (readText(reading, name) ?? '').split(',').map((entry) => entry.trim().toLowerCase())
  const names = entries.filter((entry) => entry !== '')
  for (const host of names) {
    if (!HOST_NAME.test(host)) reading.problems.push(`${name}: "${host}" is not a host name`)
  }
  return names
}

const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

interface ServerUrlForm {
  readonly protocol: RegExp
  /** As a message names it. */
  readonly form: string
  /** A URL for each host of one that names several. Default: it has one host. */
  readonly addressesOf?: (url: string) => readonly string[]
}

/** URL of a server, from the variable or from the file that `NAME_FILE` names. Absent: null. A message does not repeat it: it may contain a password. */
export function readServerUrl(
  reading: SettingsInput,
  name: string,
  { protocol, form, addressesOf = (url) => [url] }: ServerUrlForm,
): string | null {
  const text = readFromFile(reading, name) ?? readText(reading, name)
  const isRight = (one: string): boolean => URL.canParse(one) && protocol.test(new URL(one).protocol)
  if (text === null || addressesOf(text).every(isRight)) return text
  reading.problems.push(`${name}: must have the form ${form}`)
  return null
}

/** Form: `www.amazon.de=http://127.0.0.1:9000`, or `*=http://...` for all other hosts, separated by commas. */
export function readUpstreams(reading: SettingsInput, name: string): ReadonlyMap<string, string> {
  const upstreams = new Map<string, string>()
  for (const entry of (readText(reading, name) ?? '').split(',').filter((part) => part.trim() !== '')) {
    const at = entry.indexOf('=')
    const [host, base] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
    if (at > 0 && isHttpUrl(base)) upstreams.set(host, base.replace(/\/$/, ''))
    else reading.problems.push(`${name}: "${entry.trim()}" must have the form HOST=http://...`)
  }
  return upstreams
}

/** The address of a browser's debugging port, from the variable or from the file that `NAME_FILE` names. Absent: null. A message does not repeat it: it may contain a token. */
export function readBrowserUrl(reading: SettingsInput, name: string): string | null {
  const text = readFromFile(reading, name) ?? readText(reading, name)
  if (text === null || (URL.canParse(text) && /^(?:https?|wss?):$/.test(new URL(text).protocol))) return text
  reading.problems.push(`${name}: must have the form http://host:9222, or ws://...`)
  return null
}

function readFromFile(reading: SettingsInput, name: string): string | null {
  const file = readText(reading, `${name}_FILE`)
  if (file === null) return null
  if (readText(reading, name) !== null) reading.problems.push(`${name}: given twice, also as ${name}_FILE`)
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
