import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { dirname, join } from 'node:path'
import { NARROWING } from '../support/narrowing.ts'
import { compileDocuments } from '../support/type-check.ts'

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

test('every block of the documents compiles in strict TypeScript, and results are narrowed by their kind', async () => {
  const { blocks, said } = await compileDocuments(compiler, { narrowing: NARROWING })
  assert.equal(said, '')
  assert.ok(blocks >= 24, `only ${blocks} blocks`)
})

test('a program that is wrong fails the check', async () => {
  const wrong = "import { extractPage } from 'shelfmark/pages'\nconsole.log(extractPage('').record.price)"
  const { said } = await compileDocuments(compiler, { wrong })
  assert.match(said, /wrong\.mts\(2,\d+\): error TS/)
})
