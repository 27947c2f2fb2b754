import { ElementLists } from './element-lists.ts'
import type { Element } from './node.ts'

const NO_ELEMENTS: readonly Element[] = []

/**
 * Elements by their classes. Those with the same classes, of which there are
 * many, are in one list; the lists of a class are read when it is asked for.
 */
export class ClassIndex {
  private readonly lists: ElementLists
  /** Numbers of the lists with a class. */
  private readonly numbers = new Map<string, number[]>()
  private readonly found = new Map<string, readonly Element[]>()

  /** All elements of a document, in its order. */
  constructor(all: readonly Element[]) {
    this.lists = new ElementLists(all)
    for (let place = 0; place < all.length; place++) {
      const { classes } = (all[place] as Element).attributeList
      if (classes === null) continue
      if (classes.list < 0) {
        classes.list = this.lists.begin(place)
        this.addNames(classes.names, classes.list)
      } else this.lists.add(classes.list, place)
    }
  }

  has(name: string): boolean {
    return this.numbers.has(name)
  }

  get(name: string): readonly Element[] {
    const numbers = this.numbers.get(name)
    if (numbers === undefined) return NO_ELEMENTS
    let elements = this.found.get(name)
    if (elements === undefined) {
      elements = this.lists.read(numbers)
      this.found.set(name, elements)
    }
    return elements
  }

  private addNames(names: readonly string[], list: number): void {
    for (const name of names) {
      const numbers = this.numbers.get(name)
      if (numbers === undefined) this.numbers.set(name, [list])
      // A name can stand twice in an attribute.
      else if (numbers.at(-1) !== list) numbers.push(list)
    }
  }
}
