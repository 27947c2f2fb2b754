import { readElement } from '../field/read-element.ts'
import type { Page } from '../html/page.ts'
import type { Element } from '../html/tree/node.ts'
import type { CompiledSite } from '../marketplace/site.ts'
import type { PageWords } from '../marketplace/words.ts'
import type { Selector } from '../selector/selector.ts'
import { foldLabel } from '../text/label.ts'
import { PageText } from '../text/page-text.ts'
import type { PageVerdict } from './evidence.ts'

/**
 * Evidence that a search page says that nothing matched, whatever it shows instead. Absent: null, it does not.
 *
 * Among cards, words count only in a message before the first one, and only if the page counts no results: the shop
 * also says "No results for kettles in Music" where it has found some elsewhere.
 *
 * Source: golden/state/com/no-results-suggestions, golden/state/de/search-other-departments.
 */
export function findNoResults(page: Page, site: CompiledSite): PageVerdict | null {
  const { selectors, kinds } = site.pages
  const text = new PageText(page.document, site.text)
  const block = findShown(selectors.noResults, page, text)
  if (block !== null) return { kind: kinds.noResults, evidence: block.source }
  const skip = (element: Element): boolean => selectors.corrections.some((selector) => selector.matches(element))
  for (const area of listAreas(page, text, site)) {
    if (skip(area)) continue
    const verdict = findWords(site.words.noResults, foldLabel(text.read(area, { skip })))
    if (verdict !== null) return verdict
  }
  return null
}

/** What a search page says about another search, whose results it shows. Absent: null, it shows those of the request. */
export function findCorrection(
  page: Page,
  site: CompiledSite,
): { readonly source: string; readonly text: string } | null {
  return findShown(site.pages.selectors.corrections, page, new PageText(page.document, site.text))
}

/** The words of a kind that a folded text contains. Absent: null. */
export function findWords({ kind, words }: PageWords, text: string): PageVerdict | null {
  for (const [folded, displayed] of words) if (text.includes(folded)) return { kind, evidence: `words "${displayed}"` }
  return null
}

/** The first selector that finds a visible element with a text. Absent: null. */
function findShown(selectors: readonly Selector[], page: Page, text: PageText) {
  for (const selector of selectors) {
    for (const element of selector.selectAll(page)) {
      const shown = text.isHidden(element) ? '' : readElement(element, selector.mode, text)
      if (shown !== '') return { source: selector.source, text: shown }
    }
  }
  return null
}

/** Where a page says in words that nothing matched. Cards may follow on a page that is cut. */
function* listAreas(page: Page, text: PageText, { pages: { selectors } }: CompiledSite): Generator<Element> {
  const layout = selectors.cards.find((selector) => selector.selectFirst(page) !== null)
  const firstCard = layout?.selectFirst(page) ?? null
  if (firstCard !== null) {
    if (countsResults(selectors.counts, page, text)) return
    for (const selector of selectors.messages) {
      for (const message of selector.selectAll(page)) {
        if (message.order < firstCard.order && !text.isHidden(message)) yield message
      }
    }
  } else if (page.cut === null) {
    for (const selector of selectors.results) {
      const area = selector.selectFirst(page)
      if (area !== null) yield area
    }
  }
}

const FIRST_NUMBER = /\p{Nd}+/u
const ZERO = /^0+$/

/** Whether a page says how many results it has, and not 0. */
function countsResults(counts: readonly Selector[], page: Page, text: PageText): boolean {
  const count = FIRST_NUMBER.exec(findShown(counts, page, text)?.text ?? '')?.[0]
  return count !== undefined && !ZERO.test(count)
}
