import type { Element } from '../../html/tree/node.ts'
import type { Product } from './schema.ts'
import { compileSelector } from '../../selector/selector.ts'
import { cleanUrl, findAsin } from '../../text/url.ts'
import type { ProductFields, ProductReading } from './reading.ts'

type Step = Product['category'][number]['ladder'][number]

export const category = {
  /**
   * Breadcrumbs, root first. A link back to another product is not a step.
   *
   * Source: golden/product/com/struck-price-first.
   */
  category: (field, reading) =>
    field
      .part('list')
      .elements()
      .map((list) => ({ ladder: readSteps(list, reading) }))
      .filter(({ ladder }) => ladder.length > 0),
} satisfies Partial<ProductFields>

const links = compileSelector('a', 'category')

/** Links inside an element, as steps of a ladder. */
function readSteps(list: Element, reading: ProductReading): Step[] {
  const { text, site, marketplace } = reading
  const steps: Step[] = []
  const isControl = reading.field('category').part('control').matches
  for (const link of links.selectItems(reading.page, list)) {
    const href = link.attributeList.get('href') ?? ''
    if (isControl(link) || text.isHidden(link) || findAsin(href, site.links) !== null) continue
    const name = text.read(link)
    if (name !== '') steps.push({ name, url: cleanUrl(href, marketplace) })
  }
  return steps
}
