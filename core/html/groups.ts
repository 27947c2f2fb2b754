import type { Element } from './node.ts'
import { PlaceLists } from './place-lists.ts'

const NO_ELEMENTS: readonly Element[] = []

/** Elements by a text. */
export class Groups {
  private readonly elements: readonly Element[]
  private readonly places: PlaceLists
  /** Number of the list of each text. */
  private readonly lists = new Map<string, number>()
  private readonly found = new Map<string, readonly Element[]>()

  /** The elements are given in document order. */
  constructor(elements: readonly Element[], keyOf: (element: Element) => string) {
    this.elements = elements
    this.places = new PlaceLists(elements.length)
    for (let place = 0; place < elements.length; place++) {
      const key = keyOf(elements[place] as Element)
      const list = this.lists.get(key)
      if (list === undefined) this.lists.set(key, this.places.begin(place))
      else this.places.add(list, place)
    }
  }

  get(key: string): readonly Element[] {
    const list = this.lists.get(key)
    if (list === undefined) return NO_ELEMENTS
    let elements = this.found.get(key)
    if (elements === undefined) {
      elements = this.places.read([list]).map((place) => this.elements[place] as Element)
      this.found.set(key, elements)
    }
    return elements
  }
}
