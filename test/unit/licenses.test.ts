import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ALLOWED, ALLOWED_IN_DEVELOPMENT, printLicenses, readBundled, TABLE } from '../../.ci/release/licenses.ts'
import { readLockedPackages } from '../../.ci/release/packages.ts'

const packages = [...readLockedPackages().values()]
const bundled = readBundled()

test('every package has a license that asks for its notice only; tools may ask for more', () => {
  assert.ok(packages.length > 300, `${packages.length} packages`)
  const wrong = packages.filter(({ name, license, reach }) => {
    const allowed = reach === 'development' && !bundled.includes(name) ? ALLOWED_IN_DEVELOPMENT : ALLOWED
    return license === null || !allowed.includes(license)
  })
  assert.deepEqual(
    wrong.map(({ name, license }) => `${name}: ${license}`),
    [],
  )
})

test('the table of licenses is that of the lock file', () => {
  assert.equal(readFileSync(TABLE, 'utf8'), printLicenses(bundled), 'Run: npx tsx .ci/release/licenses.ts')
})

test('packages whose code is in the pages are known, and come from the lock file', () => {
  assert.ok(bundled.includes('preact') && bundled.length > 5, bundled.join())
  const known = new Set(packages.map(({ name }) => name))
  assert.deepEqual(
    bundled.filter((name) => !known.has(name)),
    [],
  )
})
