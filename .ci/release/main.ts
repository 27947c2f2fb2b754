/**
 * A release: version, changelog, checks, tests, package, bill of materials, image. Nothing is published without
 * `--publish`; without it and without `--dry-run`, the version is committed and tagged.
 *
 * Usage: npm run release -- [--dry-run] [--version 1.2.3] [--publish] [--without tests,image]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseChangelog } from './changelog.ts'
import { nameVersion, NAMING } from './documents.ts'
import { toServerEntry } from './mcp-registry.ts'
import { readManifest, root } from './packages.ts'
import {
  buildImage,
  checkLicenses,
  checkState,
  clearOutput,
  listOutput,
  OUTPUT,
  packAndTry,
  run,
  writeSbom,
} from './steps.ts'

const PARTS = ['tests', 'image'] as const
type Part = (typeof PARTS)[number]

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    version: { type: 'string' },
    publish: { type: 'boolean', default: false },
    without: { type: 'string', default: '' },
  },
})
const isDry = values['dry-run']
const without = new Set<string>(values.without.split(',').filter(Boolean))
const unknown = [...without].filter((part) => !PARTS.some((known) => known === part))
if (unknown.length > 0) throw new Error(`--without: "${unknown.join()}" is not one of ${PARTS.join(', ')}`)
if (without.size > 0 && !isDry) throw new Error('--without is for a dry run: a release leaves nothing out.')

const missing: string[] = Array.from(without, (part) => `${part}: left out by --without`)
const has = (part: Part): boolean => !without.has(part)
const say = (title: string): void => void process.stdout.write(`\n== ${title}\n`)
/** Files that a release changes, as they were. */
const changed = ['package.json', 'package-lock.json', 'CHANGELOG.md', ...NAMING].map((name) => join(root, name))
const before = changed.map((path) => readFileSync(path))

/** Sets the version, in the documents too, and the changelog. A dry run, and a release that fails, take all of it back. */
function setVersion(): string {
  const day = new Date().toISOString().slice(0, 10)
  const changelog = join(root, 'CHANGELOG.md')
  const present = readManifest().version
  const given = { present, version: values.version ?? null, day }
  const { version, notes, text } = releaseChangelog(readFileSync(changelog, 'utf8'), given)
  run('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts', '--allow-same-version'])
  writeFileSync(changelog, text)
  for (const path of NAMING.map((name) => join(root, name))) {
    writeFileSync(path, nameVersion(readFileSync(path, 'utf8'), version))
  }
  clearOutput()
  writeFileSync(join(OUTPUT, 'notes.md'), `${notes}\n`)
  return version
}

function build(version: string): void {
  say('checks: types, lint, format, unused code, exports')
  run('npm', ['run', 'build'])
  run('npm', ['run', 'check'])
  checkLicenses()
  if (has('tests')) {
    say('tests')
    run('npm', ['test'])
    run('npm', ['run', 'smoke'])
  }
  say('package')
  const archive = packAndTry()
  run('npm', ['publish', '--dry-run', '--ignore-scripts', archive])
  say('bill of materials, entry of the MCP registry')
  writeSbom(version)
  writeFileSync(join(OUTPUT, 'server.json'), `${JSON.stringify(toServerEntry(readManifest()), null, 2)}\n`)
  if (has('image')) {
    say('image')
    missing.push(...buildImage(version))
  }
}

function publish(version: string): void {
  run('git', ['commit', '--all', '--message', `Version ${version}`])
  run('git', ['tag', '--annotate', `v${version}`, '--message', `Version ${version}`])
  if (!values.publish) return
  // Only a job of a host that signs for its workflows can make a statement of provenance.
  const canProve =
    process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined || process.env['SIGSTORE_ID_TOKEN'] !== undefined
  if (!canProve) missing.push('the statement of provenance: this host gives no token for it')
  const archive = join(OUTPUT, `shelfmark-${version}.tgz`)
  run('npm', ['publish', '--ignore-scripts', ...(canProve ? ['--provenance'] : []), archive])
}

let isDone = false
say('state')
missing.push(...checkState(isDry))
try {
  say('version and changelog')
  const version = setVersion()
  build(version)
  if (!isDry) publish(version)
  say(`version ${version}: dist-release`)
  process.stdout.write(`${listOutput()}\n`)
  isDone = true
} finally {
  if (isDry || !isDone) changed.forEach((path, index) => writeFileSync(path, before[index] ?? ''))
}
for (const what of missing) process.stdout.write(`\n*** NOT DONE: ${what} ***\n`)
if (isDry) process.stdout.write('\nThis was a dry run: nothing was committed or published.\n')
