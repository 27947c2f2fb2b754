import type { Element } from './node.ts'

/**
 * Caches the answer for each element, because pages never change. Without the
 * cache, a question of each list item about its list has quadratic cost.
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
