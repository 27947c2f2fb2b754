import { Text, type Element } from '../../html/node.ts'
import { parseHtmlFragment } from '../../html/parse-html.ts'
import { PageSource } from '../../html/source.ts'
import { readLines, readText } from '../../text/read-text.ts'
import { hidesItself } from '../../text/visibility.ts'
import type { ProductReading } from '../product-reading.ts'

/**
 * Text of the description section, else of the manufacturer's content; a line
 * for each paragraph, list item and `<br>`.
 */
export function description(reading: ProductReading): string | null {
  return reading.fields.value('description', reading.selectors.description, (_, element) => {
    const lines = readDescription(element)
    return lines === '' ? null : lines
  })
}

/** Headings of the section, controls, prices, tables that compare. */
const LEFT_OUT_CLASSES = new Set([
  'a-expander-header',
  'a-expander-prompt',
  'a-carousel-controls',
  'aplus-carousel-nav',
  'aplus-carousel-index',
  'apm-tablemodule-table',
  'apm-tablemodule',
  'comparison-table',
  'aplus-comparison-table',
  'module-11',
  'a-price',
  'aplus-p',
  'readMore',
])

function readDescription(element: Element): string {
  if (element.name === 'noscript') return readNoscript(element)
  return readLines(element, { skip: isLeftOut })
}

function isLeftOut(element: Element): boolean {
  if (element.name === 'h2' || element.name === 'button') return true
  return element.attributeList.classNames.some((name) => LEFT_OUT_CLASSES.has(name))
}

/** Books of 2013 to 2020 keep their description in a `<noscript>`, which a parser with scripting leaves as text. */
function readNoscript(noscript: Element): string {
  let markup = ''
  for (let node = noscript.firstChild; node !== null; node = node.next) if (node instanceof Text) markup += node.data
  return readLines(parseHtmlFragment(new PageSource(markup, false)), { skip: isLeftOut })
}

/** Bullets of "About this item", one a line. */
export function bullet_points(reading: ProductReading): string {
  const { fields, selectors } = reading
  const bullets = fields.elements('bullet_points', selectors.bullet_points).filter((bullet) => !isTemplate(bullet))
  return bullets
    .map((bullet) => readText(bullet))
    .filter((text) => text !== '')
    .join('\n')
}

function isTemplate(bullet: Element): boolean {
  return bullet.attributeList.id === 'replacementPartsFitmentBullet' || hidesItself(bullet)
}
