import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printLicenses, readBundled, TABLE } from './licenses.ts'
import { readManifest, root } from './packages.ts'
import { createSbom } from './sbom.ts'

/** Where a release is written. git ignores it. */
export const OUTPUT = join(root, 'dist-release')
const DOCKERFILE = 'adapters/server/docker/Dockerfile'

/** Runs a program in the top folder, with its output on the terminal. Throws: it does not exit with 0. */
export function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** What a program prints. */
function ask(program: string, args: readonly string[], cwd = root): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim()
}

const works = (program: string, args: readonly string[]): boolean => spawnSync(program, args).status === 0

/** Throws: files are changed, or a publisher has not set where the project is. `isDry`: the latter is only said. */
export function checkState(isDry: boolean): string[] {
  const changed = ask('git', ['status', '--porcelain'])
  if (changed !== '') throw new Error(`Commit or drop these changes first:\n${changed}`)
  const { repository } = readManifest()
  if (!repository.url.includes('example.org')) return []
  const problem = `package.json names ${repository.url}: a publisher sets homepage, bugs and repository`
  if (!isDry) throw new Error(problem)
  return [problem]
}

/** Throws: the table of licenses is old. */
export function checkLicenses(): void {
  if (readFileSync(TABLE, 'utf8') === printLicenses(readBundled())) return
  throw new Error('adapters/licenses.md is old. Run: npx tsx .ci/release/licenses.ts')
}

/** Packs what npm gets, installs the archive in an empty folder, and runs its command there. Gives the path of the archive. */
export function packAndTry(): string {
  const json = ask('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', OUTPUT])
  const [packed] = JSON.parse(json) as readonly { readonly filename: string }[]
  const archive = join(OUTPUT, packed?.filename ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-release-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    ask('npm', ['install', '--no-audit', '--no-fund', archive], folder)
    const printed = ask('npx', ['--no-install', 'shelfmark', '--version'], folder)
    const { version } = readManifest()
    if (printed !== version) throw new Error(`The packed command says ${printed}, not ${version}.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return archive
}

/** Writes the bill of materials, from the lock file. */
export function writeSbom(version: string): void {
  const text = JSON.stringify(createSbom(version), null, 2)
  writeFileSync(join(OUTPUT, `shelfmark-${version}.cdx.json`), `${text}\n`)
}

/**
 * Builds the image: for two architectures with Docker and buildx, for this one with buildah.
 * Gives what was not built. Empty: all of it was.
 */
export function buildImage(version: string): string[] {
  const labels = ['--build-arg', `VERSION=${version}`, '--build-arg', `REVISION=${ask('git', ['rev-parse', 'HEAD'])}`]
  const common = [...labels, '-f', DOCKERFILE, '-t', `shelfmark:${version}`]
  if (works('docker', ['buildx', 'inspect', '--bootstrap'])) {
    const archive = `type=oci,dest=${join(OUTPUT, `shelfmark-${version}.image.tar`)}`
    run('docker', ['buildx', 'build', '--platform', 'linux/amd64,linux/arm64', '--output', archive, ...common, '.'])
    return []
  }
  if (works('buildah', ['--version'])) {
    // Its own format has no health check.
    run('buildah', ['bud', '--format', 'docker', ...common, '.'])
    const user = ask('buildah', ['inspect', '--format', '{{.Docker.Config.User}}', `shelfmark:${version}`])
    if (user !== 'node') throw new Error(`The image runs as "${user}".`)
    return [`the image of other architectures than ${process.arch}: buildah builds one`]
  }
  return ['the image: there is neither Docker with buildx nor buildah']
}

/** Names, sizes and hashes of what was written. Writes the hashes to a file, too. */
export function listOutput(): string {
  const files = readdirSync(OUTPUT).filter((name) => name !== 'SHA256SUMS')
  const rows = files.toSorted().map((name) => {
    const path = join(OUTPUT, name)
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
    return { name, sizeBytes: statSync(path).size, hash }
  })
  writeFileSync(join(OUTPUT, 'SHA256SUMS'), rows.map(({ name, hash }) => `${hash}  ${name}\n`).join(''))
  return rows
    .map(({ name, sizeBytes, hash }) => `${String(sizeBytes).padStart(10)}  ${hash.slice(0, 12)}  ${name}`)
    .join('\n')
}

/** An empty folder for the release. */
export function clearOutput(): void {
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT)
}
