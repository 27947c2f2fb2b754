import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Command, CommandGroup } from '../../adapters/cli/command/define-command.ts'
import { meaningOf, signatureOf } from '../../adapters/cli/command/print-help.ts'
import { shelfmark } from '../../adapters/cli/commands.ts'
import { EXIT } from '../../adapters/cli/exit.ts'
import { root } from '../support/root.ts'

const directory = join(root, 'adapters/cli')

/** The index, and a document for each subject. */
const DOCUMENTS = [
  'README.md',
  'administration.md',
  'backup.md',
  'batch.md',
  'extract.md',
  'fetch.md',
  'golden.md',
  'members.md',
  'operators.md',
  'security.md',
  'serve.md',
  'sessions.md',
  'watch.md',
] as const

const [index = '', ...subjects] = DOCUMENTS.map((name) => readFileSync(join(directory, name), 'utf8'))
const all = [index, ...subjects].join('\n')

interface NamedCommand extends Command {
  readonly name: string
}

/** All commands without commands of their own. */
async function listCommands({ commands }: CommandGroup, path: readonly string[] = []): Promise<NamedCommand[]> {
  const lists = Object.entries(commands).map(async ([word, entry]) => {
    const name = [...path, word]
    const command = 'load' in entry ? await entry.load() : entry
    if ('commands' in command) return await listCommands(command, name)
    return [{ ...command, description: entry.description, name: name.join(' ') }]
  })
  return (await Promise.all(lists)).flat()
}

/** Description of a command, and the table of its arguments. */
function describeArguments({ description, args }: Command): string {
  const rows = Object.entries(args).map(([name, arg]) => `| \`${signatureOf(name, arg)}\` | ${meaningOf(arg)} |`)
  const table = rows.length === 0 ? ['No arguments.'] : ['| Argument | Meaning |', '| --- | --- |', ...rows]
  return [description, '', ...table].join('\n')
}

const commands = await listCommands(shelfmark)
const described = [...all.matchAll(/<!-- options of ([\w ]+) -->\n([\s\S]*?)<!-- end -->/g)].map(
  ([, name = '', table = '']) => [name, table.trim()] as const,
)
const tables = new Map(described)

test('the index links every document beside it, and each of them links the index', () => {
  assert.deepEqual(
    readdirSync(directory)
      .filter((name) => name.endsWith('.md'))
      .toSorted(),
    DOCUMENTS,
  )
  const linked = [...index.matchAll(/\]\(([\w-]+\.md)(?:#[\w-]+)?\)/g)].map(([, name = '']) => name)
  assert.deepEqual([...new Set(linked)].toSorted(), DOCUMENTS.slice(1))
  for (const text of subjects) assert.match(text, /\]\(README\.md\)/)
})

test('the index names every command', () => {
  for (const word of Object.keys(shelfmark.commands)) {
    assert.match(index, new RegExp(`^\\| \\[.*\`${word}\`.*\\]\\(`, 'm'), `${word} is not in the table of commands`)
  }
})

test('the documents have one table of arguments for every command, and for no other', () => {
  assert.ok(commands.length >= 24, `only ${commands.length} commands`)
  assert.deepEqual(described.map(([name]) => name).toSorted(), commands.map(({ name }) => name).toSorted())
})

for (const command of commands) {
  test(`the documents describe each argument of "${command.name}"`, () => {
    const expected = describeArguments(command)
    const repair = `adapters/cli/*.md differ from the command. Its table must be:\n\n${expected}\n`
    assert.ok(tables.get(command.name) === expected, repair)
  })
}

test('the index lists every exit code', () => {
  const codes = [...index.matchAll(/^\| (\d+(?:, \d+)*) \| /gm)].flatMap(([, list = '']) =>
    list.split(', ').map(Number),
  )
  assert.deepEqual(new Set(codes), new Set(Object.values(EXIT)))
})

test('every argument is described, and has a name for its value', () => {
  for (const { name, args } of commands) {
    for (const [arg, definition] of Object.entries(args)) {
      assert.match(definition.description, /^[A-Z*a-z].*[^.]$/, `${name} ${arg}`)
      if (definition.type === 'string') assert.match(definition.valueHint, /^[A-Z]+(?:=[A-Z]+)?$/, `${name} ${arg}`)
    }
  }
})

test('every command shows examples, which begin with its name and have only its options', () => {
  for (const { name, args, examples } of commands) {
    assert.ok(examples.length > 0, name)
    for (const example of examples) {
      assert.ok(example.startsWith(`${name} `) || example === name, example)
      for (const [, option = ''] of example.matchAll(/ --([\w-]+)/g)) assert.ok(Object.hasOwn(args, option), example)
    }
  }
})
