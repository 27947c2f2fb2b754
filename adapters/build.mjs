/**
 * Builds the project: compiles it, adds what is not TypeScript, and bundles the pages for browsers. The build is made
 * beside `dist`, and put there when it is whole: servers that run from `dist` go on, and one that fails changes nothing.
 *
 * Usage: npm run build [-- options of tsc]
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { publishBuild } from './publish-build.mjs'
import { bundlePackages, removeUnusedTypes } from './trim-build.mjs'
import { bundlePages } from './web/build.mjs'

process.chdir(join(import.meta.dirname, '..'))
const OUT = 'dist'
/** Folders of files that programs read while they run. */
const NOT_COMPILED = ['adapters/store/redis/lua', 'adapters/mcp/shelfmark']
const PROGRAM = 'adapters/cli/main.js'
/** Of folders in which a build is made, which end with the id of its process. */
const BESIDE = '.build-'
const folder = `${BESIDE}${process.pid}`

/** Removes what builds have left that were killed. */
function removeLeft() {
  for (const name of readdirSync('.')) {
    if (name.startsWith(BESIDE) && !isRunning(Number(name.slice(BESIDE.length)))) rmSync(name, { recursive: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Entries of the package that have types, by their paths. */
function readEntries() {
  const { name, exports } = JSON.parse(readFileSync('package.json'))
  return Object.entries(exports)
    .filter(([, { types }]) => types !== undefined)
    .map(([path, { types }]) => [name + path.slice(1), types])
}

/** Compiles into the folder. Gives the exit code. */
function compile() {
  const require = createRequire(import.meta.url)
  const { bin } = require('typescript/package.json')
  const tsc = join(require.resolve('typescript/package.json'), '..', bin.tsc)
  // The compiler finds the sources behind the name of the package by the folder that it writes to, if that is `dist`.
  const toSource = (types) => [types.replace(`./${OUT}`, '..').replace(/\.d\.ts$/, '.ts')]
  const paths = Object.fromEntries(readEntries().map(([entry, types]) => [entry, toSource(types)]))
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = { noEmit: false, rootDir: '..', outDir: '.', paths }
  writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', compilerOptions }))
  const args = [tsc, '-p', config, ...process.argv.slice(2)]
  const code = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
  rmSync(config)
  return code
}

/** Makes a build. Gives the exit code. */
async function build() {
  // A source that changes meanwhile is newer than the build.
  const start = new Date()
  const code = compile()
  if (code !== 0) return code
  for (const own of NOT_COMPILED) cpSync(own, join(folder, own), { recursive: true })
  // Lines of a bundle are not those of a source.
  const isMapped = process.argv.includes('--sourceMap')
  const inputs = isMapped ? {} : await bundlePackages(folder)
  removeUnusedTypes(
    folder,
    readEntries().map(([, types]) => types.slice(`./${OUT}/`.length)),
  )
  await bundlePages(folder, inputs)
  chmodSync(join(folder, PROGRAM), 0o755)
  publishBuild(folder, OUT)
  utimesSync(join(OUT, PROGRAM), start, start)
  return 0
}

removeLeft()
mkdirSync(folder)
try {
  process.exitCode = await build()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
