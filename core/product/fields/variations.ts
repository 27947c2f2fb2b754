import { findAsin } from '../../text/url.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { isList } from '../../text/js-literal.ts'
import type { Variation } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

/**
 * Children of the variation family: from the page's state, in the order of the
 * swatches where these show one child each, else in that of the state.
 */
export function variations(reading: ProductReading): Variation[] {
  const children = readState(reading)
  const order = readSwatchAsins(reading)
  const isComplete = order.length === children.length && children.every(({ asin }) => order.includes(asin))
  if (!isComplete) return children
  return [...children].sort((left, right) => order.indexOf(left.asin) - order.indexOf(right.asin))
}

function readState(reading: ProductReading): Variation[] {
  const { state, fields } = reading
  const own = reading.get('asin')
  const data = state.object('dimensionValuesDisplayData')
  if (data === null) return []
  const names = state.list('dimensions') ?? []
  const labels = state.object('variationDisplayLabels') ?? {}
  fields.credit('variations', 'state: dimensionValuesDisplayData', `${Object.keys(data).length} children`)
  return Object.entries(data).map(([asin, values]) => ({
    asin,
    dimensions: Object.fromEntries(
      (isList(values) ? values : []).map((value, index) => {
        const name = String(names[index] ?? index)
        const label = labels[name]
        return [foldSpace(typeof label === 'string' ? label : name), foldSpace(String(value ?? ''))]
      }),
    ),
    selected: asin === own,
  }))
}

function readSwatchAsins(reading: ProductReading): string[] {
  for (const selector of reading.selectors.variations) {
    const asins = selector.selectAll(reading.page).flatMap((swatch) => {
      const { attributeList } = swatch
      const asin =
        attributeList.get('data-asin') ||
        attributeList.get('data-defaultasin') ||
        findAsin(attributeList.get('data-dp-url') ?? '')
      return asin ? [asin] : []
    })
    if (asins.length > 0) return asins
  }
  return []
}
