import type { Element } from '../../html/node.ts'
import { compileSelector } from '../../selector/selector.ts'
import { readText } from '../../text/read-text.ts'
import { cleanUrl } from '../../text/url.ts'
import { isHidden } from '../../text/visibility.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

type Step = Product['category'][number]['ladder'][number]

/** Breadcrumbs, root first. A link back to search results is none. */
export function category(reading: ProductReading): Product['category'] {
  const lists = reading.fields.elements('category', reading.selectors.category)
  return lists.map((list) => ({ ladder: readSteps(list, reading) })).filter(({ ladder }) => ladder.length > 0)
}

const links = compileSelector('a', 'category.links')

/** The way back to search results, and what shows more steps. */
function isControl({ attributeList }: Element): boolean {
  return attributeList.id === 'breadcrumb-back-link' || attributeList.get('role') === 'button'
}

/** Links inside of an element, as steps of a ladder. */
function readSteps(list: Element, { page, marketplace }: ProductReading): Step[] {
  const steps: Step[] = []
  for (const link of links.selectItems(page, list)) {
    if (isControl(link) || isHidden(link)) continue
    const name = readText(link)
    if (name !== '') steps.push({ name, url: cleanUrl(link.attributeList.get('href') ?? '', marketplace.host) })
  }
  return steps
}
