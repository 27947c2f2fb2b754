import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  findCircle,
  findMutual,
  importsOf,
  listImports,
  listSources,
  readSource,
  type Import,
} from '../support/imports.ts'
import { records } from '../../core/index.ts'
import { root } from '../support/root.ts'

const FOLDERS = ['core', 'selectors', 'adapters']
const all = FOLDERS.flatMap(listImports)
/** Imports of files of the project. */
const ofFiles = all.filter(({ target }) => FOLDERS.includes(target.split('/')[0] ?? ''))

const describeImport = ({ file, target }: Import): string => `${file} imports ${target}`

/** Imports of a folder's files that are not among those allowed. */
function findForbidden(folder: string, isAllowed: (target: string) => boolean): string[] {
  return listImports(folder)
    .filter(({ target }) => !isAllowed(target))
    .map(describeImport)
}

/** The first two folders of a path: `core/text`, `adapters/http`. */
const toWing = (path: string): string => path.split('/').slice(0, 2).join('/')

test('the imports of all files are found', () => {
  for (const [folder, files, imports] of [
    ['core', 80, 300],
    ['selectors', 15, 15],
    ['adapters', 150, 500],
  ] as const) {
    assert.ok(listSources(folder).length >= files, folder)
    assert.ok(listImports(folder).length >= imports, folder)
  }
  assert.deepEqual(
    importsOf(
      'core/a/b.ts',
      "import type { A } from './a.ts'\nimport {\n  B,\n} from '../c.ts'\nexport * from 'd'\nimport 'e'\nconst f = await import('../../f.ts')\n",
    ).map(({ target }) => target),
    ['core/a/a.ts', 'core/c.ts', 'd', 'e', 'f.ts'],
  )
})

test('every import of a file leads to a file', () => {
  const missing = ofFiles.filter(({ target }) => !existsSync(join(root, target)))
  assert.deepEqual(missing.map(describeImport), [])
})

test('core imports nothing but itself and parsers: no I/O, no data of marketplaces', () => {
  const packages = new Set(['parse5', 'css-what', 'entities', 'valibot'])
  assert.deepEqual(
    findForbidden('core', (target) => target.startsWith('core/') || packages.has(target)),
    [],
  )
})

test('core uses no clock, no process, no network and no global state', () => {
  const impure =
    /\b(?:process|globalThis|fetch|setTimeout|Date\.now|Math\.random|console|require|eval|Function)\b\s*[.(]/
  for (const file of listSources('core')) {
    const code = readSource(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    assert.doesNotMatch(code, impure, file)
  }
})

const NAME = /`([a-z-]+)`/g
const namesIn = (text: string): string[] => [...text.matchAll(NAME)].map(([, name = '']) => name)

/** The rows of the table of layers in core/README.md, from the top, and the folders that it says stand apart. */
function readLayers(): { readonly rows: readonly (readonly string[])[]; readonly apart: readonly string[] } {
  const section =
    readSource('core/README.md')
      .split(/^## /m)
      .find((part) => part.startsWith('Layers\n')) ?? ''
  const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => namesIn(cell))
  const sentence = /^.*stand apart.*$/m.exec(section)?.[0] ?? ''
  const folders = new Set(listSources('core').map((file) => file.split('/')[1]))
  return {
    rows: cells.filter((names) => names.length > 0),
    apart: namesIn(sentence).filter((name) => folders.has(name)),
  }
}

const { rows, apart } = readLayers()
const levelOf = (name: string): number => rows.findIndex((row) => row.includes(name))

test('the table of layers in core/README.md names every folder of core once', () => {
  const folders = listSources('core').flatMap((file) => (file.split('/').length > 2 ? [file.split('/')[1] ?? ''] : []))
  assert.ok(rows.length > 5 && apart.length > 0, `${rows.length} rows, ${apart.length} folders that stand apart`)
  assert.deepEqual([...rows.flat(), ...apart].toSorted(), [...new Set(folders)].toSorted())
})

test('a folder of core imports only from folders below it in the table of core/README.md', () => {
  const inLayers = ofFiles.filter(({ file }) => levelOf(file.split('/')[1] ?? '') >= 0 && file.startsWith('core/'))
  assert.ok(inLayers.length > 200, `${inLayers.length} imports`)
  const wrong = inLayers.filter(({ file, target }) => {
    const [from, to] = [toWing(file), toWing(target)].map((wing) => wing.replace('core/', ''))
    return from !== to && levelOf(to ?? '') <= levelOf(from ?? '')
  })
  assert.deepEqual(wrong.map(describeImport), [])
})

test('policy imports only errors; contract imports policy, watches, the list of records with what they have in common, places, and errors', () => {
  assert.deepEqual([...apart].toSorted(), ['contract', 'policy'])
  assert.deepEqual(
    findForbidden('core/policy', (target) => /^core\/(?:policy|error)\//.test(target)),
    [],
  )
  assert.deepEqual(
    findForbidden('core/contract', (target) =>
      /^(?:core\/(?:contract|policy|record|error|text|watch)\/|core\/records\/index\.ts$|core\/marketplace\/place\.ts$|core\/place\/country-codes\.ts$|core\/field\/trace\.ts$|valibot$)/.test(
        target,
      ),
    ),
    [],
  )
})

test('selectors are data: they import other selectors, the types of a site and the forms of maps', () => {
  assert.deepEqual(
    findForbidden('selectors', (target) =>
      /^(?:selectors\/|core\/marketplace\/|core\/records\/[\w-]+\/map\.ts$)/.test(target),
    ),
    [],
  )
})

test('adapters import core and selectors only through their index files', () => {
  const builtins = new Set(builtinModules.map((name) => `node:${name}`))
  const packages = new Set(
    '@opentelemetry/api @valibot/to-json-schema valibot aws4fetch croner jose undici bottleneck ioredis bullmq pg p-queue csv-parse/sync @photostructure/sqlite h3 h3/node ipaddr.js pino prom-client get-east-asian-width preact preact/hooks @preact/signals uplot @modelcontextprotocol/server @modelcontextprotocol/server/stdio postal-mime stream-chain stream-json/filters/pick.js stream-json/parser.js stream-json/streamers/stream-array.js hyparquet-writer playwright-core fflate'.split(
      ' ',
    ),
  )
  const doors = new Set([
    'core/index.ts',
    'core/policy/index.ts',
    'core/contract/index.ts',
    // By itself, because the command line loads nothing else of core before it knows the command.
    'core/error/similar.ts',
    'selectors/index.ts',
  ])
  assert.deepEqual(
    findForbidden(
      'adapters',
      (target) => target.startsWith('adapters/') || doors.has(target) || builtins.has(target) || packages.has(target),
    ),
    [],
  )
})

test('the HTTP service, the batch runner and the observers do not import each other', () => {
  const forbidden: readonly (readonly [string, RegExp])[] = [
    ['adapters/http', /^adapters\/(?:work\/(?:outbox\/|findings\/|[^/]+$)|server\/|cli\/)/],
    ['adapters/work', /^adapters\/(?:http|server|cli)\//],
    ['adapters/pages', /^adapters\/(?:http|fetch|work|store|server|cli)\//],
    ['adapters/fetch', /^adapters\/(?:http|work|server|cli)\//],
    ['adapters/work/webhook', /^adapters\/(?:http|work\/(?!webhook\/)|fetch|store|server|cli)/],
    ['adapters/observe', /^adapters\/(?!observe\/|escape-controls\.ts$)/],
  ]
  for (const [wing, others] of forbidden) {
    assert.deepEqual(
      findForbidden(wing, (target) => !others.test(target)),
      [],
    )
  }
})

test('no files import each other in a circle, types included', () => {
  assert.ok(ofFiles.length > 1000, `${ofFiles.length} imports`)
  assert.equal(findCircle(ofFiles)?.join(' -> '), undefined)
  const circle = ['a b', 'b c', 'c d', 'd b', 'a e'].map((pair) => ({ file: pair[0] ?? '', target: pair[2] ?? '' }))
  assert.deepEqual(findCircle(circle), ['b', 'c', 'd', 'b'])
})

test('no two folders import each other, types included', () => {
  assert.deepEqual(findMutual(ofFiles), [])
  assert.deepEqual(findMutual(ofFiles, toWing), [])
  const mutual = [
    { file: 'a/1.ts', target: 'b/1.ts' },
    { file: 'b/2.ts', target: 'a/2.ts' },
    { file: 'c/1.ts', target: 'a/1.ts' },
  ]
  assert.deepEqual(findMutual(mutual), ['a <> b'])
})

/** Places where a record is named: its own folders, examples of it, and the list of page kinds. */
const NAMES_RECORDS =
  /^(?:core\/records|adapters\/sandbox\/records|adapters\/http\/openapi\/examples)\/|^core\/marketplace\/page-kind\.ts$/

test('no file names a record, apart from the folders of the record: everything follows from the list', () => {
  const names = records.map(({ name }) => name)
  const literal = new RegExp(`'(?:market\\.)?(?:${names.join('|')})'`)
  const files = ['core', 'adapters', 'bench'].flatMap(listSources).filter((file) => !NAMES_RECORDS.test(file))
  assert.ok(names.length > 1 && files.length > 400, `${files.length} files`)
  const code = (file: string): string => readSource(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  assert.deepEqual(
    files.filter((file) => literal.test(code(file))),
    [],
  )
})

test('the top folder holds only what belongs there, next to what git ignores', (t) => {
  if (!existsSync(join(root, '.git'))) return t.skip('this is not a clone')
  // SECURITY.md: hosts show it to who looks for a way to report, and the package has it.
  const allowed = new Set(
    'package.json package-lock.json tsconfig.json core adapters selectors golden bench test examples README.md CHANGELOG.md MIGRATION.md SECURITY.md LICENSE CONTRIBUTING.md AGENTS.md'.split(
      ' ',
    ),
  )
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const names = new Set(listed.split('\0').flatMap((path) => path.split('/')[0] || []))
  assert.ok(names.size > 5, `${names.size} names`)
  assert.deepEqual(
    [...names].filter((name) => !allowed.has(name) && !name.startsWith('.')),
    [],
  )
})
