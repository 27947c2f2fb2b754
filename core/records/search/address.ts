import type { LinkOwner, LinkRules } from '../../text/url.ts'
import { parseConditions, printConditions, type Condition } from './conditions.ts'

/** Parameters of a search that its address depends on. */
interface AddressedSearch {
  /** Absent: null, all products of the node or the seller. */
  readonly query: string | null
  readonly node?: string | undefined
  readonly seller?: string | undefined
  readonly brand?: string | undefined
  readonly min_price?: number | undefined
  readonly max_price?: number | undefined
  readonly refine?: readonly string[] | undefined
  readonly sort_by: string
  /** Absent: null, that of the marketplace. */
  readonly language: string | null
}

/** Address of a page of a search. `page`: from 1. */
export function searchAddress({ host, site }: LinkOwner, params: AddressedSearch, page: number): string {
  const names = site.links.search
  const { query, seller, sort_by, language } = params
  const parameters = new URLSearchParams()
  if (query !== null) parameters.set(names.words, query)
  if (seller !== undefined) {
    for (const [name, value] of Object.entries({ ...names.withSeller, [names.seller]: seller })) {
      parameters.set(name, value)
    }
  }
  const conditions = listConditions(params, names)
  if (conditions.length > 0) parameters.set(names.conditions, printConditions(conditions, names))
  if (language !== null) parameters.set(names.language, language)
  if (page > 1) parameters.set(names.page, String(page))
  const order = names.orders[sort_by]
  if (order !== undefined) parameters.set(names.order, order)
  return `https://${host}${names.path}?${parameters.toString()}`
}

/** Nodes first, as pages link them. */
function listConditions(params: AddressedSearch, { facets, priceParts, comma }: LinkRules['search']): Condition[] {
  const { node, brand, min_price, max_price, refine = [] } = params
  const refined = refine.flatMap(parseConditions)
  const isNode = ({ facet }: Condition): boolean => facet === facets.node
  const toParts = (amount: number | undefined): string =>
    amount === undefined ? '' : String(Math.round(amount * priceParts))
  const hasPrice = min_price !== undefined || max_price !== undefined
  return [
    ...(node === undefined ? [] : [{ facet: facets.node, value: node }]),
    ...refined.filter(isNode),
    ...(brand === undefined ? [] : [{ facet: facets.brand, value: brand.replaceAll(',', comma) }]),
    ...(hasPrice ? [{ facet: facets.price, value: `${toParts(min_price)}-${toParts(max_price)}` }] : []),
    ...refined.filter((condition) => !isNode(condition)),
  ]
}

/**
 * Names that the file of a saved search consists of: its words, its order, its page; and before the order what it is
 * narrowed by, as the address has it. Absent: null, it is the address of another page.
 */
export function searchFileNames({ site }: LinkOwner, { pathname, searchParams }: URL): readonly string[] | null {
  const { search: names } = site.links
  const query = searchParams.get(names.words)
  const seller = searchParams.get(names.seller)
  const conditions = searchParams.get(names.conditions)
  if (pathname !== names.path || (query === null && seller === null && conditions === null)) return null
  const page = searchParams.get(names.page) ?? '1'
  return [
    query?.toLowerCase() ?? '',
    seller === null ? '' : `${names.seller}=${seller}`,
    conditions === null ? '' : `${names.conditions}=${conditions}`,
    searchParams.get(names.order) ?? '',
    page === '1' ? '' : page,
  ]
}
