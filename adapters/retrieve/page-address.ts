import type { ProductParams, SearchParams } from '../../core/contract/index.ts'
import { productUrl } from '../../core/index.ts'

/** Values of the parameter `s`. Absent: null, the marketplace's own order needs none. */
const SORTS: Readonly<Record<SearchParams['sort_by'], string | null>> = {
  best_match: null,
  price_asc: 'price-asc-rank',
  price_desc: 'price-desc-rank',
  avg_customer_review: 'review-rank',
  newest: 'date-desc-rank',
}

/** Address of a product's page: of exactly this child of its family, in a language. */
export function productAddress(host: string, { query, language }: ProductParams): string {
  const address = `${productUrl(host, query)}?th=1&psc=1`
  return language === null ? address : `${address}&language=${language}`
}

/** Address of one page of a search. */
export function searchAddress(host: string, { query, sort_by }: SearchParams, page: number): string {
  const parameters = new URLSearchParams({ k: query })
  if (page > 1) parameters.set('page', String(page))
  const sort = SORTS[sort_by]
  if (sort !== null) parameters.set('s', sort)
  return `https://${host}/s?${parameters.toString()}`
}
