import { printPrice } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import { imageUrl, nextAsin, listingOf, type Listing } from '../../truth/listing.ts'
import type { Random } from '../../truth/random.ts'
import { printDeliveryRecipe, printPriceBlock } from './card-offer.ts'
import { jsonAttribute, linkOf, trackingAttributes, printImage, printLink } from './card-parts.ts'
import { printReviewsBlock } from './card-ratings.ts'
import type { CardView, SearchView } from './search-view.ts'

/** Prints a row of the grid without a product. */
export function printSpacer(): Markup {
  return html`<div data-asin="" class="a-section s-result-item"></div> `
}

/** Prints a carousel in the grid. Its items have classes, names and ASINs like cards, but are not results. */
export function printCarousel(view: SearchView, random: Random, index: number): Markup {
  const items = generateOthers(view, random).map(
    (listing) =>
      html`<li class="a-carousel-card" role="listitem"><div data-asin="${listing.asin}" class="s-result-item">${printItem(view, listing)}</div></li>`,
  )
  const { phrases } = view
  const name = html` data-component-props="${jsonAttribute({ name: `loom-desktop-inline-slot-${index}` })}"`
  return html`<div data-asin="" data-component-type="" class="s-result-item"><div class="a-section"><h2 class="a-color-base a-text-normal">${phrases.headings.similar}</h2></div><span data-component-type="s-searchgrid-carousel"${name}><div data-a-carousel-options="${jsonAttribute({ set_size: '5', show_partial_next: true })}"><div class="a-row"><ol class="a-carousel" role="list">${items}</ol></div></div></span></div> `
}

/** Prints a strip with several products of a brand. They are not results. */
export function printBrandStrip(view: SearchView, random: Random, index: number): Markup {
  const others = generateOthers(view, random)
  const items = others.map(
    (listing) =>
      html`<li class="a-carousel-card"><div data-asin="${listing.asin}"><a class="a-link-normal" href="/dp/${listing.asin}/ref=sbx_be_s_sparkle"><img alt="" src="${imageUrl(listing.picture, 'AC_SR250,250_QL65')}"/></a><a class="a-link-normal" href="/dp/${listing.asin}">${listing.title}</a><i class="a-icon a-icon-star-mini a-star-mini-4-5"><span class="a-icon-alt">4.5</span></i></div></li>`,
  )
  return html`<div class="s-result-item AdHolder" data-asin=""><div class="celwidget" cel_widget_id="sb-themed-collection_loom-desktop-top-slot_${index}"><span class="a-color-base">${others[0]?.brand}</span><ul class="a-carousel">${items}</ul></div></div> `
}

function generateOthers({ truth }: SearchView, random: Random): Listing[] {
  return Array.from({ length: random.int(2, 3) }, () => listingOf(nextAsin(random), truth.domain))
}

/** Prints an item of a carousel: a short card. */
function printItem(view: SearchView, listing: Listing): Markup {
  const { phrases } = view
  const link = `/dp/${listing.asin}/ref=sxin_${listing.asin}`
  const stars =
    listing.rating !== null &&
    html`<div class="a-row a-size-small"><span aria-label="${view.locale.average(listing.rating)}"><i class="a-icon a-icon-star-small a-star-small-4"><span class="a-icon-alt">${view.locale.average(listing.rating)}</span></i></span></div>`
  const price =
    listing.price !== null &&
    html`<div data-cy="price-recipe" class="a-section"><a class="a-link-normal" href="${link}">${printPrice(view.money(listing.price))}</a></div>`
  return html`<div><img class="s-image" src="${imageUrl(listing.picture, 'AC_UL165_SR165,165')}" alt="${listing.title}"/><div data-cy="title-recipe"><span class="a-color-secondary">${phrases.search.sponsored}</span><h2 class="a-size-mini"><a class="a-link-normal" href="${link}"><span>${listing.title}</span></a></h2></div>${stars}${price}</div>`
}

/** Prints a video ad for one product. The ad has no attribute with the ASIN, only links. */
export function printVideoBlock(view: CardView): Markup {
  const player = html`<div class="a-section"><a class="a-link-normal" href="${linkOf(view)}"><video aria-label="${view.card.title}" playsinline="" muted="" preload="none"></video></a></div>`
  const product = html`<div><span class="a-declarative"${trackingAttributes(view, 'item')}><div data-cy="asin-faceout-container">${printPicture(view)}<div class="a-section">${printTitle(view)}${printReviewsBlock(view)}${printPriceBlock(view)}${printDeliveryRecipe(view)}</div></div></span></div>`
  return html`<div data-asin="" data-component-type="" class="s-result-item"><div class="celwidget widgetId=sb-video"><span data-component-type="sbv-video-single-product" data-component-props="{}" class="sbv-video-single-product"><div>${player}${product}</div></span></div></div> `
}

function printPicture(view: CardView): Markup {
  const image = html`<div class="a-section">${printImage(view, 's-image')}</div>`
  return html`<div data-cy="image-container"><span data-component-type="s-product-image">${printLink(view, 's-no-outline', image)}</span></div>`
}

function printTitle(view: CardView): Markup {
  const { card, page } = view
  const label = html`<span class="sponsored-brand-label-info-desktop"><span class="puis-sponsored-label-text"><span class="a-size-mini a-color-secondary">${page.phrases.search.sponsored}</span></span><span class="puis-sponsored-label-info-icon"></span></span>`
  const heading = html`<h2 aria-label="${card.title}" class="a-size-medium a-color-base a-text-normal"><span>${card.title}</span></h2>`
  return html`<div data-cy="title-recipe" class="a-section s-title-instructions-style faceout-product-title">${label}${printLink(view, 's-line-clamp-3 s-link-style a-text-normal', heading)}</div>`
}
