import { refusal, type Refusal } from '../../field/trace.ts'
import { findUntitledProduct } from '../../page/shop-page.ts'
import { clipPhrase } from '../../text/clip.ts'
import { findAsin, isAsin, productUrl, readAsin } from '../../text/url.ts'
import { pageState } from './page-state.ts'
import type { ProductFields, ProductReading } from './reading.ts'
import { readSelectedAsin } from './variations.ts'

const NO_ASIN = refusal('no ASIN')
const NO_TEMPLATE = refusal('names no template')

export const identity = {
  /**
   * ASIN of the page as served, else the requested one; "" on a page that has neither, which is not a product page.
   *
   * Source: golden/product/com/asked-for-sibling.
   */
  asin: (field, reading) => {
    const other = field.part('elsewhere')
    return reading.once(readFormAsin) ?? other.value((text) => toAsin(text, reading)) ?? reading.askedAsin ?? ''
  },

  /**
   * Requested ASIN, else the page's own.
   *
   * Source: golden/product/com/asked-for-sibling.
   */
  asin_in_url: (field, reading) =>
    reading.askedAsin === null
      ? field.derive('field: asin', reading.get('asin'))
      : field.derive('option: asin', reading.askedAsin),

  /**
   * Parent of the variation family.
   *
   * Absent: no family, or the parent is the product itself.
   * Source: golden/product/com/parent-of-other-product.
   */
  parent_asin: (field, reading) => {
    const parent = findStatedParent(reading) ?? field.value((text) => (isAsin(text) ? text : NO_ASIN))
    return parent === reading.get('asin') ? null : parent
  },

  /**
   * Address of the product on this marketplace.
   *
   * Source: golden/product/sa/english-page.
   */
  url: (field, reading) => field.derive('field: asin', productUrl(reading.marketplace, reading.get('asin'))),

  /** A product has one page. */
  page: () => 1,

  /**
   * Template of the page: the first class of its container that names one.
   *
   * Source: golden/product/com/struck-price-first.
   */
  page_type: (field, { site }) => {
    const name = field.part('container').value((classes) => {
      const own = classes.split(' ').find((entry) => !site.patterns.noTemplate.test(entry))
      return own?.toLowerCase() ?? NO_TEMPLATE
    })
    return name ?? field.derive('nothing named', 'product')
  },

  /**
   * Whole displayed title: the name, and its second half where the page splits it.
   *
   * Source: golden/product/com/title-in-two-halves, golden/product/com/title-input-in-popup.
   */
  title: (field, reading) => {
    const name = reading.get('product_name')
    const secondHalf = name === '' ? null : field.text()
    return secondHalf === null ? field.derive('field: product_name', name) : `${name} ${secondHalf}`
  },

  /**
   * Title without its second half; of a product page with a title in unknown
   * markup, the document's, without the shop's name, and with an issue. "" on a
   * page that has neither, or that is not a product page.
   *
   * Source: golden/product/com/title-in-two-halves, golden/product/com/untitled.
   */
  product_name: (field, reading) => field.part('shown').text() ?? readDocumentTitle(reading) ?? '',
} satisfies Partial<ProductFields>

/**
 * ASIN that the page says it was served for: the one that its form buys, else that of the selected
 * variation. Absent: null, it says neither. A canonical link does not count: it can name a sibling.
 */
export function readServedAsin(reading: ProductReading): string | null {
  return reading.once(readFormAsin) ?? readSelectedAsin(reading)
}

function readFormAsin(reading: ProductReading): string | null {
  return reading
    .field('asin')
    .part('form')
    .value((text) => toAsin(text, reading))
}

function toAsin(text: string, { site }: ProductReading): string | Refusal {
  return readAsin(text) ?? findAsin(text, site.links) ?? NO_ASIN
}

function readDocumentTitle(reading: ProductReading): string | null {
  const { page, site, trace } = reading
  if (findUntitledProduct(page, site) === null) return null
  const field = reading.field('product_name').part('document')
  return field.value((text) => {
    trace.miss('title', text)
    const phrase = clipPhrase(text)
    const pattern = site.patterns.documentTitle.find((entry) => entry.test(phrase))
    return pattern?.exec(phrase)?.groups?.title ?? text
  })
}

/**
 * Parent in the page's state. State of other products has a parent too, so the
 * page's own ASIN must be next to it, or be a child in the same script.
 */
function findStatedParent(reading: ProductReading): string | null {
  const own = reading.get('asin')
  const { state, stateMembers } = reading.site
  const isNear = new RegExp(`(?:${stateMembers.own.join('|')})["']?\\s*[:=]\\s*["']${own}`)
  const families = new Map<string, boolean>()
  for (const key of state.parent) {
    for (const { value, script, index } of reading.once(pageState).values(key)) {
      if (typeof value !== 'string' || !isAsin(value)) continue
      if (!families.has(script)) families.set(script, isFamilyOf(script, own, reading))
      if (families.get(script) !== true && !isNear.test(textAround(script, index))) continue
      return reading.field('parent_asin').derive(`state: ${key}`, value)
    }
  }
  return null
}

/** How far from the parent the page's own ASIN may be. Unit: characters. */
const NEIGHBORHOOD = 200

function textAround(script: string, index: number): string {
  return script.slice(Math.max(0, index - NEIGHBORHOOD), index + NEIGHBORHOOD)
}

/** Whether a script describes the variation family of an ASIN: it lists the children, or says which one is shown. */
function isFamilyOf(script: string, asin: string, { site }: ProductReading): boolean {
  const listsChildren = script.includes(site.state.children) && script.includes(`"${asin}"`)
  return listsChildren || script.includes(`${site.stateMembers.ownParameter}=${asin}`)
}
