import type { Refinement, SearchNode } from '../../../../../core/index.ts'
import { fill, type Locale } from '../../../locale/locale.ts'
import { listingOf } from '../../../truth/listing.ts'
import { searchPath, type SearchSubject } from './address.ts'
import { FACETS, printRange, type SearchCondition } from './conditions.ts'
import { listNodePaths, listSellers, meetsCondition, nodesOfProduct, optionIds, type ShopNode } from './shop.ts'

/** A row of the column beside the results. */
export interface RefinementRow {
  /** Its words, as read. */
  readonly name: string
  /** Condition that it adds, or removes if it is selected. */
  readonly facet: string
  readonly value: string
  readonly isSelected: boolean
  /** Where it leads. Absent: null, it is the node that is shown. */
  readonly path: string | null
  /** Number of steps that it is indented by. */
  readonly depth: number
}

/** A list of the column. */
export interface RefinementList {
  readonly facet: string
  readonly name: string
  readonly rows: readonly RefinementRow[]
  /** Rows above, which lead back to the nodes above. */
  readonly back: readonly { readonly id: string | null; readonly name: string; readonly path: string }[]
}

/** The column beside the results, as data. */
export interface RefinementColumn {
  readonly lists: readonly RefinementList[]
  readonly node: SearchNode | null
}

interface ColumnContext {
  readonly locale: Locale
  readonly subject: SearchSubject
  /** All products that the words, or the node or seller alone, find. */
  readonly pool: readonly string[]
}

/** The column of a search: its lists offer what some of the results meet. */
export function generateColumn(context: ColumnContext): RefinementColumn {
  const { locale, subject } = context
  const { refinements: words } = locale.phrases
  const ids = optionIds(locale)
  const nodes = generateNodes(context)
  const brands = countBrands(resultsWithout(FACETS.brand, context), locale)
  const lists = [
    toList(context, FACETS.reviews, words.reviews, [{ value: ids.stars, name: starsName(locale) }]),
    toList(context, FACETS.prime, words.prime, [{ value: ids.prime, name: words.prime }]),
    toList(context, FACETS.brand, words.brands, brands),
    toList(context, FACETS.price, words.price, generateRanges(context)),
    subject.seller === null
      ? toList(
          context,
          FACETS.seller,
          words.seller,
          listSellers(locale).map(({ id, name }) => ({ value: id, name })),
        )
      : null,
  ]
  return {
    lists: [nodes.list, ...lists.filter((list) => list !== null)].filter(({ rows }) => rows.length > 0),
    node: nodes.node,
  }
}

/** What the reading has for the column. */
export function toRefinements({ lists }: RefinementColumn): Refinement[] {
  return lists.map(({ facet, name, rows }) => ({
    id: facet,
    name,
    options: rows.map((row) => ({
      name: row.name,
      value: `${row.facet}:${row.value}`,
      is_selected: row.isSelected,
    })),
  }))
}

/** The words of four stars, as they are read: the text of the picture, and what it does not say. */
function starsName({ phrases: { refinements } }: Locale): string {
  const { stars, up } = refinements
  return stars.endsWith(up) || stars.split(' ').length > 2 ? stars : `${stars} ${up}`
}

function resultsWithout(facet: string, { pool, subject, locale }: ColumnContext): readonly string[] {
  const conditions = subject.conditions.filter((condition) => condition.facet !== facet)
  return pool.filter((asin) => conditions.every((condition) => meetsCondition(asin, condition, locale)))
}

interface OfferedOption {
  readonly value: string
  readonly name: string
}

/** A list of options that some results meet, and of those that are selected. */
function toList(
  context: ColumnContext,
  facet: string,
  name: string,
  options: readonly OfferedOption[],
): RefinementList {
  const { locale, subject } = context
  const results = resultsWithout(facet, context)
  const chosen = subject.conditions.find((condition) => condition.facet === facet)?.values ?? []
  const others = subject.conditions.filter((condition) => condition.facet !== facet)
  const rows = options.flatMap(({ value, name: text }): RefinementRow[] => {
    const isSelected = chosen.includes(value)
    if (!isSelected && !results.some((asin) => meetsCondition(asin, { facet, values: [value] }, locale))) return []
    const values = isSelected ? chosen.filter((own) => own !== value) : [...(isMultiple(facet) ? chosen : []), value]
    const conditions = values.length === 0 ? others : [...others, { facet, values: values.toSorted() }]
    return [{ name: text, facet, value, isSelected, path: searchPath({ ...subject, conditions }), depth: 0 }]
  })
  return { facet, name, rows, back: [] }
}

/** Whether several options of a kind can be selected. */
function isMultiple(facet: string): boolean {
  return facet === FACETS.brand || facet === FACETS.seller
}

const MOST_BRANDS = 12
/** Products whose brands and prices are counted. */
const COUNTED = 100

function countBrands(asins: readonly string[], locale: Locale): OfferedOption[] {
  const counts = new Map<string, number>()
  for (const asin of asins.slice(0, COUNTED)) {
    const { brand } = listingOf(asin, locale.marketplace.domain)
    counts.set(brand, (counts.get(brand) ?? 0) + 1)
  }
  const most = [...counts].toSorted(([left, few], [right, many]) => many - few || (left < right ? -1 : 1))
  return most.slice(0, MOST_BRANDS).map(([brand]) => ({ value: brand, name: brand }))
}

/** Fewer prices make no ranges. */
const FEWEST_PRICES = 8

/** Ranges between the quarters of the prices. */
function generateRanges(context: ColumnContext): OfferedOption[] {
  const { locale } = context
  const { up_to, between, above } = locale.phrases.refinements
  const prices = resultsWithout(FACETS.price, context)
    .slice(0, COUNTED)
    .flatMap((asin) => listingOf(asin, locale.marketplace.domain).price ?? [])
    .toSorted((left, right) => left - right)
  if (prices.length < FEWEST_PRICES) return []
  const quarters = [1, 2, 3].map((part) => Math.ceil(prices[Math.floor((prices.length * part) / 4)] ?? 0))
  const limits = [...new Set(quarters)]
  const print = (amount: number): string => locale.money(amount).text.replaceAll(/\s+/g, ' ')
  return [undefined, ...limits].map((from, index) => {
    const to = limits[index]
    const name =
      from === undefined
        ? fill(up_to, { price: print(to ?? 0) })
        : to === undefined
          ? fill(above, { price: print(from) })
          : fill(between, { from: print(from), to: print(to) })
    return { value: printRange(from, to), name }
  })
}

interface GeneratedNodes {
  readonly list: RefinementList
  readonly node: SearchNode | null
}

/** The list of nodes: those at the top, or the one that is shown with those above and below it. */
function generateNodes(context: ColumnContext): GeneratedNodes {
  const { locale, subject } = context
  const { department, any_department } = locale.phrases.refinements
  const results = resultsWithout(FACETS.node, context)
  const others = subject.conditions.filter(({ facet }) => facet !== FACETS.node)
  const asked = subject.conditions.findLast(({ facet }) => facet === FACETS.node)?.values[0]
  const pathOf = (nodes: readonly ShopNode[]): string =>
    searchPath({ ...subject, conditions: [...nodes.map(({ id }) => nodeCondition(id)), ...others] })
  const toRow = (node: ShopNode, above: readonly ShopNode[], depth: number): RefinementRow => {
    const path = pathOf([...above, node])
    return { name: node.name, facet: FACETS.node, value: node.id, isSelected: false, path, depth }
  }
  const { things, books } = listNodePaths(locale)
  const paths = [...things, ...books]
  const shown = paths.flatMap((path) => {
    const index = path.findIndex(({ id }) => id === asked)
    return index < 0 ? [] : [path.slice(0, index + 1)]
  })[0]
  const current = shown?.at(-1)
  const isMet = ({ id }: ShopNode): boolean =>
    results.some((asin) => nodesOfProduct(asin, locale).some((node) => node.id === id))
  if (shown === undefined || current === undefined) {
    const rows = distinct(paths.flatMap(([root]) => root ?? [])).filter(isMet)
    const list = { facet: FACETS.node, name: department, rows: rows.map((root) => toRow(root, [], 0)), back: [] }
    return { list, node: null }
  }
  const below = distinct(paths.flatMap((path) => nextOf(path, current) ?? [])).filter(isMet)
  const above = shown.slice(0, -1).map(({ id, name }) => ({ id, name, path: pathOf([{ id, name }]) }))
  const own = { name: current.name, facet: FACETS.node, value: current.id, isSelected: true, path: null, depth: 1 }
  const whole =
    subject.query === ''
      ? []
      : [{ id: null, name: any_department, path: searchPath({ ...subject, conditions: others }) }]
  const { host } = locale.marketplace
  return {
    list: {
      facet: FACETS.node,
      name: department,
      rows: [own, ...below.map((node) => toRow(node, [current], 2))],
      back: [...whole, ...above],
    },
    node: {
      id: current.id,
      name: current.name,
      ladder: [
        ...above.map(({ name, path }) => ({ name, url: `https://${host}${path}` })),
        { name: current.name, url: null },
      ],
    },
  }
}

function nodeCondition(id: string): SearchCondition {
  return { facet: FACETS.node, values: [id] }
}

function nextOf(path: readonly ShopNode[], { id }: ShopNode): ShopNode | undefined {
  const index = path.findIndex((node) => node.id === id)
  return index < 0 ? undefined : path[index + 1]
}

function distinct(nodes: readonly ShopNode[]): ShopNode[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()]
}
