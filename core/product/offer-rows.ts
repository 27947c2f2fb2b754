import type { Element } from '../html/node.ts'
import { isHidden } from '../text/visibility.ts'
import type { ProductReading } from './product-reading.ts'

/** One offer of the buy box column. */
export interface OfferRow {
  readonly element: Element
  /** The offer that is chosen when the page opens. */
  readonly isFeatured: boolean
}

/** Rows that are no offer to buy the product once: subscriptions and rentals. */
const OTHER_ROW = /^(?:sns|rent|subscribe)/i
const ACTIVE_CLASSES = ['a-accordion-active', 'dp-accordion-active', 'selected']

/**
 * Finds the offers of the buy box column: the rows of an accordion, or the
 * column itself, where something in it can be pressed to buy.
 */
export function findOffers(reading: ProductReading): OfferRow[] {
  const { fields, selectors } = reading
  const rows = fields.elements('buybox', selectors.buybox.row).filter((row) => isOffer(row, reading))
  if (rows.length > 0) {
    const active = rows.find(isActive) ?? rows[0]
    return rows.map((element) => ({ element, isFeatured: element === active }))
  }
  for (const selector of selectors.buybox.single) {
    for (const element of selector.selectItems(reading.page)) {
      if (!canBeBought(element, reading)) continue
      fields.credit('buybox', selector.source, 'one offer')
      return [{ element, isFeatured: true }]
    }
  }
  return []
}

function isOffer(row: Element, reading: ProductReading): boolean {
  return !OTHER_ROW.test(row.attributeList.id ?? '') && canBeBought(row, reading)
}

function isActive(row: Element): boolean {
  return row.attributeList.classNames.some((name) => ACTIVE_CLASSES.includes(name))
}

function canBeBought(element: Element, { page, selectors }: ProductReading): boolean {
  return selectors.in_stock.button.some((selector) =>
    selector.selectItems(page, element).some((button) => !isHidden(button)),
  )
}

/** Areas of the page that are about one offer, or about other sellers. */
export function findOtherAreas({ page, selectors }: ProductReading): ReadonlySet<Element> {
  const places = [...selectors.buybox.row, ...selectors.buybox.elsewhere]
  return new Set(places.flatMap((selector) => selector.selectAll(page)))
}
