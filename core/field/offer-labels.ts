import { refusal, type Refusal } from './trace.ts'
import type { Element } from '../html/tree/node.ts'
import { parentElement, previousElement } from '../html/tree/walk.ts'
import type { OfferLabelKind } from '../marketplace/language.ts'
import type { FieldReader } from './field-reader.ts'
import type { OfferContext } from './read-promises.ts'

const OTHER_ROW = refusal('of another row')
const SET_PRICE = refusal('a note on who sets the price')

/** Parts of a map's entry: the texts of rows about an offer, and the name that a row gives itself. */
type RowParts = 'row' | 'row_name'

/** Most levels from the element of a text up to the cell of its row. */
const MAX_DEPTH = 5

/** Accepts the text of a row only if the label of the row says that it is of a kind. Texts outside of rows are accepted. */
export function readRow(
  kind: OfferLabelKind,
  field: FieldReader<RowParts>,
  context: OfferContext,
): (text: string, element: Element) => string | Refusal {
  const isRow = field.part('row').matches
  const { offer } = context.words
  return (text, element) => {
    if (isRow(element) && !offer.isRow(kind, findLabel(element, field, context))) return OTHER_ROW
    return offer.saysSetPrice(text) ? SET_PRICE : text
  }
}

/** Label of the row that a text is in: the row's name for itself, else the cell before. */
function findLabel(element: Element, field: FieldReader<RowParts>, { text }: OfferContext): string {
  const name = field.part('row_name')
  let cell: Element | null = element
  for (let depth = 0; cell !== null && depth < MAX_DEPTH; depth++) {
    const own = name.ownText(cell)
    if (own) return own
    const before = previousElement(cell)
    if (before !== null) return text.read(before)
    cell = parentElement(cell)
  }
  return ''
}
