/**
 * Builds the site of documents: the guide from the documents of the project, the reference of the API from its
 * docstrings, with a search over both; each document as Markdown too, and `llms.txt`, which lists them.
 *
 * Usage: npm run docs [-- options of typedoc]
 *
 * Fails for an export without a docstring, a document that the contents lack, a link that leads nowhere, and for
 * anything that a page would load from elsewhere.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findWrongLinks } from './check.mjs'
import { FIRST, readDocuments, readFirstPage } from './documents.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const OUT = join(ROOT, 'dist-docs')
/** typedoc reads an older TypeScript than the project's: both come from the registry. */
const TYPEDOC = ['--yes', '--package', 'typedoc@0.28.20', '--package', 'typescript@6.0.3', 'typedoc']

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-site-'))
try {
  const documents = readDocuments()
  for (const { path, title, group, text } of documents) {
    const body = text.replace(/^# .*\n/, `# ${title}\n`)
    write(join(folder, path), `---\ntitle: ${JSON.stringify(title)}\ngroup: ${JSON.stringify(group)}\n---\n${body}`)
  }
  // typedoc has the name of the project as the heading of the first page.
  write(join(folder, FIRST), readFirstPage().replace(/^# .*\n/, ''))
  const files = documents.flatMap(({ path }) => ['--projectDocuments', join(folder, path)])
  const options = ['--options', '.typedoc.json', '--readme', join(folder, FIRST), ...files, ...process.argv.slice(2)]
  const { status } = spawnSync('npx', [...TYPEDOC, ...options], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error('typedoc found mistakes: npm run docs -- --logLevel Warn')
  for (const path of [FIRST, ...documents.map((document) => document.path)]) {
    cpSync(join(ROOT, path), join(OUT, 'markdown', path))
  }
  write(join(OUT, 'llms.txt'), printList(documents))
  const wrong = findWrongLinks(OUT)
  if (wrong.length > 0) throw new Error(`The site has wrong links:\n${wrong.join('\n')}`)
  process.stdout.write(
    `${documents.length + 1} documents and the reference of the API are in dist-docs: open index.html\n`,
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

/**
 * The documents for language models. Form: llmstxt.org.
 *
 * @param {readonly import('./documents.mjs').SiteDocument[]} documents
 */
function printList(documents) {
  const { description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const groups = [...new Set(documents.map(({ group }) => group))]
  const sections = groups.map((group) => {
    const own = documents.filter((document) => document.group === group)
    return `## ${group}\n\n${own.map(({ path, title }) => `- [${title}](markdown/${path})`).join('\n')}`
  })
  return `# shelfmark\n\n> ${description}\n\n- [Introduction](markdown/${FIRST})\n\n${sections.join('\n\n')}\n`
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
