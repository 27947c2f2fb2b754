import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { releaseChangelog } from '../../.ci/release/changelog.ts'
import { namedVersions, nameVersion, NAMING } from '../../.ci/release/documents.ts'
import { toServerEntry } from '../../.ci/release/mcp-registry.ts'
import { readLockedPackages, readManifest } from '../../.ci/release/packages.ts'
import { createSbom } from '../../.ci/release/sbom.ts'
import { root } from '../support/root.ts'

const changelog = (notes: string, released = '0.2.0'): string =>
  `# Changelog\n\n## Unreleased\n\n${notes}\n\n## ${released} - 2026-11-23\n\nOld.\n`
const given = { present: '0.2.0', version: null, day: '2026-12-01' }

for (const [released, present, notes, expected] of [
  ['0.2.0', '0.2.0', '### Added\n\n- A.', '0.3.0'],
  ['0.2.0', '0.3.0-dev', '### Added\n\n- A.', '0.3.0'],
  ['0.2.0', '0.3.0-dev', '### Breaking changes\n\n- B.', '0.3.0'],
  ['0.2.0', '0.2.1-dev', '### Breaking changes\n\n- B.', '0.3.0'],
  ['0.2.0', '0.2.1-dev', '### Changed\n\n- C.', '0.2.1'],
  ['1.2.3', '1.2.3', '### Breaking changes\n\n- B.', '2.0.0'],
  ['1.2.3', '1.2.4-dev', '### Added\n\n- A.', '1.3.0'],
  ['1.2.3', '1.2.3', '### Fixed\n\n- F.', '1.2.4'],
] as const) {
  test(`after ${released}, at ${present}, ${notes.slice(4, 9)}... is ${expected}`, () => {
    const before = changelog(notes, released)
    const { version, text, notes: own } = releaseChangelog(before, { ...given, present })
    assert.deepEqual([version, own], [expected, notes])
    assert.equal(text, before.replace('## Unreleased', `## ${expected} - 2026-12-01`))
  })
}

test('a version that is given counts, unless it is not above the present one', () => {
  const from = changelog('- A.')
  assert.equal(releaseChangelog(from, { ...given, version: '0.10.0' }).version, '0.10.0')
  for (const version of ['0.2.0', '0.1.9', 'v1']) {
    assert.throws(() => releaseChangelog(from, { ...given, version }), /is not (?:above|a version)/)
  }
  for (const version of ['0.2.9', '0.3.0-dev']) {
    const present = '0.3.0-dev'
    assert.throws(() => releaseChangelog(from, { ...given, present, version }), /is not (?:above|a version)/)
  }
  assert.throws(() => releaseChangelog(changelog(''), given), /no section "Unreleased"/)
})

test('documents name the archive and the image of the version of package.json, which a release renames in all of them', (t) => {
  if (!existsSync(join(root, '.git'))) return t.skip('this is not a clone')
  const { version } = readManifest()
  const listed = execFileSync('git', ['ls-files', '-z', '--', '*.md', '*.yml', '*.yaml'], {
    cwd: root,
    encoding: 'utf8',
  })
  const paths = listed.split('\0').filter((path) => path !== '' && path !== 'CHANGELOG.md')
  assert.ok(paths.length > 30)
  const naming = paths.filter((path) => {
    const named = namedVersions(readFileSync(join(root, path), 'utf8'))
    for (const one of named) assert.equal(one, version, path)
    return named.length > 0
  })
  assert.deepEqual(naming.toSorted(), NAMING.toSorted())
  assert.equal(
    nameVersion('shelfmark-0.3.0-dev.tgz, shelfmark:0.3.0-dev, shelfmark@1.0.0, shelfmark:8081', '0.3.0'),
    'shelfmark-0.3.0.tgz, shelfmark:0.3.0, shelfmark@1.0.0, shelfmark:8081',
  )
})

test('the entry of the MCP registry is that of the package', () => {
  const manifest = readManifest()
  const { name, version, packages } = toServerEntry(manifest)
  assert.deepEqual([name, version], [manifest.mcpName, manifest.version])
  assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  assert.equal((packages[0] as { readonly version: string }).version, version)
})

test('the bill of materials has each package that users get, with its hash and license, and is the same each time', () => {
  const all = new Map([...readLockedPackages()].filter(([, { reach }]) => reach !== 'development'))
  const sbom = createSbom(readManifest().version)
  assert.deepEqual(sbom, createSbom(readManifest().version))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>
  }
  const refs = new Set(sbom.components.map((component) => component['bom-ref']))
  assert.ok(refs.size > 40 && refs.size === sbom.components.length)
  for (const [path, { name, version }] of all) {
    const component = sbom.components.find((one) => one.name === name && one.version === version)
    const [hash] = component?.hashes ?? []
    assert.equal(
      `sha512-${Buffer.from(hash?.content ?? '', 'hex').toString('base64')}`,
      lock.packages[path]?.integrity,
      path,
    )
    assert.ok((component?.licenses.length ?? 0) > 0, path)
  }
  const required = sbom.components.filter(({ scope }) => scope === 'required')
  assert.deepEqual(
    Object.keys(readManifest().dependencies).filter((name) => !required.some((one) => one.name === name)),
    [],
  )
  for (const { ref, dependsOn } of sbom.dependencies) {
    for (const one of [ref, ...dependsOn]) assert.ok(refs.has(one) || one === sbom.metadata.component['bom-ref'], one)
  }
})

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<
    Record<
      string,
      { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly { readonly run?: string }[] }
    >
  >
}

test('the workflow publishes with provenance in a job of its own, and its dry run can not write', () => {
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')
  const { permissions, jobs } = parse(text) as Workflow
  const { publish, 'dry-run': dryRun } = jobs
  assert.ok(publish !== undefined && dryRun !== undefined)
  assert.deepEqual([permissions, dryRun.permissions], [{ contents: 'read' }, undefined])
  assert.equal(publish.permissions?.['id-token'], 'write')
  const commands = (job: Workflow['jobs'][string]): string => job.steps.map(({ run = '' }) => run).join('\n')
  assert.match(commands(dryRun), /release -- --dry-run/)
  assert.doesNotMatch(commands(dryRun), /--publish|--push|git push|secrets\./)
  assert.match(commands(publish), /release -- --publish/)
  // A value of a caller is an environment variable, never a part of a command.
  assert.doesNotMatch(commands(publish) + commands(dryRun), /\$\{\{/)
})
