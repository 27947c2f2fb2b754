import type { Element } from './node.ts'

/**
 * The elements of some lists, in document order, each once. They are sorted by
 * their places among all elements: numbers cost far less to sort than objects.
 */
export function mergeLists(lists: readonly (readonly Element[])[], all: readonly Element[]): readonly Element[] {
  const [first] = lists
  if (first !== undefined && lists.length === 1) return first
  const places = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let used = 0
  for (const list of lists) for (const { order } of list) places[used++] = order
  places.sort()
  const merged: Element[] = []
  let last = -1
  for (const place of places) {
    if (place !== last) merged.push(all[place] as Element)
    last = place
  }
  return merged
}
