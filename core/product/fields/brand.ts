import type { Element } from '../../html/node.ts'
import { nextElement } from '../../html/walk.ts'
import { readText } from '../../text/read-text.ts'
import { cleanUrl } from '../../text/url.ts'
import { isHidden } from '../../text/visibility.ts'
import type { ProductReading } from '../product-reading.ts'

/** A byline that names the marketplace itself is that of a programme ("Renewed"), not of a brand. */
const PROGRAMME = /(?<!\p{L})amazon(?!\p{L})/iu
const AFTER_COLON = /[:：]\s*(.+)$/

/**
 * Brand of the byline, else of the logo, else of the detail rows; for books
 * and the like, the first author or artist.
 */
export function brand(reading: ProductReading): string | null {
  const { fields, selectors } = reading
  const byline = fields.value('brand', selectors.brand.byline, (text, link) => unwrap(text, link, reading))
  if (byline !== null) return PROGRAMME.test(byline) ? (findBrandRow(reading) ?? byline) : byline
  return fields.text('brand', selectors.brand.logo) ?? findContributor(reading) ?? findBrandRow(reading)
}

function unwrap(byline: string, link: Element, reading: ProductReading): string {
  const named = reading.words.findBrand(byline) ?? findKnownBrand(byline, reading) ?? findStoreName(byline, link)
  return named ?? AFTER_COLON.exec(byline)?.[1] ?? byline
}

const STORE = /\/stores\/([^/?]+)\//

/** In a byline of a form that is not known: the name in the address of the store that it links. */
function findStoreName(byline: string, link: Element): string | null {
  const slug = STORE.exec(link.attributeList.get('href') ?? '')?.[1] ?? ''
  const start = byline.toLowerCase().indexOf(slug.replace(/[+-]/g, ' ').toLowerCase())
  return slug === '' || start < 0 ? null : byline.slice(start, start + slug.length)
}

/** In a byline of a form that is not known: the brand that the page names elsewhere. */
function findKnownBrand(byline: string, reading: ProductReading): string | null {
  const row = findBrandRow(reading)
  return row !== null && byline.toLowerCase().includes(row.toLowerCase()) ? row : null
}

function findBrandRow(reading: ProductReading): string | null {
  const overview = reading.get('product_overview').find(({ title }) => reading.words.labelKind(title) === 'brand')
  const detail = reading.details.find(({ kind, value }) => kind === 'brand' && value !== '')
  return overview?.description || detail?.value || null
}

function findContributor(reading: ProductReading): string | null {
  const first = firstContributor(reading)
  if (first === null) return null
  const link = contributorLink(first)
  return (link === null ? readText(first).split(',')[0]?.trim() : readText(link)) || null
}

function firstContributor({ fields, selectors }: ProductReading): Element | null {
  return fields.element('brand', selectors.brand.contributor, { isVisible: true })
}

/** The link that is the contributor's name; popups beside it hold others. */
function contributorLink(contributor: Element): Element | null {
  for (let element: Element | null = contributor; element !== null; element = nextElement(element, contributor)) {
    if (element.name === 'a' && !isHidden(element) && readText(element) !== '') return element
  }
  return null
}

/** The brand's storefront, else its search page; of a book, the first author's page. */
export function store_url(reading: ProductReading): string | null {
  const { fields, selectors, marketplace } = reading
  const own = fields.value('store_url', selectors.store_url, (href) => cleanUrl(href, marketplace.host))
  if (own !== null) return own
  const contributor = firstContributor(reading)
  const link = contributor === null ? null : contributorLink(contributor)
  const page = cleanUrl(link?.attributeList.get('href') ?? '', marketplace.host)
  return fields.derive('store_url', 'field: brand', page)
}
