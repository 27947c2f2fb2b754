import type { Document, Element } from './node.ts'
import { nextElement } from './walk.ts'

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

  private group(visit: (element: Element, groups: Groups) => void): Groups {
    const groups = new Groups()
    const { document } = this
    for (let element = nextElement(document, document); element !== null; element = nextElement(element, document)) {
      visit(element, groups)
    }
    return groups
  }
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
