import { AttributeAction, SelectorType, type Selector as Token } from 'css-what'
import type { Element } from '../html/tree/node.ts'
import { remember } from '../html/tree/remember.ts'
import { namesInTree } from './letter-case.ts'
import { byNamespace, compileAttribute, type Matcher } from './match-attribute.ts'
import { compilePosition } from './match-siblings.ts'

/** Compiles a selector in `:is()`, `:not()` or `:has()`. */
export type CompileNested = (tokens: readonly Token[], isRelative: boolean, isAskedOnce: boolean) => NestedSelector

export interface NestedSelector {
  readonly matches: Matcher
  /** Whether any element that can match does, with this element as the scope. */
  readonly existsFrom: (scope: Element) => boolean
}

/**
 * Compiles the tokens between two combinators.
 *
 * `isAskedOnce`: a search tests each candidate once, so the answer is not cached.
 * An ancestor is tested for each of its descendants.
 *
 * Throws: an `Error` that names what is not supported.
 */
export function compileCompound(tokens: readonly Token[], compileNested: CompileNested, isAskedOnce: boolean): Matcher {
  return matchEvery([...tokens].sort(byCost).map((token) => compileSimple(token, compileNested, isAskedOnce)))
}

function matchEvery([first, ...rest]: readonly Matcher[]): Matcher {
  if (first === undefined) return () => true
  if (rest.length === 0) return first
  const others = matchEvery(rest)
  return (element, scope) => first(element, scope) && others(element, scope)
}

function matchSome([first, ...rest]: readonly Matcher[]): Matcher {
  if (first === undefined) return () => false
  if (rest.length === 0) return first
  const others = matchSome(rest)
  return (element, scope) => first(element, scope) || others(element, scope)
}

/** Sorts the cheapest test first. */
function byCost(left: Token, right: Token): number {
  return costOf(left) - costOf(right)
}

function costOf(token: Token): number {
  if (token.type === SelectorType.Pseudo) return token.name === 'has' ? 5 : 4
  if (token.type !== SelectorType.Attribute) return 0
  if (token.ignoreCase === 'quirks') return 1
  return token.action === AttributeAction.Exists ? 2 : 3
}

function compileSimple(token: Token, compileNested: CompileNested, isAskedOnce: boolean): Matcher {
  switch (token.type) {
    case SelectorType.Tag: {
      const [name = token.name, written] = namesInTree(token.name)
      const ofHtml: Matcher = (element) => element.name === name
      return written === undefined ? ofHtml : byNamespace(ofHtml, (element) => element.name === written)
    }
    case SelectorType.Universal:
      return () => true
    case SelectorType.Attribute:
      return compileAttribute(token)
    case SelectorType.Pseudo: {
      const position = compilePosition(token)
      if (position !== null) return position
      if (!Array.isArray(token.data)) throw new Error(`":${token.name}" is not supported`)
      return compileLogical(token.name, token.data, compileNested, isAskedOnce)
    }
    default:
      throw new Error(`"${token.type}" is not supported here`)
  }
}

function compileLogical(
  name: string,
  alternatives: readonly Token[][],
  compileNested: CompileNested,
  isAskedOnce: boolean,
): Matcher {
  const isRelative = name === 'has'
  const nested = alternatives.map((tokens) => compileNested(tokens, isRelative, isAskedOnce && !isRelative))
  const matches = matchSome(nested.map(isRelative ? ({ existsFrom }) => existsFrom : ({ matches }) => matches))
  switch (name) {
    case 'is':
      return matches
    case 'not':
      return (element, scope) => !matches(element, scope)
    case 'has':
      return isAskedOnce ? matches : remember((element) => matches(element, null))
    default:
      throw new Error(`":${name}()" is not supported`)
  }
}
