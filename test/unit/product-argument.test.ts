import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAddress, readProductArgument } from '../../adapters/product-argument.ts'

test('a product is named by its ASIN, its ISBN or an address, with a scheme or without', () => {
  for (const [text, query, domain] of [
    ['B0SHLFS081', 'B0SHLFS081', undefined],
    ['b0shlfs081', 'b0shlfs081', undefined],
    ['0306406152', '0306406152', undefined],
    ['0-306-40615-2', '0306406152', undefined],
    ['080442957x', '080442957x', undefined],
    ['0-8044-2957-x', '080442957X', undefined],
    ['978-0-306-40615-7', '0306406152', undefined],
    [' 9780306406157 ', '0306406152', undefined],
    ['978 0 8044 2957 3', '080442957X', undefined],
    ['https://www.amazon.de/dp/B0SHLFS081?th=1', 'B0SHLFS081', 'de'],
    ['www.amazon.co.uk/Some-Thing/dp/B0SHLFS081/ref=x', 'B0SHLFS081', 'co.uk'],
    ['amazon.com/gp/product/B0SHLFS081', 'B0SHLFS081', 'com'],
    ['short', 'short', undefined],
  ] as const) {
    assert.deepEqual(readProductArgument(text), { query, domain }, text)
  }
  assert.deepEqual(readProductArgument('978-0-306-40615-7', 'fr'), { query: '0306406152', domain: 'fr' })
})

function problemOf(text: string, domain?: string): string {
  const read = readProductArgument(text, domain)
  return typeof read === 'string' ? read : assert.fail(`${text} names a product`)
}

test('what names no product says why', () => {
  for (const [text, problem] of [
    ['9780306406158', /is not an ISBN: its last digit would be 7/],
    ['9791032305690', /has no ISBN of 10 characters\. Give its ASIN/],
    ['www.amazon.de/s?k=bell', /is not the URL of a product page/],
    ['https://example.org/dp/B0SHLFS081', /is not the URL of a product page/],
  ] as const) {
    assert.match(problemOf(text), problem, text)
  }
  assert.match(problemOf('amazon.fr/dp/B0SHLFS081', 'de'), /The domain is "de", .* URL of "fr"/)
})

test('paths of files are not addresses', () => {
  for (const path of ['pages/a.html', 'my.pages/a.html', './www.amazon.de/a.html', '/tmp/x', 'a.html']) {
    assert.equal(isAddress(path), false, path)
  }
})
