import { readRow } from '../../field/offer-labels.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import type { Words } from '../../marketplace/words.ts'
import { parseCount } from '../../text/count.ts'
import { foldDigits } from '../../text/digits.ts'
import { cutFullStop } from '../../text/full-stop.ts'
import { parsePercentage } from '../../text/percentage.ts'
import { parseRating } from '../../text/rating.ts'
import { cleanUrl } from '../../text/url.ts'
import type { OfferFields, OfferReading } from './reading.ts'

const NO_NUMBER = refusal('no number')
const NO_PERCENTAGE = refusal('no percentage')
const NO_COUNT = refusal('no count in brackets')
const NO_PLACE = refusal('no place of shipping')
const NO_LABEL_ALONE = refusal('a label without a text')

export const seller = {
  /**
   * Seller, as displayed: the link to its page, else the text of the row that names it.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/in/listing-of-2017.
   */
  seller_name: (field, reading) => {
    const named = field.part('link').text() ?? field.part('name').text()
    return named ?? field.part('row').value(readRow('seller', field, reading))
  },

  /**
   * Id of the seller, from the link to its page.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  seller_id: (field, reading) => {
    const link = reading.once(findSellerLink)
    const id = reading.site.patterns.sellerId.exec(link?.attributeList.get('href') ?? '')?.[1] ?? null
    return field.derive('field: seller_name', id, link === null ? [] : [link])
  },

  /**
   * Page of the seller, without tracking.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  seller_url: (field, reading) => {
    const link = reading.once(findSellerLink)
    if (link === null) return null
    return field.derive('field: seller_name', cleanUrl(link.attributeList.get('href') ?? '', reading.marketplace), [
      link,
    ])
  },

  /**
   * Average rating of the seller.
   *
   * Source: golden/offers/co.jp/seller-ratings.
   */
  seller_rating: (field) => field.value((text) => (hasNumber(text) ? parseRating(text) : NO_NUMBER)),

  /**
   * Share of positive ratings: the number next to the percent sign.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/in/listing-of-2017.
   */
  seller_positive_percentage: (field) =>
    field.value((text) => {
      const percentage = parsePercentage(text)
      if (percentage === null) return NO_PERCENTAGE
      return percentage <= 100 ? percentage : null
    }),

  /**
   * Number of ratings of the seller: in brackets, in every layout.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/in/listing-of-2017.
   */
  seller_ratings_count: (field, { words }) => field.value((text) => parseBracketed(text, words)),

  /**
   * Whether the marketplace itself sells it: by the seller's id, or by one of its own names.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  is_sold_by_marketplace: (field, reading) => {
    const id = reading.get('seller_id')
    if (id !== null && Object.hasOwn(reading.site.ownSellers, id)) return field.derive('field: seller_id', true)
    const name = reading.get('seller_name')
    return name !== null && reading.site.ownNames.has(name) ? field.derive('field: seller_name', true) : false
  },

  /**
   * Who ships the offer, as displayed; on the older page, the place that it ships from.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/com/listing-of-2019.
   */
  ships_from: (field, reading) =>
    reading.once(readFulfiller) ?? field.part('sentence').value((text) => findPlace(text, reading.words) ?? NO_PLACE),

  /**
   * Whether the marketplace ships the offer: by the name of who ships, else by marks of the offer.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/in/listing-of-2017.
   */
  is_marketplace_fulfilled: (field, reading) => {
    const fulfiller = reading.once(readFulfiller)
    if (fulfiller !== null) return field.derive('field: ships_from', reading.site.ownNames.has(fulfiller))
    if (reading.get('is_sold_by_marketplace')) return field.derive('field: is_sold_by_marketplace', true)
    const link = reading.once(findSellerLink)
    if (link !== null && field.part('link').matches(link)) return field.derive('field: seller_name', true, [link])
    return field.part('badge').has({ isVisible: true })
  },

  /**
   * Text of the row about returns.
   *
   * Source: golden/offers/de/used-and-renewed.
   */
  returns: (field, reading) => {
    const labels = reading.field('seller_name')
    for (const candidate of labels.part('row').candidates) {
      for (const cell of candidate.selectItems(reading.page, reading.scope)) {
        const text = reading.text.read(cell)
        const row = text === '' ? NO_LABEL_ALONE : readRow('returns', labels, reading)(text, cell)
        if (typeof row === 'string') return field.derive(candidate.source, row, [cell])
      }
    }
    return null
  },
} satisfies Partial<OfferFields>

/** Who ships the offer. Absent: null, the offer does not name anybody. */
function readFulfiller(reading: OfferReading): string | null {
  const labels = reading.field('seller_name')
  const named = reading.field('ships_from').part('name').text()
  return named ?? labels.part('row').value(readRow('fulfiller', labels, reading))
}

/** One word can begin any sentence, several or a colon are a label: "Ships from FL, United States." */
const LABEL_OF_SENTENCE = /[\s:：]\S|[:：]/

/** The place in a sentence that says where an offer ships from. Absent: null. */
export function findPlace(sentence: string, { offer }: Words): string | null {
  const place = offer.cutLabel('fulfiller', sentence) ?? ''
  const label = sentence.slice(0, sentence.length - place.length).trim()
  return (LABEL_OF_SENTENCE.test(label) && cutFullStop(place)) || null
}

function findSellerLink(reading: OfferReading): Element | null {
  return reading.field('seller_name').part('link').element()
}

const NUMBER = /\d/

function hasNumber(text: string): boolean {
  return NUMBER.test(foldDigits(text))
}

const BRACKETS = /[(（]([^()（）]*)[)）]/g

/** "(1.234 Bewertungen)": the other numbers of the text are months and a percentage. */
function parseBracketed(text: string, words: Words): number | Refusal | null {
  for (const [, inside = ''] of text.matchAll(BRACKETS)) {
    if (hasNumber(inside)) return parseCount(inside, words.findMultiplier)
  }
  return NO_COUNT
}
