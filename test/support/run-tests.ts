/**
 * Runs test files, and prints each test, the number of tests, the seconds, and the slowest files. Run from `dist`, it
 * runs compiled files, and sources that were not compiled.
 *
 * Usage: node run-tests.ts [--quick] [--slowest 10] [--daily | --rest | FOLDER...]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { findBuildProblem } from '../../adapters/find-build-problem.ts'
import { isBuilt, root } from './root.ts'

/** Files that run at the same time: more than processors, because many tests wait for a server or a timer. */
const CONCURRENCY = availableParallelism() + 1

const SOURCE_FOLDERS = ['core', 'selectors', 'adapters', 'bench', 'test']

/** Folders whose files `npm test` runs, without those that are long; and files of the others, so that each has one. */
const DAILY = ['unit', 'contract', 'service']
const SAMPLES = ['test/browser/selectors.test.ts', 'test/postgres/database.test.ts', 'test/redis/limiter.test.ts']
/** Folders whose other files `npm run test:all` runs, with those that are long. */
const FOLDERS = [...DAILY, 'browser', 'postgres', 'redis', 'pages']

/** Whether a file says in its first comment that it takes long. */
function isLong(file: string): boolean {
  return readFileSync(join(root, file), 'utf8').startsWith('// Takes more than')
}

/** The files that `npm test` runs, or those that it leaves out. */
function chooseFiles(isDaily: boolean): string[] {
  const daily = new Set([...DAILY.flatMap(listTestFiles).filter((file) => !isLong(file)), ...SAMPLES])
  return FOLDERS.flatMap(listTestFiles).filter((file) => daily.has(file) === isDaily)
}

/** Test files of a folder of `test`, as paths from the top folder. Throws: Error, the folder holds none. */
function listTestFiles(folder: string): string[] {
  const path = resolve(root, 'test', folder)
  const files = readdirSync(path).filter((name) => name.endsWith('.test.ts'))
  if (files.length === 0) throw new Error(`${path} holds no test file`)
  return files.toSorted().map((name) => relative(root, join(path, name)))
}

/** The file that runs for a test file. */
function toProgram(file: string): string {
  const built = join(root, 'dist', file.replace(/\.ts$/, '.js'))
  return isBuilt && existsSync(built) ? built : join(root, file)
}

interface Reported {
  readonly name: string
  readonly file?: string | undefined
  readonly details: { readonly duration_ms: number; readonly type?: string | undefined }
}

/** What became of test files. */
class Outcome {
  private readonly files: ReadonlyMap<string, string>
  private readonly empty = new Set<string>()
  /** Commands that run files again, and names of tests whose file is not known. */
  private readonly failed = new Set<string>()
  private readonly durations = new Map<string, number>()
  private total = 0

  /** `files`: test files by the path of the file that runs. */
  constructor(files: ReadonlyMap<string, string>) {
    this.files = files
  }

  get isOk(): boolean {
    return this.failed.size + this.empty.size === 0
  }

  pass(event: Reported): void {
    // A file without tests is reported as one test that is named as the file.
    const file = this.files.get(event.name)
    if (file !== undefined) this.empty.add(file)
    this.count(event)
  }

  fail(event: Reported): void {
    // The file of a test of a contract is that of the contract.
    const file = this.files.get(event.file ?? '')
    this.failed.add(file === undefined ? event.name : `node --import tsx --test ${file}`)
    this.count(event)
  }

  complete({ name, details }: Reported): void {
    const file = this.files.get(name)
    if (file !== undefined) this.durations.set(file, details.duration_ms)
  }

  private count({ name, details }: Reported): void {
    if (!this.files.has(name) && details.type !== 'suite') this.total++
  }

  /** The last lines of the output. */
  print(totalMs: number, slowest: number): string {
    const slow = [...this.durations].toSorted(([, a], [, b]) => b - a).slice(0, slowest)
    return [
      ...slow.map(([file, ms]) => `${seconds(ms).padStart(6)} s  ${file}`),
      ...[...this.empty].map((file) => `\n${file} defines no test`),
      ...[...this.failed].map((test) => `\nFailed: ${test}`),
      `\n${this.total} tests of ${this.files.size} files in ${seconds(totalMs)} s\n`,
    ].join('\n')
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/** Runs test files. Gives false if a test fails or a file defines no test, which `node --test` does not report. */
async function runTestFiles(
  files: readonly string[],
  slowest: number,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const startMs = performance.now()
  const programs = new Map(files.map((file) => [toProgram(file), file]))
  const outcome = new Outcome(programs)
  const stream = run({ files: [...programs.keys()], concurrency: CONCURRENCY })
  stream.on('test:pass', (event) => outcome.pass(event))
  stream.on('test:fail', (event) => outcome.fail(event))
  stream.on('test:complete', (event) => outcome.complete(event))
  for await (const text of stream.compose(new spec())) output.write(String(text))
  output.write(`\n${outcome.print(performance.now() - startMs, slowest)}`)
  return outcome.isOk
}

const { values, positionals: folders } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    slowest: { type: 'string', default: '10' },
    daily: { type: 'boolean' },
    rest: { type: 'boolean' },
  },
  allowPositionals: true,
})
const isChosen = values.daily === true || values.rest === true
if (folders.length === 0 && !isChosen) throw new Error('Name the folders of test/ to run: run-tests.ts unit contract')
const problem = isBuilt ? findBuildProblem(root, SOURCE_FOLDERS) : null
if (problem !== null) throw new Error(problem)
// Inherited by the processes of the files; read by property-runs.ts.
if (values.quick === true) process.env.SHELFMARK_RUNS ??= '10'
const files = isChosen ? chooseFiles(values.daily === true) : folders.flatMap(listTestFiles)
const isOk = await runTestFiles(files, Number(values.slowest), process.stdout)
process.exitCode = isOk ? 0 : 1
