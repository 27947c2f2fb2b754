import type { Candidates } from '../../field/field-reader.ts'
import type { Element } from '../../html/node.ts'
import { parseMoney } from '../../text/money.ts'
import { readText } from '../../text/read-text.ts'
import { findAsin } from '../../text/url.ts'
import { isHidden } from '../../text/visibility.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

const SELECTED = ['selected', 'a-button-selected', 'a-active']

/** Format swatches of books, music and video, in page order. */
export function formats(reading: ProductReading): Product['formats'] {
  const { fields, selectors } = reading
  const swatches = fields.elements('formats', selectors.formats.swatch, { isVisible: true })
  return swatches.flatMap((swatch) => {
    const find = (candidates: Candidates): Element | null => {
      for (const candidate of candidates) {
        const found = candidate
          .selectAll(reading.page, swatch)
          .find((inner) => !isHidden(inner) && readText(inner) !== '')
        if (found !== undefined) return found
      }
      return null
    }
    const name = find(selectors.formats.name)
    if (name === null) return []
    const price = find(selectors.formats.price)
    const link = find(selectors.formats.link)
    const selected = swatch.attributeList.classNames.some((entry) => SELECTED.includes(entry))
    return [
      {
        name: readText(name),
        asin: findAsin(link?.attributeList.get('href') ?? '') ?? (selected ? reading.get('asin') : null),
        price: price === null ? null : (parseMoney(readText(price))?.amount ?? null),
        selected,
      },
    ]
  })
}
