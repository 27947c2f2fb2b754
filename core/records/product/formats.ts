import type { Element } from '../../html/tree/node.ts'
import { parentElement } from '../../html/tree/walk.ts'
import { findAmounts } from '../../text/amounts.ts'
import { parseMoney } from '../../text/money.ts'
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
            price: readSwatchPrice(swatch, reading),
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
function readSwatchPrice(swatch: Element, reading: ProductReading): number | null {
  const field = reading.field('formats')
  const amount = parseMoney(field.part('price').inside(swatch)?.text ?? '')?.amount ?? null
  if (amount !== 0) return amount
  const toBuy = reading.onceFor(parentElement(swatch) ?? swatch, findPriceToBuy)
  return toBuy ?? (field.part('trial').inside(swatch) === null ? amount : null)
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
