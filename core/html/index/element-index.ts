import { searchBits } from '../tokenize/page-attributes.ts'
import { Element, type Document, type ParentNode } from '../tree/node.ts'
import { ClassIndex } from './class-index.ts'
import { isAmong, keepInside, keepInsideAny, mergeLists, numberElements } from './document-order.ts'
import { Groups } from './groups.ts'
import { countKeys, type IndexKey } from './index-key.ts'
import { ValueIndex } from './value-index.ts'

const NO_ELEMENTS: readonly Element[] = []

/** Part of a page in which each search is done once, for all its blocks. */
export interface Area {
  /** In document order, none inside another. */
  readonly blocks: readonly ParentNode[]
  /** The elements that each selector found in the blocks, in document order, by the number of the selector. */
  readonly found: (readonly Element[] | undefined)[]
}

/**
 * Finds the elements of a document by the keys of selectors, in document order.
 * Each part of the index is built when it is first used.
 */
export class ElementIndex {
  private readonly document: Document
  private readonly byAttribute = new Map<string, readonly Element[]>()
  private readonly byValue = new Map<string, ValueIndex>()
  /** Elements of the keys that were looked up, by the number of the key. */
  private readonly byKey: (readonly Element[] | undefined)[] = []
  private byClass: ClassIndex | null = null
  private byName: Groups | null = null
  /** Bits of the attribute names of each element: reading them here costs less than visiting the elements. */
  private nameBits: Int32Array | null = null
  private numbered: readonly Element[] | null = null
  private readonly page: Area
  private alike: readonly Element[] = NO_ELEMENTS
  private areaOfAlike: Area

  constructor(document: Document) {
    this.document = document
    this.byKey.length = countKeys()
    this.page = { blocks: [document], found: [] }
    this.areaOfAlike = this.page
  }

  /** A page can have the same id several times. */
  withId(id: string): readonly Element[] {
    return this.withValue('id', id)
  }

  withValue(name: string, value: string, hash?: number): readonly Element[] {
    let groups = this.byValue.get(name)
    if (groups === undefined) {
      groups = new ValueIndex(name, this.withAttribute(name))
      this.byValue.set(name, groups)
    }
    return groups.get(value, hash)
  }

  hasClass(key: IndexKey): boolean {
    return this.classes.has(key)
  }

  withName(name: string): readonly Element[] {
    this.byName ??= new Groups(this.all, ({ name }) => name)
    return this.byName.get(name)
  }

  withAttribute(name: string): readonly Element[] {
    let elements = this.byAttribute.get(name)
    if (elements === undefined) {
      elements = this.findWithAttribute(name)
      this.byAttribute.set(name, elements)
    }
    return elements
  }

  /** How many elements have the keys. One that has two of them counts twice. */
  countWithKeys(keys: readonly IndexKey[]): number {
    let sum = 0
    for (const key of keys) sum += this.withKey(key).length
    return sum
  }

  /** Elements with at least one of the keys. */
  withKeys(keys: readonly IndexKey[]): readonly Element[] {
    if (keys.length === 1) return this.withKey(keys[0] as IndexKey)
    const lists = keys.map((key) => this.withKey(key)).filter((elements) => elements.length > 0)
    return mergeLists(lists, this.all)
  }

  /** The elements of a list, in document order, that are inside a node. */
  inside(node: ParentNode, elements: readonly Element[]): readonly Element[] {
    if (node === this.document || elements.length === 0) return elements
    return node instanceof Element ? keepInside(node, elements) : NO_ELEMENTS
  }

  /** The elements of a list that are inside at least one of the nodes. Both lists are in document order. */
  insideAny(nodes: readonly ParentNode[], elements: readonly Element[]): readonly Element[] {
    if (elements.length === 0) return NO_ELEMENTS
    return nodes.length === 1 ? this.inside(nodes[0] as ParentNode, elements) : keepInsideAny(nodes, elements)
  }

  /** Declares elements that are read in the same way, such as cards. They are in document order, none inside another. */
  readAlike(elements: readonly Element[]): void {
    this.alike = elements
    this.areaOfAlike = { blocks: elements, found: [] }
  }

  /** The area that a search inside a node covers: all elements read alike if the node is in one of them, else the page. */
  areaOf(node: ParentNode): Area {
    return isAmong(node, this.alike) ? this.areaOfAlike : this.page
  }

  private get classes(): ClassIndex {
    this.byClass ??= new ClassIndex(this.all)
    return this.byClass
  }

  private withKey(key: IndexKey): readonly Element[] {
    return (this.byKey[key.number] ??= this.findWithKey(key))
  }

  private findWithKey(key: IndexKey): readonly Element[] {
    switch (key.kind) {
      case 'value':
        return this.withValue(key.name, key.value, key.hash)
      case 'class':
        return this.classes.get(key)
      case 'name':
        return this.withName(key.name)
      case 'attribute':
        return this.withAttribute(key.name)
    }
  }

  private findWithAttribute(name: string): readonly Element[] {
    const { all } = this
    const nameBits = (this.nameBits ??= collectNameBits(all))
    const bits = searchBits(name)
    const found: Element[] = []
    for (let i = 0; i < nameBits.length; i++) {
      if (((nameBits[i] as number) & bits) === 0) continue
      const element = all[i] as Element
      if (element.attributeList.has(name)) found.push(element)
    }
    return found
  }

  /** All elements in document order, numbered. */
  get all(): readonly Element[] {
    this.numbered ??= numberElements(this.document)
    return this.numbered
  }
}

function collectNameBits(elements: readonly Element[]): Int32Array {
  const bits = new Int32Array(elements.length)
  for (let i = 0; i < bits.length; i++) bits[i] = (elements[i] as Element).attributeList.nameBits
  return bits
}
