import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { benches } from '../../bench/benches.ts'
import { root } from '../support/root.ts'

const readme = readFileSync(join(root, 'bench/README.md'), 'utf8')

function runMain(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['--import', 'tsx', join(root, 'bench/main.ts'), ...args], { encoding: 'utf8' })
}

/** Fails unless a text has a line with the description of every bench. */
function checkList(text: string): void {
  const lines = text.split('\n').map((line) => line.trim().split(/ {2,}/))
  for (const { name, description } of benches) {
    assert.deepEqual(
      lines.find(([first]) => first === name),
      [name, description],
    )
  }
}

test('every bench has a name of its own, one line of description, and a file', () => {
  assert.equal(new Set(benches.map(({ name }) => name)).size, benches.length)
  for (const { name, description, file } of benches) {
    assert.match(description, /^[\w][^\n]{10,110}[^.\n]$/, name)
    assert.ok(existsSync(join(root, file)), `${name}: ${file} does not exist`)
  }
})

test('a bench that runs or imports built files builds first', () => {
  for (const { name, needsBuild, file } of benches) {
    const source = readFileSync(join(root, file), 'utf8')
    if (/\bdist\/|from 'shelfmark|startServer|startCluster/.test(source)) {
      assert.ok(needsBuild, name)
    }
  }
})

test('without a name, and with --help, the list of all benches is printed', () => {
  for (const args of [[], ['--help']]) {
    const { status, stdout, stderr } = runMain(...args)
    assert.deepEqual([status, stderr], [0, ''])
    checkList(stdout)
  }
})

test('an unknown name exits with 2 and prints the list as well', () => {
  const { status, stdout, stderr } = runMain('parsee', '--quick')
  assert.deepEqual([status, stdout], [2, ''])
  assert.match(stderr, /^Unknown bench "parsee"\.\n/)
  checkList(stderr)
})

test('a bench gets the arguments after its name, and its exit code is that of the command', () => {
  for (const [args, message] of [
    [['watch', 'many'], /WATCHES: "many" is not a number/],
    [['watch', '10', 'few'], /ITEMS: "few" is not a number/],
  ] as const) {
    const { status, stderr } = runMain(...args)
    assert.equal(status, 1)
    assert.match(stderr, message)
  }
})

test('the README names every bench in its table, and no other', () => {
  const named = [...readme.matchAll(/^\| `npm run bench -- ([\w -]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, name = '']) => name,
  )
  assert.deepEqual(named.toSorted(), benches.map(({ name }) => name).toSorted())
})
