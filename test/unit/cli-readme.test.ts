import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  describeArguments,
  type CommandGroup,
  type DescribedCommand,
} from '../../adapters/cli/command/define-command.ts'
import { describeCommand, meaningOf, signatureOf } from '../../adapters/cli/command/print-help.ts'
import { shelfmark } from '../../adapters/cli/commands.ts'
import { EXIT } from '../../adapters/cli/exit.ts'
import { root } from '../support/root.ts'

const directory = join(root, 'adapters/cli')

/** The index, and a document for each subject. */
const DOCUMENTS = ['README.md', 'administration.md', 'extract.md', 'fetch.md'] as const

const [index = '', ...subjects] = DOCUMENTS.map((name) => readFileSync(join(directory, name), 'utf8'))

interface NamedCommand extends DescribedCommand {
  readonly name: string
}

/** All commands without commands of their own. */
async function listCommands({ commands }: CommandGroup, path: readonly string[] = []): Promise<NamedCommand[]> {
  const lists = Object.entries(commands).map(async ([word, entry]) => {
    const name = [...path, word]
    const command = 'load' in entry ? await entry.load() : entry
    if ('commands' in command) return await listCommands(command, name)
    return [{ ...(await describeArguments(command)), description: entry.description, name: name.join(' ') }]
  })
  return (await Promise.all(lists)).flat()
}

const commands = await listCommands(shelfmark)
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

test('the help of every command has its description and each of its arguments', () => {
  assert.ok(commands.length >= 24, `only ${commands.length} commands`)
  for (const { name, description, ...command } of commands) {
    const lines = describeCommand(`shelfmark ${name}`, description, { description, ...command }).split('\n')
    assert.equal(lines[0], description)
    for (const [arg, one] of Object.entries(command.args)) {
      const row = [signatureOf(arg, one), meaningOf(one)].join(' ')
      assert.ok(
        lines.some((line) => line.trim().replace(/ {2,}/, ' ') === row),
        `${name}: ${row}`,
      )
    }
  }
})

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
