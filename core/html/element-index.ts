import { Element, type Document, type ParentNode } from './node.ts'
import { nextElement, parentElement } from './walk.ts'

/** A class, attribute or tag that elements are looked up by. */
export interface Mark {
  readonly kind: 'class' | 'attribute' | 'name'
  readonly name: string
}

const NO_ELEMENTS: readonly Element[] = []

/**
 * The elements of a document by what selectors ask for, in document order.
 * Each list is made when it is first asked for.
 */
export class ElementIndex {
  private readonly document: Document
  private readonly byAttribute = new Map<string, Groups>()
  private byId: Groups | null = null
  private byClass: Groups | null = null
  private byName: Groups | null = null
  private numbered: readonly Element[] | null = null

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
    this.byClass ??= this.group((element, groups) => {
      const { classNames } = element.attributeList
      for (let i = 0; i < classNames.length; i++) groups.add(classNames[i] as string, element)
    })
    return this.byClass.get(name)
  }

  withName(name: string): readonly Element[] {
    this.byName ??= this.group((element, groups) => groups.add(element.name, element))
    return this.byName.get(name)
  }

  withAttribute(name: string): readonly Element[] {
    let groups = this.byAttribute.get(name)
    if (groups === undefined) {
      groups = this.group((element, own) => {
        if (element.attributeList.get(name) !== undefined) own.add(name, element)
      })
      this.byAttribute.set(name, groups)
    }
    return groups.get(name)
  }

  /** Elements with a mark inside of a node; null when the node is no part of the document. */
  marked(mark: Mark, root: ParentNode): readonly Element[] | null {
    return this.inside(this.withMark(mark), root)
  }

  /** Those of a list of this index that stand inside of a node; null when the node is no part of the document. */
  inside(elements: readonly Element[], root: ParentNode): readonly Element[] | null {
    if (root === this.document) return elements
    if (!(root instanceof Element) || root.order < 0) return null
    const start = findPlace(elements, root.order + 1)
    const end = findPlace(elements, root.end)
    return start < end ? elements.slice(start, end) : NO_ELEMENTS
  }

  private withMark({ kind, name }: Mark): readonly Element[] {
    switch (kind) {
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
  private get all(): readonly Element[] {
    this.numbered ??= number(this.document)
    return this.numbered
  }
}

function number(document: Document): readonly Element[] {
  const elements: Element[] = []
  for (let element = nextElement(document, document); element !== null; element = nextElement(element, document)) {
    element.order = elements.length
    elements.push(element)
  }
  for (let i = elements.length - 1; i >= 0; i--) {
    const element = elements[i] as Element
    element.end = Math.max(element.end, i + 1)
    const parent = parentElement(element)
    if (parent !== null) parent.end = Math.max(parent.end, element.end)
  }
  return elements
}

/** Where in a list in document order the first element of a place or behind it is. */
function findPlace(elements: readonly Element[], order: number): number {
  let low = 0
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
