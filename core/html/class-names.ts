import type { Element } from './node.ts'

const ASCII_WHITESPACE = /[\t\n\f\r ]+/

/** What a `class` attribute says. One object serves all elements of a page with the same value. */
export class ClassNames {
  /** In order. */
  readonly list: readonly string[]
  /** The elements that have it, in document order, once the index of the page has listed them. */
  readonly elements: Element[] = []

  constructor(value: string) {
    this.list = value.split(ASCII_WHITESPACE).filter((name) => name !== '')
  }
}
