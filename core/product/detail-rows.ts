import { findPart } from '../field/find-part.ts'
import type { Element } from '../html/node.ts'
import { trimLabel } from '../text/label.ts'
import { readText } from '../text/read-text.ts'
import type { ProductReading } from './product-reading.ts'
import type { LabelKind } from '../marketplace/words.ts'

/** A row of the detail tables, or a bullet of the detail list. */
export interface DetailRow {
  /** As displayed, without its colon. */
  readonly label: string
  readonly value: string
  /** What the row is about, for those that have fields of their own. */
  readonly kind: LabelKind | null
  readonly element: Element
  readonly labelElement: Element
}

/** Reads the rows of all detail tables and lists, each once, in page order. */
export function readDetailRows(reading: ProductReading): DetailRow[] {
  const { page, selectors, fields } = reading
  const rows = new Map<Element, DetailRow | null>()
  for (const selector of selectors.product_details.row) {
    for (const element of selector.selectItems(page)) {
      if (rows.has(element)) continue
      const row = readRow(element, reading)
      rows.set(element, row)
      if (row !== null) fields.credit('product_details', selector.source, row.label)
    }
  }
  return [...rows.values()].filter((row) => row !== null)
}

function readRow(element: Element, reading: ProductReading): DetailRow | null {
  const { page, selectors } = reading
  const label = findPart(page, element, selectors.product_details.label)
  const value = findPart(page, element, selectors.product_details.value)
  if (label === null) return null
  return {
    label: trimLabel(label.text),
    value: value?.text ?? readBehind(label.element, element),
    kind: findKind(element, label.text, reading),
    element,
    labelElement: label.element,
  }
}

/** What a row is about: by the links and stars in it, else by the words of its label. */
function findKind(row: Element, label: string, { page, selectors, words }: ProductReading): LabelKind | null {
  if (findPart(page, row, selectors.sales_rank.link) !== null) return 'sales_rank'
  if (selectors.product_details.rating.some((selector) => selector.selectFirst(page, row))) return 'customer_reviews'
  return words.labelKind(label)
}

/** A bullet prints its value behind its label, with nothing round it. */
function readBehind(label: Element, row: Element): string {
  return readText(row, { skip: (inner) => inner === label }).replace(/^[:：]\s*/, '')
}
