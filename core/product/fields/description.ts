import type { Candidates } from '../../field/field-reader.ts'
import { parseInnerHtml, parseInnerPage } from '../../html/inner-page.ts'
import { Text, type Element } from '../../html/node.ts'
import { readLines, readText, type ReadTextOptions } from '../../text/read-text.ts'
import { hidesItself } from '../../text/visibility.ts'
import type { ProductReading } from '../product-reading.ts'

/**
 * Text of the description section, else of the manufacturer's content; a line
 * for each paragraph, list item and `<br>`.
 */
export function description(reading: ProductReading): string | null {
  const { section, manufacturer } = reading.selectors.description
  const read = (candidates: Candidates, skip: ReadTextOptions['skip']): string | null =>
    reading.fields.value('description', candidates, (_, element) => readDescription(element, { skip }) || undefined)
  return read(section, isNoSectionText) ?? readFrame(reading) ?? read(manufacturer, isNoContent)
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
  return element.name === 'h3' || isNoContent(element) || isLinkToAll(element)
}

/** "See all Editorial Reviews". */
function isLinkToAll(element: Element): boolean {
  return element.name === 'a' && (element.attributeList.get('href') ?? '').includes('/product-description/')
}

function readDescription(element: Element, options: ReadTextOptions): string {
  const root = element.name === 'noscript' ? parseNoscript(element) : element
  return root === null ? '' : readLines(root, options)
}

/** Books of 2013 to 2020 keep their description in a `<noscript>`, which a parser with scripting leaves as text. */
function parseNoscript(noscript: Element) {
  let markup = ''
  for (let node = noscript.firstChild; node !== null; node = node.next) if (node instanceof Text) markup += node.data
  return parseInnerHtml(markup)
}

/** Pages of 2013 to 2016 keep the section in a script, which writes it into a frame. */
function readFrame({ state, fields, selectors }: ProductReading): string | null {
  for (const { value } of state.values('iframeContent')) {
    const frame = typeof value === 'string' ? parseInnerPage(decodeUri(value)) : null
    if (frame === null) continue
    for (const selector of selectors.description.frame) {
      const element = selector.selectFirst(frame)
      const text = element === null ? '' : readLines(element, { skip: isNoSectionText })
      if (text === '') continue
      fields.credit('description', 'state: iframeContent', text)
      return text
    }
  }
  return null
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
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
