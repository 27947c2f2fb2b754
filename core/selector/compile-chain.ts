import { AttributeAction, isTraversal, SelectorType, type Selector as Token } from 'css-what'
import { toIndexKey, type IndexKey } from '../html/index/index-key.ts'
import type { Element } from '../html/tree/node.ts'
import { existsBelow, nextSiblingElement, parentElement, previousElement } from '../html/tree/walk.ts'
import { namesInTree, toAsciiLower } from './letter-case.ts'
import { isExact, type Matcher } from './match-attribute.ts'
import { compileCompound, type NestedSelector } from './match-compound.ts'
import { matchEarlierSibling, rememberEarlierSibling } from './match-siblings.ts'

type Combinator = SelectorType.Descendant | SelectorType.Child | SelectorType.Adjacent | SelectorType.Sibling

/** A compound selector: all that a selector requires of one element. */
interface Compound {
  readonly matches: Matcher
  readonly keys: readonly IndexKey[] | null
  readonly classes: readonly IndexKey[]
  /** The combinator to its left; null for the first compound. */
  readonly combinator: Combinator | null
}

/** Compounds joined by other combinators than the descendant one, so the number of levels between them is known. */
interface Segment {
  readonly matches: Matcher
  /** Levels from the element of the last compound up to that of the first. */
  readonly levels: number
}

/** A compiled selector. */
export interface Chain {
  readonly matches: Matcher
  /** A matching element has one of these. Absent: `null`, nothing is known. */
  readonly keys: readonly IndexKey[] | null
  /** Elements that a search can be limited to. */
  readonly anchor: Anchor | null
  /** Without all of these classes, the page has no match. */
  readonly classes: readonly IndexKey[]
  /** Whether the scope decides what matches. */
  readonly isRelative: boolean
}

/** Elements that a selector names to the left of its last compound: a match is inside one. */
export interface Anchor {
  readonly keys: readonly IndexKey[]
  readonly matches: Matcher
  /** Whether a match can also be a sibling of the anchor, or inside a sibling. */
  readonly reachesSiblings: boolean
}

/**
 * Compiles the tokens of one selector to closures that match from right to left.
 *
 * A relative selector starts from the scope: it begins with a combinator, or is
 * read as if it began with the descendant one.
 *
 * `isAskedOnce`: a search tests each element once. A part of another selector may
 * be tested with the same element many times.
 */
export function compileChain(tokens: readonly Token[], isRelative: boolean, isAskedOnce = true): Chain {
  const needsScope = isRelative || startsFromScope(tokens)
  const compounds = splitCompounds(tokens, isRelative || startsWithCombinator(tokens), isAskedOnce)
  return {
    matches: matchSegments(joinSegments(compounds, needsScope)),
    keys: compounds.at(-1)?.keys ?? null,
    anchor: findAnchor(compounds),
    classes: compounds.flatMap(({ classes }) => classes),
    isRelative: needsScope,
  }
}

function startsWithCombinator([first]: readonly Token[]): boolean {
  return first !== undefined && isTraversal(first)
}

/** Whether a selector, or one in its `:is()` or `:not()`, starts from the scope. One in `:has()` starts from its element. */
function startsFromScope(tokens: readonly Token[]): boolean {
  return (
    startsWithCombinator(tokens) || tokens.some((token) => listAlternatives(token, 'is', 'not').some(startsFromScope))
  )
}

/** Selectors in the parentheses of a pseudo-class, if it has one of these names. */
function listAlternatives(token: Token, ...names: readonly string[]): readonly Token[][] {
  return token.type === SelectorType.Pseudo && names.includes(token.name) && Array.isArray(token.data) ? token.data : []
}

function splitCompounds(tokens: readonly Token[], fromScope: boolean, isAskedOnce: boolean): Compound[] {
  const compounds: Compound[] = []
  if (fromScope)
    compounds.push({
      matches: (element, scope) => element === scope,
      keys: null,
      classes: [],
      combinator: null,
    })
  let combinator: Combinator | null = fromScope ? SelectorType.Descendant : null
  let simple: Token[] = []
  const finish = (isLast: boolean): void => {
    if (simple.length === 0) return
    const matches = compileCompound(simple, compileNested, isLast && isAskedOnce)
    compounds.push({ matches, keys: findKeys(simple), classes: findClasses(simple), combinator })
    simple = []
  }
  for (const token of tokens) {
    if (isTraversal(token)) {
      finish(false)
      combinator = requireCombinator(token)
    } else simple.push(token)
  }
  finish(true)
  return compounds
}

function requireCombinator(token: Token): Combinator {
  switch (token.type) {
    case SelectorType.Descendant:
    case SelectorType.Child:
    case SelectorType.Adjacent:
    case SelectorType.Sibling:
      return token.type
    default:
      throw new Error(`the combinator "${token.type}" is not supported`)
  }
}

/**
 * Keys to look a compound up by: the id, else the class, the value of an
 * attribute, the tag name, an attribute, the keys of its alternatives. Keys that
 * fewer elements have, and that cost less to look up, come first.
 */
function findKeys(tokens: readonly Token[]): readonly IndexKey[] | null {
  const attributes = tokens.filter((token) => token.type === SelectorType.Attribute)
  const byId = attributes.find((token) => toAsciiLower(token.name) === 'id' && isExact(token))
  const [byClass] = findClasses(tokens)
  const byValue = byId ?? (byClass === undefined ? attributes.find(isExact) : undefined)
  if (byValue !== undefined) return namesInTree(byValue.name).map((name) => toIndexKey('value', name, byValue.value))
  if (byClass !== undefined) return [byClass]
  const byName = tokens.find((token) => token.type === SelectorType.Tag)
  if (byName !== undefined) return namesInTree(byName.name).map((name) => toIndexKey('name', name))
  const byAttribute = attributes.find(({ action }) => action !== AttributeAction.Not)
  if (byAttribute !== undefined) return namesInTree(byAttribute.name).map((name) => toIndexKey('attribute', name))
  for (const token of tokens) {
    const keys = listAlternatives(token, 'is').map((tokens) => findKeys(lastCompound(tokens)))
    if (keys.length > 0 && !keys.includes(null)) return [...new Set(keys.flatMap((keys) => keys ?? []))]
  }
  return null
}

function lastCompound(tokens: readonly Token[]): readonly Token[] {
  return tokens.slice(tokens.findLastIndex(isTraversal) + 1)
}

function findClasses(tokens: readonly Token[]): IndexKey[] {
  return tokens
    .filter((token) => token.type === SelectorType.Attribute)
    .filter(({ name, ignoreCase }) => name === 'class' && ignoreCase === 'quirks')
    .map(({ value }) => toIndexKey('class', value))
}

/** Kinds of keys; those that the fewest elements have come first. */
const KINDS: readonly IndexKey['kind'][] = ['value', 'class', 'attribute', 'name']

/** The compound with the rarest keys to the left of the last compound; of several, the rightmost. */
function findAnchor(compounds: readonly Compound[]): Anchor | null {
  const anchors = compounds.slice(0, -1).flatMap(({ matches, keys }, index): Anchor[] => {
    const next = compounds[index + 1]?.combinator
    const reachesSiblings = next === SelectorType.Adjacent || next === SelectorType.Sibling
    return keys === null ? [] : [{ keys, matches, reachesSiblings }]
  })
  for (const rarest of KINDS) {
    const anchor = anchors.findLast(({ keys }) => keys.every(({ kind }) => kind === rarest))
    if (anchor !== undefined) return anchor
  }
  return anchors.at(-1) ?? null
}

function joinSegments(compounds: readonly Compound[], needsScope: boolean): Segment[] {
  const segments: Segment[] = []
  for (const { matches, combinator } of compounds) {
    const left = segments.at(-1)
    if (left === undefined || combinator === null || combinator === SelectorType.Descendant) {
      segments.push({ matches, levels: 0 })
    } else {
      const levels = left.levels + (combinator === SelectorType.Child ? 1 : 0)
      segments[segments.length - 1] = { matches: matchNeighbor(matches, combinator, left.matches, needsScope), levels }
    }
  }
  return segments
}

/** Matches a compound whose parent or sibling must match `left`. */
function matchNeighbor(matches: Matcher, combinator: Combinator, left: Matcher, needsScope: boolean): Matcher {
  if (combinator === SelectorType.Child) {
    return (element, scope) => {
      if (!matches(element, scope)) return false
      const parent = parentElement(element)
      return parent !== null && left(parent, scope)
    }
  }
  if (combinator === SelectorType.Adjacent) {
    return (element, scope) => {
      if (!matches(element, scope)) return false
      const other = previousElement(element)
      return other !== null && left(other, scope)
    }
  }
  const follows = needsScope ? matchEarlierSibling(left) : rememberEarlierSibling(left)
  return (element, scope) => matches(element, scope) && follows(element, scope)
}

/**
 * Matches segments in one pass up the ancestors, without backtracking. The nearest
 * ancestor that matches a segment is enough: all elements above a farther one are
 * also above the nearest.
 */
function matchSegments(segments: readonly Segment[]): Matcher {
  const last = segments.at(-1)
  if (last === undefined) throw new Error('the selector is empty')
  if (segments.length === 1) return last.matches
  return (element, scope) => {
    if (!last.matches(element, scope)) return false
    let top: Element | null = ancestorAt(element, last.levels)
    for (let i = segments.length - 2; i >= 0; i--) {
      const segment = segments[i] as Segment
      do top = top === null ? null : parentElement(top)
      while (top !== null && !segment.matches(top, scope))
      if (top === null) return false
      top = ancestorAt(top, segment.levels)
    }
    return true
  }
}

/** The ancestor of an element a number of levels up. */
function ancestorAt(element: Element, levels: number): Element | null {
  let ancestor: Element | null = element
  for (let i = 0; i < levels && ancestor !== null; i++) ancestor = parentElement(ancestor)
  return ancestor
}

/** How many levels below its scope a selector can match. */
function depthOf(tokens: readonly Token[]): number {
  const combinators = tokens.filter(isTraversal)
  if (!startsWithCombinator(tokens) || combinators.some(({ type }) => type === SelectorType.Descendant)) return Infinity
  return combinators.filter(({ type }) => type === SelectorType.Child).length
}

function compileNested(tokens: readonly Token[], isRelative: boolean, isAskedOnce: boolean): NestedSelector {
  const { matches } = compileChain(tokens, isRelative, isAskedOnce)
  const depth = depthOf(tokens)
  const existsInside = (root: Element, scope: Element): boolean =>
    existsBelow(root, depth, (element) => matches(element, scope))
  const beside = tokens.filter(({ type }) => type === SelectorType.Adjacent || type === SelectorType.Sibling)
  if (tokens[0] === undefined || tokens[0] !== beside[0]) {
    return { matches, existsFrom: (scope) => existsInside(scope, scope) }
  }
  const isNextOnly = beside.length === 1 && tokens[0].type === SelectorType.Adjacent
  return {
    matches,
    existsFrom: (scope) => {
      for (let other = nextSiblingElement(scope); other !== null; other = nextSiblingElement(other)) {
        if (matches(other, scope) || existsInside(other, scope)) return true
        if (isNextOnly) return false
      }
      return false
    },
  }
}
