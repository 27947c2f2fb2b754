import {
  isRequired,
  type Argument,
  type CommandGroup,
  type DescribedArgument,
  type DescribedCommand,
} from './define-command.ts'

/** Help of a command. `path`: `shelfmark extract`. */
export function describeCommand(path: string, description: string, { args, examples }: DescribedCommand): string {
  const all = Object.entries(args)
  const positional = all.filter(([, { type }]) => type === 'positional')
  const options = all.filter(([, { type }]) => type !== 'positional')
  const usage = [
    path,
    ...(options.length > 0 ? ['[options]'] : []),
    ...positional.map(([name, one]) => slotOf(name, one)),
  ]
  return joinSections([
    `${description}\n`,
    section('Usage', [usage.join(' ')]),
    section('Arguments', columns(positional.map(([name, one]) => [name.toUpperCase(), meaningOf(one)]))),
    section('Options', columns([...options.map(([name, one]) => [signatureOf(name, one), meaningOf(one)]), HELP])),
    section(
      'Examples',
      examples.map((example) => `shelfmark ${example}`),
    ),
  ])
}

/** Help of a group of commands. */
export function describeGroup(path: string, description: string, { commands }: CommandGroup): string {
  const rows = Object.entries(commands).map(([name, one]) => [name, one.description])
  return joinSections([
    `${description}\n`,
    section('Usage', [`${path} COMMAND`]),
    section('Commands', columns(rows)),
    `Run "${path} COMMAND --help" for the arguments of a command.\n`,
  ])
}

const HELP = ['-h, --help', 'Print this help']

/** An option as it is written: `-o, --out DIR`. */
export function signatureOf(name: string, option: Argument): string {
  if (option.type === 'positional') return name.toUpperCase()
  const short = option.short === undefined ? '' : `-${option.short}, `
  return option.type === 'boolean' ? `${short}--${name}` : `${short}--${name} ${option.valueHint}`
}

/** What an argument means, whether it is required, and its default. */
export function meaningOf(argument: DescribedArgument): string {
  const value = argument.default
  return [
    `${argument.description}.`,
    ...(isRequired(argument) ? ['Required.'] : []),
    ...(value === undefined || value === false ? [] : [`Default: \`${value}\`.`]),
  ].join(' ')
}

function slotOf(name: string, argument: Argument): string {
  const isMany = argument.type === 'positional' && argument.many === true
  const slot = `${name.toUpperCase()}${isMany ? '...' : ''}`
  return isRequired(argument) ? slot : `[${slot}]`
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map(([left = '']) => left.length))
  return rows.map(([left = '', right = '']) => `${left.padEnd(width)}  ${right}`)
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`${title}:`, ...lines.map((line) => `  ${line}`), ''].join('\n')
}

function joinSections(sections: readonly string[]): string {
  return sections.filter((text) => text !== '').join('\n')
}
