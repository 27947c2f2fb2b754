import type { Element } from '../../html/tree/node.ts'
import { nextElement } from '../../html/tree/walk.ts'
import { decodeUri } from '../../text/decode-uri.ts'
import { cleanUrl } from '../../text/url.ts'
import { findDetail } from './detail-rows.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const brand = {
  /**
   * Brand of the byline, else of the logo, else of the detail rows, else in the
   * address of the store; for books, music and video, the first author or artist.
   *
   * Source: golden/product/de/brand-logo, golden/product/com/logo-without-text, golden/product/co.jp/byline-store, golden/product/fr/book-with-authors.
   */
  brand: (field, reading) => {
    const byline = field.part('byline').value((text, link) => {
      const name = unwrapByline(text, link, reading)
      // A byline with the marketplace's own name is a program ("Renewed"), not a brand.
      return (reading.words.saysCompany(name) ? readBrandRow(reading) : null) ?? name
    })
    return (
      byline ?? field.part('logo').text() ?? readContributor(reading) ?? readBrandRow(reading) ?? readStoreName(reading)
    )
  },

  /**
   * The brand's storefront, else its search page; for a book, the first author's page.
   *
   * Source: golden/product/com/premium-byline.
   */
  store_url: (field, reading) => {
    const own = field.value((href) => cleanUrl(href, reading.marketplace))
    if (own !== null) return own
    const contributor = reading.once(firstContributor)
    const link = contributor === null ? null : contributorLink(contributor, reading)
    return field.derive('field: brand', cleanUrl(link?.attributeList.get('href') ?? '', reading.marketplace))
  },
} satisfies Partial<ProductFields>

const AFTER_COLON = /[:：]\s*(.+)$/

function unwrapByline(byline: string, link: Element, reading: ProductReading): string {
  const named =
    reading.words.findBrand(byline) ?? findKnownBrand(byline, reading) ?? findStoreName(byline, link, reading)
  return named ?? AFTER_COLON.exec(byline)?.[1] ?? byline
}

/** In a byline of unknown form: the brand that the page names elsewhere. */
function findKnownBrand(byline: string, reading: ProductReading): string | null {
  const brand = findBrandRow(reading)?.brand ?? null
  return brand !== null && byline.toLowerCase().includes(brand.toLowerCase()) ? brand : null
}

/** In a byline of unknown form: the name in the address of the store that it links to. */
function findStoreName(byline: string, link: Element, { site }: ProductReading): string | null {
  const slug = site.patterns.store.exec(link.attributeList.get('href') ?? '')?.[1] ?? ''
  const start = byline.toLowerCase().indexOf(slug.replace(/[+-]/g, ' ').toLowerCase())
  return slug === '' || start < 0 ? null : byline.slice(start, start + slug.length)
}

/** A row that names the brand. */
interface BrandRow {
  readonly label: string
  readonly brand: string
  /** Absent: an empty list, for a row of the overview, which is a field of its own. */
  readonly elements: readonly Element[]
}

function findBrandRow(reading: ProductReading): BrandRow | null {
  const overview = reading.get('product_overview').find(({ title }) => reading.words.labelKind(title) === 'brand')
  if (overview?.description) return { label: overview.title, brand: overview.description, elements: [] }
  const detail = findDetail(reading, 'brand')
  return detail?.value ? { label: detail.label, brand: detail.value, elements: [detail.element] } : null
}

function readBrandRow(reading: ProductReading): string | null {
  const row = findBrandRow(reading)
  return row === null ? null : reading.field('brand').derive(`detail row: ${row.label}`, row.brand, row.elements)
}

/** The name in the address of the store, or of the search for the brand: a logo can lack a text. */
function readStoreName(reading: ProductReading): string | null {
  const { store, brandInLink } = reading.site.patterns
  const url = reading.get('store_url') ?? ''
  const searched = brandInLink.exec(url)?.[1]?.replaceAll('+', ' ')
  const name = store.exec(url)?.[1]?.replace(SEPARATORS, ' ') ?? searched
  if (name === undefined) return null
  return reading.field('brand').derive('field: store_url', decodeUri(name).trim() || null)
}

const SEPARATORS = /[+-]/g

/** "Edda Moor (Author), Luc Armand (Illustrator)" */
const ROLE_OR_NEXT = /[,(（]/

function readContributor(reading: ProductReading): string | null {
  const contributor = reading.once(firstContributor)
  if (contributor === null) return null
  const link = contributorLink(contributor, reading)
  if (link !== null) return reading.text.read(link) || null
  const [named = ''] = reading.text.read(contributor).split(ROLE_OR_NEXT, 1)
  return reading.words.cutBy(named).trim() || null
}

function firstContributor(reading: ProductReading): Element | null {
  return reading.field('brand').part('contributor').element({ isVisible: true })
}

/** The link with the contributor's name; popups next to it hold others. */
function contributorLink(contributor: Element, { text }: ProductReading): Element | null {
  for (let element: Element | null = contributor; element !== null; element = nextElement(element, contributor)) {
    if (element.name === 'a' && !text.isHidden(element) && text.read(element) !== '') return element
  }
  return null
}
