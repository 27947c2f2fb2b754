import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { writeOwnFile } from '../own-file.ts'
import type { PageOrigin } from '../pages/saved/saved-page.ts'
import { fail } from './exit.ts'
import { STANDARD_INPUT } from './read-pages.ts'

/** Writes the record of each page to a file of its own. */
export interface RecordFiles {
  readonly write: (page: PageOrigin, json: string) => void
  /** Whether the record of a page was written, also by an earlier command. */
  readonly has: (page: PageOrigin) => boolean
}

/**
 * Opens a folder of records, which has the tree of the pages: that of the deepest folder which has all the folders
 * and files of the command line. Ends the command when two of the files would be written to one.
 */
export function openRecordFiles(out: string, args: readonly string[], files: readonly string[]): RecordFiles {
  const top = commonFolder(args.filter((name) => name !== STANDARD_INPUT))
  const known = new Map<string, string>()
  for (const file of files) {
    const path = recordPath(top, { file, number: null })
    const other = known.get(path)
    if (other !== undefined) fail(`${other} and ${file} would both be written to ${path}. Extract them separately.`)
    known.set(path, file)
  }
  mkdirSync(out, { recursive: true })
  return {
    write: (page, json) => {
      const path = join(out, recordPath(top, page))
      mkdirSync(dirname(path), { recursive: true })
      writeOwnFile(path, json)
    },
    has: (page) => existsSync(join(out, recordPath(top, page))),
  }
}

/** The deepest folder that has them all. */
function commonFolder(names: readonly string[]): string {
  const folders = names.map((name) => (statSync(name).isDirectory() ? resolve(name) : dirname(resolve(name))))
  let common = folders[0] ?? resolve('.')
  while (!folders.every((folder) => isIn(folder, common))) common = dirname(common)
  return common
}

function isIn(folder: string, parent: string): boolean {
  return !relative(parent, folder).split(/[\\/]/).includes('..')
}

const PAGE_ENDING = /\.(?:html?|mhtml?|mht)(?:\.gz)?$/i

/** Whether the name of a file says that it is one page. */
export function isOnePage(file: string): boolean {
  return PAGE_ENDING.test(file)
}

/** `mug.html` is `mug.json`; record 12 of `pages.warc.gz` is `pages.warc.gz/12.json`. */
function recordPath(top: string, { file, number }: Pick<PageOrigin, 'file' | 'number'>): string {
  const path = file === STANDARD_INPUT ? 'stdin' : relative(top, resolve(file))
  return number === null ? `${path.replace(PAGE_ENDING, '')}.json` : join(path, `${number}.json`)
}
