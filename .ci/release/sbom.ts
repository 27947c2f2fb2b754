import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLockedPackages, readManifest, root } from './packages.ts'

/** A bill of materials in CycloneDX. */
export interface Sbom {
  readonly metadata: { readonly component: Component; readonly [name: string]: unknown }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly scope?: 'required' | 'optional'
  readonly licenses: readonly object[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

/**
 * The bill of materials of the lock file, by `npm sbom`. The same packages give the same text: time and random number
 * are left out.
 *
 * npm reads a lock file without the packages of development. Its own `--omit dev` also omits packages that users get:
 * the optional peers, and each package that a tool needs too.
 */
export function createSbom(version: string): Sbom {
  const { name, license, dependencies, peerDependencies } = readManifest()
  const manifest = { name, version, license, dependencies, optionalDependencies: peerDependencies }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, object>>
  }
  const kept = [...readLockedPackages()].filter(([, { reach }]) => reach !== 'development')
  const entries = kept.map(([path, { reach }]) => [
    path,
    { ...lock.packages[path], dev: false, optional: reach === 'optional' },
  ])
  const packages = { '': manifest, ...Object.fromEntries(entries) }
  const parent = mkdtempSync(join(tmpdir(), 'shelfmark-sbom-'))
  try {
    // npm names the component after its folder.
    const cwd = join(parent, name)
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify({ ...lock, version, packages }))
    const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
    const text = execFileSync('npm', ['sbom', ...options], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    const { serialNumber: _, ...sbom } = JSON.parse(text) as Sbom & { readonly serialNumber: string }
    const { timestamp: __, ...metadata } = sbom.metadata
    return { ...sbom, metadata }
  } finally {
    rmSync(parent, { recursive: true })
  }
}
