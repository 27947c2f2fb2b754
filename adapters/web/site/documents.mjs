import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { CONTENTS } from './contents.mjs'

const ROOT = join(import.meta.dirname, '../../..')

/** Documents that the site does not have: of a single case, of a test, and for the host of the repository. */
const LEFT_OUT = /^(?:golden\/.+\/|test\/rehearsal\/|\.github\/|README\.md$)/

/** The first page. */
export const FIRST = 'README.md'

/**
 * A document of the site.
 *
 * @typedef {object} SiteDocument
 * @property {string} path from the top folder of the project
 * @property {string} title
 * @property {string} group
 * @property {string} text Markdown, whose links lead to documents of the site alone
 */

/**
 * All documents, in the order of the navigation.
 *
 * Throws: Error, for a document that the contents lack, or that does not exist.
 *
 * @returns {readonly SiteDocument[]}
 */
export function readDocuments() {
  const listed = CONTENTS.flatMap(([group, documents]) => documents.map(([path, title]) => ({ path, title, group })))
  const known = new Set(listed.map(({ path }) => path))
  const missing = listMarkdown().filter((path) => !LEFT_OUT.test(path) && !known.has(path))
  if (missing.length > 0) throw new Error(`not in adapters/web/site/contents.mjs: ${missing.join(', ')}`)
  return listed.map(({ path, title, group }) => ({ path, title, group, text: readDocument(path, known) }))
}

/** The text of the first page. */
export function readFirstPage() {
  return readDocument(FIRST, new Set(CONTENTS.flatMap(([, documents]) => documents.map(([path]) => path))))
}

function listMarkdown() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  return listed.split('\n').filter((path) => path !== '')
}

/** Facts for programs at the beginning of a document. */
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n+/
/** `[text](target)`, not of a picture. Text in brackets may itself have code with brackets. */
const LINK = /(?<!!)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g
/** Pictures are for the host of the repository. */
const PICTURE = /!\[[^\]]*\]\([^)]*\)\n*/g

/**
 * @param {string} path
 * @param {ReadonlySet<string>} known
 */
function readDocument(path, known) {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(FRONT_MATTER, '')
  /** Code is not changed: what looks like a link there is none. */
  const parts = text.split(/(^```[\s\S]*?^```$)/m)
  return parts.map((part, index) => (index % 2 === 1 ? part : keepLinks(part, path, known))).join('')
}

/**
 * @param {string} text
 * @param {string} path
 * @param {ReadonlySet<string>} known
 */
function keepLinks(text, path, known) {
  return text.replaceAll(PICTURE, '').replaceAll(LINK, (link, words, target) => {
    if (/^(?:[a-z]+:|#)/i.test(target)) return link
    const [file = '', anchor] = target.split('#')
    const found = [file, posix.join(file, 'README.md')]
      .map((name) => posix.normalize(posix.join(posix.dirname(path), name)))
      .find((name) => known.has(name) || name === FIRST)
    if (found !== undefined) {
      const relative = posix.relative(posix.dirname(path), found)
      return `[${words}](${relative}${anchor === undefined ? '' : `#${anchor}`})`
    }
    if (!existsSync(join(ROOT, posix.dirname(path), file))) throw new Error(`${path}: ${target} does not exist`)
    // A file of the source, which the site does not have.
    return words
  })
}
