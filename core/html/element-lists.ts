import type { Element } from './node.ts'

/**
 * Lists of elements, each in document order, kept as places in a few arrays of
 * numbers.
 *
 * Arrays of elements would do, but V8 allocates what is made often and mostly
 * survives in its old generation at once. There, the lists of pages that are
 * gone would keep their elements until a full collection, through all the
 * small ones before.
 */
export class ElementLists {
  private readonly elements: readonly Element[]
  /** The place behind each one in its list. Zero ends a list, since the first place of all is behind no other. */
  private readonly nextPlaces: Int32Array
  private readonly firstPlaces: number[] = []
  private readonly lastPlaces: number[] = []

  /** Of these elements, given in document order. */
  constructor(elements: readonly Element[]) {
    this.elements = elements
    this.nextPlaces = new Int32Array(elements.length)
  }

  /** Begins a list with the element of a place. Returns its number. */
  begin(place: number): number {
    this.lastPlaces.push(place)
    return this.firstPlaces.push(place) - 1
  }

  /** Adds the element of a place behind all that are in a list. */
  add(list: number, place: number): void {
    this.nextPlaces[this.lastPlaces[list] as number] = place
    this.lastPlaces[list] = place
  }

  /** The elements of some lists that share none, in document order. */
  read(lists: readonly number[]): readonly Element[] {
    const places: number[] = []
    for (const list of lists) {
      let place = this.firstPlaces[list] as number
      do {
        places.push(place)
        place = this.nextPlaces[place] as number
      } while (place !== 0)
    }
    const inOrder = lists.length === 1 ? places : Array.from(Int32Array.from(places).sort())
    return inOrder.map((place) => this.elements[place] as Element)
  }
}
