import { Element, type ChildNode, type ParentNode } from './node.ts'

/**
 * The element after `node` in document order, inside `root`. The content of a
 * `<template>` is not part of the document.
 *
 * Absent: `null`, there are no more.
 */
export function nextElement(node: ParentNode, root: ParentNode): Element | null {
  const inside = firstElement(node.firstChild)
  if (inside !== null) return inside
  let current: ParentNode | null = node
  while (current !== null && current !== root) {
    const after = firstElement(current.next)
    if (after !== null) return after
    current = current.parent
  }
  return null
}

function firstElement(from: ChildNode | null): Element | null {
  let node = from
  while (node !== null && !(node instanceof Element)) node = node.next
  return node
}

export function parentElement(element: Element): Element | null {
  return element.parent instanceof Element ? element.parent : null
}

/** The nearest ancestor of `element` that is inside `root` and passes a test. Absent: `null`. */
export function findAncestor(
  element: Element,
  test: (ancestor: Element) => boolean,
  root: ParentNode | null = null,
): Element | null {
  let node = parentElement(element)
  while (node !== null && node !== root && !test(node)) node = parentElement(node)
  return node === root ? null : node
}

export function previousElement(element: Element): Element | null {
  let node = element.prev
  while (node !== null && !(node instanceof Element)) node = node.prev
  return node
}

export function nextSiblingElement(element: Element): Element | null {
  return firstElement(element.next)
}

/** Whether an ancestor of `element` is one of `blocks`. The cost grows with the depth, not with the number of blocks. */
export function isInsideAny(element: Element, blocks: ReadonlySet<ParentNode>): boolean {
  return findAncestor(element, (ancestor) => blocks.has(ancestor)) !== null
}

/** Whether `element` is `ancestor` or inside it. */
export function isInside(element: ParentNode, ancestor: ParentNode): boolean {
  for (let node: ParentNode | null = element; node !== null; node = node.parent) if (node === ancestor) return true
  return false
}

/** Whether an element inside `root`, at most `depth` levels down, passes a test. */
export function existsBelow(root: Element, depth: number, test: (element: Element) => boolean): boolean {
  if (depth === Infinity) {
    for (let element = nextElement(root, root); element !== null; element = nextElement(element, root)) {
      if (test(element)) return true
    }
    return false
  }
  for (let child = firstElement(root.firstChild); child !== null; child = nextSiblingElement(child)) {
    if (test(child) || (depth > 1 && existsBelow(child, depth - 1, test))) return true
  }
  return false
}
