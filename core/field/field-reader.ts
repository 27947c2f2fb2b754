import type { Element, ParentNode } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import type { ReadMode, Selector } from '../selector/selector.ts'
import { clipText } from '../text/clip.ts'
import { foldSpace } from '../text/fold-space.ts'
import { readOwnText, readText } from '../text/read-text.ts'
import { isHidden } from '../text/visibility.ts'
import { makeIssue, type Issue } from './issue.ts'

/** Where a field may stand, in order: the first selector that reads as a value wins. */
export type Candidates = readonly Selector[]

/** What one selector gave. */
export interface Attempt {
  readonly field: string
  readonly source: string
  /** Elements that it found. */
  readonly found: number
  /** What it read, shortened; null when there was nothing to read. */
  readonly text: string | null
  readonly outcome: 'won' | 'absent' | 'hidden' | 'unreadable' | 'passed over'
}

/**
 * What is made of a text: its value; null when it can't be read, which becomes
 * an issue; undefined when it says nothing about the field.
 */
export type Parse<T> = (text: string, element: Element) => T | null | undefined

export interface ReadOptions {
  /** Look inside of this alone. */
  readonly scope?: ParentNode | undefined
  /** Pass over what the page hides. */
  readonly isVisible?: boolean
  /** Pass over what this is false for. */
  readonly passes?: ((element: Element) => boolean) | undefined
}

/** What a selector found, and what of it may be read. */
interface Selected {
  readonly elements: readonly Element[]
  readonly visible: readonly Element[]
  /** Outcome when there is nothing to read. */
  readonly lost: 'absent' | 'hidden' | 'passed over'
}

const MAX_ATTEMPT_TEXT = 120

/**
 * Runs the candidates of fields over a page, and keeps account: which one won,
 * and what could not be read.
 */
export class FieldReader {
  readonly page: Page
  /** Selector (or place in the page's state) that gave each field its value. */
  readonly winners = new Map<string, string>()
  /** Everything that was tried, in order; null unless asked for. */
  readonly attempts: Attempt[] | null
  private readonly unreadable = new Map<string, Issue>()

  constructor(page: Page, keepsAttempts: boolean) {
    this.page = page
    this.attempts = keepsAttempts ? [] : null
  }

  /** Values that could not be read, of fields that found no other. */
  get issues(): Issue[] {
    return [...this.unreadable.values()].filter(({ field }) => !this.winners.has(field))
  }

  /** Value of the first text that `parse` gives one for; null when there is none. */
  value<T>(field: string, candidates: Candidates, parse: Parse<T>, options: ReadOptions = {}): T | null {
    for (const selector of candidates) {
      const { elements, visible, lost } = this.select(selector, options)
      let outcome: Attempt['outcome'] = lost
      let text = ''
      for (const element of visible) {
        const own = readElement(element, selector.mode)
        if (own === '') continue
        text = own
        const value = parse(text, element)
        if (value !== null && value !== undefined) {
          this.credit(field, selector.source, text, elements.length)
          return value
        }
        outcome = value === null ? 'unreadable' : 'passed over'
        if (value === null) this.blame(field, selector.source, text)
      }
      this.note(field, selector.source, elements.length, text, outcome)
    }
    return null
  }

  /** First text that is not empty. */
  text(field: string, candidates: Candidates, options: ReadOptions = {}): string | null {
    return this.value(field, candidates, (text) => text, options)
  }

  /** Elements of the first candidate that finds any. */
  elements(field: string, candidates: Candidates, options: ReadOptions = {}): readonly Element[] {
    for (const selector of candidates) {
      const { elements, visible, lost } = this.select(selector, options)
      if (visible.length > 0) {
        this.credit(field, selector.source, `${visible.length} elements`, elements.length)
        return visible
      }
      this.note(field, selector.source, elements.length, '', lost)
    }
    return []
  }

  element(field: string, candidates: Candidates, options: ReadOptions = {}): Element | null {
    return this.elements(field, candidates, options)[0] ?? null
  }

  has(field: string, candidates: Candidates, options: ReadOptions = {}): boolean {
    return this.element(field, candidates, options) !== null
  }

  /** Says what gave a field its value, where that was no selector. */
  credit(field: string, source: string, text: string, found = 1): void {
    if (!this.winners.has(field)) this.winners.set(field, source)
    this.note(field, source, found, text, 'won')
  }

  /** Says that a field's value follows from another field, or from something else that no selector found. */
  derive<T>(field: string, source: string, value: T): T {
    if (value !== null) this.credit(field, source, String(value))
    return value
  }

  /** Says that something is there that should be a value of a field, and is not. */
  blame(field: string, source: string, text: string): void {
    if (!this.unreadable.has(field)) this.unreadable.set(field, makeIssue(field, source, text, 'unreadable'))
  }

  private select(selector: Selector, { scope, isVisible, passes }: ReadOptions): Selected {
    const elements = selector.selectItems(this.page, scope)
    const meant = passes === undefined ? elements : elements.filter(passes)
    const visible = isVisible === true ? meant.filter((element) => !isHidden(element)) : meant
    if (visible.length < meant.length) return { elements, visible, lost: 'hidden' }
    return { elements, visible, lost: meant.length < elements.length ? 'passed over' : 'absent' }
  }

  private note(field: string, source: string, found: number, text: string, outcome: Attempt['outcome']): void {
    this.attempts?.push({ field, source, found, text: text === '' ? null : text.slice(0, MAX_ATTEMPT_TEXT), outcome })
  }
}

/** What a selector's mode says is to be read of an element. */
export function readElement(element: Element, mode: ReadMode): string {
  switch (mode.kind) {
    case 'text':
      return readText(element)
    case 'own-text':
      return readOwnText(element)
    case 'attribute':
      return foldSpace(clipText(element.attributeList.get(mode.name) ?? ''))
  }
}
