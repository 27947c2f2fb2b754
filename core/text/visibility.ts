import { Element, type ParentNode } from '../html/node.ts'
import { isInside } from '../html/walk.ts'

const HIDING_CLASSES: ReadonlySet<string> = new Set(['aok-hidden', 'a-hidden', 'a-popover-preload', 'displayNone'])
const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Of the parts that pages keep back until the rest is there. */
const SHOWN_ON_LOAD = /^WrapperDivToHide/

/** Whether the page hides an element by its own class, style or attribute. */
export function hidesItself(element: Element): boolean {
  const { attributeList } = element
  const { classNames } = attributeList
  for (let i = 0; i < classNames.length; i++) if (HIDING_CLASSES.has(classNames[i] as string)) return true
  if (attributeList.has('hidden')) return true
  const style = attributeList.get('style')
  return style !== undefined && HIDING_STYLE.test(style) && !SHOWN_ON_LOAD.test(attributeList.id ?? '')
}

/** Whether an element, or anything that it stands in, is hidden; what `within` stands in does not count. */
export function isHidden(element: Element, within: ParentNode | null = null): boolean {
  const hider = findHider(element)
  return hider !== null && (within === null || !isInside(within, hider))
}

/**
 * The nearest that hides an element. Without a memory each element would ask
 * anew what all those round it are like; pages never change.
 */
function findHider(element: Element): Element | null {
  let hider: Element | null | undefined = undefined
  let top: ParentNode | null = element
  for (; top !== null && hider === undefined; top = top.parent) {
    if (top instanceof Element) hider = top.hider === undefined && hidesItself(top) ? top : top.hider
  }
  const found = hider ?? null
  for (let node: ParentNode | null = element; node !== top && node !== null; node = node.parent) {
    if (node instanceof Element) node.hider = found
  }
  return found
}
