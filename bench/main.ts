/**
 * Runs a bench. Builds first where the bench needs built files. Without a name, or with --help, it prints the list of
 * all benches. `all` runs those that measure, one after the other, and --quick gives a first look in ten minutes.
 *
 * Usage: npm run bench -- NAME [ARGS] [--json FILE]
 *        npm run bench -- all [--quick] [--json FOLDER]
 *
 * With --json, the result is kept: machine, versions, figures of all rounds, output.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ALL, allRuns, benches, type Bench } from './benches.ts'
import {
  comparedVersions,
  describeMachine,
  environmentFor,
  presentCommit,
  takeMeasured,
  type BenchResult,
} from './result.ts'

const ROOT = join(import.meta.dirname, '..')
const UNKNOWN_BENCH = 2
const KILLED = 1

/** All benches, with a line of description each. */
function printList(): string {
  const listed = [
    ...benches,
    { name: ALL, description: 'those that measure, one after the other; --quick for ten minutes' },
  ]
  const width = Math.max(...listed.map(({ name }) => name.length))
  const lines = listed.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`)
  return ['Usage: npm run bench -- NAME [ARGS] [--json FILE]', '', ...lines, ''].join('\n')
}

/**
 * Runs a program in the top folder until it ends, and passes SIGTERM on to it. Returns its exit code.
 *
 * `hear` gets its output, which is printed all the same.
 */
async function run(
  program: string,
  args: readonly string[],
  { hear, env = process.env }: { readonly hear?: (text: string) => void; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['inherit', hear ? 'pipe' : 'inherit', 'inherit'] })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    hear?.(text)
  })
  const stop = (): void => void child.kill('SIGTERM')
  // A terminal sends SIGINT to the child as well.
  const ignore = (): void => {}
  process.on('SIGTERM', stop).on('SIGINT', ignore)
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('SIGTERM', stop).off('SIGINT', ignore)
  return code ?? KILLED
}

/** Builds what benches need. Returns the exit code. */
async function buildFor(needed: readonly Bench[]): Promise<number> {
  return needed.some(({ needsBuild }) => needsBuild) ? await run('npm', ['run', 'build']) : 0
}

/** Runs a bench, and keeps its result in a file. `json`: absent: null, it is not kept. Returns the exit code. */
async function runBench({ name, file }: Bench, args: readonly string[], json: string | null): Promise<number> {
  const node = ['--import', 'tsx', file, ...args]
  if (json === null) return await run(process.execPath, node)
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-bench-'))
  const told = join(folder, 'measured.json')
  const circumstances = { machine: describeMachine(), versions: comparedVersions(), commit: presentCommit() }
  const start = performance.now()
  let output = ''
  const hear = (text: string): void => void (output += text)
  const exitCode = await run(process.execPath, node, { hear, env: environmentFor(told) })
  const result: BenchResult = {
    bench: name,
    arguments: args,
    date: new Date().toISOString().slice(0, 10),
    ...circumstances,
    seconds: Math.round((performance.now() - start) / 1000),
    exitCode,
    ...takeMeasured(told),
    output: output.trimEnd().split('\n'),
  }
  rmSync(folder, { recursive: true })
  writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
  return exitCode
}

/** Runs the benches that measure, and prints which of them failed. Returns the exit code. */
async function runAll(isQuick: boolean, folder: string | null): Promise<number> {
  if (folder !== null) mkdirSync(folder, { recursive: true })
  const built = await buildFor(benches)
  if (built !== 0) return built
  const failed: string[] = []
  for (const { result, bench: name, args, quickArgs } of allRuns) {
    const own = isQuick ? quickArgs : args
    const bench = benches.find((one) => one.name === name)
    if (own === null || bench === undefined) continue
    process.stdout.write(`\n== ${[name, ...own].join(' ')}\n`)
    const code = await runBench(bench, own, folder === null ? null : join(folder, `${result}.json`))
    if (code !== 0) failed.push(`${result} (exit code ${code})`)
  }
  if (failed.length > 0) process.stderr.write(`\nFailed: ${failed.join(', ')}\n`)
  return failed.length > 0 ? 1 : 0
}

/** The arguments without `--json PATH`, and that path. Absent: null. */
function takeJson(args: readonly string[]): { readonly json: string | null; readonly given: readonly string[] } {
  const index = args.indexOf('--json')
  if (index < 0) return { json: null, given: args }
  const path = args[index + 1]
  if (path === undefined) throw new Error('--json needs a path.')
  return { json: resolve(path), given: args.toSpliced(index, 2) }
}

const { json, given } = takeJson(process.argv.slice(2))
/** The bench with the longest name that the arguments start with: of `capacity months 1000`, `capacity months`. */
const [bench] = benches
  .filter(({ name }) => name === given.slice(0, name.split(' ').length).join(' '))
  .toSorted((left, right) => right.name.length - left.name.length)
const [name = ''] = given
if (given.length === 0 || given.includes('--help')) {
  process.stdout.write(printList())
} else if (name === ALL) {
  process.exitCode = await runAll(given.includes('--quick'), json)
} else if (bench !== undefined) {
  const built = await buildFor([bench])
  process.exitCode = built || (await runBench(bench, given.slice(bench.name.split(' ').length), json))
} else {
  process.stderr.write(`Unknown bench "${name}".\n${printList()}`)
  process.exitCode = UNKNOWN_BENCH
}
