import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ArgDef, CommandDef } from 'citty'
import { shelfmarkCommand } from '../../adapters/cli/commands.ts'
import { EXIT } from '../../adapters/cli/exit.ts'

const readme = readFileSync(join(import.meta.dirname, '../../adapters/cli/README.md'), 'utf8')

interface Command {
  readonly name: string
  readonly description: string
  readonly args: Readonly<Record<string, ArgDef>>
}

/** All commands without subcommands of their own. */
async function listCommands(definition: CommandDef, path: readonly string[] = []): Promise<Command[]> {
  const { subCommands, meta, args } = await resolveAll(definition)
  if (subCommands === undefined)
    return [{ name: path.join(' '), description: meta?.description ?? '', args: args ?? {} }]
  const lists = Object.entries(subCommands).map(async ([name, command]) =>
    listCommands(await resolve(command), [...path, name]),
  )
  return (await Promise.all(lists)).flat()
}

async function resolveAll({ subCommands, meta, args }: CommandDef) {
  return { subCommands: await resolve(subCommands), meta: await resolve(meta), args: await resolve(args) }
}

async function resolve<T>(value: T | Promise<T> | (() => T | Promise<T>)): Promise<T> {
  return typeof value === 'function' ? await (value as () => T | Promise<T>)() : await value
}

/** Description of a command, and the table of its arguments. */
function describeArguments({ description, args }: Command): string {
  const rows = Object.entries(args).map(([name, arg]) => `| \`${signatureOf(name, arg)}\` | ${meaningOf(arg)} |`)
  const table = rows.length === 0 ? ['No arguments.'] : ['| Argument | Meaning |', '| --- | --- |', ...rows]
  return [description, '', ...table].join('\n')
}

function signatureOf(name: string, { type, valueHint }: ArgDef): string {
  if (type === 'positional') return name.toUpperCase()
  return type === 'boolean' ? `--${name}` : `--${name} ${valueHint}`
}

function meaningOf({ type, description, required, default: value }: ArgDef): string {
  const isRequired = required === true || (type === 'positional' && required !== false && value === undefined)
  const isDefaultWorthNaming = value !== undefined && value !== false
  return [
    `${description}.`,
    ...(isRequired ? ['Required.'] : []),
    ...(isDefaultWorthNaming ? [`Default: \`${value}\`.`] : []),
  ].join(' ')
}

const commands = await listCommands(shelfmarkCommand)
const tables = new Map(
  [...readme.matchAll(/<!-- options of ([\w ]+) -->\n([\s\S]*?)<!-- end -->/g)].map(
    ([, name = '', table = '']) => [name, table.trim()] as const,
  ),
)

test('the README has a table of arguments for every command, and for no other', () => {
  assert.ok(commands.length >= 24, `only ${commands.length} commands`)
  assert.deepEqual([...tables.keys()].toSorted(), commands.map(({ name }) => name).toSorted())
})

for (const command of commands) {
  test(`the README describes each argument of "${command.name}"`, () => {
    const expected = describeArguments(command)
    const repair = `adapters/cli/README.md differs from the command. Its table must be:\n\n${expected}\n`
    assert.ok(tables.get(command.name) === expected, repair)
  })
}

test('the README lists every exit code', () => {
  const codes = [...readme.matchAll(/^\| (\d+(?:, \d+)*) \| /gm)].flatMap(([, list = '']) =>
    list.split(', ').map(Number),
  )
  assert.deepEqual(new Set(codes), new Set(Object.values(EXIT)))
})

test('every argument is described, and has a name for its value', () => {
  for (const { name, args } of commands) {
    for (const [arg, { type, description = '', valueHint = '' }] of Object.entries(args)) {
      assert.match(description, /^[A-Z*a-z].*[^.]$/, `${name} ${arg}`)
      if (type === 'string') assert.match(valueHint, /^[A-Z]+$/, `${name} ${arg}`)
    }
  }
})
