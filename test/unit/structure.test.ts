import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

function listSources(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file))
}

const IMPORT = /^(?:\}|import|export)[^'\n]*\bfrom '([^']+)'$|^import '([^']+)'$|\bimport\('([^']+)'\)/gm

/** What a file imports: paths from the top folder, or names of packages. */
function readImports(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .map((target) => (target.startsWith('.') ? relative(root, resolve(root, file, '..', target)) : target))
}

/** Imports of a folder's files that are not among those allowed. */
function findForbidden(folder: string, isAllowed: (target: string) => boolean): string[] {
  const files = listSources(folder)
  assert.ok(files.length > 3, `only ${files.length} files looked at in ${folder}`)
  const found = files.flatMap((file) => readImports(file).map((target) => ({ file, target })))
  assert.ok(found.length > 3, `only ${found.length} imports looked at in ${folder}`)
  return found.filter(({ target }) => !isAllowed(target)).map(({ file, target }) => `${file} imports ${target}`)
}

test('core imports nothing but itself and parsers: no I/O, no data of marketplaces', () => {
  const packages = new Set(['parse5', 'css-what', 'entities', 'valibot'])
  assert.deepEqual(
    findForbidden('core', (target) => target.startsWith('core/') || packages.has(target)),
    [],
  )
})

test('core reaches for no clock, no process, no network, no global state', () => {
  // Buffer is looked for, and done without where there is none.
  const impure =
    /\b(?:process|globalThis|fetch|setTimeout|Date\.now|Math\.random|console|require|eval|Function)\b\s*[.(]/
  const files = listSources('core')
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    assert.doesNotMatch(code, impure, file)
  }
  assert.ok(files.length > 50)
})

test('selectors are data: they import types and the selectors beside them', () => {
  assert.deepEqual(
    findForbidden('selectors', (target) =>
      /^(?:selectors|core\/marketplace|core\/product|core\/search)\//.test(target),
    ),
    [],
  )
})

test('adapters import core and selectors by their doors', () => {
  const builtins = new Set(builtinModules.map((name) => `node:${name}`))
  const packages = new Set(
    'citty @valibot/to-json-schema valibot undici bottleneck ioredis bullmq p-queue csv-parse/sync piscina @photostructure/sqlite h3 h3/node ipaddr.js pino prom-client swagger-ui-dist'.split(
      ' ',
    ),
  )
  const doors = new Set(['core/index.ts', 'core/policy/index.ts', 'core/contract/index.ts', 'selectors/index.ts'])
  assert.deepEqual(
    findForbidden(
      'adapters',
      (target) => target.startsWith('adapters/') || doors.has(target) || builtins.has(target) || packages.has(target),
    ),
    [],
  )
})

test('the HTTP service, the batch runner and the observers know nothing of each other', () => {
  const forbidden: readonly (readonly [string, RegExp])[] = [
    ['adapters/http', /^adapters\/(?:batch|server|cli)\//],
    ['adapters/batch', /^adapters\/(?:http|server|cli)\//],
    ['adapters/retrieve', /^adapters\/(?:http|batch|webhook|server|cli)\//],
    ['adapters/webhook', /^adapters\/(?:http|batch|retrieve|store|server|cli)\//],
    ['adapters/observe', /^adapters\/(?!observe\/)/],
  ]
  for (const [wing, others] of forbidden) {
    const files = listSources(wing)
    const imports = files.flatMap((file) => readImports(file).map((target) => ({ file, target })))
    assert.ok(files.length > 1 && imports.length > 1, wing)
    const found = imports.filter(({ target }) => others.test(target))
    assert.deepEqual(found, [], wing)
  }
})

test('every file of the project is short enough to know its room', () => {
  const files = ['core', 'selectors', 'adapters', 'bench'].flatMap(listSources)
  for (const file of files) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length
    assert.ok(lines <= 300, `${file} has ${lines} lines`)
  }
})

test('the top folder holds what it is said to hold', () => {
  const allowed = new Set(
    'package.json package-lock.json tsconfig.json core adapters selectors golden bench test README.md CHANGELOG.md LICENSE CONTRIBUTING.md AGENTS.md'.split(
      ' ',
    ),
  )
  const produced = new Set(['node_modules', 'dist', 'coverage'])
  const others = readdirSync(root).filter(
    (name) => !allowed.has(name) && !produced.has(name) && !name.startsWith('.') && !name.endsWith('.tgz'),
  )
  assert.deepEqual(others, [])
})
