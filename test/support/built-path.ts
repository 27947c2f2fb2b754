import { join } from 'node:path'
import { findBuildProblem } from '../../adapters/find-build-problem.ts'
import { root } from './root.ts'

/** Sources of the programs that tests start. */
const PROGRAM_FOLDERS = ['core', 'selectors', 'adapters', 'bench', 'test/support']

/** What the check of this process found. Absent: undefined, it was not done yet. */
let problem: string | null | undefined

/** Path of a compiled file. Throws: Error, `dist` is not built, or is older than a source. */
export function builtPath(file: string): string {
  if (problem === undefined) problem = findBuildProblem(root, PROGRAM_FOLDERS)
  if (problem !== null) throw new Error(problem)
  return join(root, 'dist', file)
}

/** The program `shelfmark`, as it is installed. Throws: as `builtPath`. */
export const cliPath = (): string => builtPath('adapters/cli/main.js')
