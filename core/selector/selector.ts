import { parse, SelectorType, stringify, type Selector as Token } from 'css-what'
import { ShelfmarkError } from '../error/shelfmark-error.ts'
import type { Element, ParentNode } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import { compileChain, type Chain } from './compile-chain.ts'
import { searchBlocks, searchScope } from './search.ts'

/**
 * What to read from an element: all its visible text, only the text directly
 * inside it (`::text`), or an attribute (`::attr(href)`).
 */
export type ReadMode =
  | { readonly kind: 'text' }
  | { readonly kind: 'own-text' }
  | { readonly kind: 'attribute'; readonly name: string }

/** Maximum number of nested list items that are read. Real pages have at most three. */
const MAX_NESTED_ITEMS = 8

/** Maximum number of simple selectors in a selector, those in `:is()` and others included: each is tried with the elements of a page. */
const MAX_PARTS = 200

function countParts(tokens: readonly Token[]): number {
  return tokens.reduce(
    (sum, token) => sum + 1 + ('data' in token && Array.isArray(token.data) ? countParts(token.data.flat()) : 0),
    0,
  )
}

/** Drops elements that are inside `MAX_NESTED_ITEMS` others of the list, or more. The list is in document order. */
function dropNested(elements: readonly Element[]): readonly Element[] {
  if (elements.length <= MAX_NESTED_ITEMS) return elements
  const ends: number[] = []
  return elements.filter(({ order, end }) => {
    while (ends.length > 0 && order >= (ends.at(-1) as number)) ends.pop()
    if (ends.length === MAX_NESTED_ITEMS) return false
    ends.push(end)
    return true
  })
}

/** Numbers of the selectors, from 0. Those that find the same elements have the same number. */
const numbers = new Map<string, number>()

function numberOf(tokens: readonly Token[]): number {
  const key = stringify([[...tokens]])
  const number = numbers.get(key) ?? numbers.size
  numbers.set(key, number)
  return number
}

/** A compiled selector of a map. */
export class Selector {
  /** As written in the map. */
  readonly source: string
  readonly mode: ReadMode
  /** Selectors with the same number find the same elements. */
  private readonly number: number
  private readonly chain: Chain

  constructor(source: string, mode: ReadMode, tokens: readonly Token[]) {
    this.source = source
    this.mode = mode
    this.number = numberOf(tokens)
    this.chain = compileChain(tokens, false)
  }

  /**
   * Elements inside the scope that match. A relative selector (`> li`) starts from
   * the scope.
   *
   * Order: document order.
   */
  selectAll(page: Page, scope: ParentNode = page.document): readonly Element[] {
    const { elements } = page
    if (this.chain.isRelative) return searchScope(this.chain, elements, scope)
    const { blocks, found } = elements.areaOf(scope)
    const inBlocks = (found[this.number] ??= searchBlocks(this.chain, elements, blocks))
    return elements.inside(scope, inBlocks)
  }

  /**
   * Elements that match, as list items that are read with all their content. Of
   * nested items, only the outermost `MAX_NESTED_ITEMS`.
   */
  selectItems(page: Page, scope: ParentNode = page.document): readonly Element[] {
    return dropNested(this.selectAll(page, scope))
  }

  /** The first element that matches. Absent: `null`. */
  selectFirst(page: Page, scope: ParentNode = page.document): Element | null {
    return this.selectAll(page, scope)[0] ?? null
  }

  /** Whether an element matches. `scope`: where a relative selector starts. Default: `null`, nowhere. */
  matches(element: Element, scope: ParentNode | null = null): boolean {
    return this.chain.matches(element, scope)
  }
}

/**
 * Compiles a selector. Supported are tags, ids, classes, attributes, `:is`, `:not`,
 * `:has`, `:first-child`, `:last-child`, `:only-child`, `:nth-child(n)`,
 * `:first-of-type`, `:root`, all combinators, and `::text` or `::attr(name)` at
 * the end.
 *
 * Throws: `invalid_selector` with the position in the map, for invalid CSS, for
 * what is not supported, and for more than 200 parts.
 */
export function compileSelector(source: string, position: string): Selector {
  try {
    const [tokens, ...others] = parse(source)
    if (tokens === undefined) throw new Error('it is empty')
    if (others.length > 0) throw new Error('write alternatives as entries of the list, not with commas')
    if (countParts(tokens) > MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`)
    const { mode, rest } = splitReadMode(tokens)
    return new Selector(source, mode, rest)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ShelfmarkError('invalid_selector', `${position}: selector "${source}": ${reason}`, { cause: error })
  }
}

function splitReadMode(tokens: readonly Token[]): { mode: ReadMode; rest: readonly Token[] } {
  const last = tokens.at(-1)
  if (last?.type !== SelectorType.PseudoElement) return { mode: { kind: 'text' }, rest: tokens }
  const rest = tokens.slice(0, -1)
  if (last.name === 'text' && last.data === null) return { mode: { kind: 'own-text' }, rest }
  if (last.name === 'attr' && last.data) return { mode: { kind: 'attribute', name: last.data.toLowerCase() }, rest }
  throw new Error(`"::${last.name}" is not supported; use ::text or ::attr(name)`)
}
