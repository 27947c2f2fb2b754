import { parse, SelectorType, type Selector as Token } from 'css-what'
import { ShelfmarkError } from '../errors.ts'
import { Element, type ParentNode } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { walkElements } from '../html/walk.ts'
import { compileChain, type Chain } from './compile-chain.ts'

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
function dropNested(elements: Element[]): Element[] {
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
  private readonly chain: Chain

  constructor(source: string, mode: ReadMode, chain: Chain) {
    this.source = source
    this.mode = mode
    this.chain = chain
  }

  /**
   * Elements that match, in document order.
   *
   * With a scope, those inside of it; a relative selector (`> li`) starts from it.
   */
  selectAll(page: Page, scope: ParentNode = page.document): Element[] {
    return this.search(page, scope, Number.POSITIVE_INFINITY)
  }

  /**
   * The same as the items of a list, each to be read with all it holds: of
   * those that stand inside of each other, the outermost `MAX_NESTED_ITEMS`.
   */
  selectItems(page: Page, scope: ParentNode = page.document): Element[] {
    return dropNested(this.selectAll(page, scope))
  }

  /** The first element that matches, or null. */
  selectFirst(page: Page, scope: ParentNode = page.document): Element | null {
    return this.search(page, scope, 1)[0] ?? null
  }

  matches(element: Element, scope: ParentNode | null = null): boolean {
    return this.chain.matches(element, scope)
  }

  private search(page: Page, scope: ParentNode, limit: number): Element[] {
    const { anchor, classes } = this.chain
    const found: Element[] = []
    for (const name of classes) if (page.elements.withClass(name).length === 0) return found
    if (anchor === null) {
      this.collect(page, scope, scope, limit, found)
      return found
    }
    const anchors = page.elements.withId(anchor.id)
    if (anchors.length === 0) return found
    if (!anchor.isTarget && isWithin(scope, anchor.id)) {
      this.collect(page, scope, scope, limit, found)
      return found
    }
    let end = 0
    for (const element of page.elements.inside(anchors, scope) ?? []) {
      if (found.length >= limit) break
      if (anchor.isTarget) {
        if (this.chain.matches(element, scope)) found.push(element)
      } else if (element.order >= end) {
        // Of two elements with one id, one inside the other, the outer leads to all places.
        end = element.end
        this.collect(page, element, scope, limit, found)
      }
    }
    return found
  }

  private collect(page: Page, root: ParentNode, scope: ParentNode, limit: number, found: Element[]): void {
    const { matches, mark } = this.chain
    const marked = mark === null ? null : page.elements.marked(mark, root)
    for (const element of marked ?? walkElements(root)) {
      if (found.length >= limit) return
      if (matches(element, scope)) found.push(element)
    }
  }
}

/** Whether a node is an element with an id, or stands in one. */
function isWithin(scope: ParentNode, id: string): boolean {
  for (let node: ParentNode | null = scope; node !== null; node = node.parent) {
    if (node instanceof Element && node.attributeList.id === id) return true
  }
  return false
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
    return new Selector(source, mode, compileChain(rest, false))
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
