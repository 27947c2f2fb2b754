import { findPart } from '../../field/find-part.ts'
import type { Element } from '../../html/node.ts'
import { remember } from '../../html/remember.ts'
import { parentElement } from '../../html/walk.ts'
import { findAmounts } from '../../text/amounts.ts'
import { parseMoney } from '../../text/money.ts'
import { readText } from '../../text/read-text.ts'
import { findAsin } from '../../text/url.ts'
import { isHidden } from '../../text/visibility.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

const SELECTED = ['selected', 'a-button-selected', 'a-active']

/** Format swatches of books, music and video, in page order. */
export function formats(reading: ProductReading): Product['formats'] {
  const { fields, selectors, page } = reading
  const priceToBuy = remember((block) => findPriceToBuy(block, reading))
  return fields.elements('formats', selectors.formats.swatch).flatMap((swatch) => {
    const name = findPart(page, swatch, selectors.formats.name)
    if (name === null) return []
    const href = swatch.attributeList.get('href') ?? findPart(page, swatch, selectors.formats.link)?.text ?? ''
    const selected = swatch.attributeList.classNames.some((className) => SELECTED.includes(className))
    return [
      {
        name: name.text,
        asin: findAsin(href) ?? (selected ? reading.get('asin') : null),
        price: readSwatchPrice(swatch, priceToBuy, reading),
        selected,
      },
    ]
  })
}

/** "Or $2.99 to buy"; the number of titles that a subscription holds is no price. */
function findPriceToBuy(block: Element, { selectors, page }: ProductReading): number | null {
  for (const selector of selectors.formats.to_buy) {
    for (const element of selector.selectItems(page, block)) {
      const price = isHidden(element, block) ? undefined : findAmounts(readText(element)).find(({ isMoney }) => isMoney)
      if (price !== undefined) return price.value
    }
  }
  return null
}

/** Price to buy the format, which can stand beside the swatch; nothing is bought for 0 within a subscription or a trial. */
function readSwatchPrice(
  swatch: Element,
  priceToBuy: (block: Element) => number | null,
  { selectors, page }: ProductReading,
): number | null {
  const amount = parseMoney(findPart(page, swatch, selectors.formats.price)?.text ?? '')?.amount ?? null
  if (amount !== 0) return amount
  const toBuy = priceToBuy(parentElement(swatch) ?? swatch)
  return toBuy ?? (findPart(page, swatch, selectors.formats.trial) === null ? amount : null)
}
