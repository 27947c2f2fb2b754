import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { parentElement, previousElement } from '../../html/tree/walk.ts'
import type { OfferLabelKind } from '../../marketplace/language.ts'
import type { ProductReading } from './reading.ts'

const OTHER_ROW = refusal('of another row')
const SET_PRICE = refusal('a note on who sets the price')

/** Most levels from the element of a text up to the cell of its row. */
const MAX_DEPTH = 5

/** Accepts the text of a row only if the label of the row says that it is of a kind. Texts outside of rows are accepted. */
export function readRow(
  kind: OfferLabelKind,
  reading: ProductReading,
): (text: string, element: Element) => string | Refusal {
  const isRow = reading.field('featured_merchant').part('row').matches
  const { offer } = reading.words
  return (text, element) => {
    if (isRow(element) && !offer.isRow(kind, findLabel(element, reading))) return OTHER_ROW
    return offer.saysSetPrice(text) ? SET_PRICE : text
  }
}

/** Label of the row that a text is in: the row's name for itself, else the cell before. */
function findLabel(element: Element, reading: ProductReading): string {
  const name = reading.field('featured_merchant').part('row_name')
  let cell: Element | null = element
  for (let depth = 0; cell !== null && depth < MAX_DEPTH; depth++) {
    const own = name.ownText(cell)
    if (own) return own
    const before = previousElement(cell)
    if (before !== null) return reading.text.read(before)
    cell = parentElement(cell)
  }
  return ''
}
