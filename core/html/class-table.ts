import { ClassNames } from './class-names.ts'
import type { PageSource } from './source.ts'

const SLOTS = 2048

/** A value, and where it stood last: the memory of that is the nearest. */
class Entry {
  start: number
  readonly length: number
  readonly classNames: ClassNames

  constructor(source: PageSource, start: number, end: number) {
    this.start = start
    this.length = end - start
    this.classNames = new ClassNames(() => source.readValue(start, end))
  }
}

/**
 * The values of a page's `class` attributes, which are few and stand in many
 * tags. Most are known again by their bytes: to cut out a string and hash it
 * costs several times as much.
 */
export class ClassTable {
  private readonly source: PageSource
  private readonly view: DataView
  private readonly entries = new Map<string, Entry>()
  /** The last one met of those that share a slot. */
  private readonly recent: (Entry | undefined)[] = []

  constructor(source: PageSource) {
    const { buffer, byteOffset, byteLength } = source.codes
    this.source = source
    this.view = new DataView(buffer, byteOffset, byteLength)
    this.recent.length = SLOTS
  }

  /** What the value in a range says. For as long as the page is tokenized. */
  recall(start: number, end: number): ClassNames {
    const slot = slotOf(this.source.codes, start, end)
    let entry = this.recent[slot]
    if (entry === undefined || !this.isAt(entry, start, end)) {
      entry = this.find(start, end)
      this.recent[slot] = entry
    }
    entry.start = start
    return entry.classNames
  }

  private isAt(entry: Entry, start: number, end: number): boolean {
    const { text, isBinary } = this.source
    if (entry.length !== end - start || !areSame(this.view, entry.start, start, entry.length)) return false
    // The code 0xFF stands for many characters of a text.
    return isBinary || text.slice(start, end) === text.slice(entry.start, entry.start + entry.length)
  }

  private find(start: number, end: number): Entry {
    const { source } = this
    const text = source.text.slice(start, end)
    let entry = this.entries.get(text)
    if (entry === undefined) {
      entry = new Entry(source, start, end)
      this.entries.set(text, entry)
    }
    return entry
  }
}

/** By its length and five of its characters. */
function slotOf(codes: Uint8Array, start: number, end: number): number {
  const length = end - start
  if (length === 0) return 0
  const quarter = length >> 2
  const outer = (codes[start] as number) * 31 + (codes[end - 1] as number) * 7
  const inner = (codes[start + quarter] as number) * 61 + (codes[end - 1 - quarter] as number) * 257
  return (length * 517 + outer + inner + (codes[start + (length >> 1)] as number) * 131) % SLOTS
}

/** Whether two ranges of bytes hold the same, four at a time. */
function areSame(view: DataView, one: number, other: number, length: number): boolean {
  let at = 0
  for (; at + 4 <= length; at += 4) if (view.getInt32(one + at) !== view.getInt32(other + at)) return false
  for (; at < length; at++) if (view.getUint8(one + at) !== view.getUint8(other + at)) return false
  return true
}
