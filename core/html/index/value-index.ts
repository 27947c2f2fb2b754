import { hashText, NO_HASH } from '../tokenize/source.ts'
import type { Element } from '../tree/node.ts'
import { byOrder } from './document-order.ts'

const NO_ELEMENTS: readonly Element[] = []
/** Ends a chain of positions. */
const NONE = -1

/**
 * Elements by the value of one attribute. A page has hundreds of ids, and
 * selectors find few of them. So this is a hash table of numbers, made from the
 * values as written: no value becomes a string until a hash is found.
 */
export class ValueIndex {
  private readonly name: string
  private readonly elements: readonly Element[]
  private readonly hashes: Int32Array
  /** Position of the first element of each slot. */
  private readonly first: Int32Array
  /** Position of the next element in the same slot. */
  private readonly next: Int32Array
  /** Elements with a long value, which is not hashed. */
  private readonly long: Element[] = []

  /** The elements have the attribute, and are in document order. */
  constructor(name: string, elements: readonly Element[]) {
    const { length } = elements
    this.name = name
    this.elements = elements
    this.hashes = new Int32Array(length)
    this.next = new Int32Array(length)
    this.first = new Int32Array(2 ** Math.ceil(Math.log2(length + 1))).fill(NONE)
    const lastSlot = this.first.length - 1
    // From the last to the first, so that the chains are in document order.
    for (let position = length - 1; position >= 0; position--) {
      const element = elements[position] as Element
      const hash = element.attributeList.hashValue(name)
      if (hash === NO_HASH) {
        this.long.push(element)
        continue
      }
      this.hashes[position] = hash
      this.next[position] = this.first[hash & lastSlot] as number
      this.first[hash & lastSlot] = position
    }
  }

  /** Elements whose attribute has a value. `hash`: of the value. Order: document order. */
  get(value: string, hash = hashText(value)): readonly Element[] {
    let position = this.first[hash & (this.first.length - 1)] as number
    if (position === NONE && this.long.length === 0) return NO_ELEMENTS
    const found = this.long.filter(({ attributeList }) => attributeList.hasValue(this.name, value))
    for (; position !== NONE; position = this.next[position] as number) {
      const element = this.elements[position] as Element
      if (this.hashes[position] === hash && element.attributeList.hasValue(this.name, value)) found.push(element)
    }
    return found.length === 0 ? NO_ELEMENTS : found.sort(byOrder)
  }
}
