import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const PAGE_NAME = /\.html?$/i

/** Name that stands for the page on standard input. */
export const STANDARD_INPUT = '-'

/**
 * Files that arguments mean: files themselves, pages of folders (`*.html`,
 * `*.htm`, in folders inside as well, by name), `-` for standard input.
 *
 * Throws: the error of the file system for what does not exist.
 */
export function listPages(args: readonly string[]): string[] {
  return args.flatMap((argument) => {
    if (argument === STANDARD_INPUT || !statSync(argument).isDirectory()) return [argument]
    return readdirSync(argument, { recursive: true, encoding: 'utf8' })
      .filter((name) => PAGE_NAME.test(name))
      .toSorted()
      .map((name) => join(argument, name))
  })
}
