import { Element, type ChildNode, type ParentNode } from './node.ts'

/**
 * The element after `node` in document order, inside of `root`; null behind the
 * last. What a `<template>` holds is no part of the document.
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

/** The nearest element around `element`, below `root`, that passes a test; null without one. */
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

/** Whether `element` is inside of one of `blocks`, itself left aside. Cost: the depth, however many the blocks are. */
export function isInsideAny(element: Element, blocks: ReadonlySet<ParentNode>): boolean {
  return findAncestor(element, (ancestor) => blocks.has(ancestor)) !== null
}

/** Whether `element` is `ancestor` or inside of it. */
export function isInside(element: ParentNode, ancestor: ParentNode): boolean {
  for (let node: ParentNode | null = element; node !== null; node = node.parent) if (node === ancestor) return true
  return false
}

/** Whether anything inside of an element, so many levels down at most, passes. */
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
