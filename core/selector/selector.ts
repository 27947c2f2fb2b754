import { parse, SelectorType, stringify, type Selector as Token } from 'css-what'
import { ShelfmarkError } from '../errors.ts'
import type { Element, ParentNode } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { compileChain, type Chain } from './compile-chain.ts'
import { searchBlocks, searchScope } from './search.ts'

/**
 * What is read of an element: all its text as a reader sees it, the text that
 * stands in it directly (`::text`), or an attribute (`::attr(href)`).
 */
export type ReadMode =
  | { readonly kind: 'text' }
  | { readonly kind: 'own-text' }
  | { readonly kind: 'attribute'; readonly name: string }

/** Items of one list inside of each other: on real pages there are three at most. */
const MAX_NESTED_ITEMS = 8

/** Of elements in document order, those that stand inside of fewer others than the limit. */
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

/** A compiled selector of a map. */
export class Selector {
  /** As it is written in the map. */
  readonly source: string
  readonly mode: ReadMode
  /** The same for selectors that find the same. */
  private readonly key: string
  private readonly chain: Chain

  constructor(source: string, mode: ReadMode, tokens: readonly Token[]) {
    this.source = source
    this.mode = mode
    this.key = stringify([[...tokens]])
    this.chain = compileChain(tokens, false)
  }

  /**
   * Elements that match, in document order.
   *
   * With a scope, those inside of it; a relative selector (`> li`) starts from it.
   */
  selectAll(page: Page, scope: ParentNode = page.document): readonly Element[] {
    const { elements } = page
    if (this.chain.isRelative) return searchScope(this.chain, elements, scope)
    const { blocks, found } = elements.areaOf(scope)
    let inBlocks = found.get(this.key)
    if (inBlocks === undefined) {
      inBlocks = searchBlocks(this.chain, elements, blocks)
      found.set(this.key, inBlocks)
    }
    return elements.inside(scope, inBlocks)
  }

  /**
   * The same as the items of a list, each to be read with all it holds: of
   * those that stand inside of each other, the outermost `MAX_NESTED_ITEMS`.
   */
  selectItems(page: Page, scope: ParentNode = page.document): readonly Element[] {
    return dropNested(this.selectAll(page, scope))
  }

  /** The first element that matches, or null. */
  selectFirst(page: Page, scope: ParentNode = page.document): Element | null {
    return this.selectAll(page, scope)[0] ?? null
  }

  matches(element: Element, scope: ParentNode | null = null): boolean {
    return this.chain.matches(element, scope)
  }
}

/**
 * Compiles a selector. Throws `invalid_selector` with the place in the map, for
 * anything that is not CSS or is not among what is supported: tags, ids,
 * classes, attributes, `:is`, `:not`, `:has`, `:first-child`, `:last-child`,
 * `:only-child`, `:nth-child(n)`, `:first-of-type`, `:root`, all combinators, and
 * `::text` or `::attr(name)` at the end.
 */
export function compileSelector(source: string, place: string): Selector {
  try {
    const [tokens, ...others] = parse(source)
    if (tokens === undefined) throw new Error('it is empty')
    if (others.length > 0) throw new Error('write alternatives as entries of the list, not with commas')
    const { mode, rest } = splitReadMode(tokens)
    return new Selector(source, mode, rest)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ShelfmarkError('invalid_selector', `${place}: selector "${source}": ${reason}`, { cause: error })
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
