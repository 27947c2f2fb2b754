import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { captureCase } from '../../adapters/pages/golden/capture-case.ts'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { adviseAccept, runCase } from '../../adapters/pages/golden/run-case.ts'
import { root as project } from '../support/root.ts'

const scratch = mkdtempSync(join(tmpdir(), 'capture-'))
after(() => rmSync(scratch, { recursive: true }))

const pageOf = (name: string): string => join(project, GOLDEN_DIRECTORY, name, 'page.html')
const product = pageOf('product/com/struck-price-first')

test('a captcha is captured as a state, and is compared by its kind without an expectation', () => {
  const root = mkdtempSync(join(scratch, 'root-'))
  const captcha = pageOf('state/com/captcha-image')
  captureCase(captcha, root, { name: 'captcha', why: 'A form', domain: 'com' })
  const [golden] = readCases(root)
  assert.ok(golden)
  assert.equal(golden.name, 'state/com/captcha')
  assert.deepEqual(golden.facts, { kind: 'captcha', domain: 'com', why: 'A form' })
  assert.deepEqual(runCase(golden).differences, [])
  const bytes = join(scratch, 'empty.html')
  writeFileSync(bytes, '')
  assert.throws(() => captureCase(bytes, root, { name: 'empty', why: '' }), /does not name its marketplace.*--domain/)
})

test('capture refuses names that are taken or leave the folder, and a page that lacks its record', () => {
  const root = mkdtempSync(join(scratch, 'root-'))
  const capture = (name: string, page = product) => captureCase(page, root, { name, why: '' })
  capture('mine')
  const before = readdirSync(scratch)
  assert.throws(() => capture('mine'), /exists already/)
  for (const name of ['../../x', '..', 'a/b', 'a\\b', '', 'A', '-a', '.a']) {
    assert.throws(() => capture(name), /small letters and digits/, name)
  }
  assert.deepEqual(readdirSync(scratch), before)
  const cut = join(scratch, 'no-asin.html')
  writeFileSync(cut, '<span id="productTitle">Shelf</span><a href="https://www.amazon.com/gp/cart">cart</a>')
  assert.throws(() => capture('cut', cut), /kind "product".* lacks what its record needs/)
})

test('the command that accepts is the one that runs, and names the folder of the cases, unless it is that of the project', () => {
  const name = 'product/com/mine'
  const command = import.meta.filename.endsWith('.ts') ? 'npm run golden --' : 'npx shelfmark golden'
  assert.equal(adviseAccept(name), `  to accept: ${command} accept ${name}`)
  assert.equal(adviseAccept(name, '../mine'), `  to accept: ${command} accept ${name} --directory ../mine`)
  assert.ok(adviseAccept(name, "it's mine").endsWith(` --directory 'it'\\''s mine'`))
})
