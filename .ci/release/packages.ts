import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The top folder of the project. */
export const root = join(import.meta.dirname, import.meta.filename.endsWith('.js') ? '../../..' : '../..')

/** A package of the lock file, as it would be installed. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** Expression of SPDX. Absent: null, the package names none. */
  readonly license: string | null
}

/** Who gets a package: everyone who installs shelfmark; who needs an optional part; those who work on shelfmark. */
export type Reach = 'always' | 'optional' | 'development'

interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

type LockFile = Readonly<Record<string, LockEntry>>

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  /** Name in the registry of MCP servers. */
  readonly mcpName: string
  readonly repository: { readonly url: string }
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

export const readManifest = (folder = root): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Packages of a lock file by their paths, each with who gets it. The project itself is left out. */
export function readLockedPackages(folder = root): ReadonlyMap<string, LockedPackage & { readonly reach: Reach }> {
  const { packages: lock } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: LockFile
  }
  const { dependencies, peerDependencies } = readManifest(folder)
  const always = reachOf(lock, Object.keys(dependencies))
  const optional = reachOf(lock, Object.keys(peerDependencies))
  const all = Object.entries(lock).filter(([path, { version }]) => path !== '' && version !== undefined)
  return new Map(
    all.map(([path, entry]) => {
      const reach = always.has(path) ? 'always' : optional.has(path) ? 'optional' : 'development'
      return [path, { ...toPackage(path, entry), reach }]
    }),
  )
}

function toPackage(path: string, entry: LockEntry): LockedPackage {
  return {
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version ?? '',
    license: entry.license ?? null,
  }
}

/** Paths of the packages that are installed with some packages of the top folder. */
function reachOf(lock: LockFile, names: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = names.flatMap((name) => find(lock, '', name) ?? [])
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    waiting.push(...neededBy(lock, path, lock[path] ?? {}))
  }
  return reached
}

function neededBy(lock: LockFile, path: string, entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  )
  const names = [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers]
  return [...new Set(names.flatMap((name) => find(lock, path, name) ?? []))]
}

/** The package that another one gets for a name: the nearest above it. Absent: null, an optional one for another machine. */
function find(lock: LockFile, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[path] !== undefined) return path
    if (folder === '') return null
  }
}
