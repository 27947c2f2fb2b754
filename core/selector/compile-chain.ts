import { AttributeAction, isTraversal, SelectorType, type Selector as Token } from 'css-what'
import type { Mark } from '../html/element-index.ts'
import type { Element } from '../html/node.ts'
import { existsBelow, nextSiblingElement, parentElement, previousElement } from '../html/walk.ts'
import { isExact, type Matcher } from './match-attribute.ts'
import { matchBehind, rememberBehind } from './match-behind.ts'
import { compileCompound, type NestedSelector } from './match-compound.ts'

type Combinator = SelectorType.Descendant | SelectorType.Child | SelectorType.Adjacent | SelectorType.Sibling

interface Compound {
  readonly matches: Matcher
  readonly marks: readonly Mark[] | null
  readonly classes: readonly string[]
  /** What stands to its left; null for the first. */
  readonly combinator: Combinator | null
}

/** Compounds that no white space parts, so that each knows how far up its first one is. */
interface Unit {
  readonly matches: Matcher
  /** Levels from the element up to the one that the first compound is about. */
  readonly rise: number
}

/** A compiled selector. */
export interface Chain {
  readonly matches: Matcher
  /** Any of these an element must have; null when nothing is known. */
  readonly marks: readonly Mark[] | null
  /** Where a search can be limited to. */
  readonly frame: Frame | null
  /** Classes that the page must have for anything to match. */
  readonly classes: readonly string[]
  /** What matches depends on the scope. */
  readonly isRelative: boolean
}

/** Elements that a selector asks for on the way to its own. */
export interface Frame {
  readonly marks: readonly Mark[]
  readonly matches: Matcher
  /** What is looked for can stand beside a frame, not only inside. */
  readonly reachesSiblings: boolean
}

/**
 * Compiles the tokens of one selector to closures that match from right to left.
 *
 * A relative selector begins with a combinator, or is read as if it began with
 * a descendant one: it starts from the scope.
 *
 * A search asks it of each element once; as a part of another selector it can
 * be asked of the same element again and again.
 */
export function compileChain(tokens: readonly Token[], isRelative: boolean, isAskedOnce = true): Chain {
  const asksForScope = isRelative || startsFromScope(tokens)
  const compounds = splitCompounds(tokens, isRelative || startsWithCombinator(tokens), isAskedOnce)
  return {
    matches: matchUnits(joinUnits(compounds, asksForScope)),
    marks: compounds.at(-1)?.marks ?? null,
    frame: findFrame(compounds),
    classes: compounds.flatMap(({ classes }) => classes),
    isRelative: asksForScope,
  }
}

function startsWithCombinator([first]: readonly Token[]): boolean {
  return first !== undefined && isTraversal(first)
}

/** Whether a selector, or one inside of it, begins with a combinator; what `:has()` looks for starts from its element. */
function startsFromScope(tokens: readonly Token[]): boolean {
  return (
    startsWithCombinator(tokens) || tokens.some((token) => listAlternatives(token, 'is', 'not').some(startsFromScope))
  )
}

/** What stands in the brackets of a pseudo-class of one of some names. */
function listAlternatives(token: Token, ...names: readonly string[]): readonly Token[][] {
  return token.type === SelectorType.Pseudo && names.includes(token.name) && Array.isArray(token.data) ? token.data : []
}

function splitCompounds(tokens: readonly Token[], fromScope: boolean, isAskedOnce: boolean): Compound[] {
  const compounds: Compound[] = []
  if (fromScope)
    compounds.push({
      matches: (element, scope) => element === scope,
      marks: null,
      classes: [],
      combinator: null,
    })
  let combinator: Combinator | null = fromScope ? SelectorType.Descendant : null
  let simple: Token[] = []
  const finish = (isLast: boolean): void => {
    if (simple.length === 0) return
    const matches = compileCompound(simple, compileNested, isLast && isAskedOnce)
    compounds.push({ matches, marks: findMarks(simple), classes: findClasses(simple), combinator })
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
 * The id, else the class, the value of an attribute, the tag, an attribute, the
 * marks of alternatives: how few elements have it, and how cheap it is to know.
 */
function findMarks(tokens: readonly Token[]): readonly Mark[] | null {
  const attributes = tokens.filter((token) => token.type === SelectorType.Attribute)
  const byId = attributes.find((token) => token.name === 'id' && isExact(token))
  const [byClass] = findClasses(tokens)
  const byValue = byId ?? (byClass === undefined ? attributes.find(isExact) : undefined)
  if (byValue !== undefined) return [{ kind: 'value', name: byValue.name, value: byValue.value }]
  if (byClass !== undefined) return [{ kind: 'class', name: byClass }]
  const byName = tokens.find((token) => token.type === SelectorType.Tag)
  if (byName !== undefined) return [{ kind: 'name', name: byName.name }]
  const byAttribute = attributes.find(({ action }) => action !== AttributeAction.Not)
  if (byAttribute !== undefined) return [{ kind: 'attribute', name: byAttribute.name }]
  for (const token of tokens) {
    const marks = listAlternatives(token, 'is').map((tokens) => findMarks(lastCompound(tokens)))
    if (marks.length > 0 && !marks.includes(null)) return marks.flatMap((marks) => marks ?? [])
  }
  return null
}

function lastCompound(tokens: readonly Token[]): readonly Token[] {
  return tokens.slice(tokens.findLastIndex(isTraversal) + 1)
}

function findClasses(tokens: readonly Token[]): string[] {
  return tokens
    .filter((token) => token.type === SelectorType.Attribute)
    .filter(({ name, ignoreCase }) => name === 'class' && ignoreCase === 'quirks')
    .map(({ value }) => value)
}

/** Kinds of marks, those that fewest elements have first. */
const KINDS: readonly Mark['kind'][] = ['value', 'class', 'attribute', 'name']

/** The compound before the element's own with the rarest marks; of several, the last. */
function findFrame(compounds: readonly Compound[]): Frame | null {
  const frames = compounds.slice(0, -1).flatMap(({ matches, marks }, index): Frame[] => {
    const next = compounds[index + 1]?.combinator
    const reachesSiblings = next === SelectorType.Adjacent || next === SelectorType.Sibling
    return marks === null ? [] : [{ marks, matches, reachesSiblings }]
  })
  for (const rarest of KINDS) {
    const frame = frames.findLast(({ marks }) => marks.every(({ kind }) => kind === rarest))
    if (frame !== undefined) return frame
  }
  return frames.at(-1) ?? null
}

function joinUnits(compounds: readonly Compound[], asksForScope: boolean): Unit[] {
  const units: Unit[] = []
  for (const { matches, combinator } of compounds) {
    const left = units.at(-1)
    if (left === undefined || combinator === null || combinator === SelectorType.Descendant) {
      units.push({ matches, rise: 0 })
    } else {
      const rise = left.rise + (combinator === SelectorType.Child ? 1 : 0)
      units[units.length - 1] = { matches: matchBeside(matches, combinator, left.matches, asksForScope), rise }
    }
  }
  return units
}

function matchBeside(matches: Matcher, combinator: Combinator, left: Matcher, asksForScope: boolean): Matcher {
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
  const follows = asksForScope ? matchBehind(left) : rememberBehind(left)
  return (element, scope) => matches(element, scope) && follows(element, scope)
}

/**
 * The nearest ancestor that a unit matches is as good as any above it, because
 * whatever stands above that one stands above this one as well. So one way up
 * decides.
 */
function matchUnits(units: readonly Unit[]): Matcher {
  const last = units.at(-1)
  if (last === undefined) throw new Error('the selector is empty')
  if (units.length === 1) return last.matches
  return (element, scope) => {
    if (!last.matches(element, scope)) return false
    let top: Element | null = riseFrom(element, last.rise)
    for (let i = units.length - 2; i >= 0; i--) {
      const unit = units[i] as Unit
      do top = top === null ? null : parentElement(top)
      while (top !== null && !unit.matches(top, scope))
      if (top === null) return false
      top = riseFrom(top, unit.rise)
    }
    return true
  }
}

function riseFrom(element: Element, levels: number): Element | null {
  let top: Element | null = element
  for (let i = 0; i < levels && top !== null; i++) top = parentElement(top)
  return top
}

/** How far below its scope a selector can find something. */
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
