import { ElementLists } from './element-lists.ts'
import type { Element } from './node.ts'

const NO_ELEMENTS: readonly Element[] = []

/** Elements by a text. */
export class Groups {
  private readonly lists: ElementLists
  /** Number of the list of each text. */
  private readonly numbers = new Map<string, number>()
  private readonly found = new Map<string, readonly Element[]>()

  /** The elements are given in document order. */
  constructor(elements: readonly Element[], keyOf: (element: Element) => string) {
    this.lists = new ElementLists(elements)
    for (let place = 0; place < elements.length; place++) {
      const key = keyOf(elements[place] as Element)
      const list = this.numbers.get(key)
      if (list === undefined) this.numbers.set(key, this.lists.begin(place))
      else this.lists.add(list, place)
    }
  }

  get(key: string): readonly Element[] {
    const list = this.numbers.get(key)
    if (list === undefined) return NO_ELEMENTS
    let elements = this.found.get(key)
    if (elements === undefined) {
      elements = this.lists.read([list])
      this.found.set(key, elements)
    }
    return elements
  }
}
