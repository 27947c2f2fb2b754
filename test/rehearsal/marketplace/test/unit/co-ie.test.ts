import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '../../adapters/contract.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import { domains, marketplaces, type Domain } from '../../selectors/index.ts'

test('the new marketplace is a domain, and is recognized from its pages', () => {
  const domain: Domain = 'co.ie'
  assert.ok(domains.includes(domain) && marketplaces.has(domain))
  assert.ok(contract.parseParams('product', { query: 'B0SHLFR001', domain }).ok)
  const link = '<link rel="canonical" href="https://www.amazon.co.ie/dp/B0SHLFR001">'
  const page = extractPage(`<html><head>${link}</head><body><span id="productTitle">Kettle</span></body></html>`)
  assert.ok(page.kind === 'product' && page.record !== null)
  assert.deepEqual([page.domain, page.record.currency], ['co.ie', 'EUR'])
})
