import assert from 'node:assert/strict'
import * as v from 'valibot'
import {
  bestSellersSchema,
  extractBestSellers,
  extractProduct,
  extractSearch,
  parsePage,
  productSchema,
  searchSchema,
} from '../../core/index.ts'
import { com, marketplaces } from '../../selectors/index.ts'

/** The product record of any input. Asserts that record and cards are valid, or null with an issue that says why. */
export function extractSafely(input: Uint8Array | string, domain = 'com'): unknown {
  const page = parsePage(input)
  const marketplace = marketplaces.get(domain) ?? com
  const { record, issues } = extractProduct(page, marketplace)
  if (record === null) assert.ok(issues.some(({ problem }) => problem === 'missing'))
  else v.parse(productSchema, record)

  const search = extractSearch(page, marketplace)
  if (search.record === null) assert.ok(search.issues.some(({ problem }) => problem === 'missing'))
  else v.parse(searchSchema, search.record)

  const list = extractBestSellers(page, marketplace)
  if (list.record === null) assert.ok(list.issues.some(({ problem }) => problem === 'missing'))
  else v.parse(bestSellersSchema, list.record)
  return record
}
