import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { builtPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'

const loader = builtPath('test/support/load-sources.js')
const runner = builtPath('test/support/run-tests.js')

/** Runs a folder with these files. `name`: of the folder. */
function runFolder(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  name = '',
  options: readonly string[] = [],
) {
  // Inside the project, so that the files are modules.
  const parent = mkdtempSync(join(root, 'test/support/.run-'))
  t.after(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true })
  for (const [file, source] of Object.entries(files)) writeFileSync(join(folder, file), source)
  // A runner inside a test would run nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', loader, runner, ...options, folder], {
    encoding: 'utf8',
    env,
  })
  return { status, output: stdout, errors: stderr }
}

const PASSING = "import { describe, test } from 'node:test'\ndescribe('a', () => { test('b', () => {}); test('c') })\n"

test('the runner counts the tests, and passes when all pass', (t) => {
  const { status, output } = runFolder(t, { 'one.test.ts': PASSING, 'support.ts': 'throw 1' })
  assert.equal(status, 0, output)
  assert.match(output, /\n2 tests of 1 files in \d+\.\d s\n$/)
  assert.match(output, /\n +\d+\.\d s {2}test\/support\/\.run-\w+\/one\.test\.ts\n/)
})

test('the runner fails when a folder holds no test file, a file defines no test, or a test fails', (t) => {
  const nothing = runFolder(t, { 'support.ts': '' })
  assert.equal(nothing.status, 1)
  assert.match(nothing.errors, /holds no test file/)
  const empty = runFolder(t, { 'one.test.ts': PASSING, 'two.test.ts': 'export const a = 1\n' })
  assert.equal(empty.status, 1)
  assert.match(empty.output, /two\.test\.ts defines no test\n/)
  const failing = PASSING.replace('() => {}', '() => { throw new Error("no") }')
  const failed = runFolder(t, { 'one.test.ts': failing })
  assert.equal(failed.status, 1)
  assert.match(failed.output, /\nFailed: node --import tsx --test test\/support\/\.run-\w+\/one\.test\.ts\n/)
})

test('a file that does not end in time fails, and the others run', (t) => {
  const endless = "import { test } from 'node:test'\ntest('b')\nsetInterval(() => {}, 10)\n"
  const files = { 'endless.test.ts': endless, 'one.test.ts': PASSING }
  const { status, output } = runFolder(t, files, '', ['--limit', '10'])
  assert.equal(status, 1)
  assert.match(output, /\nFailed: node --import tsx --test \S+\/endless\.test\.ts\n/)
  assert.match(output, /✔ a /)
})

test('files of unit share processes, in which each has its tests, its time and its faults', (t) => {
  const shared = "import { test } from 'node:test'\ntest('b')\n"
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.test.ts`, shared]))
  const several = { ...files, 'a.test.ts': '// Runs alone: a reason.\n' + PASSING }
  const { status, output } = runFolder(t, several, 'unit')
  assert.equal(status, 0, output)
  assert.match(output, /\n42 tests of 41 files in /)
  assert.match(output, /\n +\d+\.\d s {2}test\/support\/\.run-\w+\/unit\/\d+\.test\.ts\n/)

  const faults = {
    'empty.test.ts': 'export const a = 1\n',
    'failing.test.ts': PASSING.replace('() => {}', '() => { throw new Error("no") }'),
    'broken.test.ts': 'throw new Error("broken")\n',
  }
  const failed = runFolder(t, { ...files, ...faults }, 'unit')
  assert.equal(failed.status, 1)
  assert.match(failed.output, /empty\.test\.ts defines no test\n/)
  assert.match(failed.output, /\nFailed: node --import tsx --test test\/support\/\.run-\w+\/unit\/failing\.test\.ts\n/)
  assert.match(failed.output, /\nFailed: node --import tsx --test test\/support\/\.run-\w+\/unit\/broken\.test\.ts\n/)
})
