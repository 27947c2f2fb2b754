import type { Element, ParentNode } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import type { ReadMode, Selector } from '../selector/selector.ts'
import type { PageText } from '../text/page-text.ts'
import { readElement } from './read-element.ts'
import { Refusal, type Attempt, type Trace } from './trace.ts'

/** Parses a text: to its value, to null if it can't be read, or to the reason why it says nothing about the field. */
export type Parse<T> = (text: string, element: Element) => T | Refusal | null

/** Part of a page in which candidates are looked for. */
export interface Scope {
  readonly within: ParentNode
  /** Why an element inside is excluded. Absent: null, it is included. */
  readonly refuse?: (element: Element) => Refusal | null
}

export interface ReadOptions {
  /** Each candidate is read in the first scope in which it finds a readable element. Default: the page, or the card. */
  readonly scopes?: readonly Scope[]
  /** Ignores elements that the page hides. Default: false. */
  readonly isVisible?: boolean
  /** Reads the text for screen readers of an element that has no other. Default: false. */
  readonly isSpoken?: boolean
}

/** Text of an element inside a list's item: a cell of a row, the author of a review. */
export interface ItemText {
  readonly element: Element
  /** Never empty. */
  readonly text: string
}

/** Data that all readers of a record share: the page, how to read its text, and the trace. */
export interface FieldContext {
  readonly page: Page
  readonly text: PageText
  readonly trace: Trace
  /** Where candidates are looked for by default. */
  readonly scopes: readonly Scope[]
}

/** Lists of candidates of a field: one list, or several under the names of its parts. */
type Entry = readonly Selector[] | { readonly [part: string]: readonly Selector[] }

/** Elements of one candidate. */
interface Selection {
  readonly found: number
  readonly readable: readonly Element[]
  /** Why nothing is readable. */
  readonly outcome: Attempt['outcome']
  readonly reason: string | null
}

const NO_CANDIDATES: readonly Selector[] = []
const NO_ELEMENTS: readonly Element[] = []

/**
 * Tries the candidates of one field, or of one of its parts, in their order, and
 * records what each gave.
 */
export class FieldReader<PartName extends string = never> {
  private readonly context: FieldContext
  private readonly name: string
  private readonly partName: string | null
  /** Field that a win is credited to. */
  private readonly credited: string
  private readonly entry: Entry
  private parts: Map<string, FieldReader> | null = null

  constructor(
    context: FieldContext,
    name: string,
    entry: Entry = NO_CANDIDATES,
    partName: string | null = null,
    credited = name,
  ) {
    this.context = context
    this.name = name
    this.entry = entry
    this.partName = partName
    this.credited = credited
  }

  /** Candidates of this field or part, in the order in which they are tried. */
  get candidates(): readonly Selector[] {
    return isList(this.entry) ? this.entry : NO_CANDIDATES
  }

  /** Reader of one part of the field. */
  part(name: PartName): FieldReader {
    this.parts ??= new Map()
    let part = this.parts.get(name)
    if (part === undefined) {
      part = new FieldReader(this.context, this.name, this.entryOf(name), name)
      this.parts.set(name, part)
    }
    return part
  }

  /** A member of the field's value, with a winner of its own: `buybox.returns`. */
  member(name: PartName): FieldReader {
    return new FieldReader(this.context, this.name, this.entryOf(name), name, `${this.name}.${name}`)
  }

  /** The first candidate alone, then the next: for readers that choose among the candidates themselves. */
  *eachCandidate(): Generator<FieldReader> {
    for (const selector of this.candidates) {
      yield new FieldReader(this.context, this.name, [selector], this.partName, this.credited)
    }
  }

  /** The first value that `parse` gives for a text. Absent: null. */
  value<T>(parse: Parse<T>, options: ReadOptions = {}): T | null {
    for (const selector of this.candidates) {
      const selection = this.select(selector, options)
      if (selection.readable.length === 0) {
        this.noteLost(selector, selection)
        continue
      }
      const { found, readable } = selection
      let { outcome, reason } = selection
      let text = ''
      let noted = NO_ELEMENTS
      for (const element of readable) {
        const own = this.readAs(element, selector.mode, options.isSpoken)
        if (own === '') continue
        const value = parse(own, element)
        if (value === null) {
          text = own
          noted = [element]
          outcome = 'unreadable'
          reason = null
          this.blame(selector.source, own)
        } else if (!(value instanceof Refusal)) {
          this.credit(selector.source, own, [element], found)
          return value
        } else if (text === '') {
          // Of several refusals, the first is noted.
          text = own
          noted = [element]
          outcome = 'refused'
          reason = value.reason
        }
      }
      this.note({ source: selector.source, found, text, elements: noted, outcome, reason })
    }
    return null
  }

  /** First text that is not empty. */
  text(options: ReadOptions = {}): string | null {
    return this.value((text) => text, options)
  }

  /** Elements of the first candidate that finds any. */
  elements(options: ReadOptions = {}): readonly Element[] {
    for (const selector of this.candidates) {
      const selection = this.select(selector, options)
      const { readable } = selection
      if (readable.length > 0) {
        this.credit(selector.source, countElements(readable), readable, selection.found)
        return readable
      }
      this.noteLost(selector, selection)
    }
    return []
  }

  element(options: ReadOptions = {}): Element | null {
    return this.elements(options)[0] ?? null
  }

  has(options: ReadOptions = {}): boolean {
    return this.element(options) !== null
  }

  /**
   * The first text that the candidates find inside an item of a list, and that
   * is not hidden there. Not recorded, because items repeat. Whether the item
   * itself is hidden does not count.
   */
  inside(item: Element): ItemText | null {
    const { page, text: pageText } = this.context
    for (const selector of this.candidates) {
      for (const element of selector.selectItems(page, item)) {
        if (pageText.isHidden(element, item)) continue
        const text = this.readAs(element, selector.mode)
        if (text !== '') return { element, text }
      }
    }
    return null
  }

  /** The text that each candidate reads from an element that it matches itself, "" included. Not recorded. */
  *ownTexts(element: Element): Generator<string> {
    for (const selector of this.candidates) if (selector.matches(element)) yield this.readAs(element, selector.mode)
  }

  /** The text that the first candidate that matches an element itself reads from it. Absent: null, no candidate matches. Not recorded. */
  ownText(element: Element): string | null {
    for (const text of this.ownTexts(element)) return text
    return null
  }

  /** A test whether a candidate matches an element itself. Not recorded. */
  get matches(): (element: Element) => boolean {
    const { candidates } = this
    return (element) => {
      for (const selector of candidates) if (selector.matches(element)) return true
      return false
    }
  }

  /** Whether a candidate finds an element inside another. Not recorded. */
  existsIn(element: Element): boolean {
    return this.candidates.some((selector) => selector.selectFirst(this.context.page, element) !== null)
  }

  /**
   * Records the source of the value, if it is not a candidate that this reader read.
   *
   * `elements`: those that the value was read from. Default: none, it is not from an element.
   */
  credit(source: string, text: string, elements: readonly Element[] = NO_ELEMENTS, found = elements.length || 1): void {
    this.context.trace.credit(this.credited, source, text)
    this.note({ source, found, text, elements, outcome: 'won', reason: null })
  }

  /** Records that a value follows from another field or from anything but a selector. `elements`: as for `credit`. */
  derive<T>(source: string, value: T, elements?: readonly Element[]): T {
    if (value !== null) this.credit(source, String(value), elements)
    return value
  }

  /** Records that the page shows a value that can't be read. */
  blame(source: string, text: string): void {
    this.context.trace.blame(this.credited, source, text)
  }

  private entryOf(name: PartName): readonly Selector[] {
    return isList(this.entry) ? NO_CANDIDATES : (this.entry[name] ?? NO_CANDIDATES)
  }

  private select(selector: Selector, { scopes = this.context.scopes, isVisible = false }: ReadOptions): Selection {
    let selection: Selection = NOTHING
    for (const scope of scopes) {
      const next = this.selectIn(scope, selector, isVisible)
      if (next.readable.length > 0) return next
      if (next.found > 0) selection = next
    }
    return selection
  }

  private selectIn({ within, refuse }: Scope, selector: Selector, isVisible: boolean): Selection {
    const { page, text } = this.context
    const elements = selector.selectItems(page, within)
    if (elements.length === 0) return NOTHING
    const found = elements.length
    let reason: string | null = null
    const meant =
      refuse === undefined
        ? elements
        : elements.filter((element) => {
            const refused = refuse(element)
            reason = refused?.reason ?? reason
            return refused === null
          })
    const readable = isVisible ? meant.filter((element) => !text.isHidden(element)) : meant
    if (readable.length > 0) return { found, readable, outcome: 'empty', reason: null }
    const isRefused = meant.length === 0
    return { found, readable, outcome: isRefused ? 'refused' : 'hidden', reason: isRefused ? reason : null }
  }

  /** Records that a candidate found nothing readable. */
  private noteLost({ source }: Selector, { found, outcome, reason }: Selection): void {
    this.note({ source, found, text: '', elements: NO_ELEMENTS, outcome, reason })
  }

  private note(attempt: Omit<Parameters<Trace['note']>[0], 'field' | 'part'>): void {
    if (this.context.trace.attempts === null) return
    this.context.trace.note({ field: this.name, part: this.partName, ...attempt })
  }

  private readAs(element: Element, mode: ReadMode, isSpoken = false): string {
    return readElement(element, mode, this.context.text, isSpoken)
  }
}

const NOTHING: Selection = { found: 0, readable: [], outcome: 'absent', reason: null }

function countElements({ length }: readonly Element[]): string {
  return length === 1 ? '1 element' : `${length} elements`
}

function isList(entry: Entry): entry is readonly Selector[] {
  return Array.isArray(entry)
}
