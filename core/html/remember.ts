import type { Element } from './node.ts'

/**
 * Asks each element once, because pages never change. Each item of a list asks
 * what the list is like: without a memory the cost would be the square of the
 * list's length.
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
