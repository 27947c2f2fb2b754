/**
 * Writes the table of packages and their licenses, `adapters/licenses.md`, from the lock file.
 *
 * Usage: npx tsx .ci/release/licenses.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLockedPackages, root, type LockedPackage, type Reach } from './packages.ts'

export const TABLE = join(root, 'adapters/licenses.md')

/** Licenses of packages that users get: they ask for their notice, and for nothing else. */
export const ALLOWED: readonly string[] = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']

/** More licenses of packages that only those who work on shelfmark get, and that nothing of is distributed. */
export const ALLOWED_IN_DEVELOPMENT: readonly string[] = [...ALLOWED, 'BlueOak-1.0.0', 'CC0-1.0', 'MPL-2.0']

const WHO: Readonly<Record<Reach, string>> = {
  always: 'everyone',
  optional: 'who installs it',
  development: 'no user',
}

/** Names of the packages whose code is in files of the build. */
export function readBundled(folder = root): string[] {
  const text = readFileSync(join(folder, 'dist/adapters/web/licenses.txt'), 'utf8')
  return [...text.matchAll(/^(\S+) \d\S* \([\w.-]+\)$/gm)].map(([, name = '']) => name)
}

/** `bundled`: as `readBundled`. */
export function printLicenses(bundled: readonly string[]): string {
  const packages = [...readLockedPackages().values()]
  const isShown = ({ name, reach }: LockedPackage & { readonly reach: Reach }): boolean =>
    reach !== 'development' || bundled.includes(name)
  const rows = packages
    .filter(isShown)
    .map(
      ({ name, version, license, reach }) =>
        `| ${name} | ${version} | ${license} | ${WHO[reach]} | ${bundled.includes(name) ? 'yes' : ''} |`,
    )
  const others = new Map<string, number>()
  for (const one of packages) {
    if (!isShown(one)) others.set(one.license ?? 'none', (others.get(one.license ?? 'none') ?? 0) + 1)
  }
  const counts = [...others].toSorted(([, a], [, b]) => b - a).map(([license, count]) => `${license} ${count}`)
  return `# Packages and licenses

shelfmark itself is MIT. This table has every package of the lock file that users can get. \`npx tsx .ci/release/licenses.ts\` writes it after a build, and \`test/unit/licenses.test.ts\` fails when it is old, or when a package has a license that asks for more than its notice.

*Installed by*: everyone who installs shelfmark; or who installs [an optional part](README.md#packages), in which case npm gets the newest version that fits. *In files*: files of shelfmark have code of the package; \`dist/adapters/web/licenses.txt\` has its notice.

| Package | Version | License | Installed by | In files |
| --- | --- | --- | --- | --- |
${[...new Set(rows)].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join('\n')}

Tools for work on shelfmark, of which users get nothing: ${counts.join(', ')}.
`
}

if (process.argv[1] === import.meta.filename) writeFileSync(TABLE, printLicenses(readBundled()))
