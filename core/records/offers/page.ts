import { refusal } from '../../field/trace.ts'
import { findLocation } from '../../place/read-location.ts'
import { parseOfferCount } from '../../text/amounts.ts'
import { parseCount } from '../../text/count.ts'
import { foldDigits } from '../../text/digits.ts'
import { cleanImageUrl, toFullSize } from '../../text/image-url.ts'
import { parseRating } from '../../text/rating.ts'
import { findAsin, readAsin } from '../../text/url.ts'
import type { PageFields } from './reading.ts'

const NO_ASIN = refusal('no ASIN')
const NO_IMAGE = refusal('not the address of a picture')
const NO_NUMBER = refusal('no number')
const NO_TEXT = refusal('no text')

/** How the fields of the page are read, besides those that follow from its offers. */
export const pageFields: PageFields = {
  /**
   * ASIN of the product, as the forms of its offers and the links of the page name it.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/in/listing-of-2017.
   */
  asin: (field, { site }) =>
    field.value((text) => {
      const inText = site.links.offers.asin.exec(text)?.[1]?.toUpperCase()
      return readAsin(text) ?? findAsin(text, site.links) ?? inText ?? NO_ASIN
    }),

  /**
   * Title of the product.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/in/listing-of-2017.
   */
  title: (field, { text }) => {
    const skip = field.part('left_out').matches
    return field.part('heading').value((_, element) => text.read(element, { skip }) || NO_TEXT)
  },

  /**
   * Picture of the product, without the marks that make it smaller.
   *
   * Source: golden/offers/in/listing-of-2017.
   */
  image: (field, { site }) =>
    field.value((address) => {
      const url = cleanImageUrl(address)
      return url === null || site.images.placeholder.test(url) ? NO_IMAGE : toFullSize(url, site.images)
    }),

  /**
   * Average of five, one decimal.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  rating: (field) => field.value((text) => (hasNumber(text) ? parseRating(text) : NO_NUMBER)),

  /**
   * Number of ratings next to the average.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  reviews_count: (field, { words }) =>
    field.value((text) => (hasNumber(text) ? parseCount(text, words.findMultiplier) : NO_NUMBER)),

  /**
   * Number of offers that the page announces.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  pricing_count: (field, { words }) =>
    field.value((text) => (hasNumber(text) ? parseOfferCount(text, words.isOrdinal) : NO_NUMBER)),

  /**
   * Page of the offers, where the page says so.
   *
   * Source: golden/offers/in/listing-of-2017.
   */
  page: (field, { words }) => {
    const page = field.value((text) => (hasNumber(text) ? parseCount(text, words.findMultiplier) : NO_NUMBER))
    return page === null || page < 1 ? 1 : page
  },

  /**
   * Place that the offers were priced for, as the header shows it.
   *
   * Source: golden/offers/in/listing-of-2017.
   */
  delivery_location: (field, { site }) =>
    findLocation({ first: field.part('first_line').text(), second: field.part('second_line').text() }, site),
}

const NUMBER = /\d/

function hasNumber(text: string): boolean {
  return NUMBER.test(foldDigits(text))
}
