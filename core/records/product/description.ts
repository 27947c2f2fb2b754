import type { FieldReader } from '../../field/field-reader.ts'
import { refusal } from '../../field/trace.ts'
import { parseInnerHtml, parseInnerPage } from '../../html/page.ts'
import { Text, type Document, type Element } from '../../html/tree/node.ts'
import { PageText } from '../../text/page-text.ts'
import type { ProductFields, ProductReading } from './reading.ts'
import { decodeUri } from '../../text/decode-uri.ts'
import { pageState } from './page-state.ts'

const EMPTY = refusal('only headings, controls, prices or comparisons')

export const description = {
  /**
   * Text of the description sections, else of the manufacturer's content; a line for each paragraph, list item and `<br>`.
   *
   * Source: golden/product/com/manufacturer-content, golden/product/com/book-with-two-sections.
   */
  description: (field, reading) => {
    const isLeftOut = field.part('left_out').matches
    const isLeftOutOfSection = skipInSection(reading)
    const read = (part: FieldReader, skip: (element: Element) => boolean): string | null =>
      part.value((_, element) => readLines(element, skip, reading) || EMPTY)
    const ofBook = read(field.part('book'), isLeftOutOfSection)
    const ofProduct = read(field.part('section'), isLeftOutOfSection) ?? readFrame(reading)
    if (ofBook !== null && ofProduct !== null) return joinLines(ofBook, ofProduct)
    return ofBook ?? ofProduct ?? read(field.part('manufacturer'), isLeftOut)
  },

  /**
   * Bullets of "About this item", one a line.
   *
   * Source: golden/product/com/struck-price-first, golden/product/fr/book-2013.
   */
  bullet_points: (field, reading) => {
    const { text } = reading
    const isTemplate = field.part('template').matches
    return field
      .part('bullet')
      .elements()
      .filter((bullet) => !isTemplate(bullet) && !text.hidesItself(bullet))
      .map((bullet) => text.read(bullet))
      .filter((line) => line !== '')
      .join('\n')
  },
} satisfies Partial<ProductFields>

function skipInSection(reading: ProductReading): (element: Element) => boolean {
  const field = reading.field('description')
  const isLeftOut = field.part('left_out').matches
  const isLeftOutOfSection = field.part('left_out_of_section').matches
  return (element) => isLeftOut(element) || isLeftOutOfSection(element)
}

/** Sections can have paragraphs in common. */
function joinLines(first: string, second: string): string {
  const known = new Set(first.split('\n'))
  const others = second.split('\n').filter((line) => !known.has(line))
  return [first, ...others].join('\n')
}

function readLines(element: Element, skip: (element: Element) => boolean, { text }: ProductReading): string {
  const root = element.name === 'noscript' ? parseNoscript(element) : element
  return root === null ? '' : text.readLines(root, { skip })
}

/** Books of 2013 to 2020 have their description in a `<noscript>`, which a parser with scripting leaves as text. */
function parseNoscript(noscript: Element): Document | null {
  let markup = ''
  for (let node = noscript.firstChild; node !== null; node = node.next) if (node instanceof Text) markup += node.data
  return parseInnerHtml(markup)
}

/** Pages of 2013 to 2016 have the section in a script, which writes it into a frame. */
function readFrame(reading: ProductReading): string | null {
  const { site } = reading
  const field = reading.field('description')
  const key = site.state.descriptionFrame
  for (const { value } of reading.once(pageState).values(key)) {
    const frame = typeof value === 'string' ? parseInnerPage(decodeUri(value)) : null
    if (frame === null) continue
    for (const selector of field.part('frame').candidates) {
      const element = selector.selectFirst(frame)
      const frameText = new PageText(frame.document, site.text)
      const text = element === null ? '' : frameText.readLines(element, { skip: skipInSection(reading) })
      if (text === '') continue
      field.credit(`state: ${key}`, text)
      return text
    }
  }
  return null
}
