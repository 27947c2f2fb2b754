import { Text, type Element } from '../../html/node.ts'
import { parseHtmlFragment } from '../../html/parse-html.ts'
import { PageSource } from '../../html/source.ts'
import { readLines, readText, type ReadTextOptions } from '../../text/read-text.ts'
import { hidesItself } from '../../text/visibility.ts'
import type { ProductReading } from '../product-reading.ts'

/**
 * Text of the description section, else of the manufacturer's content; a line
 * for each paragraph, list item and `<br>`.
 */
export function description(reading: ProductReading): string | null {
  const { section, manufacturer } = reading.selectors.description
  const read = (candidates: typeof section, skip: ReadTextOptions['skip']): string | null =>
    reading.fields.value('description', candidates, (_, element) => readDescription(element, { skip }) || null)
  return read(section, isNoSectionText) ?? read(manufacturer, isNoContent)
}

/** Controls, prices, texts beside the content, tables that compare. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'a-expander-header',
  'a-expander-prompt',
  'a-carousel-controls',
  'a-price',
  'aplus-carousel-nav',
  'aplus-carousel-index',
  'apm-tablemodule',
  'apm-tablemodule-table',
  'aplus-comparison-table',
  'comparison-table',
  'disclaim',
])

function isNoContent(element: Element): boolean {
  // The heading of the whole section; those of the manufacturer's own text are smaller.
  if (element.name === 'h2' || element.name === 'button') return true
  return element.attributeList.classNames.some((name) => LEFT_OUT.has(name))
}

function isNoSectionText(element: Element): boolean {
  return element.name === 'h3' || isNoContent(element)
}

function readDescription(element: Element, options: ReadTextOptions): string {
  return readLines(element.name === 'noscript' ? parseNoscript(element) : element, options)
}

/** Books of 2013 to 2020 keep their description in a `<noscript>`, which a parser with scripting leaves as text. */
function parseNoscript(noscript: Element) {
  let markup = ''
  for (let node = noscript.firstChild; node !== null; node = node.next) if (node instanceof Text) markup += node.data
  return parseHtmlFragment(new PageSource(markup, false))
}

/** Bullets of "About this item", one a line. */
export function bullet_points(reading: ProductReading): string {
  const { fields, selectors } = reading
  return fields
    .elements('bullet_points', selectors.bullet_points)
    .filter((bullet) => !isTemplate(bullet))
    .map((bullet) => readText(bullet))
    .filter((text) => text !== '')
    .join('\n')
}

function isTemplate(bullet: Element): boolean {
  return bullet.attributeList.id === 'replacementPartsFitmentBullet' || hidesItself(bullet)
}
