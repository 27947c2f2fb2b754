/** A condition in the address of a search: `p_89:Norwick|Veldora`. */
export interface SearchCondition {
  readonly facet: string
  /** The results meet one of them. */
  readonly values: readonly string[]
}

/** Names of the kinds of conditions that the simulated marketplace knows. */
export const FACETS = {
  node: 'n',
  reviews: 'p_72',
  brand: 'p_89',
  price: 'p_36',
  seller: 'p_6',
  prime: 'p_85',
} as const

/** Parts of a major unit in a range of prices, also of currencies without cents. */
const PRICE_PARTS = 100

/** The conditions of an address: `n:172282,p_36:1000-2500`. */
export function parseSearchConditions(text: string): SearchCondition[] {
  return text.split(',').flatMap((part) => {
    const at = part.indexOf(':')
    const value = part.slice(at + 1)
    return at < 1 || value === '' ? [] : [{ facet: part.slice(0, at), values: value.split('|') }]
  })
}

/** Conditions as an address has them. Order: nodes first. */
export function printSearchConditions(conditions: readonly SearchCondition[]): string {
  const isNode = ({ facet }: SearchCondition): boolean => facet === FACETS.node
  const ordered = [...conditions.filter(isNode), ...conditions.filter((condition) => !isNode(condition))]
  return ordered.map(({ facet, values }) => `${facet}:${values.join('|')}`).join(',')
}

/** What narrows a search, under the names of the interface. */
export interface NarrowedSearch {
  readonly node?: string | undefined
  readonly brand?: string | undefined
  /** Unit: major units of the currency of the marketplace. */
  readonly min_price?: number | undefined
  readonly max_price?: number | undefined
  /** Conditions, such as `p_72:1248879011`. */
  readonly refine?: readonly string[] | undefined
}

/** All conditions of a search. */
export function listConditions({ node, brand, min_price, max_price, refine = [] }: NarrowedSearch): SearchCondition[] {
  const hasPrice = min_price !== undefined || max_price !== undefined
  return [
    ...(node === undefined ? [] : [{ facet: FACETS.node, values: [node] }]),
    ...(brand === undefined ? [] : [{ facet: FACETS.brand, values: [brand] }]),
    ...(hasPrice ? [{ facet: FACETS.price, values: [printRange(min_price, max_price)] }] : []),
    ...refine.flatMap(parseSearchConditions),
  ]
}

/** A range of prices: `1000-2500`. Absent limits are empty. */
export function printRange(from: number | undefined, to: number | undefined): string {
  const print = (amount: number | undefined): string =>
    amount === undefined ? '' : String(Math.round(amount * PRICE_PARTS))
  return `${print(from)}-${print(to)}`
}

const RANGE = /^(\d*)-(\d*)$/

/** Whether a price is in a range. Both limits are included. */
export function isInRange(price: number, range: string): boolean {
  const [, from, to] = RANGE.exec(range) ?? []
  if (from === undefined || to === undefined) return false
  const parts = Math.round(price * PRICE_PARTS)
  return parts >= Number(from) && (to === '' || parts <= Number(to))
}
