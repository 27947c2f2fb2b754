import type { Element } from '../../html/tree/node.ts'
import type { LabelKind } from '../../marketplace/words.ts'
import { trimLabel } from '../../text/label.ts'
import type { ProductReading } from './reading.ts'

/** A row of the detail tables, or a bullet of the detail list. */
export interface DetailRow {
  /** As displayed, without its colon. */
  readonly label: string
  readonly value: string
  /** The field that the row is for. Absent: null, for rows without a field of their own. */
  readonly kind: LabelKind | null
  readonly element: Element
  /** Absent: null, the label has no element of its own. */
  readonly labelElement: Element | null
}

/** Rows of all detail tables and lists, in page order of the first candidate, each once. */
export function readDetailRows(reading: ProductReading): readonly DetailRow[] {
  const field = reading.field('product_details')
  const rows = new Map<Element, DetailRow | null>()
  for (const selector of field.part('row').candidates) {
    for (const element of selector.selectItems(reading.page)) {
      if (rows.has(element)) continue
      const row = readRow(element, reading)
      rows.set(element, row)
      if (row !== null) field.part('row').credit(selector.source, row.label, [element])
    }
  }
  return [...rows.values()].filter((row) => row !== null)
}

/** The first row of a kind that has a value. Absent: null. */
export function findDetail(reading: ProductReading, kind: LabelKind): DetailRow | null {
  return reading.once(readDetailRows).find((row) => row.kind === kind && row.value !== '') ?? null
}

function readRow(element: Element, reading: ProductReading): DetailRow | null {
  const field = reading.field('product_details')
  const label = field.part('label').inside(element)
  const value = field.part('value').inside(element)
  if (label === null) return readRankRow(element, reading)
  return {
    label: trimLabel(label.text),
    value: value?.text ?? readAfterLabel(label.element, element, reading),
    kind: findKind(element, label.text, reading),
    element,
    labelElement: label.element,
  }
}

/** Ranks without an element around their label: a link to best sellers makes the row one of ranks. */
function readRankRow(element: Element, reading: ProductReading): DetailRow | null {
  if (reading.field('sales_rank').part('link').inside(element) === null) return null
  return { label: '', value: '', kind: 'sales_rank', element, labelElement: null }
}

/** The field that a row is for: by links and stars in it, else by the words of its label. */
function findKind(row: Element, label: string, reading: ProductReading): LabelKind | null {
  if (reading.field('sales_rank').part('link').inside(row) !== null) return 'sales_rank'
  if (reading.field('product_details').part('rating').existsIn(row)) return 'customer_reviews'
  return reading.words.labelKind(label)
}

/** A bullet prints its value after its label, without an element around it. */
function readAfterLabel(label: Element, row: Element, { text }: ProductReading): string {
  return text.read(row, { skip: (inner) => inner === label }).replace(/^[:：]\s*/, '')
}
