import { findPart } from '../../field/find-part.ts'
import { MAX_PAGE_SIZE } from '../../html/limits.ts'
import type { Element } from '../../html/node.ts'
import { findAncestor } from '../../html/walk.ts'
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
  const find = indexChildren(children)
  const sorted = swatches.flatMap((swatch) => find(swatch) ?? [])
  return new Set(sorted).size === children.length && sorted.length === children.length ? sorted : children
}

function readState(reading: ProductReading): Variation[] {
  const { state, fields } = reading
  const own = reading.get('asin')
  const data = state.object('dimensionValuesDisplayData')
  if (data === null) return []
  const labels = readLabels(reading)
  fields.credit('variations', 'state: dimensionValuesDisplayData', `${data.size} children`)
  let labelsLength = 0
  return [...data].flatMap(([asin, values]) => {
    if (!isAsin(asin) || labelsLength > MAX_LABELS_LENGTH) {
      fields.blame('variations', 'state: dimensionValuesDisplayData', asin)
      return []
    }
    const dimensions = (isList(values) ? values : []).map((value, index) => {
      const label = labels[index] ?? String(index)
      labelsLength += label.length
      return [label, foldSpace(typeof value === 'string' ? value : '')]
    })
    return [{ asin, dimensions: Object.fromEntries(dimensions), selected: asin === own }]
  })
}

/** Labels of the dimensions, as displayed above their swatches, else as the state has them, else their names. */
function readLabels(reading: ProductReading): string[] {
  const { state } = reading
  const displayed = readDisplayedLabels(reading)
  const labels = state.object('variationDisplayLabels')
  return state.texts('dimensions').map((name) => {
    const label = labels?.get(name)
    return displayed.get(name) ?? foldSpace(typeof label === 'string' ? label : name)
  })
}

const ROW = 'variation_'

/** Rows of swatches have the name of their dimension in their id. */
function readDisplayedLabels({ page, selectors }: ProductReading): ReadonlyMap<string, string> {
  const displayed = new Map<string, string>()
  for (const selector of selectors.variations.label) {
    for (const label of selector.selectItems(page)) {
      const row = findAncestor(label, ({ attributeList }) => attributeList.id?.startsWith(ROW) === true)
      const name = row?.attributeList.id?.slice(ROW.length) ?? ''
      const text = trimLabel(readText(label))
      if (text !== '' && !displayed.has(name)) displayed.set(name, text)
    }
  }
  return displayed
}

/**
 * Each child repeats the labels of its dimensions. A family that would make
 * more of them than the largest page has text is read no further. Unit: characters.
 */
const MAX_LABELS_LENGTH = MAX_PAGE_SIZE

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

/** Finds the child of a swatch: by its ASIN, else by the value of the only dimension. */
function indexChildren(children: readonly Variation[]): (swatch: Swatch) => Variation | undefined {
  const byAsin = new Map<string, Variation>()
  const byValue = new Map<string, Variation>()
  for (const child of children) {
    byAsin.set(child.asin, child)
    const [value, ...others] = Object.values(child.dimensions)
    if (value !== undefined && others.length === 0 && !byValue.has(value)) byValue.set(value, child)
  }
  return ({ asin, value }) => (asin === null ? byValue.get(value) : byAsin.get(asin))
}

/** Pages saved without their scripts: the swatches of one dimension are the children. */
function readFromSwatches(swatches: readonly Swatch[], reading: ProductReading): Variation[] {
  const labels = reading.fields.elements('variations', reading.selectors.variations.dimension)
  const [label] = labels
  if (label === undefined || labels.length > 1) return []
  const name = trimLabel(readText(label))
  if (name.length * swatches.length > MAX_LABELS_LENGTH) {
    reading.fields.blame('variations', 'name of the dimension', name)
    return []
  }
  const own = reading.get('asin')
  return swatches.flatMap(({ asin, value }) =>
    asin === null ? [] : [{ asin, dimensions: { [name]: value }, selected: asin === own }],
  )
}
