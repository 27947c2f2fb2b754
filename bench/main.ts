/**
 * Runs a bench. Builds first where the bench needs built files. Without a name, or with --help, it prints the list of
 * all benches.
 *
 * Usage: npm run bench -- NAME [ARGS]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { benches, type Bench } from './benches.ts'

const ROOT = join(import.meta.dirname, '..')
const UNKNOWN_BENCH = 2
const KILLED = 1

/** All benches, with a line of description each. */
function printList(): string {
  const width = Math.max(...benches.map(({ name }) => name.length))
  const lines = benches.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`)
  return ['Usage: npm run bench -- NAME [ARGS]', '', ...lines, ''].join('\n')
}

/** Runs a program in the top folder until it ends, and passes SIGTERM on to it. Returns its exit code. */
async function run(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit' })
  const stop = (): void => void child.kill('SIGTERM')
  // A terminal sends SIGINT to the child as well.
  const ignore = (): void => {}
  process.on('SIGTERM', stop).on('SIGINT', ignore)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('SIGTERM', stop).off('SIGINT', ignore)
  return code ?? KILLED
}

async function runBench({ needsBuild, file }: Bench, args: readonly string[]): Promise<number> {
  const built = needsBuild ? await run('npm', ['run', 'build']) : 0
  if (built !== 0) return built
  return await run(process.execPath, ['--import', 'tsx', file, ...args])
}

const given = process.argv.slice(2)
/** The bench with the longest name that the arguments start with: of `capacity months 1000`, `capacity months`. */
const [bench] = benches
  .filter(({ name }) => name === given.slice(0, name.split(' ').length).join(' '))
  .toSorted((left, right) => right.name.length - left.name.length)
const [name = '--help'] = given
if (bench !== undefined) {
  process.exitCode = await runBench(bench, given.slice(bench.name.split(' ').length))
} else if (name === '--help') {
  process.stdout.write(printList())
} else {
  process.stderr.write(`Unknown bench "${name}".\n${printList()}`)
  process.exitCode = UNKNOWN_BENCH
}
