import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ALL, allRuns, benches } from '../../bench/benches.ts'
import { printResult, printSpeed } from '../../bench/print-results.ts'
import { environmentFor, readResults } from '../../bench/result.ts'
import { fastest } from '../../bench/rounds.ts'
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
  for (const args of [[], ['--help'], ['watch', '--help'], ['all', '--quick', '--help']]) {
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
  assert.deepEqual(named.toSorted(), [...benches.map(({ name }) => name), ALL].toSorted())
})

test('each run of all is of a bench, with a result of its own; a first look needs no database', () => {
  assert.equal(new Set(allRuns.map(({ result }) => result)).size, allRuns.length)
  for (const { result, bench, quickArgs } of allRuns) {
    assert.match(result, /^[a-z][a-z-]+$/)
    assert.ok(
      benches.some(({ name }) => name === bench),
      bench,
    )
    if (quickArgs !== null) assert.doesNotMatch(bench, /capacity|faults|watch service/)
  }
})

test('a bench with --json keeps where it ran, also when it fails', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-bench-'))
  t.after(() => rmSync(folder, { recursive: true }))
  assert.equal(runMain('watch', 'many', '--json', join(folder, 'watch.json')).status, 1)
  const result = readResults(folder).get('watch')
  assert.ok(result)
  assert.deepEqual([result.bench, result.arguments, result.exitCode], ['watch', ['many'], 1])
  assert.equal(result.machine.node, process.version)
  assert.match(result.versions['parse5'] ?? '', /^\d/)
  assert.match(printResult(result), /^### watch many\n\n.*\n\n\*\*It failed: exit code 1\.\*\*/)
})

test('what a bench is told by is no setting of a server, which refuses those that it does not know', () => {
  const added = Object.keys(environmentFor('x')).filter((name) => !(name in process.env))
  assert.equal(added.length, 1)
  assert.doesNotMatch(added.join(), /^SHELFMARK_/)
})

const MEASURED = {
  bench: 'parse',
  arguments: [],
  date: '2026-01-02',
  commit: null,
  machine: { processor: 'X', cores: 2, memoryGb: 4, system: 'linux x64', node: 'v20.0.0', load: 0 },
  versions: { parse5: '8.1.1' },
  seconds: 3,
  exitCode: 0,
  output: ['a line'],
} as const

test('figures are printed with the spread of their rounds, and the output where a bench has no tables', () => {
  const figures = [{ name: 'p50', unit: 'ms', rounds: [3, 1, 2] }]
  const printed = printResult({ ...MEASURED, bench: 'load', figures })
  assert.match(printed, /^### load\n/)
  assert.match(printed, /\| p50 +\| ms +\| 3 +\| 1\.00 +\| 2\.00 +\| 3\.00 +\|/)
  assert.match(printed, /```text\na line\n```$/)
})

test('the table of the README has three libraries, and says how it was measured', () => {
  const parsing = {
    pages: 'real pages',
    tasks: [{ task: 'tree', title: 'tree', pages: 2, megabytes: 2 }],
    figures: ['shelfmark', 'htmlparser2', 'parse5'].map(
      (library) => ({ task: 'tree', library, rounds: [8, 9] }) as const,
    ),
    growths: [],
    heap: { records: 1, kept: 1, json: 1, page: 1 },
  } as const
  const printed = printSpeed(new Map([['parse', { ...MEASURED, parsing }]])) ?? ''
  assert.match(printed, /htmlparser2 +\| 4\.0 \(1\.0 x\)/)
  assert.doesNotMatch(printed, /parse5/)
  assert.match(printed, /\nMeasured on real pages: tree 2 of 1\.0 MB\. 2 cores of X, Node 20\.0\.0, 2026-01-02\.$/)
  assert.equal(printSpeed(new Map()), null)
})

test('the record of a page takes less time than htmlparser2 needs for its tree, as the README says', (t) => {
  const { parsing } = readResults().get('parse') ?? {}
  if (parsing === undefined) return t.skip('parse has no result yet')
  const figureOf = (task: string, library: string) => {
    const rounds = parsing.figures.find((figure) => figure.task === task && figure.library === library)?.rounds ?? []
    return fastest(rounds) / (parsing.tasks.find((one) => one.task === task)?.pages ?? 1)
  }
  assert.ok(figureOf('product', 'shelfmark') < figureOf('tree', 'htmlparser2'))
})
