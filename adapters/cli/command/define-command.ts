/** What an argument means: a text, or how to load it when it is shown, where it follows from large parts of the program. */
type Text = string | (() => Promise<string>)

/** A value that the command line gives by its position. */
interface Positional {
  readonly type: 'positional'
  readonly description: Text
  /** Default: true, unless there is a default value. */
  readonly required?: boolean
  /** Value if none is given. */
  readonly default?: string
  /** Whether it takes all positional values. Default: false. */
  readonly many?: boolean
}

/** An option with a value: `--domain de`. */
interface StringOption {
  readonly type: 'string'
  readonly description: Text
  /** Name of the value in the help, in capitals. */
  readonly valueHint: string
  /** Letter of its short form: `d` for `-d de`. */
  readonly short?: string
  readonly required?: boolean
  readonly default?: string
  /** Whether it can be repeated: then it has all its values, in order. Default: false, the last one counts. */
  readonly many?: boolean
}

/** An option without a value: `--pretty`. One without a default can be denied: `--no-pay-as-you-go`. */
interface BooleanOption {
  readonly type: 'boolean'
  readonly description: Text
  readonly short?: string
  readonly default?: boolean
}

export type Argument = Positional | StringOption | BooleanOption
export type Arguments = Readonly<Record<string, Argument>>

type ValueOf<One extends Argument> = One extends { readonly type: 'string'; readonly many: true }
  ? readonly string[]
  : ValueOfOne<One>

type ValueOfOne<One extends Argument> = One extends { readonly type: 'boolean' }
  ? One extends { readonly default: boolean }
    ? boolean
    : boolean | undefined
  : One extends { readonly default: string }
    ? string
    : One extends { readonly type: 'positional' }
      ? One extends { readonly required: false }
        ? string | undefined
        : string
      : One extends { readonly required: true }
        ? string
        : string | undefined

/** The values of the arguments by name, and all positional values in order. */
export type Values<Args extends Arguments> = { readonly [Name in keyof Args]: ValueOf<Args[Name]> } & {
  readonly _: readonly string[]
}

/** A command without commands of its own. */
export interface Command {
  /** One sentence. Absent: "", its group has it. */
  readonly description: string
  readonly args: Arguments
  /** Command lines that the help shows, without the name of the program. */
  readonly examples: readonly string[]
  readonly run: (values: Values<Arguments>) => void | Promise<void>
}

/** A command of a group that is loaded when it is called, so that small ones start fast. */
export interface LazyCommand {
  /** One sentence. */
  readonly description: string
  readonly load: () => Promise<Command | CommandGroup>
}

/** A command that only has other commands: `shelfmark keys`. */
export interface CommandGroup {
  readonly commands: Readonly<Record<string, Command | LazyCommand>>
}

/** Declares a command, with the types of its values. */
export function defineCommand<const Args extends Arguments = Readonly<Record<string, never>>>(definition: {
  readonly description?: string
  readonly args?: Args
  readonly examples?: readonly string[]
  readonly run: (values: Values<Args>) => void | Promise<void>
}): Command {
  const { description = '', args = {}, examples = [], run } = definition
  // The parser gives each argument a value of its type.
  return { description, args, examples, run: run as Command['run'] }
}

/** An argument whose description is loaded. */
export type DescribedArgument = Argument & { readonly description: string }

/** A command whose arguments have their descriptions. */
export interface DescribedCommand extends Command {
  readonly args: Readonly<Record<string, DescribedArgument>>
}

/** Loads the descriptions of the arguments of a command. */
export async function describeArguments(command: Command): Promise<DescribedCommand> {
  const args = await Promise.all(
    Object.entries(command.args).map(async ([name, { description, ...argument }]) => {
      const text = typeof description === 'string' ? description : await description()
      return [name, { ...argument, description: text }] as const
    }),
  )
  return { ...command, args: Object.fromEntries(args) }
}

/** Whether a positional value or an option must be given. */
export function isRequired(argument: Argument): boolean {
  if (argument.type === 'boolean' || argument.default !== undefined) return false
  return argument.type === 'positional' ? argument.required !== false : argument.required === true
}
