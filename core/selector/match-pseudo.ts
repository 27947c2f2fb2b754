import type { PseudoSelector } from 'css-what'
import { nextSiblingElement, parentElement, previousElement } from '../html/walk.ts'
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

/** Pseudo-classes that ask where an element stands, and need no selector of their own. */
export function compilePosition(selector: PseudoSelector): Matcher | null {
  if (selector.data === null) return POSITIONS[selector.name] ?? null
  if (selector.name !== 'nth-child' || typeof selector.data !== 'string' || !NUMBER.test(selector.data)) return null
  const place = Number(selector.data)
  return (element) => {
    let count = 1
    for (let other = previousElement(element); other !== null && count <= place; other = previousElement(other)) count++
    return count === place
  }
}
