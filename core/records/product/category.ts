import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import type { Product } from './schema.ts'
import { compileSelector } from '../../selector/selector.ts'
import { cleanUrl, findAsin } from '../../text/url.ts'
import type { ProductFields, ProductReading } from './reading.ts'

const NO_STEPS = refusal('no steps')

type Step = Product['category'][number]['ladder'][number]

export const category = {
  /**
   * Breadcrumbs, root first. A link back to another product is not a step.
   *
   * Source: golden/product/com/struck-price-first.
   */
  category: (field, reading) => {
    const refuse = (list: Element): Refusal | null => (reading.onceFor(list, readSteps).length === 0 ? NO_STEPS : null)
    const lists = field.part('list').elements({ scopes: [{ within: reading.scope, refuse }] })
    return lists.map((list) => ({ ladder: reading.onceFor(list, readSteps) }))
  },
} satisfies Partial<ProductFields>

const links = compileSelector('a', 'category')

/** Links inside an element, as steps of a ladder. */
function readSteps(list: Element, reading: ProductReading): readonly Step[] {
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
