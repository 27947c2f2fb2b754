import { ShelfmarkError } from '../errors.ts'
import type { Document } from './node.ts'
import { parsePage, type Page } from './page.ts'
import { parseHtmlFragment } from './parse-html.ts'
import { PageSource } from './source.ts'

/** Parses a page that another keeps as text; null for one beyond a limit, which is none of the whole page's. */
export function parseInnerPage(text: string): Page | null {
  return readWithinLimits(() => parsePage(text))
}

/** Parses markup that a page keeps as text: in `<noscript>`, in attributes; null for what is beyond a limit. */
export function parseInnerHtml(text: string): Document | null {
  return readWithinLimits(() => parseHtmlFragment(PageSource.ofText(text)))
}

function readWithinLimits<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ShelfmarkError) return null
    throw error
  }
}
