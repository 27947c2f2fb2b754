// Takes more than 20 seconds: it starts every command line of the READMEs, each in a process of its own.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { after, describe, test } from 'node:test'
import { fieldTable } from '../../adapters/cli/record-schema.ts'
import { records } from '../../core/index.ts'
import { ALL, benches } from '../../bench/benches.ts'
import { base } from '../../selectors/index.ts'
import { cliPath } from '../support/built-path.ts'
import { requireBrowser } from '../support/chromium.ts'
import { listReadmePrograms, stripTypes } from '../support/readme-programs.ts'
import { root } from '../support/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-readme-'))
after(() => rmSync(folder, { recursive: true }))

const IGNORED = new Set(['node_modules', 'dist', 'dist-docs', 'dist-release', 'coverage', 'data'])

/** All files of the project, as paths from its top folder. */
function listFiles(directory = root): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || IGNORED.has(entry.name)) return []
    const path = join(directory, entry.name)
    return entry.isDirectory() ? listFiles(path) : [relative(root, path)]
  })
}

const files = listFiles()

/** A document: a README, or another text beside it. */
interface Readme {
  readonly path: string
  readonly text: string
  /** The text without blocks of code. */
  readonly prose: string
}

const BLOCK = /^```[\s\S]*?^```$/gm

/** All documents but the history, whose paths and examples are those of their time. */
const readmes = files
  .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
  .map((path): Readme => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, prose: text.replace(BLOCK, '') }
  })

/** What an example prints, and what it must print. */
interface Example {
  readonly run: () => Promise<string>
  readonly expected: string
}

const CONSOLE = /^```console\n([\s\S]*?)^```$/gm

/** Each block `console` is one shell session: commands after "$ ", each followed by its output. */
function listSessions({ text }: Readme): Example[] {
  return [...text.matchAll(CONSOLE)].map(([, session = '']) => ({
    run: () => runSession(session.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []))),
    expected: session,
  }))
}

const SEPARATOR = '\u001E'

/** The session as a reader sees it, with the package that was built. */
async function runSession(commands: readonly string[]): Promise<string> {
  const script = commands.map((command) => `${command}\nprintf '${SEPARATOR}'\n`).join('')
  const cli = `node ${cliPath()}`
  const outputs = (
    await run('sh', ['-c', script.replaceAll('npx shelfmark', cli).replaceAll('npx tsx', 'node --import tsx')])
  ).split(SEPARATOR)
  return commands.map((command, index) => `$ ${command}\n${outputs[index]}`).join('')
}

/** Programs and their outputs. */
function listPrograms({ text }: Readme): Example[] {
  return listReadmePrograms(text).map(({ source, expected }) => ({
    run: async () => await run(process.execPath, ['--input-type=module'], await stripTypes(source)),
    expected,
  }))
}

/** Without the caller's settings, which would change examples. Temporary files are removed after the tests. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SHELFMARK_'))),
  TMPDIR: folder,
}

/** Runs a program in the top folder. Gives its standard output, also when it fails. */
function run(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd: root, env: environment }, (error, output, errors) => {
      if (error !== null && output === '') reject(new Error(errors, { cause: error }))
      else resolve(output)
    })
    // A program may end before it has read its input.
    child.stdin?.on('error', () => {}).end(input)
  })
}

const examples = readmes.map((readme) => ({ readme, examples: [...listSessions(readme), ...listPrograms(readme)] }))

test('the READMEs and their examples are found', () => {
  const paths = readmes.map(({ path }) => path)
  for (const wing of ['cli', 'sandbox', 'server', 'store', 'work', 'work/webhook']) {
    assert.ok(paths.includes(`adapters/${wing}/README.md`), wing)
  }
  for (const subject of ['administration', 'extract', 'fetch']) {
    assert.ok(paths.includes(`adapters/cli/${subject}.md`), subject)
  }
  assert.ok(paths.length >= 30, `only ${paths.join(', ')}`)
  const count = examples.reduce((sum, { examples }) => sum + examples.length, 0)
  assert.ok(count >= 27, `only ${count} examples`)
})

// Examples of one README may build on each other; two READMEs share nothing.
describe('examples print exactly what the README says', { concurrency: 2 }, () => {
  for (const { readme, examples: own } of examples.filter(({ examples }) => examples.length > 0)) {
    test(`${readme.path}: ${own.length} examples`, async (context) => {
      if (readme.text.includes("SHELFMARK_BROWSER_PATH: '") && !requireBrowser(context)) return
      for (const { run, expected } of own) assert.equal(await run(), expected)
    })
  }
})

test('tables of fields are those of the schemas', () => {
  const tables = readmes.flatMap(({ path, text }) =>
    [...text.matchAll(/<!-- fields of (\w+) -->\n([\s\S]*?)<!-- end -->/g)].map(([, name = '', table = '']) => ({
      path,
      name,
      table: table.trim(),
    })),
  )
  const named = new Set(tables.map(({ name }) => name))
  for (const name of ['product', 'card', 'offer']) assert.ok(named.has(name), name)
  for (const { path, name, table } of tables) {
    assert.equal(table, fieldTable(name).trim(), `${path}: npx shelfmark schema ${name} --table`)
  }
})

/** A file of definitions, the file of their selectors if it has a column, and the fields. */
const FIELD_ROW = /^\| `([\w-]+\.ts)` +\|(?: `([\w-]+\.ts)` +\|)? (`[a-z_]+`.*)\|$/gm

/** The README of a record, or its section in that of all records. */
function textOfRecord(folder: string, name: string): string {
  const textOf = (wanted: string): string => readmes.find(({ path }) => path === wanted)?.text ?? ''
  const sections = textOf('core/records/README.md').split(/^## /m)
  return textOf(`${folder}/README.md`) || (sections.find((section) => section.startsWith(`${name}\n`)) ?? '')
}

for (const { name, schema, rows } of records) {
  const folder = `core/records/${name.replaceAll('_', '-')}`
  // A record with few fields can define them where it reads them.
  if (!existsSync(join(root, folder, 'fields.ts'))) continue
  test(`the documents of ${folder} name the file of every field`, () => {
    const text = textOfRecord(folder, name)
    const listed = new Map<string, { file: string; selectors: string | undefined }>()
    for (const [, file = '', selectors, fields = ''] of text.matchAll(FIELD_ROW)) {
      for (const [, field = ''] of fields.matchAll(/`([a-z_]+)`/g)) listed.set(field, { file, selectors })
    }
    const { entries = {} } = rows?.schema ?? schema
    for (const field of Object.keys(entries).filter((field) => field !== 'html')) {
      const { file, selectors } = listed.get(field) ?? assert.fail(`${field} is not listed`)
      const source = readFileSync(join(root, folder, file), 'utf8')
      assert.match(source, new RegExp(`\\b${field}\\b`), `${file} does not define ${field}`)
      if (selectors === undefined || !(field in base.product)) continue
      const map = readFileSync(join(root, 'selectors/base/product', selectors), 'utf8')
      assert.match(map, new RegExp(`^  ${field}: `, 'm'), `${selectors} has no entry ${field}`)
    }
  })
}

test('every script that a README names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = readmes.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => ({ path, name })),
  )
  assert.ok(named.length > 5, `only ${named.length} scripts`)
  assert.deepEqual(
    named.filter(({ name }) => !(name in scripts)),
    [],
  )
})

test('every bench that a README names exists', () => {
  const named = readmes.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run bench(?: -- ([\w-]+))?/g)].map(([, name]) => ({ path, name })),
  )
  assert.ok(named.length > 20, `only ${named.length} benches`)
  const known = new Set([...benches.map(({ name }) => name), ALL])
  // Only the README of the benches explains the command itself.
  const unknown = named.filter(({ path, name }) => !known.has(name ?? '') && path !== 'bench/README.md')
  assert.deepEqual(unknown, [])
})

const TOP_FOLDERS = 'core|selectors|adapters|golden|bench|test|examples'
/** A path from the top folder, a folder, or a source file. */
const PATH = new RegExp(
  `^(?:(?:${TOP_FOLDERS})(?:/[\\w.-]+)+/?|(?:${TOP_FOLDERS})|(?:[\\w.-]+/)+|[\\w./-]+\\.(?:ts|lua|sh|md))$`,
)

/**
 * Whether a path exists: from the top folder, from the README's folder, or from a folder below
 * that. A name of a file alone may be that of any file.
 */
function isInProject(path: string, readme: string): boolean {
  const home = dirname(readme)
  if (existsSync(join(root, path)) || existsSync(join(root, home, path))) return true
  if (!path.includes('/')) return files.some((file) => basename(file) === path)
  return files.some(
    (file) => !relative(home, file).startsWith('..') && `/${file}/`.includes(`/${path.replace(/\/$/, '')}/`),
  )
}

const paths = readmes.map(({ path: readme, prose }) => {
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  // "shelfmark/" is the start of a header, not a folder.
  return { readme, named: quoted.filter((text) => PATH.test(text) && text !== 'shelfmark/') }
})

test('paths are found in READMEs', () => {
  assert.ok(paths.flatMap(({ named }) => named).length > 150)
})

for (const { readme, named } of paths) {
  test(`every path that ${readme} names exists`, () => {
    assert.deepEqual(
      named.filter((path) => !isInProject(path, readme)),
      [],
    )
  })
}

test('every link of a README leads to a file or a heading', () => {
  const links = readmes.flatMap(({ path: readme, prose }) =>
    [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ readme, target })),
  )
  assert.ok(links.length > 5, `only ${links.length} links`)
  const broken = links.filter(({ readme, target }) => {
    if (/^https?:/.test(target)) return false
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? readme : join(dirname(readme), path)
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !listAnchors(readFileSync(join(root, file), 'utf8')).has(anchor)
  })
  assert.deepEqual(broken, [])
})

/** Anchors of headings, as code hosts make them. */
function listAnchors(text: string): ReadonlySet<string> {
  const headings = text.replace(BLOCK, '').matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    ),
  )
}
