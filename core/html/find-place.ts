import type { Element } from './node.ts'

/** Where in a list in document order, from a place on, the first element of an order or behind it is. */
export function findPlace(elements: readonly Element[], order: number, from: number): number {
  let low = from
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle] as Element).order < order) low = middle + 1
    else high = middle
  }
  return low
}
