// Bundles the pages for browsers into adapters/web/assets of a build. The name of each file holds a hash of its
// content, so that browsers keep it for ever. Files are stored compressed with brotli; the server makes of them what
// other clients accept.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'

const SOURCE = import.meta.dirname
const ASSETS = 'adapters/web/assets'

/** Pages, by name: their script, which imports their styles. */
const PAGES = {
  playground: 'playground/main.tsx',
  docs: 'docs/main.tsx',
  dashboard: 'dashboard/main.tsx',
  account: 'account/main.tsx',
}

/** Workers, by the constant that holds the name of their file. */
const WORKERS = { READER_WORKER: 'playground/reader/worker.ts' }

const IN_BROWSER = 'adapters/web/playground/reader/in-browser'

/** Modules that need Node, by their path, and what a browser gets for them. */
const REPLACED = {
  'adapters/load-packages.ts': `${IN_BROWSER}/load-packages.ts`,
  'adapters/pages/decode-body.ts': `${IN_BROWSER}/decode-body.ts`,
  'adapters/pages/saved/gunzip.ts': `${IN_BROWSER}/gunzip.ts`,
  'adapters/pages/saved/json-items.ts': `${IN_BROWSER}/json-items.ts`,
}

/** Readers of saved pages work with buffers of Node: in a browser, those of a package. */
const savedPages = {
  name: 'saved pages',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const file = relative('.', path)
      const source = REPLACED[file]
      if (source !== undefined) return { contents: readFileSync(source), loader: 'ts', resolveDir: IN_BROWSER }
      if (!file.startsWith('adapters/pages/saved/')) return undefined
      return { contents: `import { Buffer } from 'buffer'\n${readFileSync(path, 'utf8')}`, loader: 'ts' }
    })
  },
}

const options = {
  plugins: [savedPages],
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  metafile: true,
  write: false,
  target: ['chrome123', 'firefox120', 'safari17.5'],
  outdir: ASSETS,
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  assetNames: '[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  loader: { '.svg': 'file' },
}

/** Stores a file, compressed, under its name and the ending of its coding. */
function store(target, name, bytes) {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  writeFileSync(join(target, `${name}.br`), brotliCompressSync(bytes, brotli))
}

/** The folder of a package, also where `node_modules` is a link. */
const PACKAGE = /^(?:.*?\/)?node_modules\/(?:@[^/]+\/)?[^/]+/
const bundled = new Set()

/** Notes the packages whose code is in an output. */
function noteBundled(inputs) {
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const [folder] = PACKAGE.exec(path) ?? []
    if (folder !== undefined && bytesInOutput > 0) bundled.add(folder)
  }
}

/** Files of the build have code of these packages, and so the package has their licenses. */
function printLicenses() {
  const texts = Array.from(bundled, String)
    .toSorted()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json')))
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
      if (file === undefined) throw new Error(`${folder} has no file with its license`)
      return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
    })
  return `Files of shelfmark have code of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** Bundles scripts, by name, into a folder. Gives the outputs of each: its file, and the chunks and styles that it needs. */
async function bundle(target, entries, define = {}) {
  const entryPoints = Object.entries(entries).map(([out, file]) => ({ out, in: join(SOURCE, file) }))
  const { outputFiles, metafile } = await build({ ...options, entryPoints, define })
  for (const { path, contents } of outputFiles) store(target, basename(path), contents)
  const outputs = Object.entries(metafile.outputs)
  for (const [, { inputs }] of outputs) noteBundled(inputs)
  const byName = {}
  for (const [name, file] of Object.entries(entries)) {
    const [path, output] = outputs.find(([, { entryPoint = '' }]) => join(entryPoint) === join('adapters/web', file))
    const chunks = output.imports.filter(({ kind }) => kind === 'import-statement').map((entry) => basename(entry.path))
    const styles = output.cssBundle === undefined ? [] : [basename(output.cssBundle)]
    byName[name] = { script: basename(path), chunks, styles }
  }
  return byName
}

/**
 * Bundles the pages into the folder of a build, whose compiled modules they are made with.
 *
 * `inputs`: files that were put into modules of the build.
 */
export async function bundlePages(folder, inputs) {
  noteBundled(inputs)
  const target = join(folder, ASSETS)
  mkdirSync(target, { recursive: true })
  const { version } = JSON.parse(readFileSync('package.json'))
  const workers = await bundle(target, WORKERS, { VERSION: JSON.stringify(version) })
  const load = (file) => import(pathToFileURL(resolve(folder, file)).href)
  const { domains } = await load('selectors/index.js')
  const { outcomeTexts, recordFacts } = await load('adapters/web/record-facts.js')
  const values = { DOMAINS: domains, RECORDS: recordFacts, OUTCOME_TEXTS: outcomeTexts }
  for (const [name, { script }] of Object.entries(workers)) values[name] = script
  const define = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]))
  const pages = {}
  // Each by itself: what pages share is small, and in chunks of its own it would be larger for each of them.
  for (const [name, file] of Object.entries(PAGES)) Object.assign(pages, await bundle(target, { [name]: file }, define))
  writeFileSync(join(target, 'manifest.json'), JSON.stringify(pages))
  writeFileSync(join(folder, 'adapters/web/licenses.txt'), printLicenses())
}
