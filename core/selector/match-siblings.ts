import type { PseudoSelector } from 'css-what'
import type { Element, ParentNode } from '../html/tree/node.ts'
import { nextSiblingElement, parentElement, previousElement } from '../html/tree/walk.ts'
import type { Matcher } from './match-attribute.ts'

const POSITIONS: Readonly<Record<string, Matcher>> = {
  'first-child': (element) => previousElement(element) === null,
  'last-child': (element) => nextSiblingElement(element) === null,
  'only-child': (element) => previousElement(element) === null && nextSiblingElement(element) === null,
  'first-of-type': (element) => {
    for (let other = previousElement(element); other !== null; other = previousElement(other)) {
      if (other.name === element.name) return false
    }
    return true
  },
  root: (element) => parentElement(element) === null,
}

const NUMBER = /^\d+$/

/**
 * Compiles a pseudo-class about the position of an element among its siblings.
 *
 * Absent: `null`, it is not such a pseudo-class.
 */
export function compilePosition(selector: PseudoSelector): Matcher | null {
  if (selector.data === null) return POSITIONS[selector.name] ?? null
  if (selector.name !== 'nth-child' || typeof selector.data !== 'string' || !NUMBER.test(selector.data)) return null
  const position = Number(selector.data)
  return (element) => {
    let count = 1
    for (let other = previousElement(element); other !== null && count <= position; other = previousElement(other)) {
      count++
    }
    return count === position
  }
}

/** Whether any earlier sibling of an element matches. */
export function matchEarlierSibling(left: Matcher): Matcher {
  return (element, scope) => {
    let other = previousElement(element)
    while (other !== null && !left(other, scope)) other = previousElement(other)
    return other !== null
  }
}

/** Number of siblings that are tested for each element. The answer for those before them is cached. */
const MAX_SIBLINGS_ASKED = 16

/**
 * The same for a matcher that does not depend on the scope. It caches answers,
 * because the cost would otherwise be quadratic in the number of siblings.
 */
export function rememberEarlierSibling(left: Matcher): Matcher {
  const known = new WeakMap<Element, boolean>()
  const recall = (element: Element, scope: ParentNode | null): boolean => {
    const asked: Element[] = []
    let answer: boolean | undefined = undefined
    for (let right = element; answer === undefined;) {
      asked.push(right)
      const other = previousElement(right)
      answer = other === null ? false : left(other, scope) || known.get(other)
      if (other !== null) right = other
    }
    for (const right of asked) known.set(right, answer)
    return answer
  }
  return (element, scope) => {
    let other = previousElement(element)
    for (let asked = 0; other !== null; other = previousElement(other)) {
      if (left(other, scope)) return true
      if (++asked === MAX_SIBLINGS_ASKED) return recall(other, scope)
    }
    return false
  }
}
