import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Parsing } from './parse-tables.ts'

const ROOT = join(import.meta.dirname, '..')
/** Results that the project keeps: the document of results is made from them. */
const RESULTS = join(ROOT, 'bench/results')

/** A number that a bench measured in each of its rounds. */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly rounds: readonly number[]
}

/** What a bench tells besides its output. */
export interface Measured {
  readonly figures?: readonly Figure[]
  /** Of the bench `parse`. */
  readonly parsing?: Parsing
}

/** Where a bench was run. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly node: string
  /** Average number of running threads in the minute before. */
  readonly load: number
}

/** What one run of a bench gave. */
export interface BenchResult extends Measured {
  readonly bench: string
  readonly arguments: readonly string[]
  readonly date: string
  /** Absent: null, the project is not a clone. */
  readonly commit: string | null
  readonly machine: Machine
  /** Versions of the other libraries that are measured. */
  readonly versions: Readonly<Record<string, string>>
  readonly seconds: number
  readonly exitCode: number
  /** Lines of the output. */
  readonly output: readonly string[]
}

/** Servers refuse unknown variables of their own prefix. */
const PATH_VARIABLE = 'BENCH_MEASURED'
const COMPARED = ['htmlparser2', 'cheerio', 'css-select', 'linkedom', 'node-html-parser', 'parse5', 'happy-dom']

/** Hands figures to the command that started the bench. Does nothing when it keeps no result. */
export function tellMeasured(measured: Measured): void {
  const path = process.env[PATH_VARIABLE]
  if (path !== undefined) writeFileSync(path, JSON.stringify(measured))
}

/** The environment of a bench that tells its figures in a file. */
export function environmentFor(path: string): NodeJS.ProcessEnv {
  return { ...process.env, [PATH_VARIABLE]: path }
}

/** What a bench told, whose file is then removed. */
export function takeMeasured(path: string): Measured {
  if (!existsSync(path)) return {}
  const measured = JSON.parse(readFileSync(path, 'utf8')) as Measured
  rmSync(path)
  return measured
}

export function describeMachine(): Machine {
  const processors = cpus()
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
}

export function comparedVersions(): Readonly<Record<string, string>> {
  const versionOf = (name: string): string =>
    (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version
  return Object.fromEntries(COMPARED.map((name) => [name, versionOf(name)]))
}

export function presentCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return null
  }
}

/** The results in a folder, by the names of their files. Empty: the folder does not exist. */
export function readResults(folder = RESULTS): ReadonlyMap<string, BenchResult> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
  return new Map(
    files
      .toSorted()
      .map((file) => [
        file.slice(0, -'.json'.length),
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as BenchResult,
      ]),
  )
}
