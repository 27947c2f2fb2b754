import type { ElementIndex } from '../html/element-index.ts'
import { byOrder, Element, type ParentNode } from '../html/node.ts'
import type { Chain, Frame } from './compile-chain.ts'

/** The elements inside of a node that a selector means, in document order. */
export function search(chain: Chain, elements: ElementIndex, scope: ParentNode): readonly Element[] {
  const { matches, marks, frame, classes } = chain
  if (classes.some((name) => elements.withClass(name).length === 0)) return []
  const marked = elements.inside(scope, marks === null ? elements.all : elements.withMarks(marks))
  const candidates = frame === null ? marked : narrow(marked, frame, elements, scope)
  return candidates.filter((element) => matches(element, scope))
}

/** Those of some elements that lie in a frame; all where looking for frames costs more than it saves. */
function narrow(marked: readonly Element[], frame: Frame, elements: ElementIndex, scope: ParentNode): readonly Element[] {
  const framing = elements.withMarks(frame.marks)
  if (framing.length >= marked.length) return marked
  const found = framing.filter((element) => frame.matches(element, scope))
  if (!frame.reachesSiblings) return insideAny(found, marked, elements)
  const parents = found.map(({ parent }) => parent).filter((parent) => parent instanceof Element)
  return insideAny(parents.sort(byOrder), marked, elements)
}

/** Those of some elements that lie inside of any of others, which can lie inside of each other. */
function insideAny(outer: readonly Element[], marked: readonly Element[], elements: ElementIndex): readonly Element[] {
  const found: Element[] = []
  let end = 0
  for (const element of outer) {
    if (element.order < end) continue
    end = element.end
    found.push(...elements.inside(element, marked))
  }
  return found
}
