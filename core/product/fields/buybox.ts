import type { Element } from '../../html/node.ts'
import { clipPhrase } from '../../text/clip.ts'
import { readText } from '../../text/read-text.ts'
import type { Condition } from '../../marketplace/language.ts'
import type { OfferRow } from '../offer-rows.ts'
import type { Offer, Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'
import type { Words } from '../../marketplace/words.ts'
import { readAvailability } from './availability.ts'
import { offerPrice } from './price.ts'

/** Offers of the buy box column: featured, used, renewed; not the subscription row of the same offer. */
export function buybox(reading: ProductReading): Offer[] {
  return reading.offers.map((offer) => {
    const seller = readSeller(reading, offer)
    return {
      price: offerPrice(reading, offer)?.amount ?? (offer.isFeatured ? reading.get('price_buybox') : null),
      seller_name: seller?.name ?? null,
      seller_id: seller?.seller_id ?? null,
      stock: readAvailability(reading, offer),
      returns: reading.fields.text('buybox.returns', reading.selectors.buybox.returns, {
        scope: offer.element,
        isVisible: true,
      }),
    }
  })
}

/** Seller of the featured offer. */
export function featured_merchant(reading: ProductReading): Product['featured_merchant'] {
  const offer = reading.featuredOffer
  return offer === null ? null : readSeller(reading, offer)
}

const OWN_COMPANY =
  /(?<![a-z])Amazon(?![a-z])(?:\.[a-z]{2,3}(?:\.[a-z]{2})?)?(?:\s(?:US|UK|EU|AU|SG|Japan|M[eé]xico|Estados Unidos|Global Store|Digital Services(?: LLC)?))?/i
/** The marketplace's own name, also as Arabic, Japanese and Chinese pages write it. */
const STARTS_WITH_OWN = /^(?:amazon(?![a-z])|أمازون|امازون|アマゾン|亚马逊|亞馬遜|अमेज़न|अमेज़ॅन|ऐमज़ॉन)/i
/** The sentence goes on behind the name. */
const COMMA_AT_END = /(?<![\s,])[\s,]+$/
const SELLER_ID = /[?&]seller=([A-Z0-9]+)/i

function readSeller(reading: ProductReading, offer: OfferRow): Product['featured_merchant'] {
  const { fields, selectors } = reading
  const parts = selectors.featured_merchant
  const link = findSellerLink(reading, offer)
  const href = link?.attributeList.get('href') ?? ''
  const sentence = findSentence(reading, offer)
  const named = link === null ? reading.offerText('featured_merchant', parts.name, offer) : readText(link)
  const name = (named ?? findOwnCompany(sentence) ?? '').replace(COMMA_AT_END, '')
  if (name === '') return null

  const fulfiller = fields.text('featured_merchant.fulfiller', parts.fulfiller, {
    scope: offer.element,
    isVisible: true,
  })
  const seller_id = SELLER_ID.exec(href)?.[1] ?? reading.offerText('featured_merchant', parts.id, offer)
  const said = sentence === null ? '' : readText(sentence)
  return { name, seller_id, is_marketplace_fulfilled: isFulfilledByMarketplace(name, fulfiller, said, href) }
}

/** A link with a name; those to a seller's shipping rates and returns name none. */
function findSellerLink(reading: ProductReading, offer: OfferRow): Element | null {
  const links = reading.offerElements('featured_merchant', reading.selectors.featured_merchant.link, offer)
  return links.find((link) => !isOfPolicy(link) && readText(link) !== '') ?? null
}

function isOfPolicy(link: Element): boolean {
  return link.attributeList.get('href')?.includes('sshmPath=') ?? false
}

function findSentence(reading: ProductReading, offer: OfferRow): Element | null {
  for (const candidate of reading.selectors.featured_merchant.sentence) {
    const elements = reading.offerElements('featured_merchant', [candidate], offer)
    const found = elements.find((element) => readText(element) !== '')
    if (found !== undefined) return found
  }
  return null
}

/** The marketplace as seller. Linked, its name is that of a service: "Sold by Nordlicht and Fulfilled by Amazon". */
function findOwnCompany(sentence: Element | null): string | null {
  if (sentence === null) return null
  return OWN_COMPANY.exec(readText(sentence, { skip: ({ name }) => name === 'a' }))?.[0] ?? null
}

function isFulfilledByMarketplace(name: string, fulfiller: string | null, sentence: string, href: string): boolean {
  if (fulfiller !== null) return STARTS_WITH_OWN.test(fulfiller)
  if (STARTS_WITH_OWN.test(name) || href.includes('isAmazonFulfilled=1')) return true
  return OWN_COMPANY.test(sentence.replace(name, ''))
}

const RENEWED_ROW = /^renewed/i

/** Condition of the featured offer; `new` where it says nothing else. */
export function condition(reading: ProductReading): Condition | null {
  const offer = reading.featuredOffer
  return offer === null ? null : readCondition(reading, offer)
}

function readCondition(reading: ProductReading, offer: OfferRow): Condition | null {
  const { fields, selectors, words } = reading
  const id = offer.element.attributeList.id ?? ''
  if (RENEWED_ROW.test(id)) return fields.derive('condition', `#${id}`, 'refurbished')
  if (isRenewedTitle(reading.get('title'), words)) return fields.derive('condition', 'field: title', 'refurbished')
  const inside = { scope: offer.element, isVisible: true }
  const said = selectors.condition.words.flatMap((selector) => fields.text('condition', [selector], inside) ?? [])
  const isUsed =
    /^used/i.test(id) ||
    fields.has('condition', selectors.condition.used, inside) ||
    said.some((text) => words.saysUsed(text))
  const named = said.map((text) => words.findCondition(text)).find((found) => found !== null) ?? null
  if (isUsed) return named
  if (named === 'refurbished' || named === 'collectible' || named === 'open_box') return named
  return fields.derive('condition', 'nothing else said', 'new')
}

const BRACKETS = /[(（【[][^)）】\]]*[)）】\]]/g

/** A title says it in brackets: "(Renewed)", "【整備済み品】". */
function isRenewedTitle(title: string, words: Words): boolean {
  return (clipPhrase(title).match(BRACKETS) ?? []).some((remark) => words.findCondition(remark) === 'refurbished')
}
