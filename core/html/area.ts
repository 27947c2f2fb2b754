import { findPlace } from './find-place.ts'
import { Element, type ParentNode } from './node.ts'

/** Part of a page in which what is looked for is found all at once. */
export interface Area {
  /** In document order, none inside of another. */
  readonly blocks: readonly ParentNode[]
  /** What was found in the blocks, in document order, by what was looked for. */
  readonly found: Map<string, readonly Element[]>
}

/** Whether a node is one of some elements, in document order and none inside of another, or inside of one. */
export function isHeld(node: ParentNode, blocks: readonly Element[]): boolean {
  if (!(node instanceof Element)) return false
  const block = blocks[findPlace(blocks, node.order + 1, 0) - 1]
  return block !== undefined && node.order < block.end
}
