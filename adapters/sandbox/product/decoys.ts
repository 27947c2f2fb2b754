import { fill } from '../locale.ts'
import { html, type Markup } from '../markup.ts'
import { printPrice } from '../price-markup.ts'
import { imageUrl, inventAsin, listingOf } from '../truth/invent-listing.ts'
import type { ProductView } from './product-view.ts'

/** Other products, which a careless reader takes for this one: a strip of similar ones, a table that compares. */
export function printSimilar(view: ProductView): Markup {
  const { locale, phrases, random } = view
  const items = Array.from({ length: 3 }, (_, index) => {
    const own = random.fork(`similar ${index}`)
    const listing = listingOf(inventAsin(own), view.truth.domain)
    const { rating, price, price_strikethrough: struck } = listing
    return html`<li class="a-carousel-card" role="listitem">
      <div data-asin="${listing.asin}" class="p13n-sc-uncoverable-faceout">
        <a class="a-link-normal" href="/dp/${listing.asin}/ref=pd_sim_${index}?pd_rd_i=${listing.asin}"
          ><img alt="${listing.title}" src="${imageUrl(listing.picture, 'AC_UL160')}" />
          <div class="p13n-sc-truncate-desktop-type2">${listing.title}</div></a
        >${
          rating !== null &&
          html`<div class="a-icon-row">
            <a
              class="a-link-normal"
              title="${fill(phrases.rating.stars, { rating: locale.average(rating) })}"
              href="/product-reviews/${listing.asin}"
              ><i class="a-icon a-icon-star-small a-star-small-4"
                ><span class="a-icon-alt">${fill(phrases.rating.stars, { rating: locale.average(rating) })}</span></i
              >
              <span class="a-size-small">${locale.count(listing.reviews_count)}</span></a
            >
          </div>`
        }${price !== null && html`<span class="a-color-price">${printPrice(locale.money(price), { size: 'm' })}</span>`}${struck !== null && printPrice(locale.money(struck), { size: 's', isStruck: true })}<i
          class="a-icon a-icon-prime a-icon-small"
        ></i>
      </div>
    </li>`
  })
  return html`<div id="similarities_feature_div" class="celwidget">
    <div class="a-carousel-container a-carousel-display-swap" data-a-carousel-options="{}">
      <h2 class="a-carousel-heading">${phrases.headings.similar}</h2>
      <div class="a-carousel-viewport">
        <ol class="a-carousel" role="list">
          ${items}
        </ol>
      </div>
    </div>
  </div> `
}
