import { describeArguments, type Command, type CommandGroup, type LazyCommand } from './define-command.ts'
import { parseValues, requireValues, UsageError } from './parse-values.ts'
import { describeCommand, describeGroup } from './print-help.ts'
import { suggest } from '../../similar.ts'

export interface Program extends CommandGroup {
  readonly name: string
  readonly description: string
  readonly version: string
}

/** What the caller prints and where. */
interface Output {
  readonly print: (text: string) => void
  /** Ends the process with a message for a person. */
  readonly fail: (message: string) => never
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'
const isVersion = (word: string | undefined): boolean => word === '--version' || word === '-V' || word === '-v'

/**
 * Runs the command of a command line, or prints help: `help keys create` is `keys create --help`.
 *
 * Fails for an unknown command or option, and for a missing or unexpected argument.
 */
export async function runProgram(program: Program, line: readonly string[], { print, fail }: Output): Promise<void> {
  let { name: path, description } = program
  let current: Command | CommandGroup = program
  let rest = line[0] === 'help' ? [...line.slice(1), '--help'] : [...line]
  if (isVersion(rest[0])) return print(`${program.version}\n`)
  while ('commands' in current) {
    const [word, ...others]: string[] = rest
    if (isHelp(word)) return print(describeGroup(path, description, current))
    const names = Object.keys(current.commands)
    if (word === undefined)
      return fail(`Name a command: ${path} COMMAND. ${hint(path)}\nCommands: ${names.join(', ')}.`)
    const entry: Command | LazyCommand | undefined = Object.hasOwn(current.commands, word)
      ? current.commands[word]
      : undefined
    if (entry === undefined) {
      const what = word.startsWith('-') ? 'option' : 'command'
      return fail(`Unknown ${what} "${word}". ${suggest(word, names)} ${hint(path)}`)
    }
    path = `${path} ${word}`
    description = entry.description
    current = 'load' in entry ? await entry.load() : entry
    rest = others
  }
  const end = rest.indexOf('--')
  if (rest.slice(0, end === -1 ? undefined : end).some(isHelp))
    return print(describeCommand(path, description, await describeArguments(current)))
  await current.run(await readValues(current, rest, (message) => fail(`${message} ${hint(path)}`)))
}

async function readValues(
  command: Command,
  line: readonly string[],
  fail: (message: string) => never,
): Promise<ReturnType<typeof parseValues>> {
  try {
    const values = parseValues(command.args, line)
    await requireValues(command, values)
    return values
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message)
    throw error
  }
}

function hint(path: string): string {
  return `See "${path} --help".`
}
