import { Element, type ChildNode, type Document, type ParentNode } from '../tree/node.ts'

/*
 * Document order in numbers: each element knows its position and the position
 * after its last descendant, so a subtree is a range of positions.
 */

const NO_ELEMENTS: readonly Element[] = []

/** Numbers all elements of a document. Returns them in document order. */
export function numberElements(document: Document): readonly Element[] {
  const elements: Element[] = []
  let node: ChildNode | null = document.firstChild
  while (node !== null) {
    if (node instanceof Element) {
      node.order = elements.length
      elements.push(node)
      node.end = elements.length
      if (node.firstChild !== null) {
        node = node.firstChild
        continue
      }
    }
    while (node.next === null) {
      const parent: ParentNode | null = node.parent
      if (!(parent instanceof Element)) return elements
      parent.end = elements.length
      node = parent
    }
    node = node.next
  }
  return elements
}

/** Compares the positions of two elements of a page. */
export function byOrder(left: Element, right: Element): number {
  return left.order - right.order
}

/** Index of the first element, from an index on, whose position is at least `order`. The elements are in document order. */
function findIndex(elements: readonly Element[], order: number, from: number): number {
  let low = from
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle] as Element).order < order) low = middle + 1
    else high = middle
  }
  return low
}

/** The elements of a list, in document order, that are inside an ancestor. */
export function keepInside(ancestor: Element, elements: readonly Element[]): readonly Element[] {
  const start = findIndex(elements, ancestor.order + 1, 0)
  const first = elements[start]
  if (first === undefined || first.order >= ancestor.end) return NO_ELEMENTS
  return elements.slice(start, findIndex(elements, ancestor.end, start + 1))
}

/** The elements of a list that are inside at least one ancestor. Both lists are in document order. */
export function keepInsideAny(ancestors: readonly ParentNode[], elements: readonly Element[]): readonly Element[] {
  const found: Element[] = []
  let end = 0
  for (const ancestor of ancestors) {
    // An ancestor inside the one before adds nothing.
    if (!(ancestor instanceof Element) || ancestor.order < end) continue
    end = ancestor.end
    for (let i = findIndex(elements, ancestor.order + 1, 0); i < elements.length; i++) {
      const element = elements[i] as Element
      if (element.order >= end) break
      found.push(element)
    }
  }
  return found
}

/** Whether a node is one of the blocks or inside one. The blocks are in document order, none inside another. */
export function isAmong(node: ParentNode, blocks: readonly Element[]): boolean {
  if (!(node instanceof Element)) return false
  const block = blocks[findIndex(blocks, node.order + 1, 0) - 1]
  return block !== undefined && node.order < block.end
}

/**
 * Merges lists of elements into one, in document order, each element once. It
 * sorts their positions, because numbers cost far less to sort than objects.
 */
export function mergeLists(lists: readonly (readonly Element[])[], all: readonly Element[]): readonly Element[] {
  const [first] = lists
  if (first !== undefined && lists.length === 1) return first
  const positions = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let used = 0
  for (const list of lists) for (const { order } of list) positions[used++] = order
  positions.sort()
  const merged: Element[] = []
  let last = -1
  for (const position of positions) {
    if (position !== last) merged.push(all[position] as Element)
    last = position
  }
  return merged
}
