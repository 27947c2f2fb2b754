import type { Element } from './node.ts'
import { PlaceLists } from './place-lists.ts'

const NO_ELEMENTS: readonly Element[] = []

/**
 * Elements by their classes. The places of those with the same classes, of which
 * there are many, are in one list; the lists of a class are read when it is
 * asked for.
 */
export class ClassIndex {
  private readonly all: readonly Element[]
  private readonly places: PlaceLists
  /** Numbers of the lists with a class. */
  private readonly lists = new Map<string, number[]>()
  private readonly found = new Map<string, readonly Element[]>()

  /** All elements of a document, in its order. */
  constructor(all: readonly Element[]) {
    this.all = all
    this.places = new PlaceLists(all.length)
    for (let place = 0; place < all.length; place++) {
      const { classes } = (all[place] as Element).attributeList
      if (classes === null) continue
      if (classes.list < 0) {
        classes.list = this.places.begin(place)
        this.addNames(classes.names, classes.list)
      } else this.places.add(classes.list, place)
    }
  }

  has(name: string): boolean {
    return this.lists.has(name)
  }

  get(name: string): readonly Element[] {
    const lists = this.lists.get(name)
    if (lists === undefined) return NO_ELEMENTS
    let elements = this.found.get(name)
    if (elements === undefined) {
      elements = this.places.read(lists).map((place) => this.all[place] as Element)
      this.found.set(name, elements)
    }
    return elements
  }

  private addNames(names: readonly string[], list: number): void {
    for (const name of names) {
      const lists = this.lists.get(name)
      if (lists === undefined) this.lists.set(name, [list])
      // A name can stand twice in an attribute.
      else if (lists.at(-1) !== list) lists.push(list)
    }
  }
}
