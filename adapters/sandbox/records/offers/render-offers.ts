import { requireLocale } from '../../locale/locale.ts'
import { filler, type RenderOptions } from '../../markup/filler.ts'
import { html, type Markup } from '../../markup/html.ts'
import { Random } from '../../truth/random.ts'
import { fill } from '../../locale/locale.ts'
import { starClass } from '../../markup/elements.ts'
import { printOffer, type OffersView } from './print-offer.ts'
import { offerPhrasesOf } from './truth/offer-phrases.ts'
import type { OffersTruth } from './truth/offers-truth.ts'

const EXTENSION = /\.\w+$/
/** Size of the filler of a heavy panel. Unit: bytes. */
const FILLER_BYTES = 120_000

/** Prints the panel of offers as the shop sends it: without a page around it. The extraction must read exactly the truth from it. */
export function renderOffers(truth: OffersTruth, { weight = 'light' }: RenderOptions = {}): string {
  const { domain, response } = truth
  const locale = requireLocale(domain)
  const view: OffersView = { response, locale, phrases: locale.phrases, own: offerPhrasesOf(locale) }
  const others = response.offers.filter(({ is_featured }) => !is_featured)
  const list = html`<div id="aod-offer-list" class="a-section"> <input type="hidden" name="" value="${response.pricing_count}" id="aod-total-offer-count"/>
    <input type="hidden" name="" value="${fill(view.own.options, { count: locale.count(response.pricing_count ?? 0) })}" id="aod-total-offer-count-string"/>
    <input type="hidden" name="" value="${locale.marketplace.host.replace('www', 'data')}/api/cart/items" id="aod-atc-ajax-endpoint"/>
    <div class="a-section" role="list">${others.map((offer) => printOffer(view, offer))}</div></div>`
  const scripts = weight === 'real' ? filler(new Random(`panel/${domain}/${response.asin}`), FILLER_BYTES) : null
  if (response.page > 1) return html`${list}${scripts}`.text
  return html`<div id="all-offers-display-scroller"><div id="aod-container" class="a-section"> ${printPinned(view)}${printFilter(view)}${list}
    <div id="aod-footer" class="a-section"></div></div></div>${scripts}`.text
}

/** The product, and its featured offer if it has one. The block stays if it has none. */
function printPinned(view: OffersView): Markup {
  const featured = view.response.offers.find(({ is_featured }) => is_featured)
  const heading = html`<div>${printProduct(view)}</div>`
  const offer = featured === undefined ? null : printOffer(view, featured)
  return html`<div id="aod-pinned-offer" class="a-section aod-pinned-offer">${heading}${offer}</div>`
}

function printProduct({ response, locale, phrases }: OffersView): Markup {
  const { rating, image, title, reviews_count } = response
  const stars = rating === null ? null : fill(phrases.rating.stars, { rating: locale.average(rating) })
  return html`<div id="pinned-image-id" class="a-col-left">
    ${image !== null && html`<img alt="" src="${image.replace(EXTENSION, '._AC_SX160_$&')}" id="aod-asin-image-id"/>`}</div>
    <div id="aod-asin-block-asin" class="a-section">
    <div id="aod-asin-title" class="a-row"><h5 id="aod-asin-title-text" class="aod-asin-title-text-class">${title}</h5></div>
    ${
      rating !== null &&
      html`<div id="aod-asin-reviews" class="a-row">
          <i id="aod-asin-reviews-star" class="a-icon a-icon-star a-star-${starClass(rating)}"><span class="a-icon-alt">${stars}</span></i>
          <span id="aod-asin-reviews-count-title" class="a-size-small">${fill(phrases.rating.count, { count: locale.count(reviews_count ?? 0) })}</span>
          </div>`
    }
    </div>`
}

function printFilter({ response, own, locale }: OffersView): Markup {
  const count = response.pricing_count ?? 0
  const said = count === 0 ? own.none : fill(own.options, { count: locale.count(count) })
  return html`<div id="aod-filter" class="a-section"> <span id="aod-filter-offer-count-string" class="a-text-bold">${said}</span>
    <div id="aod-filter-list" class="a-section">
    <i class="a-icon a-icon-prime" role="img" aria-label="Prime"></i><input type="checkbox" name="" value=""/> </div></div>`
}

/** Prints a panel whose markup nobody knows. */
export function renderUnknownForm(asin: string, domain: string): string {
  const { host } = requireLocale(domain).marketplace
  return html`<section class="offers-x1" data-host="${host}"><article data-offer="${asin}"><b>1</b></article></section>`
    .text
}
