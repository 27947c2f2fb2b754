import type { ListedOffer, OffersResponse } from '../../../../core/index.ts'
import { fill, type Locale } from '../../locale/locale.ts'
import { printPrice, starClass } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { Phrases } from '../../phrases/index.ts'
import type { offerPhrasesOf } from './truth/offer-phrases.ts'

/** Input of the functions that print parts of the panel. */
export interface OffersView {
  readonly response: OffersResponse
  readonly locale: Locale
  readonly phrases: Phrases
  readonly own: ReturnType<typeof offerPhrasesOf>
}

/** Prints one offer. The featured one is inside of its own block, the others are blocks. */
export function printOffer(view: OffersView, offer: ListedOffer): Markup {
  const content = html`<div id="aod-offer-heading" class="a-section"> <span class="a-size-base a-text-bold"> ${offer.condition_text} </span> </div>
    ${printPrices(view, offer)}${printCoupon(offer)}${printDelivery(view, offer)}
    ${offer.stock !== null && html`<div id="aod-offer-availability-0"><span class="a-color-price">${offer.stock}</span></div>`}
    ${printForm(view, offer)}<div class="a-section" role="list">${printNote(view, offer)}${printMerchant(view, offer)}</div>`
  if (offer.is_featured) return content
  return html`<div id="aod-offer" class="a-section" role="listitem"> ${content}</div>`
}

function printPrices({ locale, phrases }: OffersView, offer: ListedOffer): Markup | null {
  const { price, price_strikethrough: struck, discount_percentage: saving, price_per_unit: unit, currency } = offer
  if (price === null) return null
  const money = (amount: number) => locale.money(amount, currency)
  return html`<div id="aod-offer-price" class="a-section"> <span id="aod-price-${offer.position - 1}"> <div class="a-section">
    <span class="aok-offscreen">${money(price).text}</span>
    ${saving !== null && html`<span aria-hidden="true" class="a-color-price centralizedApexPriceSavingsPercentageMargin">-${saving}%</span>`}
    ${printPrice(money(price), { classes: 'centralizedApexPricePriceToPayMargin', hasEmptyLabel: true })}
    ${unit !== null && html`<span class="a-size-mini pricePerUnit">(${printPrice(money(unit.price), { isPlain: true })} / ${unit.unit})</span>`}
    </div>
    ${
      struck !== null &&
      html`<div> <span aria-hidden="true">${phrases.price.list} ${printPrice(money(struck), { isStruck: true })}</span> </div>`
    }
    </span> </div>`
}

function printCoupon({ coupon, position }: ListedOffer): Markup {
  const label = html`<label class="couponLabelText">${coupon} <a href="/promotion/psp/A1">§</a></label>`
  return html`<div id="aod-offer-promotion-${position - 1}" class="a-section">${coupon !== null && label}</div>`
}

function printDelivery({ locale, phrases }: OffersView, offer: ListedOffer): Markup {
  const { delivery, price_shipping, currency } = offer
  const colon = phrases.delivery.free.endsWith(':') ? ':' : ''
  const promises = delivery.map(({ date, type }, index) => {
    const isFirst = index === 0
    const fee = price_shipping ? locale.money(price_shipping, currency).text : phrases.delivery.free
    const condition =
      isFirst && price_shipping === null ? fill(phrases.delivery.free_above, { price: locale.money(35).text }) : ''
    return html`<div><span data-csa-c-content-id="DEXUnifiedCXPDM" data-csa-c-delivery-price="${isFirst ? fee : ''}" data-csa-c-delivery-time="${date.by}" data-csa-c-delivery-condition="${condition}">${type}${colon} <span class="a-text-bold">${date.by}</span> ${condition}.</span></div>`
  })
  return html`<div class="a-row aod-delivery-promise"> ${offer.is_prime && html`<i class="a-icon a-icon-prime" role="img" aria-label="Prime"></i>`}
    <div id="mir-layout-DELIVERY_BLOCK">${promises}</div></div>`
}

function printForm({ response, phrases }: OffersView, { offer_id, max_quantity, position }: ListedOffer): Markup {
  const quantities = Array.from({ length: max_quantity ?? 0 }, (_, index) => index + 1)
  return html`<form> <input type="hidden" name="items[0.base][asin]" value="${response.asin}"/>
    <input type="hidden" name="items[0.base][offerListingId]" value="${offer_id}"/>
    <span><input name="submit.addToCart" type="submit"/>${phrases.offer.add_to_cart}</span> </form>
    ${
      quantities.length > 0 &&
      html`<div class="aok-hidden">
        ${quantities.map((quantity) => html`<span id="aod-offer-qty-option-${position - 1}-${quantity}" class="aod-qty-option">${quantity}</span>`)}
        </div>`
    }`
}

/** Prints a row: its label, then its text. */
function row(id: string, label: string, value: Markup): Markup {
  return html`<div id="${id}" class="a-section" role="listitem"><div class="a-fixed-left-grid-inner">
    <div class="a-col-left"><span class="a-size-small">${label}</span></div><div class="a-col-right">${value}</div></div></div>`
}

function printNote({ own }: OffersView, { condition_note }: ListedOffer): Markup | null {
  if (condition_note === null) return null
  const note = html`<span class="expandable-text"><span class="expandable-expanded-text">${condition_note}</span></span>`
  return row('aod-condition-container', own.condition, note)
}

function printMerchant(view: OffersView, offer: ListedOffer): Markup {
  const { phrases, response } = view
  const text = (words: string | null): Markup => html`<span class="a-size-small a-color-base">${words}</span>`
  const href = `/gp/aag/main?ie=UTF8&seller=${offer.seller_id ?? ''}&isAmazonFulfilled=${offer.is_marketplace_fulfilled ? 1 : 0}&asin=${response.asin}&ref_=olp_merch_name_${offer.position - 1}`
  const seller =
    offer.seller_id === null
      ? text(offer.seller_name)
      : html`<a class="a-size-small a-link-normal" href="${href}" role="link">${offer.seller_name}</a>`
  return html`${row('aod-offer-shipsFrom', phrases.offer.ships_from, text(offer.ships_from))}
    ${row('aod-offer-soldBy', phrases.offer.sold_by, html`${seller}${printRating(view, offer)}`)}
    ${offer.returns !== null && row('aod-offer-returns', phrases.offer.returns_label, text(offer.returns))}`
}

function printRating({ locale, phrases, own }: OffersView, offer: ListedOffer): Markup | null {
  const { seller_rating: rating, seller_positive_percentage: share, seller_ratings_count: count } = offer
  if (rating === null || share === null || count === null) return null
  const isBefore = locale.marketplace.language.startsWith('tr')
  const percentage = isBefore ? `%${locale.count(share)}` : `${locale.count(share)}%`
  const stars = fill(own.seller, { rating: fill(phrases.rating.stars, { rating: locale.average(rating) }) })
  return html`<div id="aod-offer-seller-rating" class="a-section">
    <i class="a-icon a-icon-star-mini a-star-mini-${starClass(rating)}"><span class="a-icon-alt">${stars}</span></i>
    <span id="seller-rating-count-{iter}" class="a-size-small"><span>(${fill(phrases.rating.count, { count: locale.count(count) })})<br/>${fill(own.positive, { percentage, months: locale.count(12) })}</span></span>
    </div>`
}
