import { byOrder } from '../html/index/document-order.ts'
import type { ElementIndex } from '../html/index/element-index.ts'
import { Element, type ParentNode } from '../html/tree/node.ts'
import type { Anchor, Chain } from './compile-chain.ts'

const NO_ELEMENTS: readonly Element[] = []

/** Elements inside a node that a selector matches, in document order. */
export function searchScope(chain: Chain, elements: ElementIndex, scope: ParentNode): readonly Element[] {
  return search(chain, elements, [scope], scope)
}

/** Elements inside several nodes that a selector matches. All are in document order. The selector does not depend on the scope. */
export function searchBlocks(chain: Chain, elements: ElementIndex, blocks: readonly ParentNode[]): readonly Element[] {
  return search(chain, elements, blocks, null)
}

function search(
  { matches, keys, anchor, classes }: Chain,
  elements: ElementIndex,
  blocks: readonly ParentNode[],
  scope: ParentNode | null,
): readonly Element[] {
  for (const key of classes) if (!elements.hasClass(key)) return NO_ELEMENTS
  // Anchors first: most are ids, which cost less to look up than the candidates inside.
  if (anchor !== null && elements.countWithKeys(anchor.keys) === 0) return NO_ELEMENTS
  const withKeys = keys === null ? elements.all : elements.withKeys(keys)
  if (withKeys.length === 0) return NO_ELEMENTS
  const inBlocks = elements.insideAny(blocks, withKeys)
  const candidates = anchor === null ? inBlocks : narrow(inBlocks, anchor, elements, scope)
  return candidates.filter((element) => matches(element, scope))
}

/** Candidates that an anchor does not exclude. With more anchors than candidates, the check costs more than it saves. */
function narrow(
  candidates: readonly Element[],
  anchor: Anchor,
  elements: ElementIndex,
  scope: ParentNode | null,
): readonly Element[] {
  if (elements.countWithKeys(anchor.keys) >= candidates.length) return candidates
  const anchors = elements.withKeys(anchor.keys).filter((element) => anchor.matches(element, scope))
  if (!anchor.reachesSiblings) return elements.insideAny(anchors, candidates)
  const parents = anchors.map(({ parent }) => parent).filter((parent) => parent instanceof Element)
  return elements.insideAny(parents.sort(byOrder), candidates)
}
