import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SAVED_NAME = /\.(?:html?|mhtml?|mht|warc|har|jsonl|ndjson)(?:\.gz)?$/i
/** Files with pages that are not read. They are listed, so that their error says what to do. */
const UNREAD_NAME = /\.(?:wacz|warc\.zst)$/i

/** Endings of the files that are read in a folder, for a person. */
export const SAVED_ENDINGS = '.html, .htm, .mhtml, .mht, .warc, .har, .jsonl or .ndjson, each also with .gz'

/**
 * A file itself; the files with pages in a folder and its subfolders, sorted by name.
 *
 * Throws: the error of the system, when there is no such file or folder.
 */
export function listSavedFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && [SAVED_NAME, UNREAD_NAME].some((name) => name.test(entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}
