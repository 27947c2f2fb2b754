import type { ElementIndex } from '../html/element-index.ts'
import { byOrder, Element, type ParentNode } from '../html/node.ts'
import type { Chain, Frame } from './compile-chain.ts'

const NO_ELEMENTS: readonly Element[] = []

/** The elements inside of a node that a selector means, in document order. */
export function searchScope(chain: Chain, elements: ElementIndex, scope: ParentNode): readonly Element[] {
  return search(chain, elements, [scope], scope)
}

/** The same for several nodes, in document order; for selectors that don't start from a scope. */
export function searchBlocks(chain: Chain, elements: ElementIndex, blocks: readonly ParentNode[]): readonly Element[] {
  return search(chain, elements, blocks, null)
}

function search(
  { matches, marks, frame, classes }: Chain,
  elements: ElementIndex,
  blocks: readonly ParentNode[],
  scope: ParentNode | null,
): readonly Element[] {
  for (const name of classes) if (!elements.hasClass(name)) return NO_ELEMENTS
  // Most frames are ids, which cost less to look up than what is looked for in them.
  const framing = frame === null ? null : elements.withMarks(frame.marks)
  if (framing?.length === 0) return NO_ELEMENTS
  const marked = elements.insideAny(blocks, marks === null ? elements.all : elements.withMarks(marks))
  const candidates = frame === null || framing === null ? marked : narrow(marked, frame, framing, elements, scope)
  return candidates.filter((element) => matches(element, scope))
}

/** Those of some elements that lie in a frame; all of them where looking for frames costs more than it saves. */
function narrow(
  marked: readonly Element[],
  frame: Frame,
  framing: readonly Element[],
  elements: ElementIndex,
  scope: ParentNode | null,
): readonly Element[] {
  if (framing.length >= marked.length) return marked
  const frames = framing.filter((element) => frame.matches(element, scope))
  if (!frame.reachesSiblings) return elements.insideAny(frames, marked)
  const parents = frames.map(({ parent }) => parent).filter((parent) => parent instanceof Element)
  return elements.insideAny(parents.sort(byOrder), marked)
}
