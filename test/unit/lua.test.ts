import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LUA_CONSTANTS } from '../../adapters/store/redis/lua-constants.ts'
import { loadScript } from '../../adapters/store/redis/script.ts'
import { root } from '../support/root.ts'

const folder = join(root, 'adapters/store/redis/lua')
const HEADER = /^--\[\[\n([\s\S]*?)\n\]\]\n/
const PLACEHOLDER = /\{\{(\w*)\}\}/g

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.lua'))
  .map((name) => name.slice(0, -'.lua'.length))
  .toSorted()
const scripts = names.filter((name) => !name.startsWith('shared/'))
const shared = names.filter((name) => name.startsWith('shared/'))

interface Lua {
  readonly header: string
  /** Without comments. */
  readonly code: string
}

function readLua(name: string): Lua {
  const text = readFileSync(join(folder, `${name}.lua`), 'utf8')
  const header = HEADER.exec(text)?.[1]
  assert.ok(header !== undefined, `${name}.lua has no header`)
  return { header, code: text.replace(HEADER, '').replace(/^ *--.*$/gm, '') }
}

/** Lines of a section of a header, without its title. */
function readSection({ header }: Lua, title: string): string | null {
  const lines = header.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`${title}:`))
  if (start === -1) return null
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => !line.startsWith(' '))
  return [(lines[start] ?? '').slice(title.length + 1), ...rest.slice(0, end === -1 ? rest.length : end)].join('\n')
}

test('the scripts and their shared pieces are found', () => {
  assert.ok(scripts.length >= 7 && shared.length >= 1, names.join(' '))
})

for (const name of names) {
  test(`lua/${name}.lua: the header says what it decides, KEYS, ARGV and what it returns`, () => {
    const lua = readLua(name)
    const [purpose = ''] = lua.header.split('\n\n')
    assert.match(purpose, /^[A-Z].+\.$/s)
    const last = shared.includes(name) ? 'Defines' : 'Returns'
    for (const title of ['KEYS', 'ARGV', last]) {
      assert.match(readSection(lua, title) ?? '', /\S/, `${title} is missing`)
    }
  })
}

for (const name of scripts) {
  test(`lua/${name}.lua: the header describes every argument, with its unit, and every code`, () => {
    const lua = readLua(name)
    const described = [...(readSection(lua, 'ARGV') ?? '').matchAll(/^ {2}(\d+) +(.+)$/gm)]
    const positions = described.map(([, position]) => Number(position))
    assert.deepEqual(
      positions,
      positions.map((_, index) => index + 3),
      'ARGV 1 and 2 belong to shared/start',
    )
    for (const [, , description = ''] of described) {
      if (/^now|lease|time of/i.test(description) && !description.startsWith('day')) assert.match(description, /\bms\b/)
    }
    const used = [...lua.code.matchAll(/ARGV\[(\d+)\]|\(ARGV, (\d+)| = (\d+), #ARGV/g)].map((match) =>
      Number(match[1] ?? match[2] ?? match[3]),
    )
    assert.deepEqual(new Set(used), new Set(positions))
    const returns = readSection(lua, 'Returns') ?? ''
    for (const [, code = ''] of lua.code.matchAll(/(?:return \{?|outcome = )'(\w+)'/g)) {
      assert.match(returns, new RegExp(`\\b${code}\\b`), `${code} is not described`)
    }
  })

  test(`lua/${name}.lua: it begins with shared/start, every include exists, and every placeholder is filled`, () => {
    const text = readFileSync(join(folder, `${name}.lua`), 'utf8')
    assert.ok(text.replace(HEADER, '').startsWith('-- @include shared/start\n'))
    for (const [, included = ''] of text.matchAll(/@include (\S+)/g)) assert.ok(shared.includes(included), included)
    const loaded = loadScript(name)
    assert.deepEqual(loaded.text.match(PLACEHOLDER), null)
    assert.doesNotMatch(loaded.text, /@include/)
    assert.match(loaded.sha, /^[0-9a-f]{40}$/)
  })
}

test('every constant is used, and none is also typed as a literal', () => {
  const used = new Set<string>()
  const values = Object.values(LUA_CONSTANTS)
  for (const name of names) {
    const { code } = readLua(name)
    for (const [, constant = ''] of code.matchAll(PLACEHOLDER)) used.add(constant)
    for (const value of values) {
      const literals: readonly (number | string)[] = typeof value === 'number' ? numbersIn(code) : stringsIn(code)
      assert.ok(!literals.includes(value), `${name}.lua types ${value}: name the constant instead`)
    }
  }
  assert.deepEqual([...used].toSorted(), Object.keys(LUA_CONSTANTS).toSorted())
})

test('literals are found where they are typed', () => {
  const code =
    'if a[5] * 5 < 1e3 then return {\'x\', "y"} end for i = 3, #ARGV, 2 do f(unpack(ARGV, 10)) end {{TEN_10}} v2'
  assert.deepEqual(
    [numbersIn(code), stringsIn(code)],
    [
      [5, 1000, 2],
      ['x', 'y'],
    ],
  )
})

test('a script that names an unknown file is not loaded', () => {
  assert.throws(() => loadScript('no-such-script'), /no-such-script/)
})

/** Numbers that code types as values. Positions in ARGV and in replies are not values. */
function numbersIn(code: string): number[] {
  const values = code
    .replace(PLACEHOLDER, '')
    .replace(/'[^']*'|"[^"]*"/g, '')
    .replace(/\[\d+\]|\(ARGV, \d+| = \d+, #ARGV/g, '')
  return [...values.matchAll(/(?<![\w.])\d[\w.]*/g)].map(([literal]) => Number(literal))
}

function stringsIn(code: string): string[] {
  return [...code.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '')
}
