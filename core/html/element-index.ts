import type { Document, Element } from './node.ts'
import { nextElement } from './walk.ts'

const NO_ELEMENTS: readonly Element[] = []

/**
 * The elements of a document by what selectors ask for, in document order.
 * Each list is made when it is first asked for.
 */
export class ElementIndex {
  private readonly document: Document
  private readonly byAttribute = new Map<string, readonly Element[]>()
  private byId: Map<string, Element[]> | null = null
  private byClass: Map<string, Element[]> | null = null
  private byName: Map<string, Element[]> | null = null

  constructor(document: Document) {
    this.document = document
  }

  /** Pages use one id several times. */
  withId(id: string): readonly Element[] {
    this.byId ??= this.group((element, add) => {
      const { id: name } = element.attributeList
      if (name !== null) add(name)
    })
    return this.byId.get(id) ?? NO_ELEMENTS
  }

  withClass(name: string): readonly Element[] {
    this.byClass ??= this.group((element, add) => {
      const { classNames } = element.attributeList
      for (let i = 0; i < classNames.length; i++) add(classNames[i] as string)
    })
    return this.byClass.get(name) ?? NO_ELEMENTS
  }

  withName(name: string): readonly Element[] {
    this.byName ??= this.group((element, add) => add(element.name))
    return this.byName.get(name) ?? NO_ELEMENTS
  }

  withAttribute(name: string): readonly Element[] {
    let elements = this.byAttribute.get(name)
    if (elements === undefined) {
      elements = this.group((element, add) => {
        if (element.attributeList.get(name) !== undefined) add(name)
      }).get(name)
      this.byAttribute.set(name, elements ?? NO_ELEMENTS)
    }
    return elements ?? NO_ELEMENTS
  }

  private group(visit: (element: Element, add: (key: string) => void) => void): Map<string, Element[]> {
    const groups = new Map<string, Element[]>()
    const { document } = this
    for (let element = nextElement(document, document); element !== null; element = nextElement(element, document)) {
      const current = element
      visit(current, (key) => {
        const group = groups.get(key)
        if (group === undefined) groups.set(key, [current])
        else if (group.at(-1) !== current) group.push(current)
      })
    }
    return groups
  }
}
