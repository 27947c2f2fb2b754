/**
 * Runs test files, and prints each test, the number of tests, the seconds, and the slowest files. Run from `dist`, it
 * runs compiled files, and sources that were not compiled.
 *
 * Usage: node run-tests.ts [--quick] [--slowest 10] [--limit 1200] [--daily | --rest | FOLDER...]
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { extname, join, relative, resolve, sep } from 'node:path'
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

/** Percent of the runs of each property. */
const QUICK_RUNS = '10'
const DAILY_RUNS = '25'

/** Processes that the files of `unit` share: most of the time of a small file is the start of its process and its imports. */
const GROUPS = 2 * CONCURRENCY
const UNIT = `${sep}unit${sep}`

/** Whether a file says in its first comment that it takes long. */
const isLong = (file: string): boolean => readSource(file).startsWith('// Takes more than')

/** Whether a file of `unit` says in its first comment that it needs a process of its own. */
const isAlone = (file: string): boolean => !file.includes(UNIT) || readSource(file).startsWith('// Runs alone')

/** Whether a file has properties, which `npm test` runs in part. */
const hasProperties = (file: string): boolean => readSource(file).includes('/property-runs.ts')

const readSource = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The files that `npm test` runs, or those that `npm run test:all` does. */
function chooseFiles(isDaily: boolean): string[] {
  const daily = new Set([...DAILY.flatMap(listTestFiles).filter((file) => !isLong(file)), ...SAMPLES])
  return FOLDERS.flatMap(listTestFiles).filter((file) =>
    isDaily ? daily.has(file) : !daily.has(file) || hasProperties(file),
  )
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

/** Writes programs that run several files each. Gives their paths. */
function writeGroups(programs: readonly string[], folder: string): string[] {
  const groups = Array.from({ length: Math.min(GROUPS, programs.length) }, (_, index) =>
    programs.filter((_program, at) => at % GROUPS === index),
  )
  return groups.map((group, index) => {
    const path = join(folder, `group-${index}${extname(group[0] ?? '')}`)
    writeFileSync(path, printGroup(path, group))
    return path
  })
}

/** A program that runs files. Its first test, named as its path, holds the others back until all files are imported: a test can change the clock. */
const printGroup = (path: string, programs: readonly string[]): string => `import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
let start
const imported = new Promise((resolve) => (start = resolve))
test(${JSON.stringify(path)}, () => imported)
for (const program of ${JSON.stringify(programs)}) {
  await import(pathToFileURL(program)).catch((error) => void test(program, () => { throw error }))
}
start()
`

/** Most files that CI runs again when a test of theirs fails. */
const MAX_AGAIN = 2

interface Reported {
  readonly name: string
  readonly nesting: number
  readonly file?: string | undefined
  readonly details: {
    readonly duration_ms: number
    readonly type?: string | undefined
    readonly error?: Error & { readonly failureType?: string }
  }
}

/** What became of test files. */
class Outcome {
  private readonly files: ReadonlyMap<string, string>
  private readonly groups: ReadonlySet<string>
  private readonly empty: Set<string>
  private readonly failedFiles = new Set<string>()
  /** Names of tests whose file is not known. */
  private readonly failedTests = new Set<string>()
  private readonly durations = new Map<string, number>()
  private total = 0

  /** `files`: test files by the path of the file that runs. `grouped`: those of them that share a process. `groups`: programs that run these. */
  constructor(files: ReadonlyMap<string, string>, grouped: readonly string[], groups: readonly string[]) {
    this.files = files
    this.groups = new Set(groups)
    this.empty = new Set(grouped)
  }

  get isOk(): boolean {
    return this.failedFiles.size + this.failedTests.size + this.empty.size === 0
  }

  /** Files that one more run can excuse: few, and nothing else is wrong. */
  get doubtful(): readonly string[] {
    const isMore = this.failedTests.size + this.empty.size > 0 || this.failedFiles.size > MAX_AGAIN
    return isMore ? [] : [...this.failedFiles]
  }

  pass(event: Reported): void {
    // A file without tests is reported as one test that is named as the file.
    const file = this.files.get(event.name)
    if (file !== undefined) this.empty.add(file)
    this.count(event)
  }

  fail(event: Reported): void {
    // The file of a test of a contract is that of the contract. A test that is named as a file failed to import it.
    const file = this.files.get(event.file ?? '') ?? this.files.get(event.name)
    this.empty.delete(file ?? '')
    if (file !== undefined) this.failedFiles.add(file)
    // A suite that a helper defines has the helper's file; its failed tests have their own.
    else if (event.details.error?.failureType !== 'subtestsFailed') this.failedTests.add(event.name)
    this.count(event)
  }

  complete({ name, details }: Reported): void {
    const file = this.files.get(name)
    if (file !== undefined) this.durations.set(file, details.duration_ms)
  }

  private count({ name, file: program, nesting, details }: Reported): void {
    if (this.files.has(name) || this.groups.has(name)) return
    if (details.type !== 'suite') this.total++
    const file = this.files.get(program ?? '')
    if (file === undefined || isAlone(file)) return
    // One of several files of its process.
    this.empty.delete(file)
    if (nesting === 0) this.durations.set(file, (this.durations.get(file) ?? 0) + details.duration_ms)
  }

  /** The last lines of the output. */
  print(totalMs: number, slowest: number): string {
    const slow = [...this.durations].toSorted(([, a], [, b]) => b - a).slice(0, slowest)
    return [
      ...slow.map(([file, ms]) => `${seconds(ms).padStart(6)} s  ${file}`),
      ...[...this.empty].map((file) => `\n${file} defines no test`),
      ...[...this.failedFiles].map((file) => `\nFailed: node --import tsx --test ${file}`),
      ...[...this.failedTests].map((test) => `\nFailed: ${test}`),
      `\n${this.total} tests of ${this.files.size} files in ${seconds(totalMs)} s\n`,
    ].join('\n')
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/**
 * Runs test files. Gives false if a test fails or a file defines no test, which `node --test` does not report.
 * In CI, one or two files with a failure run once more with nothing beside them, and the output says so.
 */
async function runTestFiles(
  files: readonly string[],
  slowest: number,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const outcome = await runOnce(files, CONCURRENCY, slowest, output)
  const again = process.env.CI === undefined ? [] : outcome.doubtful
  if (again.length === 0) return outcome.isOk
  output.write(`\nOnce more, with nothing beside it: ${again.join(', ')}\n`)
  const { isOk } = await runOnce(again, 1, slowest, output)
  output.write(isOk ? `\nUNSTEADY, to be mended: failed, then passed: ${again.join(', ')}\n` : '')
  return isOk
}

async function runOnce(
  files: readonly string[],
  concurrency: number,
  slowest: number,
  output: NodeJS.WritableStream,
): Promise<Outcome> {
  const startMs = performance.now()
  const programs = new Map(files.map((file) => [toProgram(file), file]))
  const [alone, grouped] = [true, false].map((wanted) => files.filter((file) => isAlone(file) === wanted))
  // Inside the project, so that the programs are modules.
  const folder = mkdtempSync(join(root, 'test/support/.run-'))
  const groups = writeGroups((grouped ?? []).map(toProgram), folder)
  const outcome = new Outcome(programs, grouped ?? [], groups)
  const stream = run({ files: [...groups, ...(alone ?? []).map(toProgram)], concurrency })
  stream.on('test:pass', (event) => outcome.pass(event))
  stream.on('test:fail', (event) => outcome.fail(event))
  stream.on('test:complete', (event) => outcome.complete(event))
  for await (const text of stream.compose(new spec())) output.write(String(text))
  rmSync(folder, { recursive: true })
  output.write(`\n${outcome.print(performance.now() - startMs, slowest)}`)
  return outcome
}

const { values, positionals: folders } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    slowest: { type: 'string', default: '10' },
    limit: { type: 'string', default: '1200' },
    daily: { type: 'boolean' },
    rest: { type: 'boolean' },
  },
  allowPositionals: true,
})
const isChosen = values.daily === true || values.rest === true
if (folders.length === 0 && !isChosen) throw new Error('Name the folders of test/ to run: run-tests.ts unit contract')
const problem = isBuilt ? findBuildProblem(root, SOURCE_FOLDERS) : null
if (problem !== null) throw new Error(problem)
// Inherited by the processes of the files; read by load-sources.ts and property-runs.ts.
process.env.TEST_FILE_SECONDS = values.limit
if (values.quick === true) process.env.SHELFMARK_RUNS ??= QUICK_RUNS
if (values.daily === true) process.env.SHELFMARK_RUNS ??= DAILY_RUNS
const files = isChosen ? chooseFiles(values.daily === true) : folders.flatMap(listTestFiles)
const isOk = await runTestFiles(files, Number(values.slowest), process.stdout)
process.exitCode = isOk ? 0 : 1
