import { isHeld, type Area } from './area.ts'
import { searchBits } from './attribute-ranges.ts'
import { ClassIndex } from './class-index.ts'
import { findPlace } from './find-place.ts'
import { Groups } from './groups.ts'
import { mergeLists } from './merge-lists.ts'
import { Element, type ChildNode, type Document, type ParentNode } from './node.ts'

/** What elements are looked up by: an attribute with its value, such as an id; a class, a tag, an attribute. */
export type Mark =
  | { readonly kind: 'value'; readonly name: string; readonly value: string }
  | { readonly kind: 'class' | 'name' | 'attribute'; readonly name: string }

const NO_ELEMENTS: readonly Element[] = []

/**
 * The elements of a document by what selectors ask for, in document order.
 * Each list is made when it is first asked for.
 */
export class ElementIndex {
  private readonly document: Document
  private readonly byAttribute = new Map<string, readonly Element[]>()
  private readonly byValue = new Map<string, Groups>()
  private byClass: ClassIndex | null = null
  private byName: Groups | null = null
  /** Bits of the names of attributes, element after element: to go to each element costs more. */
  private nameBits: Int32Array | null = null
  private numbered: readonly Element[] | null = null
  private readonly page: Area
  private alike: readonly Element[] = NO_ELEMENTS
  private areaOfAlike: Area

  constructor(document: Document) {
    this.document = document
    this.page = { blocks: [document], found: new Map() }
    this.areaOfAlike = this.page
  }

  /** Pages use one id several times. */
  withId(id: string): readonly Element[] {
    return this.withValue('id', id)
  }

  withValue(name: string, value: string): readonly Element[] {
    let groups = this.byValue.get(name)
    if (groups === undefined) {
      groups = new Groups(this.withAttribute(name), ({ attributeList }) => attributeList.get(name) ?? '')
      this.byValue.set(name, groups)
    }
    return groups.get(value)
  }

  hasClass(name: string): boolean {
    return this.classes.has(name)
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

  /** Elements with any of some marks. */
  withMarks(marks: readonly Mark[]): readonly Element[] {
    if (marks.length === 1) return this.withMark(marks[0] as Mark)
    const lists = marks.map((mark) => this.withMark(mark)).filter((elements) => elements.length > 0)
    return mergeLists(lists, this.all)
  }

  /** Those of some elements, given in document order, that lie inside of a node. */
  inside(node: ParentNode, elements: readonly Element[]): readonly Element[] {
    if (node === this.document || elements.length === 0) return elements
    if (!(node instanceof Element)) return NO_ELEMENTS
    const start = findPlace(elements, node.order + 1, 0)
    const first = elements[start]
    if (first === undefined || first.order >= node.end) return NO_ELEMENTS
    return elements.slice(start, findPlace(elements, node.end, start + 1))
  }

  /** The same for several nodes, in document order. */
  insideAny(nodes: readonly ParentNode[], elements: readonly Element[]): readonly Element[] {
    if (elements.length === 0) return NO_ELEMENTS
    if (nodes.length === 1) return this.inside(nodes[0] as ParentNode, elements)
    const found: Element[] = []
    let end = 0
    for (const node of nodes) {
      // One inside of another has nothing to add.
      if (!(node instanceof Element) || node.order < end) continue
      end = node.end
      for (let i = findPlace(elements, node.order + 1, 0); i < elements.length; i++) {
        const element = elements[i] as Element
        if (element.order >= end) break
        found.push(element)
      }
    }
    return found
  }

  /** Says that some elements, in document order and none inside of another, are read alike. */
  readAlike(elements: readonly Element[]): void {
    this.alike = elements
    this.areaOfAlike = { blocks: elements, found: new Map() }
  }

  /** Where to look for what is looked for inside of a node: in all elements that are read like the one that it is or stands in. */
  areaOf(node: ParentNode): Area {
    return isHeld(node, this.alike) ? this.areaOfAlike : this.page
  }

  private get classes(): ClassIndex {
    this.byClass ??= new ClassIndex(this.all)
    return this.byClass
  }

  private withMark(mark: Mark): readonly Element[] {
    switch (mark.kind) {
      case 'value':
        return this.withValue(mark.name, mark.value)
      case 'class':
        return this.classes.get(mark.name)
      case 'name':
        return this.withName(mark.name)
      case 'attribute':
        return this.withAttribute(mark.name)
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

  /** All elements in document order, each numbered with its place. */
  get all(): readonly Element[] {
    this.numbered ??= number(this.document)
    return this.numbered
  }
}

function number(document: Document): readonly Element[] {
  const elements: Element[] = []
  let node: ChildNode | null = document.firstChild
  while (node !== null) {
    if (node instanceof Element) {
      node.order = elements.length
      elements.push(node)
      node.end = elements.length
      if (node.firstChild !== null) {
        node = node.firstChild
        continue
      }
    }
    while (node.next === null) {
      const parent: ParentNode | null = node.parent
      if (!(parent instanceof Element)) return elements
      parent.end = elements.length
      node = parent
    }
    node = node.next
  }
  return elements
}

function collectNameBits(elements: readonly Element[]): Int32Array {
  const bits = new Int32Array(elements.length)
  for (let i = 0; i < bits.length; i++) bits[i] = (elements[i] as Element).attributeList.nameBits
  return bits
}
