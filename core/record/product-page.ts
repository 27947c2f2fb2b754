import { findAsin, productUrl, type LinkOwner } from '../text/url.ts'
import { asinParam, productParam } from './params.ts'
import { described } from './schema-parts.ts'

/** Parameter `query` of records that are read from the page of a product. */
export const productQuery = described(
  asinParam,
  '10-character ASIN, or 10-character ISBN of a book. Case and surrounding spaces are ignored.',
)

/** The same of a record that is found by a GTIN too. */
export const productOrGtinQuery = described(
  productParam,
  '10-character ASIN, 10-character ISBN of a book, or a GTIN: EAN of 8 or 13 digits, UPC of 12, ISBN of 13, or 14 digits, with or without spaces and hyphens. Case and surrounding spaces are ignored. A GTIN is searched for, and the answer is the product whose page prints it in its details; if no page does, or several do: 404 `gtin_not_confirmed`, free.',
)

/** Address of the page of a product. */
export function productAddress(
  marketplace: LinkOwner,
  { query, language }: { readonly query: string; readonly language: string | null },
): string {
  const url = `${productUrl(marketplace, query)}?${marketplace.site.links.exactProduct}`
  return language === null ? url : `${url}&language=${language}`
}

/** Names of the file of a saved page of a product. Absent: null, the address is not that of one. */
export function savedAsProduct({ site }: LinkOwner, { pathname }: URL): readonly [string] | null {
  const asin = findAsin(pathname, site.links)
  return asin === null ? null : [asin]
}
