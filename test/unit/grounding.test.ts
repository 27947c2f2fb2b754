import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { GOLDEN_DIRECTORY } from '../../adapters/pages/golden/golden-case.ts'
import { GROUNDING_EXCEPTIONS } from '../../adapters/pages/golden/grounding-exceptions.ts'
import { measureGrounding } from '../../adapters/pages/golden/grounding.ts'
import { holdsValue } from '../../adapters/pages/golden/holds-value.ts'
import { countGrounding, groundCases, writeGrounding } from '../../adapters/pages/golden/measure-grounding.ts'
import { extractPage } from '../../adapters/pages/extract-page.ts'
import { parsePage } from '../../core/index.ts'
import { root } from '../support/root.ts'

const directory = join(root, GOLDEN_DIRECTORY)
const golden = groundCases(directory)

test('every value of a golden case is shown by the elements that gave it, or is an exception with a reason', () => {
  const lost = golden.values.filter(({ isGrounded, exception }) => !isGrounded && exception === null)
  assert.deepEqual(
    lost.map(({ record, path, value, winner }) => `${record} ${path} ${value} <- ${winner}`),
    [],
  )
  const { values, shown, excepted } = countGrounding(golden.values)
  assert.ok(values > 5000 && shown / values > 0.85, `${shown} of ${values}`)
  assert.ok(excepted > 0)
})

test('each reason for an exception is that of a value', () => {
  const given = new Set(golden.values.map(({ exception }) => exception))
  for (const { reason } of GROUNDING_EXCEPTIONS) assert.ok(given.has(reason), reason)
})

const HELD: readonly (readonly [shown: string, value: string | number, isHeld: boolean, attributes?: string])[] = [
  ['$1,299.50', 1299.5, true],
  ['1.299,50 €', 1299.5, true],
  ['$ 54 . 85', 54.85, true],
  ['١٢٫٩٠', 12.9, true],
  ['₹1,23,456.00', 123_456, true],
  ['$54.85', 5485, true],
  ['ISBN-13: 978-0306406157', '9780306406157', true],
  ['ISBN-13: 978-0306406158', '9780306406157', false],
  ['$54.85', 54.58, false],
  ['$54.85', 4.85, false],
  ['from $12.99', 12.9, false],
  ['Blue  Kettle,\n1.2 L', 'Blue Kettle, 1.2 L', true],
  ['Blue Kettle', 'Red Kettle', false],
  ['One\nTwo', 'Two\nOne', true],
  ['on 4 March 2024', '2024-03-04', true],
  ['on 4 March 2024', '2024-03-05', false],
  ['', 'https://www.amazon.com/dp/B0SHLF0001', true, '/x/dp/B0SHLF0001/ref=y'],
  ['', 'https://www.amazon.com/dp/B0SHLF0002', false, '/x/dp/B0SHLF0001/ref=y'],
  ['', 'B0SHLF0001', true, 'asin=B0SHLF0001'],
  ['', 'Kettle', false, 'alt=Kettle'],
]

for (const [shown, value, isHeld, attributes = ''] of HELD) {
  test(`${JSON.stringify(shown)} ${attributes} ${isHeld ? 'holds' : 'does not hold'} ${JSON.stringify(value)}`, () => {
    assert.equal(holdsValue([{ shown, attributes }], value), isHeld)
  })
}

test('a value that its element does not show is found', () => {
  const page = readFileSync(join(directory, 'product/com/discounted-price/page.html'))
  const extraction = extractPage(page, { domain: 'com', explain: true })
  assert.ok(extraction.kind === 'product' && extraction.record !== null)
  const wrong = { ...extraction, record: { ...extraction.record, price: 59.79, title: 'Another Speaker' } }
  const lost = measureGrounding(parsePage(page), wrong).filter((value) => !value.isGrounded && value.exception === null)
  assert.deepEqual(
    lost.map(({ path, value }) => [path, value]),
    [
      ['title', 'Another Speaker'],
      ['price', 59.79],
    ],
  )
})

test('the figures of a document are replaced, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grounding-'))
  const file = join(folder, 'accuracy.md')
  cpSync(join(directory, 'accuracy.md'), file)
  const before = readFileSync(file, 'utf8')
  writeGrounding(file, [{ ...golden, pages: 1, values: golden.values.slice(0, 2), contradictions: 3 }])
  const after = readFileSync(file, 'utf8')
  assert.match(after, /\n\| 1 golden cases \| 2 \| \d \| \d \| 0 \| 3 \|\n/)
  const rest = (text: string) => text.replace(/<!-- grounding -->[\s\S]*<!-- end of grounding -->/, '')
  assert.equal(rest(after), rest(before))
  writeFileSync(file, 'no marks')
  assert.throws(() => writeGrounding(file, []), /has no lines/)
  rmSync(folder, { recursive: true })
})
