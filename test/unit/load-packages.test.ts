import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadWithPackages, MissingPackageError } from '../../adapters/load-packages.ts'

/** Fails as an import of a package that is not installed. */
const importMissing = async (name: string): Promise<never> => {
  throw Object.assign(new Error(`Cannot find package '${name}' imported from /a/b.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
}

test('a missing package is named with the command that installs it', async () => {
  const load = loadWithPackages('HAR', ['stream-json', 'stream-chain'], () => importMissing('stream-chain'))
  await assert.rejects(load, (error) => {
    assert.ok(error instanceof MissingPackageError)
    assert.equal(error.message, 'HAR needs packages that are not installed. Run: npm install stream-json stream-chain')
    return true
  })
})

test('another error of an import, and the part itself, are passed on', async () => {
  await assert.rejects(
    loadWithPackages('HAR', ['stream-json'], () => importMissing('another')),
    { code: 'ERR_MODULE_NOT_FOUND' },
  )
  assert.equal(await loadWithPackages('HAR', ['stream-json'], async () => 7), 7)
})
