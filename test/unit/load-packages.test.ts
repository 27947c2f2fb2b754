import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  installCommand,
  loadWithPackages,
  MissingPackageError,
  optionalPackages,
} from '../../adapters/load-packages.ts'
import { root } from '../support/root.ts'

/** Fails as an import of a package that is not installed. */
const importMissing = async (name: string): Promise<never> => {
  throw Object.assign(new Error(`Cannot find package '${name}' imported from /a/b.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
}

test('a missing package is named with the command that installs it', async () => {
  const load = loadWithPackages('HAR', () => importMissing('stream-chain'))
  await assert.rejects(load, (error) => {
    assert.ok(error instanceof MissingPackageError)
    assert.equal(
      error.message,
      'HAR needs packages that are not installed. Run: npm install stream-json@3 stream-chain@4',
    )
    return true
  })
})

test('another error of an import, and the part itself, are passed on', async () => {
  await assert.rejects(
    loadWithPackages('HAR', () => importMissing('another')),
    { code: 'ERR_MODULE_NOT_FOUND' },
  )
  assert.equal(await loadWithPackages('HAR', async () => 7), 7)
})

test('every optional package has a command that installs it, and no other package has', () => {
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
    readonly peerDependencies: Record<string, string>
    readonly peerDependenciesMeta: Record<string, { readonly optional: boolean }>
  }
  const named = new Set<string>(Object.values(optionalPackages).flat())
  assert.deepEqual([...named].toSorted(), Object.keys(peerDependencies).toSorted())
  assert.ok(Object.keys(peerDependencies).every((name) => peerDependenciesMeta[name]?.optional === true))
})

test('a command names versions: the newest of a package may need a newer Node, or not fit', () => {
  assert.equal(installCommand('The server'), 'npm install h3@2 pino@10 prom-client@15 undici@7')
  assert.equal(installCommand('The embedded store'), 'npm install @photostructure/sqlite@1.2.1')
})

test('the documents name the same commands', () => {
  const text = readFileSync(`${root}/adapters/README.md`, 'utf8')
  const named = [...text.matchAll(/`(npm install [^`]+)`/g)].map(([, command = '']) => command)
  const needs = Object.keys(optionalPackages) as (keyof typeof optionalPackages)[]
  assert.deepEqual(named.toSorted(), needs.map(installCommand).toSorted())
})
