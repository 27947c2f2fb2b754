import { readRow } from '../../field/offer-labels.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { cutFullStop } from '../../text/full-stop.ts'
import type { OfferCondition } from '../../marketplace/offer-conditions.ts'
import type { Product } from './schema.ts'
import { readAvailability } from './availability.ts'
import { featuredOffer, findOffers, inOffer, insideOffer, type OfferRow } from './offers.ts'
import { readOfferPrice } from './main-price.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const buybox = {
  /**
   * Offers of the buy box column: featured, used, renewed; not the subscription row of the same offer.
   *
   * Source: golden/product/co.uk/offers-in-unnamed-box.
   */
  buybox: (field, reading) =>
    reading.once(findOffers).map((offer) => {
      const seller = reading.onceFor(offer, readSeller)
      const price = reading.onceFor(offer, readOfferPrice)
      return {
        price: price?.amount ?? (offer.isFeatured ? reading.get('price_buybox') : null),
        seller_name: seller?.name ?? null,
        seller_id: seller?.seller_id ?? null,
        stock: reading.onceFor(offer, readAvailability),
        returns: field
          .member('returns')
          .value(readRow('returns', reading.field('featured_merchant'), reading), insideOffer(offer)),
      }
    }),

  /**
   * Seller of the featured offer.
   *
   * Source: golden/product/com/offer-rows-by-name, golden/product/de/offer-rows-by-label, golden/product/it/seller-by-id, golden/product/com/audiobook-of-2021.
   */
  featured_merchant: (_, reading) => {
    const offer = reading.once(featuredOffer)
    return offer === null ? null : reading.onceFor(offer, readSeller)
  },

  /**
   * Condition of the featured offer; `new` unless the offer says otherwise.
   *
   * Source: golden/product/co.uk/renewed-offer, golden/product/com/used-offer-only.
   */
  condition: (_, reading) => {
    const offer = reading.once(featuredOffer)
    return offer === null ? null : readCondition(offer, reading)
  },
} satisfies Partial<ProductFields>

const NO_SELLER = refusal('does not name a seller')
/** "Sold by Nordlicht. This price was set by the publisher." */
const NEXT_SENTENCE = /(?<=[.。])\s+(?=\p{Lu})/u
/** "Audible, an Amazon company" */
const DESCRIPTION = /[,،、]\s*/
/** In a sentence, a comma follows the name. */
const COMMA_AT_END = /(?<![\s,])[\s,]+$/

function readSeller(offer: OfferRow, reading: ProductReading): Product['featured_merchant'] {
  const field = reading.field('featured_merchant')
  const link = findSellerLink(offer, reading)
  const sentence = findSentence(offer, reading)
  const named =
    link === null
      ? field.part('name').value(readRow('seller', field, reading), inOffer(offer, reading))
      : reading.text.read(link)
  const linked = reading.site.patterns.sellerId.exec(link?.attributeList.get('href') ?? '')?.[1]
  const seller_id = linked ?? field.part('id').text(inOffer(offer, reading))
  const soldBy = named === null && sentence === null ? readSoldBy(offer, reading) : null
  const said = sentence === null ? (soldBy?.said ?? '') : reading.text.readLines(sentence)
  const ownName = seller_id === null ? undefined : reading.site.ownSellers[seller_id]
  const inSentence = sentence === null ? null : (findDescribed(said, reading) ?? findCompany(sentence, reading))
  const name = (named ?? inSentence ?? soldBy?.name ?? ownName ?? '').replace(COMMA_AT_END, '')
  if (name === '') return null

  const fulfiller = field.member('fulfiller').value(readRow('fulfiller', field, reading), insideOffer(offer))
  return { name, seller_id, is_marketplace_fulfilled: isFulfilled({ name, fulfiller, said, link }, reading) }
}

function findSellerLink(offer: OfferRow, reading: ProductReading): Element | null {
  const field = reading.field('featured_merchant')
  const isPolicy = field.part('policy_link').matches
  const links = field.part('link').elements(inOffer(offer, reading))
  return links.find((link) => !isPolicy(link) && reading.text.read(link) !== '') ?? null
}

function findSentence(offer: OfferRow, reading: ProductReading): Element | null {
  for (const candidate of reading.field('featured_merchant').part('sentence').eachCandidate()) {
    const elements = candidate.elements(inOffer(offer, reading))
    const found = elements.find((element) => reading.text.read(element) !== '')
    if (found !== undefined) return found
  }
  return null
}

/** The seller after the words that begin a sentence, and the sentence: "Sold by Nordlicht." */
function readSoldBy(offer: OfferRow, reading: ProductReading): { readonly name: string; readonly said: string } | null {
  const parse = (said: string): { readonly name: string; readonly said: string } | Refusal => {
    const name = findDescribed(said, reading) ?? cutFullStop(cutSeller(said, reading))
    return name === '' || reading.words.offer.saysSetPrice(name) ? NO_SELLER : { name, said }
  }
  // The sentence can be next to the box.
  const scopes = inOffer(offer, reading).scopes?.slice(-1) ?? []
  return reading.field('featured_merchant').part('sold_by').value(parse, { scopes, isVisible: true })
}

/** The sentence about the seller from its name on; "" for a text that does not begin with words for a seller. */
function cutSeller(said: string, { words }: ProductReading): string {
  return words.offer.cutLabel('seller', said)?.split(NEXT_SENTENCE, 1)[0] ?? ''
}

/** A seller that is described as one of the marketplace: "Sold and delivered by Audible, an Amazon company". Absent: null. */
function findDescribed(said: string, reading: ProductReading): string | null {
  const [name = '', ...description] = cutSeller(said, reading).split(DESCRIPTION)
  const { words } = reading
  return name !== '' && !words.saysCompany(name) && words.saysCompany(description.join(' ')) ? name : null
}

/** The marketplace's company as seller. In a link, its name is a service: "Sold by Nordlicht and Fulfilled by Amazon". */
function findCompany(sentence: Element, { site, text }: ProductReading): string | null {
  return site.ownNames.find(text.readLines(sentence, { skip: ({ name }) => name === 'a' }))
}

interface SellerEvidence {
  readonly name: string
  /** Who ships the offer. */
  readonly fulfiller: string | null
  /** The sentence about the seller. */
  readonly said: string
  readonly link: Element | null
}

function isFulfilled({ name, fulfiller, said, link }: SellerEvidence, reading: ProductReading): boolean {
  const { ownNames } = reading.site
  if (fulfiller !== null) return ownNames.has(fulfiller)
  if (ownNames.has(name)) return true
  if (link !== null && reading.field('featured_merchant').part('fulfilled_link').matches(link)) return true
  return ownNames.find(said.replace(name, '')) !== null
}

function readCondition(offer: OfferRow, reading: ProductReading): OfferCondition | null {
  const { words } = reading
  const field = reading.field('condition')
  const options = insideOffer(offer)
  const renewed = field.part('renewed_row').candidates.find((row) => row.matches(offer.element))
  if (renewed !== undefined) return field.derive(renewed.source, 'refurbished', [offer.element])
  if (words.saysRenewed(reading.get('title'))) return field.derive('field: title', 'refurbished')
  const said = [...field.part('words').eachCandidate()].flatMap((candidate) => candidate.text(options) ?? [])
  const isUsed =
    field.part('used_row').matches(offer.element) ||
    field.part('used').has(options) ||
    said.some((text) => words.saysUsed(text))
  const named = said.map((text) => words.findCondition(text)).find((found) => found !== null) ?? null
  if (isUsed) return named
  if (named === 'refurbished' || named === 'collectible' || named === 'open_box') return named
  return field.derive('nothing else said', 'new')
}
