import { isWhitespace } from '../tokenize/characters.ts'
import type { ClassNames } from '../tokenize/classes.ts'
import { addToHash, isPlain } from '../tokenize/source.ts'
import type { Element } from '../tree/node.ts'
import { PostingLists } from './groups.ts'
import { countKeys, findClassKey, type IndexKey } from './index-key.ts'

const NO_ELEMENTS: readonly Element[] = []

/**
 * Elements by class. Many elements have the same `class` value and share a list;
 * the lists of all values with a class are merged when the class is looked up.
 *
 * A page has far more classes than selectors name. The others are skipped
 * without making strings of them.
 */
export class ClassIndex {
  private readonly lists: PostingLists
  /** Each value, by the number of its list. */
  private readonly values: ClassNames[] = []
  /** Numbers of the lists of each class, by the number of its key. */
  private readonly listsOf: (number[] | undefined)[] = []
  /** Number of keys when the values were searched for them. */
  private knownKeys = 0

  /** All elements of a document, in document order. */
  constructor(all: readonly Element[]) {
    this.lists = new PostingLists(all)
    for (let position = 0; position < all.length; position++) {
      const { classes } = (all[position] as Element).attributeList
      if (classes === null) continue
      if (classes.list < 0) {
        classes.list = this.lists.start(position)
        this.values.push(classes)
      } else this.lists.add(classes.list, position)
    }
  }

  has(key: IndexKey): boolean {
    return this.findLists(key) !== undefined
  }

  get(key: IndexKey): readonly Element[] {
    const lists = this.findLists(key)
    return lists === undefined ? NO_ELEMENTS : this.lists.read(lists)
  }

  private findLists(key: IndexKey): number[] | undefined {
    if (key.number >= this.knownKeys) this.findKeys()
    return this.listsOf[key.number]
  }

  /** Finds the classes of all values that have a key. */
  private findKeys(): void {
    this.knownKeys = countKeys()
    this.listsOf.length = 0
    this.listsOf.length = this.knownKeys
    for (const classes of this.values) {
      const { source, start, end, list } = classes
      if (source !== null && this.addKeys(source.text, start, end, list, true)) continue
      const { value } = classes
      this.addKeys(value, 0, value.length, list, false)
    }
  }

  /** Adds a list to the keys of all classes in a range. Stops at a character that is to be decoded, and returns false. */
  private addKeys(text: string, start: number, end: number, list: number, isEncoded: boolean): boolean {
    let nameStart = start
    let hash = 0
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at)
      if (!isWhitespace(code)) {
        if (isEncoded && !isPlain(code)) return false
        hash = addToHash(hash, code)
        continue
      }
      this.addKey(hash, text, nameStart, at, list)
      nameStart = at + 1
      hash = 0
    }
    this.addKey(hash, text, nameStart, end, list)
    return true
  }

  private addKey(hash: number, text: string, start: number, end: number, list: number): void {
    const key = end === start ? undefined : findClassKey(hash, text, start, end)
    if (key === undefined) return
    const lists = this.listsOf[key.number]
    if (lists === undefined) this.listsOf[key.number] = [list]
    // An attribute can have the same name twice.
    else if (lists.at(-1) !== list) lists.push(list)
  }
}
