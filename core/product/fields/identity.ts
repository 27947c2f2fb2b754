import { findAsin, isAsin, productUrl, readAsin } from '../../text/url.ts'
import type { ProductReading } from '../product-reading.ts'

const LOCALE = /^[a-z]{2}_[a-z]{2}$/i

/** Any other text belongs to a page that is about no product. */
function toAsin(text: string): string | undefined {
  return readAsin(text) ?? findAsin(text) ?? undefined
}

/** ASIN of the page as served; "" on a page that has none, which is no product page. */
export function asin(reading: ProductReading): string {
  return reading.fields.value('asin', reading.selectors.asin, toAsin) ?? reading.askedAsin ?? ''
}

/** ASIN that was asked for; the page's own when nobody says. */
export function asin_in_url(reading: ProductReading): string {
  const { fields, askedAsin } = reading
  if (askedAsin !== null) return fields.derive('asin_in_url', 'option: asin', askedAsin)
  return fields.derive('asin_in_url', 'field: asin', reading.get('asin'))
}

/**
 * Parent of the variation family.
 *
 * Absent: no family, or the parent is the product itself.
 * Source: the page's state, where `parentAsin` is said of other products as
 * well, so that this page's own ASIN must stand beside it.
 */
export function parent_asin(reading: ProductReading): string | null {
  const own = reading.get('asin')
  const parent = findStatedParent(reading, own) ?? findParentInput(reading)
  return parent === own ? null : parent
}

function findStatedParent({ state, fields }: ProductReading, own: string): string | null {
  const isBeside = new RegExp(`(?:landingAsin|currentAsin|mediaAsin)["']?\\s*[:=]\\s*["']${own}`)
  const families = new Map<string, boolean>()
  for (const key of ['parentAsin', 'parent_asin']) {
    for (const { value, script, index } of state.values(key)) {
      if (typeof value !== 'string' || !isAsin(value)) continue
      if (!families.has(script)) families.set(script, isFamilyOf(script, own))
      if (families.get(script) !== true && !isBeside.test(textAround(script, index))) continue
      fields.credit('parent_asin', `state: ${key}`, value)
      return value
    }
  }
  return null
}

/** A form for visitors without scripts sends the parent. */
function findParentInput({ fields, selectors }: ProductReading): string | null {
  return fields.value('parent_asin', selectors.parent_asin, (text) => (isAsin(text) ? text : undefined))
}

/** How far from `parentAsin` the page's own ASIN may stand. Unit: characters. */
const NEIGHBOURHOOD = 200

function textAround(script: string, index: number): string {
  return script.slice(Math.max(0, index - NEIGHBOURHOOD), index + NEIGHBOURHOOD)
}

/** Whether a script is about the variation family of an ASIN: it lists the children, or says which one is shown. */
function isFamilyOf(script: string, asin: string): boolean {
  const listsChildren = script.includes('dimensionValuesDisplayData') && script.includes(`"${asin}"`)
  return listsChildren || script.includes(`landingAsin=${asin}`)
}

/** Address of the product on this marketplace. */
export function url(reading: ProductReading): string {
  const own = productUrl(reading.marketplace.host, reading.get('asin'))
  return reading.fields.derive('url', 'field: asin', own)
}

/** A product has one page. */
export function page(): 1 {
  return 1
}

/** Template of the page: the first class of its container that is no locale. */
export function page_type(reading: ProductReading): string {
  const name = reading.fields.value('page_type', reading.selectors.page_type, (classes) => {
    const own = classes.split(' ').find((entry) => !LOCALE.test(entry) && !entry.startsWith('a-'))
    return own?.toLowerCase()
  })
  return name ?? reading.fields.derive('page_type', 'nothing named', 'product')
}
