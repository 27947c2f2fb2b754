import { readElement } from '../field/read-element.ts'
import type { Page } from '../html/page.ts'
import { compileSite, type CompiledSite, type Site } from '../marketplace/site.ts'
import type { Selector } from '../selector/selector.ts'
import { PageText } from '../text/page-text.ts'

/** The lines of a page's header about the place of delivery. Absent: null, the header has no such line. */
export interface LocationLines {
  readonly first: string | null
  readonly second: string | null
}

const POST_CODE = /\p{N}{3}/u

/** The place of delivery in the lines of a header, without the words around it. Absent: null, they name none, or their language is unknown. */
export function findLocation({ first: line, second }: LocationLines, { words, patterns }: CompiledSite): string | null {
  const first = line?.replace(patterns.locationControl, '') ?? null
  const named = first === null ? null : words.findPlace(first)
  // "Deliver to Ann": a known visitor is named first, and the location is in the second line.
  const isPlace = second === null || POST_CODE.test(named ?? '') || words.offer.isLocationControl(second)
  if (named !== null && named !== '' && isPlace) return named
  if (named !== null) return second
  // In an unknown language, a line with a number is a location with its postal code.
  return second !== null && POST_CODE.test(second) && !POST_CODE.test(first ?? '') ? second : null
}

/**
 * The place of delivery that the header of a page of any kind shows, without the words around it. In a language whose
 * words are not known, the lines of the header, separated by `\n`.
 *
 * Absent: null, the page has no such header. A header that names no place is there: "Select your address".
 */
export function readLocation(page: Page, site: Site): string | null {
  const compiled = compileSite(site)
  const { first_line, second_line } = compiled.location
  const [first, second] = [readFirst(first_line, page, compiled), readFirst(second_line, page, compiled)]
  const location = findLocation({ first, second }, compiled)
  if (location !== null) return location
  const lines = [first, second].filter((line) => line !== null)
  return lines.length === 0 ? null : lines.join('\n')
}

/** The first visible text that is not empty. Absent: null. */
function readFirst(selectors: readonly Selector[], page: Page, site: CompiledSite): string | null {
  const pageText = new PageText(page.document, site.text)
  for (const selector of selectors) {
    for (const element of selector.selectAll(page)) {
      if (pageText.isHidden(element)) continue
      const text = readElement(element, selector.mode, pageText)
      if (text !== '') return text
    }
  }
  return null
}
