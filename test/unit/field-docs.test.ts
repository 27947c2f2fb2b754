import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DEFAULT_RECORD, records, rowsOf, type AnyRecord } from '../../core/index.ts'
import { root } from '../support/root.ts'

/** A docstring, and the field that it documents. */
const DOCUMENTED = /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}([a-z_]+): \(/gm
const SOURCE = /Source: ([^\n]+)\.$/m

/** Fields that every product has with the same value. */
const WITHOUT_SOURCE = new Set(['page'])

for (const definition of records) {
  const folder = `core/records/${definition.name.replaceAll('_', '-')}`
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.ts'))
  // A record with few fields can define them where it reads them.
  if (!files.includes('fields.ts') && definition.name !== DEFAULT_RECORD.name) continue
  const [definitions = {}] = Object.values((await import(`../../${folder}/fields.ts`)) as Record<string, object>)
  const docs = new Map(
    files.flatMap((file) =>
      [...readFileSync(join(root, folder, file), 'utf8').matchAll(DOCUMENTED)].map(
        ([, doc = '', field = '']) => [field, doc] as const,
      ),
    ),
  )

  test(`every field definition of ${folder} has a docstring with golden cases that show the field`, () => {
    const fields = Object.keys(definitions).filter((field) => !WITHOUT_SOURCE.has(field))
    assert.ok(fields.length > 0)
    for (const field of fields) {
      const cases = SOURCE.exec(docs.get(field) ?? '')?.[1]?.split(', ') ?? []
      assert.ok(cases.length > 0, `${field} has no source`)
      assert.ok(
        cases.some((path) => hasValue(definition, path, field)),
        `no source of ${field} has a value: ${cases.join(', ')}`,
      )
    }
  })
}

/** Of `CHANGELOG.md` and `golden`, what was released and measured; of `test`, other things. */
const SAYING_WHAT_IS = ['README.md', 'MIGRATION.md', 'core', 'selectors', 'adapters', 'bench', 'examples']
const COUNT = /(?<!These are )\b\d+ fields\b/

test('no document and no comment counts the fields of a record: the count changes with each new field', () => {
  const files = SAYING_WHAT_IS.flatMap(listTexts)
  assert.ok(files.includes('core/records/product/README.md'))
  const counting = files.filter((file) => COUNT.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(counting, [])
})

/** Documents and sources of a folder, or the one document. */
function listTexts(path: string): string[] {
  if (path.endsWith('.md')) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:md|tsx?)$/.test(name))
    .map((name) => join(path, name))
}

/** Whether the expectation of a golden case, or a row of it, names a field: those that are empty are left out. */
function hasValue(definition: AnyRecord, path: string, field: string): boolean {
  const file = join(root, path, 'expected.json')
  assert.ok(existsSync(file), `${path} is not a golden case with a record`)
  const expected = JSON.parse(readFileSync(file, 'utf8')) as object
  return (rowsOf(definition, expected) ?? [expected]).some((record) => field in record)
}
