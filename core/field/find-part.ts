import type { Element } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { isHidden } from '../text/visibility.ts'
import { readElement, type Candidates } from './field-reader.ts'

/** A part of a list's item: a cell of a row, the author of a review. */
export interface Part {
  readonly element: Element
  /** What the selector says is to be read of it; never empty. */
  readonly text: string
}

/**
 * The first part that the candidates find inside of an item, that is not hidden
 * there and has something to read. An item that is itself hidden counts as open.
 */
export function findPart(page: Page, item: Element, candidates: Candidates): Part | null {
  for (const selector of candidates) {
    for (const element of selector.selectItems(page, item)) {
      if (isHidden(element, item)) continue
      const text = readElement(element, selector.mode)
      if (text !== '') return { element, text }
    }
  }
  return null
}
