import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDocstringExamples } from '../support/docstring-examples.ts'
import { NARROWING } from '../support/narrowing.ts'
import { compileDocuments, findCompiler } from '../support/type-check.ts'

test('every block of the documents compiles in strict TypeScript, and results are narrowed by their kind', async () => {
  const { blocks, said } = await compileDocuments(findCompiler(), { narrowing: NARROWING })
  assert.equal(said, '')
  assert.ok(blocks >= 24, `only ${blocks} blocks`)
})

test('the functions that are used most have an example in their docstring, which compiles', async () => {
  const examples = listDocstringExamples()
  assert.ok(Object.keys(examples).length >= 20, Object.keys(examples).join(', '))
  const { said } = await compileDocuments(findCompiler(), examples)
  assert.equal(said, '')
})

test('a program that is wrong fails the check', async () => {
  const wrong = "import { extractPage } from 'shelfmark/pages'\nconsole.log(extractPage('').record.price)"
  const { said } = await compileDocuments(findCompiler(), { wrong })
  assert.match(said, /wrong\.mts\(2,\d+\): error TS/)
})
