import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGtins, gtinCheckDigit, isbn10Of, isSameGtin, readGtin } from '../../core/index.ts'
import { contractFor } from '../../adapters/contract.ts'

test('a GTIN has 8, 12, 13 or 14 digits, and the last follows from the others', () => {
  for (const [text, gtin] of [
    // Examples of the standards of GS1 and ISBN.
    ['9638-5074', '96385074'],
    ['036000291452', '036000291452'],
    ['4006381333931', '4006381333931'],
    ['978-0-306-40615-7', '9780306406157'],
    [' 979 10 323 0569 0 ', '9791032305690'],
    ['10012345678902', '10012345678902'],
  ] as const) {
    assert.deepEqual(readGtin(text), { gtin }, text)
    assert.equal(gtinCheckDigit(gtin.slice(0, -1)), gtin.at(-1))
  }
  assert.deepEqual(readGtin('4006381333932'), { checkDigit: '1' })
  for (const other of [
    'B0SHLFS081',
    '0306406152',
    '0-306-40615-2',
    '40063813339',
    '400638133393100',
    '',
    '-',
    '٤٠٠٦٣٨١٣',
  ]) {
    assert.equal(readGtin(other), null, other)
  }
})

test('codes are found in the ways in which pages print them', () => {
  for (const [text, found] of [
    ['978-0306406157', ['9780306406157']],
    ['\u200e 2000000000022, 2000000000039', ['2000000000022', '2000000000039']],
    ['200000000011 200000000011', ['200000000011']],
    ['200000000012 200000000011', ['200000000011']],
    ['٩٧٨٠٣٠٦٤٠٦١٥٧', ['9780306406157']],
    ['A2000000000022', []],
    ['2000000000022-XL', []],
    ['16864-22-01698', []],
    ['9'.repeat(100_000), []],
  ] as const) {
    assert.deepEqual(findGtins(text), found, text.slice(0, 40))
  }
})

test('a UPC and its EAN are the same, and a book has an ISBN of ten characters only with 978', () => {
  assert.ok(isSameGtin('036000291452', '0036000291452') && isSameGtin('036000291452', '00036000291452'))
  assert.ok(!isSameGtin('10012345678902', '0012345678905'))
  assert.equal(isbn10Of('9780306406157'), '0306406152')
  assert.equal(isbn10Of('09780804429573'), '080442957X')
  // A case of books is not a book.
  for (const other of ['9791032305690', '4006381333931', '19780306406154', '036000291452', '96385074']) {
    assert.equal(isbn10Of(other), null, other)
  }
})

/** What parameters mean: query and GTIN; or the first mistake. */
function readParams(record: 'product' | 'offers' | 'reviews', values: object): unknown {
  const parsed = contractFor(true).parseParams(record, { ...values })
  if (!parsed.ok) return parsed.details.map(({ param, message }) => `${param} ${message}`).join()
  const { query, gtin } = parsed.params as { readonly query: string; readonly gtin?: string }
  return { query, gtin }
}

test('a query of a product is an ASIN or a GTIN, and a wrong last digit is named', () => {
  const query = (text: string, more: object = {}) => readParams('product', { query: text, ...more })
  assert.deepEqual(query(' b0shlfs081 '), { query: 'B0SHLFS081', gtin: undefined })
  assert.deepEqual(query('978-0-306-40615-7'), { query: '9780306406157', gtin: '9780306406157' })
  assert.equal(query('4006381333932'), 'query must be a GTIN: the last digit of 4006381333932 would be 1')
  for (const wrong of ['B0SHLFS08', '40063813339', 'B0-SHLFS081', 'ıııııııııı']) {
    assert.match(query(wrong) as string, /^query must be an ASIN or ISBN of 10 letters or digits, or a GTIN of/, wrong)
  }
  for (const name of ['render_js', 'screenshot']) {
    const refused = query('4006381333931', { [name]: true })
    assert.equal(refused, `${name} must not be true with a GTIN: find its ASIN first`)
    assert.notEqual(typeof query('B0SHLFS081', { [name]: true }), 'string')
  }
  for (const name of ['offers', 'reviews'] as const) {
    assert.match(readParams(name, { query: '4006381333931' }) as string, /must be an ASIN or ISBN/)
  }
})
