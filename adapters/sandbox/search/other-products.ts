import { html, type Markup } from '../markup.ts'
import { printPrice } from '../price-markup.ts'
import type { Random } from '../random.ts'
import { imageUrl, inventAsin, listingOf, type Listing } from '../truth/invent-listing.ts'
import { jsonAttribute } from './card-parts.ts'
import { inventUuid } from './invent-uuid.ts'
import type { SearchView } from './search-view.ts'

/** A row of the grid that holds no product. */
export function printSpacer(index: number): Markup {
  return html`<div data-asin="" data-index="${index}" class="a-section a-spacing-none s-result-item s-flex-full-width s-border-bottom-none s-widget s-widget-spacing-large"></div>
`
}

/** A carousel in the grid: its items have the classes, names and ASINs of cards. */
export function printCarousel(view: SearchView, random: Random, index: number): Markup {
  const items = inventOthers(view, random).map(
    (listing) =>
      html`<li class="a-carousel-card" role="listitem"><div data-asin="${listing.asin}" class="sg-col-4-of-24 sg-col-4-of-12 s-result-item sg-col-4-of-16 sg-col sg-col-4-of-20"><div class="sg-col-inner">${printItem(view, listing)}</div></div></li>`,
  )
  const { truth, phrases } = view
  const name =
    truth.layout === 'current' &&
    html` data-component-props="${jsonAttribute({ name: `loom-desktop-inline-slot-${index}` })}"`
  return html`<div data-asin="" data-index="${index}" data-uuid="${inventUuid(random)}" data-component-type="" class="sg-col-20-of-24 s-result-item sg-col-0-of-12 sg-col-16-of-20 s-widget sg-col s-widget-spacing-small"><div class="sg-col-inner"><div class="a-section"><h2 class="a-color-base a-text-normal">${phrases.headings.similar}</h2></div><span data-component-type="s-searchgrid-carousel"${name} class="rush-component"><div data-a-carousel-options="${jsonAttribute({ set_size: '5', show_partial_next: true })}" data-a-display-strategy="searchgrid"><div class="a-row a-carousel-controls a-carousel-row"><div class="a-carousel-viewport"><ol class="a-carousel" role="list">${items}</ol></div></div></div></span></div></div>
`
}

/** A brand that advertises several products. */
export function printBrandStrip(view: SearchView, random: Random, index: number): Markup {
  const others = inventOthers(view, random)
  const items = others.map(
    (listing) =>
      html`<li class="a-carousel-card"><div data-asin="${listing.asin}" data-type="productContainer"><a class="a-link-normal" href="/dp/${listing.asin}/ref=sbx_be_s_sparkle"><img alt="" src="${imageUrl(listing.picture, 'AC_SR250,250_QL65')}"/></a><a data-type="productTitle" class="a-link-normal" href="/dp/${listing.asin}">${listing.title}</a><i class="a-icon a-icon-star-mini a-star-mini-4-5"><span class="a-icon-alt">4.5</span></i></div></li>`,
  )
  return html`<div class="s-result-item s-widget s-widget-spacing-large AdHolder s-flex-full-width" data-asin="" data-uuid="${inventUuid(random)}" data-index="${index}"><div class="celwidget" cel_widget_id="sb-themed-collection_loom-desktop-top-slot_${index}"><div class="sbx-desktop" data-aid="${random.int(1_000_000, 9_999_999)}"><span class="a-size-base-plus a-color-base" data-elementid="sbx-headline">${others[0]?.brand}</span><ul class="a-carousel">${items}</ul></div></div></div>
`
}

function inventOthers({ truth }: SearchView, random: Random): Listing[] {
  return Array.from({ length: random.int(2, 3) }, () => listingOf(inventAsin(random), truth.domain))
}

/** What a card of the same layout shows, in short. */
function printItem(view: SearchView, listing: Listing): Markup {
  const { phrases, truth } = view
  const link = `/dp/${listing.asin}/ref=sxin_${listing.asin}`
  const isNamed = truth.layout === 'current'
  const stars =
    listing.rating !== null &&
    html`<div class="a-row a-size-small"><span aria-label="${view.locale.average(listing.rating)}"><i class="a-icon a-icon-star-small a-star-small-4"><span class="a-icon-alt">${view.locale.average(listing.rating)}</span></i></span></div>`
  const price =
    listing.price !== null &&
    html`<div${isNamed && html` data-cy="price-recipe"`} class="a-section s-price-instructions-style"><a class="a-link-normal" href="${link}">${printPrice(view.money(listing.price))}</a></div>`
  return html`<div class="s-card-container"><img class="s-image" src="${imageUrl(listing.picture, 'AC_UL165_SR165,165')}" alt="${listing.title}"/><div${isNamed && html` data-cy="title-recipe"`}><span class="a-color-secondary">${phrases.search.sponsored}</span><h2 class="a-size-mini"><a class="a-link-normal" href="${link}"><span>${listing.title}</span></a></h2></div>${stars}${price}</div>`
}
