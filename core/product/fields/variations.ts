import { findPart } from '../../field/find-part.ts'
import type { Element } from '../../html/node.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { isList } from '../../text/js-literal.ts'
import { trimLabel } from '../../text/label.ts'
import { readText } from '../../text/read-text.ts'
import { findAsin, isAsin } from '../../text/url.ts'
import type { Variation } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

/**
 * Children of the variation family: from the page's state, else from the
 * swatches. In the order of the swatches, where these show one child each.
 */
export function variations(reading: ProductReading): Variation[] {
  const children = readState(reading)
  const swatches = readSwatches(reading)
  if (children.length === 0) return readFromSwatches(swatches, reading)
  const sorted = swatches.flatMap((swatch) => children.find((child) => isOf(child, swatch)) ?? [])
  return new Set(sorted).size === children.length && sorted.length === children.length ? sorted : children
}

function readState(reading: ProductReading): Variation[] {
  const { state, fields } = reading
  const own = reading.get('asin')
  const data = state.object('dimensionValuesDisplayData')
  if (data === null) return []
  const names = state.texts('dimensions')
  const labels = state.object('variationDisplayLabels')
  fields.credit('variations', 'state: dimensionValuesDisplayData', `${data.size} children`)
  return [...data].flatMap(([asin, values]) => {
    if (!isAsin(asin)) {
      fields.blame('variations', 'state: dimensionValuesDisplayData', asin)
      return []
    }
    const dimensions = (isList(values) ? values : []).map((value, index) => {
      const name = names[index] ?? String(index)
      const label = labels?.get(name)
      return [foldSpace(typeof label === 'string' ? label : name), foldSpace(typeof value === 'string' ? value : '')]
    })
    return [{ asin, dimensions: Object.fromEntries(dimensions), selected: asin === own }]
  })
}

interface Swatch {
  readonly asin: string | null
  /** As displayed: "Dark Blue"; "" where a swatch shows none. */
  readonly value: string
}

function readSwatches({ fields, selectors, page }: ProductReading): Swatch[] {
  return fields.elements('variations', selectors.variations.swatch).map((swatch) => ({
    asin: readAsin(swatch),
    value: findPart(page, swatch, selectors.variations.value)?.text ?? readText(swatch),
  }))
}

const ASIN = /^(?:\d+,)?([A-Z0-9]{10})$/

/** A swatch names its child in an attribute; an option of a dropdown writes a number before it. */
function readAsin({ attributeList }: Element): string | null {
  const places = ['data-asin', 'data-defaultasin', 'value'].map((name) => attributeList.get(name) ?? '')
  const named = places.flatMap((place) => ASIN.exec(place)?.[1] ?? [])
  return named[0] ?? findAsin(attributeList.get('data-dp-url') ?? '')
}

/** Whether a swatch is that of a child: by its ASIN, else by the value of the only dimension. */
function isOf(child: Variation, swatch: Swatch): boolean {
  if (swatch.asin !== null) return swatch.asin === child.asin
  const values = Object.values(child.dimensions)
  return values.length === 1 && values[0] === swatch.value
}

/** Pages saved without their scripts: the swatches of one dimension are the children. */
function readFromSwatches(swatches: readonly Swatch[], reading: ProductReading): Variation[] {
  const labels = reading.fields.elements('variations', reading.selectors.variations.dimension)
  const [label] = labels
  if (label === undefined || labels.length > 1) return []
  const own = reading.get('asin')
  return swatches.flatMap(({ asin, value }) =>
    asin === null ? [] : [{ asin, dimensions: { [trimLabel(readText(label))]: value }, selected: asin === own }],
  )
}
