import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './root.ts'

/** A line that is added to a file, or that replaces one. */
interface Edit {
  readonly file: string
  /** A text of the file, which occurs once. */
  readonly find: string
  /** The text that replaces it. */
  readonly put: string
}

/** Something that is added to a copy of the project exactly as a README says. */
export interface Rehearsal {
  readonly name: string
  /** README whose section lists the files. */
  readonly readme: string
  readonly heading: string
  /** What the placeholders of the list mean here: `<name>`. */
  readonly placeholders: Readonly<Record<string, string>>
  /** Whether a cell of the list is meant, by its column from 1. Default: every one. */
  readonly column?: number
  /** Files of the list that are not always needed. Default: none. */
  readonly optional?: readonly string[]
  readonly edits: readonly Edit[]
  /** Tests of the copy that are about it. */
  readonly tests: readonly string[]
  /** Pattern of the names of those tests. Default: all of their files. */
  readonly pattern?: string
}

const REHEARSALS = join(root, 'test/rehearsal')

/** The new files of a rehearsal, as paths of the project. They are in a folder of its name. */
export function newFiles({ name }: Rehearsal): string[] {
  const folder = join(REHEARSALS, name)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => statSync(join(folder, path)).isFile()).toSorted()
}

const PATH = /`([\w./<>-]+\/[\w./<>-]*)`/g

/** The paths that the tables of a README's section name. */
function listedPaths({ readme, heading, placeholders, column }: Rehearsal): string[] {
  const text = readFileSync(join(root, readme), 'utf8')
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`${readme} has no section "${heading}"`)
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  const cells = rows.map((row) => (column === undefined ? row : (row.split('|')[column] ?? '')))
  const paths = cells.flatMap((cell) => [...cell.matchAll(PATH)].map(([, path = '']) => path))
  const replace = (path: string): string =>
    Object.entries(placeholders).reduce((one, [from, to]) => one.replaceAll(from, to), path)
  return [...new Set(paths.map(replace))]
}

/** A copy of the project's files, in which things are added. Its packages are those of the project. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'shelfmark-copy-'))

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    for (const path of listed.split('\0')) {
      if (path === '' || path.startsWith('test/rehearsal/')) continue
      cpSync(join(root, path), join(this.folder, path), { force: true, recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'))
  }

  /** Adds the files and lines of a rehearsal. Throws: `Error`, for a line that is not there once. */
  apply(rehearsal: Rehearsal): void {
    for (const path of newFiles(rehearsal)) {
      cpSync(join(REHEARSALS, rehearsal.name, path), join(this.folder, path), { recursive: true })
    }
    for (const { file, find, put } of rehearsal.edits) {
      const path = join(this.folder, file)
      const parts = readFileSync(path, 'utf8').split(find)
      if (parts.length !== 2) throw new Error(`${file} has "${find}" ${parts.length - 1} times, not once`)
      writeFileSync(path, parts.join(put))
    }
  }

  /** Checks the types of the copy. Gives what the compiler prints: nothing, where they are right. */
  async checkTypes(): Promise<string> {
    return await this.run('npx', ['tsc', '-p', 'tsconfig.json'])
  }

  /** Runs the quick tests of the copy, as who works on it does. Gives the end of what they print if one fails; else nothing. */
  async runQuickTests(): Promise<string> {
    const printed = await this.run('npm', ['run', 'test:fast'])
    return printed.slice(Math.max(0, printed.indexOf('failing tests:')))
  }

  /** Runs test files of the copy. Gives what they print if one fails; else nothing. */
  async runTests(files: readonly string[], pattern = ''): Promise<string> {
    const only = pattern === '' ? [] : [`--test-name-pattern=${pattern}`]
    return await this.run(process.execPath, ['--import', 'tsx', '--test', ...only, ...files])
  }

  private async run(program: string, args: readonly string[]): Promise<string> {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    try {
      await promisify(execFile)(program, [...args], { cwd: this.folder, env, maxBuffer: 64 * 1024 * 1024 })
      return ''
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
      return `${stdout}${stderr}` || String(error)
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Paths of a list that no file of the rehearsal belongs to, and files that the list does not name. */
export function compareWithList(rehearsal: Rehearsal): { readonly idle: string[]; readonly unlisted: string[] } {
  const { optional = [] } = rehearsal
  const listed = listedPaths(rehearsal)
  const touched = [...newFiles(rehearsal), ...rehearsal.edits.map(({ file }) => file)].filter(
    (file) => !rehearsal.tests.includes(file),
  )
  const covers = (path: string, file: string): boolean =>
    path === file || (path.endsWith('/') && `${dirname(file)}/`.startsWith(path))
  return {
    idle: listed.filter((path) => !optional.includes(path) && !touched.some((file) => covers(path, file))),
    unlisted: touched.filter((file) => !listed.some((path) => covers(path, file))),
  }
}
