import type { Element, ParentNode } from '../html/node.ts'
import { previousElement } from '../html/walk.ts'
import type { Matcher } from './match-attribute.ts'

/** Whether a sibling that passes stands anywhere before an element. */
export function matchBehind(left: Matcher): Matcher {
  return (element, scope) => {
    let other = previousElement(element)
    while (other !== null && !left(other, scope)) other = previousElement(other)
    return other !== null
  }
}

/** So many siblings are asked each time; what lies behind them is remembered. */
const MAX_SIBLINGS_ASKED = 16

/** The same where the scope does not matter. Without a memory the cost would be the square of the siblings' number. */
export function rememberBehind(left: Matcher): Matcher {
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
