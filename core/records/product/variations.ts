import { MAX_PAGE_SIZE } from '../../html/page.ts'
import type { Element } from '../../html/tree/node.ts'
import { findAncestor } from '../../html/tree/walk.ts'
import type { Variation } from './parts.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { isList } from '../../text/js-literal.ts'
import { trimLabel } from '../../text/label.ts'
import { findAsin, isAsin } from '../../text/url.ts'
import { pageState } from './page-state.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const variations = {
  /**
   * Children of the variation family: from the page's state, else from the
   * swatches.
   *
   * Order: of the swatches, if each shows one child; else of the state.
   * Source: golden/product/com/variations-in-swatch-order, golden/product/com/variations-of-two-dimensions.
   */
  variations: (_, reading) => {
    const children = readState(reading)
    const swatches = readSwatches(reading)
    if (children.length === 0) return readFromSwatches(swatches, reading)
    const find = indexChildren(children)
    const sorted = swatches.flatMap((swatch) => find(swatch) ?? [])
    return new Set(sorted).size === children.length && sorted.length === children.length ? sorted : children
  },
} satisfies Partial<ProductFields>

/**
 * Maximum length of all labels. Each child repeats the labels of its dimensions,
 * so a small hostile page could otherwise fill the memory. Unit: characters.
 */
const MAX_LABELS_LENGTH = MAX_PAGE_SIZE

function readState(reading: ProductReading): Variation[] {
  const field = reading.field('variations')
  const key = reading.site.state.children
  const own = reading.get('asin')
  const data = reading.once(pageState).object(key)
  if (data === null) return []
  const labels = readLabels(reading)
  field.credit(`state: ${key}`, `${data.size} children`)
  let labelsLength = 0
  return [...data].flatMap(([asin, values]) => {
    if (!isAsin(asin) || labelsLength > MAX_LABELS_LENGTH) {
      field.blame(`state: ${key}`, asin)
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

/** Labels of the dimensions: as displayed above their swatches, else as the state has them, else their names. */
function readLabels(reading: ProductReading): string[] {
  const state = reading.once(pageState)
  const { dimensions, dimensionLabels } = reading.site.state
  const displayed = readDisplayedLabels(reading)
  const labels = state.object(dimensionLabels)
  return state.texts(dimensions).map((name) => {
    const label = labels?.get(name)
    return displayed.get(name) ?? foldSpace(typeof label === 'string' ? label : name)
  })
}

/** Displayed labels by the name of their dimension, which is in the id of a row of swatches. */
function readDisplayedLabels(reading: ProductReading): ReadonlyMap<string, string> {
  const { page, text } = reading
  const { dimension } = reading.site.patterns
  const displayed = new Map<string, string>()
  for (const selector of reading.field('variations').part('label').candidates) {
    for (const label of selector.selectItems(page)) {
      const row = findAncestor(label, ({ attributeList }) => dimension.test(attributeList.id ?? ''))
      const name = dimension.exec(row?.attributeList.id ?? '')?.[1] ?? ''
      const shown = trimLabel(text.read(label))
      if (shown !== '' && !displayed.has(name)) displayed.set(name, shown)
    }
  }
  return displayed
}

interface Swatch {
  /** Absent: null, the swatch names no product. */
  readonly asin: string | null
  /** As displayed: "Dark Blue"; "" for a swatch without text. */
  readonly value: string
}

function readSwatches(reading: ProductReading): Swatch[] {
  const field = reading.field('variations')
  return field
    .part('swatch')
    .elements()
    .map((swatch) => ({
      asin: readSwatchAsin(swatch, reading),
      value: field.part('value').inside(swatch)?.text ?? reading.text.read(swatch),
    }))
}

/** A swatch has its ASIN in an attribute, an option of a dropdown after a number, others in a link. */
function readSwatchAsin(swatch: Element, reading: ProductReading): string | null {
  const { site } = reading
  const field = reading.field('variations')
  for (const text of field.part('asin').ownTexts(swatch)) {
    const asin = site.patterns.swatchAsin.exec(text)?.[1]
    if (asin !== undefined) return asin
  }
  return findAsin(field.part('link').ownText(swatch) ?? '', site.links)
}

/** Child of a family of one dimension whose swatch is selected. With more dimensions, a swatch names a child that need not be the selected one. Absent: null. */
export function readSelectedAsin(reading: ProductReading): string | null {
  const isOneDimension = reading.get('variations').every(({ dimensions }) => Object.keys(dimensions).length === 1)
  if (!isOneDimension) return null
  const { candidates } = reading.field('variations').part('selected')
  const [swatch, ...others] = candidates.flatMap((selector) => selector.selectAll(reading.page))
  return swatch === undefined || others.length > 0 ? null : readSwatchAsin(swatch, reading)
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

/** Pages saved without scripts: the swatches of the only dimension are the children. */
function readFromSwatches(swatches: readonly Swatch[], reading: ProductReading): Variation[] {
  const field = reading.field('variations')
  const [label, ...others] = field.part('dimension').elements()
  if (label === undefined || others.length > 0) return []
  const name = trimLabel(reading.text.read(label))
  if (name.length * swatches.length > MAX_LABELS_LENGTH) {
    field.blame('name of the dimension', name)
    return []
  }
  const own = reading.get('asin')
  return swatches.flatMap(({ asin, value }) =>
    asin === null ? [] : [{ asin, dimensions: { [name]: value }, selected: asin === own }],
  )
}
