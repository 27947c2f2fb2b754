import type { Element } from '../html/node.ts'
import { readText } from '../text/read-text.ts'
import { trimLabel } from '../text/label.ts'
import type { ProductReading } from './product-reading.ts'
import type { LabelKind } from './words.ts'

/** A row of the detail tables, or a bullet of the detail list. */
export interface DetailRow {
  /** As displayed, without its colon. */
  readonly label: string
  readonly value: string
  /** What the label means, for the rows that have fields of their own. */
  readonly kind: LabelKind | null
  /** Element that holds the value; for a bullet, the whole bullet. */
  readonly element: Element
}

/** Reads the rows of all detail tables and lists, each once, in page order. */
export function readDetailRows(reading: ProductReading): DetailRow[] {
  const { page, selectors, fields } = reading
  const seen = new Set<Element>()
  const rows: DetailRow[] = []
  for (const selector of selectors.product_details.row) {
    for (const element of selector.selectAll(page)) {
      if (seen.has(element)) continue
      seen.add(element)
      const row = readRow(element, reading)
      if (row === null) continue
      rows.push(row)
      fields.credit('product_details', selector.source, row.label)
    }
  }
  return rows
}

function readRow(element: Element, { page, selectors, words }: ProductReading): DetailRow | null {
  const labelElement = findFirst(selectors.product_details.label, element)
  if (labelElement === null) return null
  const label = trimLabel(readText(labelElement))
  if (label === '') return null
  const valueElement = findFirst(selectors.product_details.value, element, labelElement) ?? element
  const value =
    valueElement === element
      ? trimLeadingColon(readText(element, { skip: (inner) => inner === labelElement }))
      : readText(valueElement)
  return { label, value, kind: words.labelKind(label), element: valueElement }

  function findFirst(
    candidates: typeof selectors.product_details.label,
    scope: Element,
    except?: Element,
  ): Element | null {
    for (const candidate of candidates) {
      const found = candidate.selectAll(page, scope).find((inner) => inner !== except)
      if (found !== undefined) return found
    }
    return null
  }
}

function trimLeadingColon(text: string): string {
  return text.replace(/^[:：]\s*/, '')
}
