import { byOrder, type Element } from './node.ts'

/**
 * Elements by their classes. Those with the same classes, of which there are
 * many, are in one list; the lists of a class are joined when it is asked for.
 */
export class ClassIndex {
  private readonly lists = new Map<string, Element[][]>()
  private readonly joined = new Map<string, readonly Element[]>()

  /** The elements are given in document order. */
  constructor(elements: readonly Element[]) {
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
    let elements = this.joined.get(name)
    if (elements === undefined) {
      elements = join(this.lists.get(name))
      this.joined.set(name, elements)
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

function join(lists: readonly Element[][] = []): readonly Element[] {
  return lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort(byOrder)
}
