import { findPart } from '../../field/find-part.ts'
import type { Element } from '../../html/node.ts'
import { remember } from '../../html/remember.ts'
import { parentElement } from '../../html/walk.ts'
import { parseMoney } from '../../text/money.ts'
import { findAsin } from '../../text/url.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

const SELECTED = ['selected', 'a-button-selected', 'a-active']

/** Format swatches of books, music and video, in page order. */
export function formats(reading: ProductReading): Product['formats'] {
  const { fields, selectors, page } = reading
  const priceToBuy = remember((block) => {
    return parseMoney(findPart(page, block, selectors.formats.to_buy)?.text ?? '')?.amount ?? null
  })
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
