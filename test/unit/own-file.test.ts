import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openResultFile } from '../../adapters/cli/list/result-file.ts'
import { openRecordFiles } from '../../adapters/cli/record-files.ts'
import { writeCase, writeExpectation } from '../../adapters/pages/golden/golden-case.ts'
import { openPart, openToAppend, replaceFile, writeOwnFile } from '../../adapters/own-file.ts'
import { requireAdminToken } from '../../adapters/server/admin-token.ts'
import { openTextOutput } from '../../adapters/pages/table/text-output.ts'

/** A folder in which somebody put links to a file of the user. */
function plantLinks(t: TestContext, ...names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-own-file-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'kept')
  for (const name of names) symlinkSync(victim, join(folder, name))
  return { folder, at: (name: string) => join(folder, name), read: () => readFileSync(victim, 'utf8') }
}

const LINK = /symbolic link|ELOOP/

test('results are written to a part file that no link can be put in the place of', async (t) => {
  const { at, folder, read } = plantLinks(t, 'r.csv.part', 'link.csv')
  const output = openTextOutput(at('r.csv'))
  await output.write('a,b\n')
  assert.ok(readdirSync(folder).some((name) => /^r\.csv\.[0-9a-f]{12}\.part$/.test(name)))
  await output.end()
  assert.equal(readFileSync(at('r.csv'), 'utf8'), 'a,b\n')
  assert.throws(() => openTextOutput(at('link.csv')), LINK)
  assert.equal(read(), 'kept')
  assert.deepEqual(readdirSync(folder).toSorted(), ['link.csv', 'r.csv', 'r.csv.part', 'victim'])
})

test('each file that the program writes refuses a link', async (t) => {
  const names = ['lines.ndjson', 'page.json', 'picture.png', 'journal', 'admin-token', 'state.json']
  const { at, folder, read } = plantLinks(t, ...names)
  await assert.rejects(
    openResultFile(at('lines.ndjson'), () => true),
    LINK,
  )
  const records = openRecordFiles(folder, [], [])
  assert.throws(() => records.write({ file: 'page.html', number: null, name: '', url: undefined }, '{}'), LINK)
  assert.throws(() => writeOwnFile(at('picture.png'), 'x'), LINK)
  assert.throws(() => openToAppend(at('journal'), 0o600), LINK)
  writeFileSync(at('victim'), '')
  assert.throws(() => requireAdminToken(null, folder), LINK)
  assert.throws(() => replaceFile(at('state.json'), 'x'), LINK)
  assert.equal(read(), '')
})

test('a golden case is not written through a link', (t) => {
  const { folder, read } = plantLinks(t, 'page.html', 'expected.json')
  const facts = { kind: 'product', domain: 'de', url: 'https://www.amazon.de/dp/B000000001', why: 'a test' } as const
  const golden = { name: '.', facts, readPage: () => Buffer.from('<p>'), expectation: null }
  assert.throws(() => writeCase(folder, golden), LINK)
  assert.throws(() => writeExpectation(folder, '.', {}), LINK)
  assert.equal(read(), 'kept')
})

test('what is no regular file is neither replaced nor appended to', (t) => {
  const { folder } = plantLinks(t)
  assert.throws(() => openPart('/dev/null'), /^Error: \/dev\/null is not a regular file\.$/)
  assert.throws(() => openPart(folder), /is not a regular file/)
  assert.throws(() => openToAppend('/dev/null'), /is not a regular file/)
  assert.throws(() => openPart(join(folder, 'none', 'x.csv')), { code: 'ENOENT', path: join(folder, 'none') })
})

test('an admin token is for its owner alone, and replaces an empty file', (t) => {
  const { at, folder } = plantLinks(t)
  writeFileSync(at('admin-token'), '')
  const token = requireAdminToken(null, folder)
  assert.equal(statSync(at('admin-token')).mode & 0o777, 0o600)
  assert.equal(requireAdminToken(null, folder), token)
})
