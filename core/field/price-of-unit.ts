import { Element, Text, type ChildNode } from '../html/tree/node.ts'
import type { PageText } from '../text/page-text.ts'

/** After a price that is paid for each unit, or each month: "/lb", "/ 100 g", "/mo". */
const UNIT = /^\s*\/\s*(?:\p{N}+\s*)?\p{L}/u
/** A price can be in a link or a row of its own, and its unit after it. Unit: elements. */
const MAX_WRAPPERS = 2

/** Whether the text right after a price says what it is the price of. */
export function isOfUnit(price: Element, text: PageText): boolean {
  return UNIT.test(textAfter(price, text))
}

function textAfter(element: Element, text: PageText): string {
  let inner = element
  for (let wrappers = 0; wrappers <= MAX_WRAPPERS; wrappers++) {
    for (let node: ChildNode | null = inner.next; node !== null; node = node.next) {
      const shown = readStart(node, text)
      if (shown.trim() !== '') return shown
    }
    if (!(inner.parent instanceof Element)) break
    inner = inner.parent
  }
  return ''
}

function readStart(node: ChildNode, text: PageText): string {
  if (node instanceof Text) return node.data
  return node instanceof Element && !text.hidesItself(node) ? (text.readPieces(node)[0] ?? '') : ''
}
