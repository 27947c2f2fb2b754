import type { AnyNode, Element as OracleElement } from 'domhandler'
import { parsePage } from '../../core/html/page.ts'
import type { Element } from '../../core/html/tree/node.ts'
import { nextElement } from '../../core/html/tree/walk.ts'

/** Elements of css-select's tree in document order, so that positions can be compared with ours. */
export function listOracleElements(root: AnyNode): OracleElement[] {
  const elements: OracleElement[] = []
  const stack: AnyNode[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    // The content of a <template> is not part of the document.
    if (node.type === 'root' && node !== root) continue
    if ('name' in node && 'attribs' in node) elements.push(node)
    if ('children' in node) stack.push(...node.children.toReversed())
  }
  return elements
}

/** Our elements, in document order. */
export function listElements(html: string): { page: ReturnType<typeof parsePage>; elements: Element[] } {
  const page = parsePage(html)
  const elements: Element[] = []
  const { document } = page
  for (let element = nextElement(document, document); element !== null; element = nextElement(element, document)) {
    elements.push(element)
  }
  return { page, elements }
}
