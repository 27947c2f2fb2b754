import { ClassIndex } from './class-index.ts'
import { byOrder, Element, type ChildNode, type Document, type ParentNode } from './node.ts'

/** An id, class, attribute or tag that elements are looked up by. */
export interface Mark {
  readonly kind: 'id' | 'class' | 'attribute' | 'name'
  readonly name: string
}

const NO_ELEMENTS: readonly Element[] = []

/**
 * The elements of a document by what selectors ask for, in document order.
 * Each list is made when it is first asked for.
 */
export class ElementIndex {
  private readonly document: Document
  private readonly byAttribute = new Map<string, readonly Element[]>()
  private byId: Groups | null = null
  private byClass: ClassIndex | null = null
  private byName: Groups | null = null
  private numbered: readonly Element[] | null = null
  private readonly searches = new Map<string, readonly Element[]>()

  constructor(document: Document) {
    this.document = document
  }

  /** Pages use one id several times. */
  withId(id: string): readonly Element[] {
    this.byId ??= this.group((element, groups) => {
      const { id: name } = element.attributeList
      if (name !== null) groups.add(name, element)
    })
    return this.byId.get(id)
  }

  withClass(name: string): readonly Element[] {
    this.byClass ??= new ClassIndex(this.all)
    return this.byClass.get(name)
  }

  withName(name: string): readonly Element[] {
    this.byName ??= this.group((element, groups) => groups.add(element.name, element))
    return this.byName.get(name)
  }

  withAttribute(name: string): readonly Element[] {
    let elements = this.byAttribute.get(name)
    if (elements === undefined) {
      elements = this.all.filter(({ attributeList }) => attributeList.has(name))
      this.byAttribute.set(name, elements)
    }
    return elements
  }

  /** Elements with any of some marks. */
  withMarks(marks: readonly Mark[]): readonly Element[] {
    const [first, ...others] = marks.map((mark) => this.withMark(mark)).filter((elements) => elements.length > 0)
    if (first === undefined) return NO_ELEMENTS
    return others.length === 0 ? first : [...new Set([first, ...others].flat())].sort(byOrder)
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

  /** What a search of the whole page finds; each is made once, and known by a key. */
  once(key: string, search: () => readonly Element[]): readonly Element[] {
    let found = this.searches.get(key)
    if (found === undefined) {
      found = search()
      this.searches.set(key, found)
    }
    return found
  }

  private withMark({ kind, name }: Mark): readonly Element[] {
    switch (kind) {
      case 'id':
        return this.withId(name)
      case 'class':
        return this.withClass(name)
      case 'attribute':
        return this.withAttribute(name)
      case 'name':
        return this.withName(name)
    }
  }

  private group(visit: (element: Element, groups: Groups) => void): Groups {
    const groups = new Groups()
    const { all } = this
    for (let i = 0; i < all.length; i++) visit(all[i] as Element, groups)
    return groups
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

/** Where in a list in document order, from a place on, the first element of an order or behind it is. */
function findPlace(elements: readonly Element[], order: number, from: number): number {
  let low = from
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle] as Element).order < order) low = middle + 1
    else high = middle
  }
  return low
}

/** Lists of elements by a text; none twice in a list, because they come one after the other. */
class Groups {
  private readonly lists = new Map<string, Element[]>()

  get(key: string): readonly Element[] {
    return this.lists.get(key) ?? NO_ELEMENTS
  }

  add(key: string, element: Element): void {
    const list = this.lists.get(key)
    if (list === undefined) this.lists.set(key, [element])
    else if (list.at(-1) !== element) list.push(element)
  }
}
