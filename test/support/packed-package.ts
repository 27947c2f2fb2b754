import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { root } from './root.ts'

const execute = promisify(execFile)

/** Without the settings that a script of npm hands on, and without those of a server. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_(?:package|lifecycle|config_local)|SHELFMARK_)/.test(name)),
)

/**
 * Runs a program in a folder, with the `node` of a folder before all others, and with environment variables.
 *
 * Rejects: with what it printed, unless it exits with 0.
 */
export async function runIn(
  folder: string,
  program: string,
  args: readonly string[],
  nodeFolder?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const path = nodeFolder === undefined ? process.env.PATH : `${nodeFolder}:${process.env.PATH}`
  try {
    return await execute(program, args, { cwd: folder, env: { ...environment, ...settings, PATH: path } })
  } catch (error) {
    const { message, stdout } = error as Error & { readonly stdout: string }
    throw new Error(`${message}\n${stdout}`, { cause: error })
  }
}

/** Packs the package as it would be published. Gives the path of the archive. */
export async function packPackage(folder: string): Promise<string> {
  // The scripts of the package would build `dist` again, which other tests may read.
  const { stdout } = await runIn(root, 'npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[]
  return join(folder, packed?.filename ?? '')
}

/** What npm says when there is no registry, as opposed to a package that is wrong. */
const NO_REGISTRY = /\b(?:ENOTFOUND|ENOTCACHED|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|E401|E403)\b/

/** Installs packages in a folder. Gives false if there is no registry. Rejects: for any other error. */
export async function installIn(folder: string, packages: readonly string[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true, "type": "module" }\n')
  try {
    await runIn(folder, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages])
    return true
  } catch (error) {
    if (NO_REGISTRY.test((error as Error).message)) return false
    throw error
  }
}

/** Skips a test that the registry gave nothing for, and prints loudly what was not checked. */
export function skipWithoutRegistry(t: TestContext): void {
  const message = `NOT CHECKED: ${t.name}: the registry of npm does not answer, or has not what this needs`
  console.warn(`\n*** ${message} ***\n`)
  t.skip(message)
}

/** Installs a version of Node from the registry. Gives the folder of its program. Absent: null. */
export async function installNode(folder: string, major: number): Promise<string | null> {
  const name = `node-${process.platform}-${process.arch}`
  return (await installProgram(folder, `${name}@${major}`)) ? join(folder, 'node_modules', name, 'bin') : null
}

/** Installs the package of a program. Gives false if the registry does not have it for this machine. */
export async function installProgram(folder: string, name: string): Promise<boolean> {
  try {
    return await installIn(folder, [name])
  } catch (error) {
    if (/\b(?:E404|ETARGET|EBADPLATFORM)\b/.test((error as Error).message)) return false
    throw error
  }
}

export interface Installed {
  /** Packages that are installed: name and version. */
  readonly packages: readonly string[]
  /** Unit: bytes. */
  readonly sizeBytes: number
  /** Scripts that npm runs when it installs: package and script. */
  readonly scripts: readonly string[]
  /** Files with native code, and recipes for it. */
  readonly natives: readonly string[]
}

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/** What is in the folder `node_modules` of a folder. */
export function describeInstalled(folder: string): Installed {
  const modules = join(folder, 'node_modules')
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('.') && statSync(join(modules, file)).isFile(),
  )
  const manifests = files
    .filter((file) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
    .map((file) => JSON.parse(readFileSync(join(modules, file), 'utf8')) as Manifest)
  return {
    packages: manifests.map(({ name, version }) => `${name} ${version}`),
    sizeBytes: files.reduce((sum, file) => sum + statSync(join(modules, file)).size, 0),
    scripts: manifests.flatMap(({ name, scripts = {} }) =>
      INSTALL_SCRIPTS.filter((script) => script in scripts).map((script) => `${name} ${script}`),
    ),
    natives: files.filter((file) => /\.node$|(?:^|\/)binding\.gyp$/.test(file)),
  }
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly scripts?: Readonly<Record<string, string>>
}
