import { describeArguments, type Command, type CommandGroup, type DescribedCommand } from './define-command.ts'
import type { Program } from './run-program.ts'

/** A position in a command line, and the words that can follow it. */
interface Place {
  /** Commands so far, without the program: `keys create`. */
  readonly path: string
  readonly words: readonly Word[]
}

interface Word {
  readonly text: string
  readonly description: string
  /** Whether it is an option with a value. */
  readonly takesValue: boolean
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** A script that lets a shell complete commands and options. It is read by the shell, and starts nothing. */
export async function writeCompletion(program: Program, shell: (typeof SHELLS)[number]): Promise<string> {
  const places = await listPlaces(program, '')
  if (shell === 'fish') return writeFish(program.name, places)
  const bash = writeBash(program.name, places)
  return shell === 'bash' ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`
}

async function listPlaces(command: Command | CommandGroup, path: string): Promise<Place[]> {
  if (!('commands' in command)) return [{ path, words: optionsOf(await describeArguments(command)) }]
  const words = Object.entries(command.commands).map(([text, { description }]) => ({
    text,
    description,
    takesValue: false,
  }))
  const inner = await Promise.all(
    Object.entries(command.commands).map(async ([name, entry]) =>
      listPlaces('load' in entry ? await entry.load() : entry, `${path} ${name}`.trim()),
    ),
  )
  return [...inner.flat(), { path, words }]
}

function optionsOf({ args }: DescribedCommand): Word[] {
  const options = Object.entries(args).filter(([, { type }]) => type !== 'positional')
  return options.map(([name, { type, description }]) => ({
    text: `--${name}`,
    description,
    takesValue: type === 'string',
  }))
}

/** Inner places come first, so that the longest path that fits is taken. */
function writeBash(name: string, places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => {
    const pattern = path === '' ? '*' : `" ${path} "*`
    return `    ${pattern}) words="${words.map(({ text }) => text).join(' ')}" ;;`
  })
  return `_${name}() {
  local words path=" " word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="$path$word " ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}
`
}

function writeFish(name: string, places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words }) => {
    const names = path.split(' ').filter(Boolean)
    const seen = names.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const condition = names.length === 0 ? '__fish_use_subcommand' : seen
    return words.map(({ text, description, takesValue }) => {
      const word = text.startsWith('--') ? `-l ${text.slice(2)}${takesValue ? ' -r' : ''}` : `-f -a ${text}`
      return `complete -c ${name} -n '${condition}' ${word} -d '${description.replaceAll("'", '')}'`
    })
  })
  return `${lines.join('\n')}\n`
}
