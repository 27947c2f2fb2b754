import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Written by every build. */
const MARK = 'dist/adapters/cli/main.js'

/** A file that compiles, and is not hidden. */
const SOURCE = /^(?!.*(?:^|\/)\.).*\.tsx?$/

/**
 * Says why the build in `dist` does not have what the sources of a project say. Absent: null, it has.
 *
 * `root`: top folder of the project. `folders`: those with the sources, as far as they exist.
 */
export function findBuildProblem(root: string, folders: readonly string[]): string | null {
  const built = statSync(join(root, MARK), { throwIfNoEntry: false })
  if (built === undefined) return 'dist is not built. Run: npm run build'
  for (const folder of folders) {
    const path = join(root, folder)
    const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
    const newer = names.find((name) => SOURCE.test(name) && isNewer(join(path, name), built.mtimeMs))
    if (newer !== undefined) return `dist is older than ${join(folder, newer)}. Run: npm run build`
  }
  return null
}

function isNewer(path: string, timeMs: number): boolean {
  const status = statSync(path, { throwIfNoEntry: false })
  return status !== undefined && status.mtimeMs > timeMs
}

/** Says that this process runs a build that is older than sources of the records. Absent: null, it runs the sources themselves, an installed package, or a new build. */
export function findOldBuild(): string | null {
  const isBuilt = import.meta.filename.endsWith('.js')
  return isBuilt ? findBuildProblem(join(import.meta.dirname, '../..'), ['core', 'selectors', 'adapters']) : null
}
