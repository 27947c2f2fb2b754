import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** Sources of the programs that tests start. */
const PROGRAM_FOLDERS = ['core', 'selectors', 'adapters', 'bench', 'test/support']

/** Written by every build. */
const MARK = 'dist/adapters/cli/main.js'

/** A file that compiles, and is not hidden. */
const SOURCE = /^(?!.*(?:^|\/)\.).*\.tsx?$/

function isNewer(file: string, timeMs: number): boolean {
  const status = statSync(join(root, file), { throwIfNoEntry: false })
  return status !== undefined && status.mtimeMs > timeMs
}

/** Says why `dist` does not have what the sources of these folders say. Absent: null, it has. */
export function findBuildProblem(folders: readonly string[]): string | null {
  const built = statSync(join(root, MARK), { throwIfNoEntry: false })
  if (built === undefined) return 'dist is not built. Run: npm run build'
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    const newer = names.find((name) => SOURCE.test(name) && isNewer(join(folder, name), built.mtimeMs))
    if (newer !== undefined) return `dist is older than ${join(folder, newer)}. Run: npm run build`
  }
  return null
}

/** What the check of this process found. Absent: undefined, it was not done yet. */
let problem: string | null | undefined

/** Path of a compiled file. Throws: Error, `dist` is not built, or is older than a source. */
export function builtPath(file: string): string {
  if (problem === undefined) problem = findBuildProblem(PROGRAM_FOLDERS)
  if (problem !== null) throw new Error(problem)
  return join(root, 'dist', file)
}

/** The program `shelfmark`, as it is installed. Throws: as `builtPath`. */
export const cliPath = (): string => builtPath('adapters/cli/main.js')
