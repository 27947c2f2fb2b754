import type { Element } from './node.ts'

/**
 * Asks each element once, because pages never change. When each item of a list
 * asks about the list, the cost would otherwise grow with the square of its length.
 */
export function remember<T>(ask: (element: Element) => T): (element: Element) => T {
  const known = new WeakMap<Element, { readonly answer: T }>()
  return (element) => {
    let entry = known.get(element)
    if (entry === undefined) {
      entry = { answer: ask(element) }
      known.set(element, entry)
    }
    return entry.answer
  }
}
