import { readElement } from '../field/read-element.ts'
import { Text, type Element } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import { nextElement } from '../html/tree/walk.ts'
import type { CompiledSite } from '../marketplace/site.ts'
import { findAsin } from '../text/url.ts'
import { findSelector, type Evidence, type PageVerdict } from './evidence.ts'

/**
 * A product page without a known title: it has several of the other marks.
 *
 * Source: golden/state/com/product-untitled-shelf.
 */
export function findUntitledProduct(page: Page, site: CompiledSite): PageVerdict | null {
  const marks = findProductMarks(page, site)
  const isProduct = marks.length >= site.pages.minProductMarks
  return isProduct ? { kind: site.pages.kinds.titles, evidence: `no known title; ${marks.join(', ')}` } : null
}

/**
 * A page of the shop's frame whose content did not come: its area has neither a text nor a picture.
 *
 * Source: golden/state/com/shell.
 */
export function findShell({ page, text, site }: Evidence): PageVerdict | null {
  const { frame, content } = site.pages.shell
  if (findSelector('shell', frame, page) === null) return null
  for (const selector of content) {
    const area = selector.selectFirst(page)
    if (area === null) continue
    const isEmpty = text.read(area) === '' && !holdsImage(area)
    return isEmpty ? { kind: 'shell', evidence: `nothing in ${selector.source}` } : null
  }
  return null
}

/** Names of the marks of a product page that a page has. */
function findProductMarks(page: Page, { pages }: CompiledSite): string[] {
  return Object.entries(pages.productMarks).flatMap(([name, selectors]) =>
    selectors.some((selector) => selector.selectFirst(page) !== null) ? [name] : [],
  )
}

/** A page of the shop that has a name, by its main blocks, its own address or the type in its scripts. */
export function findShopPage(evidence: Evidence): PageVerdict | null {
  return findNamedPage(evidence, evidence.site.pages.shopPages)
}

/** A category page without a shelf. */
export function findLandingPage(evidence: Evidence): PageVerdict | null {
  return findNamedPage(evidence, evidence.site.pages.landingPages)
}

function findNamedPage(evidence: Evidence, shopPages: CompiledSite['pages']['shopPages']): PageVerdict | null {
  const { page } = evidence
  for (const { kind, blocks } of shopPages) {
    const verdict = findSelector(kind, blocks, page)
    if (verdict !== null) return verdict
  }
  const path = readPath(evidence)
  const byPath = path === null ? undefined : shopPages.find((sign) => sign.path.test(path))
  if (byPath !== undefined) return { kind: byPath.kind, evidence: `address ${path}` }
  const type = readType(evidence)
  const byType = type === null ? undefined : shopPages.find(({ types }) => types.includes(type))
  return byType === undefined ? null : { kind: byType.kind, evidence: `type "${type}" in a script` }
}

const PATH_OF_URL = /^(?:https?:)?\/\/[^/?#]+([^?#]*)/i

/** Path of the address that a page states, else of the one that a large page came from. Absent: null. */
function readPath({ page, text, bytes, url, site }: Evidence): string | null {
  for (const selector of site.pages.selectors.canonical) {
    const element = selector.selectFirst(page)
    const path = element === null ? null : pathOf(readElement(element, selector.mode, text))
    if (path !== null) return path
  }
  return url !== undefined && bytes.length > site.pages.maxRefusalBytes ? pathOf(url) : null
}

function pathOf(url: string): string | null {
  return PATH_OF_URL.exec(url)?.[1] ?? null
}

function readType({ page, site }: Evidence): string | null {
  for (const { firstChild } of page.elements.withName('script')) {
    const type = firstChild instanceof Text ? site.pages.typeInScript.exec(firstChild.data)?.[1] : undefined
    if (type !== undefined) return type
  }
  return null
}

/** A shelf of products on a page without a mark of a product of its own. */
export function findGallery({ page, site }: Evidence): PageVerdict | null {
  const size = countLinkedProducts(page, site)
  if (size < site.pages.minGallerySize) return null
  const [mark] = findProductMarks(page, site)
  if (mark === undefined) return { kind: 'gallery', evidence: `shelf of ${size} products, no title` }
  return { kind: 'unknown', evidence: `shelf of ${size} products, but one mark of a product page: ${mark}` }
}

/** Number of different products that a page shows with an image and a link. */
function countLinkedProducts(page: Page, { links }: CompiledSite): number {
  const asins = new Set<string>()
  for (const link of page.elements.withName('a')) {
    const asin = findAsin(link.attributeList.get('href') ?? '', links)
    if (asin !== null && !asins.has(asin) && holdsImage(link)) asins.add(asin)
  }
  return asins.size
}

function holdsImage(block: Element): boolean {
  for (let element = nextElement(block, block); element !== null; element = nextElement(element, block)) {
    if (element.name === 'img') return true
  }
  return false
}
