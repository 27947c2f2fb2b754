import { printPrice } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import { imageUrl, nextAsin, listingOf, type Listing } from '../../truth/listing.ts'
import type { Random } from '../../truth/random.ts'
import { printDeliveryRecipe, printPriceBlock } from './card-offer.ts'
import { generateUuid, jsonAttribute, linkOf, trackingAttributes, printImage, printLink } from './card-parts.ts'
import { printReviewsBlock } from './card-ratings.ts'
import type { CardView, SearchView } from './search-view.ts'

/** Prints a row of the grid without a product. */
export function printSpacer(index: number): Markup {
  return html`<div data-asin="" data-index="${index}" class="a-section a-spacing-none s-result-item s-flex-full-width s-border-bottom-none s-widget s-widget-spacing-large"></div>
`
}

/** Prints a carousel in the grid. Its items have classes, names and ASINs like cards, but are not results. */
export function printCarousel(view: SearchView, random: Random, index: number): Markup {
  const items = generateOthers(view, random).map(
    (listing) =>
      html`<li class="a-carousel-card" role="listitem"><div data-asin="${listing.asin}" class="sg-col-4-of-24 sg-col-4-of-12 s-result-item sg-col-4-of-16 sg-col sg-col-4-of-20"><div class="sg-col-inner">${printItem(view, listing)}</div></div></li>`,
  )
  const { phrases } = view
  const name = html` data-component-props="${jsonAttribute({ name: `loom-desktop-inline-slot-${index}` })}"`
  return html`<div data-asin="" data-index="${index}" data-uuid="${generateUuid(random)}" data-component-type="" class="sg-col-20-of-24 s-result-item sg-col-0-of-12 sg-col-16-of-20 s-widget sg-col s-widget-spacing-small"><div class="sg-col-inner"><div class="a-section"><h2 class="a-color-base a-text-normal">${phrases.headings.similar}</h2></div><span data-component-type="s-searchgrid-carousel"${name} class="rush-component"><div data-a-carousel-options="${jsonAttribute({ set_size: '5', show_partial_next: true })}" data-a-display-strategy="searchgrid"><div class="a-row a-carousel-controls a-carousel-row"><div class="a-carousel-viewport"><ol class="a-carousel" role="list">${items}</ol></div></div></div></span></div></div>
`
}

/** Prints a strip with several products of a brand. They are not results. */
export function printBrandStrip(view: SearchView, random: Random, index: number): Markup {
  const others = generateOthers(view, random)
  const items = others.map(
    (listing) =>
      html`<li class="a-carousel-card"><div data-asin="${listing.asin}" data-type="productContainer"><a class="a-link-normal" href="/dp/${listing.asin}/ref=sbx_be_s_sparkle"><img alt="" src="${imageUrl(listing.picture, 'AC_SR250,250_QL65')}"/></a><a data-type="productTitle" class="a-link-normal" href="/dp/${listing.asin}">${listing.title}</a><i class="a-icon a-icon-star-mini a-star-mini-4-5"><span class="a-icon-alt">4.5</span></i></div></li>`,
  )
  return html`<div class="s-result-item s-widget s-widget-spacing-large AdHolder s-flex-full-width" data-asin="" data-uuid="${generateUuid(random)}" data-index="${index}"><div class="celwidget" cel_widget_id="sb-themed-collection_loom-desktop-top-slot_${index}"><div class="sbx-desktop" data-aid="${random.int(1_000_000, 9_999_999)}"><span class="a-size-base-plus a-color-base" data-elementid="sbx-headline">${others[0]?.brand}</span><ul class="a-carousel">${items}</ul></div></div></div>
`
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
    html`<div data-cy="price-recipe" class="a-section s-price-instructions-style"><a class="a-link-normal" href="${link}">${printPrice(view.money(listing.price))}</a></div>`
  return html`<div class="s-card-container"><img class="s-image" src="${imageUrl(listing.picture, 'AC_UL165_SR165,165')}" alt="${listing.title}"/><div data-cy="title-recipe"><span class="a-color-secondary">${phrases.search.sponsored}</span><h2 class="a-size-mini"><a class="a-link-normal" href="${link}"><span>${listing.title}</span></a></h2></div>${stars}${price}</div>`
}

/** Prints a video ad for one product. The ad has no attribute with the ASIN, only links. */
export function printVideoBlock(view: CardView): Markup {
  const { index } = view
  const player = html`<div class="sg-col-4-of-4 sg-col sbv-video-container"><div class="sg-col-inner"><div class="a-section sbv-video aok-relative"><a class="a-link-normal sbv-desktop-video-link" href="${linkOf(view)}"><video aria-label="${view.card.title}" class="sbv-video-player sbv-display-table" playsinline="" muted="" preload="none"></video></a></div></div></div>`
  const product = html`<div class="sg-col-4-of-4 sbv-product-container sg-col"><div class="sg-col-inner"><span class="a-declarative"${trackingAttributes(view, 'item')}><div class="desktop-video-product-view puis-sbv-product sbv-product puis" data-cy="asin-faceout-container">${printPicture(view)}<div class="a-section a-spacing-small">${printTitle(view)}${printReviewsBlock(view)}${printPriceBlock(view)}${printDeliveryRecipe(view)}</div></div></span></div></div>`
  return html`<div data-asin="" data-index="${index + 2}" data-component-type="" class="sg-col-20-of-24 s-result-item sg-col-0-of-12 sg-col-16-of-20 s-widget sg-col s-widget-spacing-small"><div class="sg-col-inner"><div class="s-widget-container celwidget slot=MAIN template=VIDEO_SINGLE_PRODUCT widgetId=sb-video"><span data-component-type="sbv-video-single-product" data-component-props="{}" class="rush-component sbv-video-single-product sb-video-creative"><div class="s-card-container s-overflow-hidden aok-relative s-card-border"><div class="s-include-content-margin s-border-bottom"><div class="sg-row">${player}${product}</div></div></div></span></div></div></div>
`
}

function printPicture(view: CardView): Markup {
  const image = html`<div class="a-section aok-relative s-image-square-aspect">${printImage(view, 's-image')}</div>`
  return html`<div class="s-product-image-container aok-relative s-text-center" data-cy="image-container"><span data-component-type="s-product-image" class="rush-component">${printLink(view, 's-no-outline', image)}</span></div>`
}

function printTitle(view: CardView): Markup {
  const { card, page } = view
  const label = html`<span class="sponsored-brand-label-info-desktop"><span class="puis-sponsored-label-text"><span class="a-size-mini a-color-secondary">${page.phrases.search.sponsored}</span></span><span class="aok-inline-block puis-sponsored-label-info-icon"></span></span>`
  const heading = html`<h2 aria-label="${card.title}" class="a-size-medium a-spacing-none a-color-base a-text-normal"><span>${card.title}</span></h2>`
  return html`<div data-cy="title-recipe" class="a-section a-spacing-none s-title-instructions-style faceout-product-title">${label}${printLink(view, 's-line-clamp-3 s-link-style a-text-normal', heading)}</div>`
}
