import { findAsin, productUrl, type LinkOwner } from '../text/url.ts'
import { asinParam } from './params.ts'
import { described } from './schema-parts.ts'

/** Parameter `query` of records that are read from the page of a product. */
export const productQuery = described(
  asinParam,
  '10-character ASIN, or 10-character ISBN of a book. Case and surrounding spaces are ignored.',
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
