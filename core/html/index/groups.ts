import type { Element } from '../tree/node.ts'

const NO_ELEMENTS: readonly Element[] = []

/**
 * Posting lists: lists of elements in document order, kept as positions in a few
 * arrays of numbers.
 *
 * Arrays of elements would cost memory: V8 allocates arrays that are created
 * often and mostly survive directly in its old generation. There, lists of
 * earlier pages keep their elements alive through all minor collections, until
 * a full one.
 */
export class PostingLists {
  private readonly elements: readonly Element[]
  /** The next position in the same list. 0 ends a list: position 0 is never after another. */
  private readonly nextPositions: Int32Array
  private readonly firstPositions: number[] = []
  private readonly lastPositions: number[] = []

  /** Lists of these elements, which are in document order. */
  constructor(elements: readonly Element[]) {
    this.elements = elements
    this.nextPositions = new Int32Array(elements.length)
  }

  /** Starts a list with the element at a position. Returns the number of the list. */
  start(position: number): number {
    this.lastPositions.push(position)
    return this.firstPositions.push(position) - 1
  }

  /** Adds the element at a position, which is after all those in the list. */
  add(list: number, position: number): void {
    this.nextPositions[this.lastPositions[list] as number] = position
    this.lastPositions[list] = position
  }

  /** Elements of lists without common elements, in document order. */
  read(lists: readonly number[]): readonly Element[] {
    const positions: number[] = []
    for (const list of lists) {
      let position = this.firstPositions[list] as number
      do {
        positions.push(position)
        position = this.nextPositions[position] as number
      } while (position !== 0)
    }
    // Numbers in an array are sorted as texts.
    const inOrder = lists.length === 1 ? positions : new Int32Array(positions).sort()
    const found: Element[] = []
    for (const position of inOrder) found.push(this.elements[position] as Element)
    return found
  }
}

/** Elements by a key, such as their name. */
export class Groups {
  private readonly lists: PostingLists
  /** Number of the list of each key. */
  private readonly numbers = new Map<string, number>()
  private readonly found = new Map<string, readonly Element[]>()

  /** The elements are in document order. */
  constructor(elements: readonly Element[], keyOf: (element: Element) => string) {
    this.lists = new PostingLists(elements)
    for (let position = 0; position < elements.length; position++) {
      const key = keyOf(elements[position] as Element)
      const list = this.numbers.get(key)
      if (list === undefined) this.numbers.set(key, this.lists.start(position))
      else this.lists.add(list, position)
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
