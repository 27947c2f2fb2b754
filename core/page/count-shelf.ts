import type { Element } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { nextElement } from '../html/walk.ts'
import { findAsin } from '../text/url.ts'

/** How many different products a page shows with a picture that links to them. */
export function countShelf(page: Page): number {
  const asins = new Set<string>()
  for (const link of page.elements.withName('a')) {
    const asin = findAsin(link.attributeList.get('href') ?? '')
    if (asin !== null && !asins.has(asin) && holdsPicture(link)) asins.add(asin)
  }
  return asins.size
}

function holdsPicture(link: Element): boolean {
  for (let element = nextElement(link, link); element !== null; element = nextElement(element, link)) {
    if (element.name === 'img') return true
  }
  return false
}
