import { mergeLists } from './merge-lists.ts'
import type { Element } from './node.ts'

/**
 * Elements by their classes. Those with the same classes, of which there are
 * many, are in one list; the lists of a class are merged when it is asked for.
 */
export class ClassIndex {
  private readonly lists = new Map<string, Element[][]>()
  private readonly merged = new Map<string, readonly Element[]>()
  private readonly all: readonly Element[]

  /** All elements of a document, in its order. */
  constructor(elements: readonly Element[]) {
    this.all = elements
    for (const element of elements) {
      const classes = element.attributeList.classes
      if (classes === null) continue
      if (classes.elements.length === 0) this.addList(classes.elements, classes.list)
      classes.elements.push(element)
    }
  }

  has(name: string): boolean {
    return this.lists.has(name)
  }

  get(name: string): readonly Element[] {
    let elements = this.merged.get(name)
    if (elements === undefined) {
      elements = mergeLists(this.lists.get(name) ?? [], this.all)
      this.merged.set(name, elements)
    }
    return elements
  }

  private addList(list: Element[], names: readonly string[]): void {
    for (const name of names) {
      const lists = this.lists.get(name)
      if (lists === undefined) this.lists.set(name, [list])
      // A name can stand twice in an attribute.
      else if (lists.at(-1) !== list) lists.push(list)
    }
  }
}
