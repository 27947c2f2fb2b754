import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { scoreDirectory } from '../../adapters/pages/golden/score.ts'
import { extractNamed } from '../../adapters/pages/extract-page.ts'
import { records } from '../../core/index.ts'
import { root } from '../support/root.ts'

const scratch = mkdtempSync(join(tmpdir(), 'label-'))
after(() => rmSync(scratch, { recursive: true }))

const cases = readCases(join(root, GOLDEN_DIRECTORY))

/** A case of each record: its page, and a label of all that is read from it. */
const labeled = records.map(({ name }) => {
  const golden = cases.find((one) => one.name.startsWith(`${name}/`) && one.expectation !== null)
  assert.ok(golden, name)
  const { kind, domain, record: named, url } = golden.facts
  const page = golden.readPage()
  const { record } = extractNamed(named ?? null, page, { domain, url })
  const label = { page: 'page.html', kind, ...(named && { record: named }), domain, expected: { ...record } }
  return { name, page, label }
})

function score(page: Uint8Array, label: object) {
  const folder = mkdtempSync(join(scratch, 'labels-'))
  writeFileSync(join(folder, 'page.html'), page)
  writeFileSync(join(folder, 'label.json'), JSON.stringify(label))
  writeFileSync(join(folder, 'package.json'), '{"name":"other"}')
  return scoreDirectory(folder)
}

for (const { name, page, label } of labeled) {
  test(`labels of ${name} are scored: a wrong value counts, and those of rows`, () => {
    const all = score(page, label).marks
    const { rows } = records.find((record) => record.name === name) ?? {}
    assert.ok(all.length > 2, `${all.length} fields`)
    if (rows) assert.ok(all.some(({ path }) => path.startsWith(`${rows.field}[0].`)))
    const ask = all.filter(({ isRight }) => !isRight).map(({ path }) => path)
    // The address of the page is known to a case, and not to a label.
    assert.deepEqual(
      ask.filter((path) => !/url$|^asin_in_url$/.test(path)),
      [],
    )
    const [first] = Object.keys(label.expected)
    assert.ok(first)
    const wrong = score(page, { ...label, expected: { ...label.expected, [first]: 'another' } }).marks
    assert.ok(wrong.some(({ path, isRight }) => path === first && !isRight))
  })
}

test('a label with a mistake is refused, with the field that it may mean', () => {
  const [{ page, label } = { page: new Uint8Array(), label: {} }] = labeled
  const rows: readonly (readonly [object, RegExp])[] = [
    [
      { ...label, expected: { prise: 1 } },
      /^label\.json: "prise" is not a field of a product\. Did you mean "price"\?$/,
    ],
    [{ ...label, skip: { titel: 'x' } }, /"titel" is not a field .* Did you mean "title"\?$/],
    [{ ...label, alternatives: { 'reviews[0].rating': [] } }, /"reviews\[0\]\.rating" is not a field of a product\./],
    [{ ...label, kind: 'produkt' }, /kind "produkt"\. Did you mean "product"\?$/],
    [{ ...label, domain: 'dee' }, /domain: Did you mean "de"\?$/],
    [{ ...label, record: 'review' }, /record: Did you mean "reviews"\?$/],
    [{ page: 'page.html', kind: 'product', domain: 'de' }, /expected: /],
  ]
  for (const [given, message] of rows) assert.throws(() => score(page, given), { message })
  const cards = labeled.find(({ name }) => name === 'search')
  assert.ok(cards)
  const expected = { products: [{ prise: 1 }] }
  const message = /"products\[0\]\.prise" is not a field of a card\. Did you mean "price"\?$/
  assert.throws(() => score(cards.page, { ...cards.label, expected }), { message })
  assert.deepEqual(score(page, { ...label, kind: 'captcha' }), { marks: [], skipped: 0 })
})
