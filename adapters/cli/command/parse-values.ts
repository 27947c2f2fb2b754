import { parseArgs, type ParseArgsConfig } from 'node:util'
import {
  describeArguments,
  isRequired,
  type Argument,
  type Arguments,
  type Command,
  type Values,
} from './define-command.ts'
import { suggest } from '../../similar.ts'

/** A command line that a person must correct. */
export class UsageError extends Error {}

/**
 * The values of a command line.
 *
 * Throws: `UsageError` for an unknown option, a value that is missing or not expected, and a
 * missing argument.
 */
export function parseValues(args: Arguments, line: readonly string[]): Values<Arguments> {
  const options = listOptions(args)
  // In the strict mode of `parseArgs`, a mistake has no suggestion.
  const { tokens, positionals } = parseArgs({
    args: [...line],
    options: Object.fromEntries(options.map(([name, { type, short }]) => [name, short ? { type, short } : { type }])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  } satisfies ParseArgsConfig)
  const values: Record<string, OptionValue> = {}
  for (const token of tokens) {
    if (token.kind === 'option') Object.assign(values, readOption(args, token, values[token.name]))
  }
  const all: unknown = { ...defaultsOf(args), ...values, ...namePositionals(args, positionals), _: positionals }
  return all as Values<Arguments>
}

type Option = Exclude<Argument, { readonly type: 'positional' }>

function listOptions(args: Arguments): [name: string, option: Option][] {
  return Object.entries(args).filter((entry): entry is [string, Option] => entry[1].type !== 'positional')
}

/** `many`: all values so far. */
type OptionValue = string | boolean | readonly string[]

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

/** `earlier`: the value so far. Absent: undefined. */
function readOption(
  args: Arguments,
  { name, rawName: written, value, inlineValue }: OptionToken,
  earlier: OptionValue | undefined,
): object {
  const denied = /^no-(.+)$/.exec(name)?.[1]
  const option = args[name]
  if (option === undefined || option.type === 'positional') {
    const other = denied === undefined ? undefined : args[denied]
    if (denied !== undefined && other?.type === 'boolean' && value === undefined) return { [denied]: false }
    const known = [...listOptions(args).map(([known]) => `--${known}`), '--help']
    throw new UsageError(`Unknown option "${written}". ${suggest(written, known)}`)
  }
  if (option.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`"${written}" takes no value, but has "${value}".`)
    return { [name]: true }
  }
  const isMissing = value === undefined || (inlineValue === false && value.startsWith('--'))
  if (isMissing) throw new UsageError(`"${written}" needs a value: ${written} ${option.valueHint}.`)
  return { [name]: option.many === true ? [...(Array.isArray(earlier) ? earlier : []), value] : value }
}

function defaultsOf(args: Arguments): object {
  const defaults = Object.entries(args).map(([name, argument]) => [name, defaultOf(argument)] as const)
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined))
}

/** Absent: undefined. */
function defaultOf(argument: Argument): OptionValue | undefined {
  return argument.type === 'string' && argument.many === true ? [] : argument.default
}

/** Positional values by name. All values of one that takes many are in `_`. */
function namePositionals(args: Arguments, values: readonly string[]): object {
  const positional = Object.entries(args).filter(([, { type }]) => type === 'positional')
  const takesMany = positional.some(([, argument]) => argument.type === 'positional' && argument.many === true)
  const [extra] = values.slice(positional.length)
  if (extra !== undefined && !takesMany) throw new UsageError(`Unexpected argument "${extra}".`)
  const named = positional.flatMap(([name], index) => (values[index] === undefined ? [] : [[name, values[index]]]))
  return Object.fromEntries(named)
}

/** Rejects: with a `UsageError`, when an argument that is required is not among the values. */
export async function requireValues(command: Command, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, argument] of Object.entries(command.args)) {
    if (!isRequired(argument) || values[name] !== undefined) continue
    const written = argument.type === 'positional' ? name.toUpperCase() : `--${name}`
    const { args } = await describeArguments(command)
    throw new UsageError(`${written} is missing: ${lowerFirst(args[name]?.description ?? '')}.`)
  }
}

/** A text that follows a colon. Abbreviations, such as ASIN, keep their capitals. */
function lowerFirst(text: string): string {
  return text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
}
