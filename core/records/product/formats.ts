import { readPrice } from '../../field/read-price.ts'
import type { Element } from '../../html/tree/node.ts'
import { parentElement } from '../../html/tree/walk.ts'
import { findAmounts } from '../../text/amounts.ts'
import { findAsin, isAsin } from '../../text/url.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const formats = {
  /**
   * Format swatches of books, music and video, in page order.
   *
   * Source: golden/product/com/formats-with-trial, golden/product/co.uk/kindle-unlimited.
   */
  formats: (field, reading) =>
    field
      .part('swatch')
      .elements()
      .flatMap((swatch) => {
        const name = field.part('name').inside(swatch)
        if (name === null) return []
        const href = swatch.attributeList.get('href') ?? field.part('link').inside(swatch)?.text ?? ''
        const selected = field.part('selected').matches(swatch)
        return [
          {
            name: name.text,
            asin:
              findAsin(href, reading.site.links) ??
              readOwnAsin(swatch, reading) ??
              (selected ? reading.get('asin') : null),
            price: readSwatchPrice(swatch, selected, reading),
            selected,
          },
        ]
      }),
} satisfies Partial<ProductFields>

/** ASIN in the id of a swatch. */
function readOwnAsin(swatch: Element, reading: ProductReading): string | null {
  const id = reading.field('formats').part('id').ownText(swatch) ?? ''
  const asin = id.slice(id.lastIndexOf('_') + 1)
  return isAsin(asin) ? asin : null
}

/** Price to buy the format, which can be next to the swatch; 0 within a subscription or a trial is not a price to buy. */
function readSwatchPrice(swatch: Element, selected: boolean, reading: ProductReading): number | null {
  const field = reading.field('formats')
  const amount = findSwatchAmount(swatch, reading)
  if (amount !== null && amount !== 0) return amount
  const toBuy = reading.onceFor(blockOf(swatch, reading), findPriceToBuy)
  if (toBuy !== null || amount === null) return toBuy
  const isSold = selected && (reading.get('price') ?? 0) > 0
  return isSold || field.part('trial').inside(swatch) !== null ? null : amount
}

/** The first amount in a swatch. Absent: null; a swatch can be for a loan. */
function findSwatchAmount(swatch: Element, reading: ProductReading): number | null {
  const { page, text, words } = reading
  for (const selector of reading.field('formats').part('price').candidates) {
    for (const element of selector.selectItems(page, swatch)) {
      if (text.isHidden(element, swatch)) continue
      // Other numbers are in swatches too: "(24pt)". Pages of India print prices without a currency: "139.20".
      const amounts = findAmounts(text.read(element, { isSpoken: true }), words.isOrdinal)
      const hasPrice = amounts.some(({ isMoney, hasCents }) => isMoney || hasCents)
      const money = hasPrice ? readPrice(element, reading) : null
      if (money !== null) return money.amount
    }
  }
  return null
}

/** The element around a swatch, which holds what the page says about the format; the swatch itself if its parent has others as well. */
function blockOf(swatch: Element, reading: ProductReading): Element {
  const parent = parentElement(swatch)
  return parent === null || reading.once(findSharedParents).has(parent) ? swatch : parent
}

/** Parents of more than one swatch. */
function findSharedParents(reading: ProductReading): ReadonlySet<Element> {
  const parents = new Set<Element>()
  const shared = new Set<Element>()
  for (const swatch of reading.field('formats').part('swatch').elements()) {
    const parent = parentElement(swatch)
    if (parent === null) continue
    if (parents.has(parent)) shared.add(parent)
    parents.add(parent)
  }
  return shared
}

/** "Or $2.99 to buy"; the number of titles in a subscription is not a price. */
function findPriceToBuy(block: Element, reading: ProductReading): number | null {
  const { page, text, words } = reading
  for (const selector of reading.field('formats').part('to_buy').candidates) {
    for (const element of selector.selectItems(page, block)) {
      if (text.isHidden(element, block)) continue
      const price = findAmounts(text.read(element), words.isOrdinal).find(({ isMoney }) => isMoney)
      if (price !== undefined) return price.value
    }
  }
  return null
}
