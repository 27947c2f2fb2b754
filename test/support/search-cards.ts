import assert from 'node:assert/strict'
import * as v from 'valibot'
import { extractSearch, parsePage, searchSchema, type Card, type Marketplace } from '../../core/index.ts'
import { com, site, type BaseMaps } from '../../selectors/index.ts'

/** Reads all languages, because the tests have cards in many. */
const inAllLanguages: Marketplace<string, BaseMaps> = { ...com, site }

/** Markup of a card with a title that links to its product. */
export const card = (asin: string, inside: string, more = ''): string =>
  `<div data-component-type="s-search-result" data-asin="${asin}" ${more}><h2><a href="/dp/${asin}"><span>Bell ${asin.at(-1)}</span></a></h2>${inside}</div>`

/** Markup of a page of results. */
export const pageOf = (...cards: string[]): string => `<div class="s-main-slot">${cards.join('')}</div>`

/** The cards of a page, which must be as the schema says. */
export function readCards(html: string, marketplace: Marketplace<string, BaseMaps> = inAllLanguages): readonly Card[] {
  const { record } = extractSearch(parsePage(html), marketplace)
  assert.ok(record !== null)
  v.parse(searchSchema, record)
  return record.products
}
