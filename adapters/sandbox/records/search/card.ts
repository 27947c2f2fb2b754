import { filler } from '../../markup/filler.ts'
import { html, type Markup } from '../../markup/html.ts'
import { printDeliveryRecipe, printPriceBlock, printSecondaryOffer } from './card-offer.ts'
import {
  trackingAttributes,
  printAdLabel,
  printImage,
  printLink,
  printStatusBadge,
  printSwatches,
  wrapAd,
} from './card-parts.ts'
import { printReviewsBlock } from './card-ratings.ts'
import type { CardView } from './search-view.ts'

const COLUMNS = {
  grid: 'sg-col-4-of-24 sg-col-4-of-12 s-result-item s-asin sg-col-4-of-16',
  list: 'sg-col-20-of-24 s-result-item s-asin sg-col-0-of-12 sg-col-16-of-20',
}

/** Prints a card as used from 2023 to 2026: its parts have names in `data-cy`. */
export function printCard(view: CardView): Markup {
  const { card, page, index } = view
  const { look } = page.truth
  const ad = card.is_sponsored ? ' AdHolder' : ''
  const inner = look === 'grid' ? printColumn(view) : printRow(view)
  const container = html`<div data-cy="asin-faceout-container">${inner}</div>`
  const content = wrapAd(
    view,
    html`<span class="a-declarative"${trackingAttributes(view, 'item')} data-action="puis-card-container-declarative">${container}</span>`,
  )
  return html`<div role="listitem" data-asin="${card.asin}" data-component-type="s-search-result" class="${COLUMNS[look]}${ad}"><div cel_widget_id="MAIN-SEARCH_RESULTS-${index + 2}" class="celwidget widgetId=search-results_${index + 1}">${content}</div></div> `
}

function printColumn(view: CardView): Markup {
  return html`<div class="a-section">${printBadge(view, 's-grid-status-badge-container')}${printPicture(view, 's-image-square-aspect')}<div class="a-section">${printSwatches(view)}${printTitle(view)}${printReviewsBlock(view)}${printPriceBlock(view)}${printDeliveryRecipe(view)}${printSecondaryOffer(view)}${printCartForm(view)}</div></div>`
}

function printRow(view: CardView): Markup {
  const left = html`<div>${printBadge(view, 's-list-status-badge-container')}${printPicture(view, 's-image-fixed-height')}</div>`
  const offer = html`<div>${printPriceBlock(view)}${printDeliveryRecipe(view)}${printSecondaryOffer(view)}</div>`
  return html`<div class="a-section">${left}<div class="a-section">${printTitle(view)}${printSwatches(view)}${printReviewsBlock(view)}${offer}${printCartForm(view)}</div></div>`
}

function printPicture(view: CardView, aspect: string): Markup {
  const image = html`<div class="a-section ${aspect}">${printImage(view, 's-image')}</div>`
  const more = html` aria-hidden="true" tabindex="-1"`
  return html`<div data-cy="image-container"><span data-component-type="s-product-image"${trackingAttributes(view, 'image')}>${printLink(view, 's-no-outline', image, { more })}</span></div>`
}

function printBadge(view: CardView, container: string): Markup | null {
  const { card, page } = view
  if (!card.best_seller && !card.is_marketplace_choice) return null
  const badge = card.best_seller && page.era !== '2023' ? printNewBadge(page) : printStatusBadge(view, card.best_seller)
  return html`<div class="a-section ${container}">${badge}</div>`
}

/** Prints the badge of best sellers used since 2025. */
function printNewBadge({ phrases: { badges }, truth }: CardView['page']): Markup {
  return html`<div id="BEST_SELLER" class="a-section"><div class="a-section" role="group"><span class="rio-badge-style-BEST_SELLER"><span aria-label="${badges.best_seller}" class="a-size-small">${badges.best_seller}</span></span><span class="a-size-small">${truth.query}</span></div></div>`
}

/** Prints label, brand, heading and author. Until 2024 the link is in the heading, since then the heading is in the link. */
function printTitle(view: CardView): Markup {
  const { card, page, extras } = view
  const { phrases } = page
  const heading = printHeading(view, headingText(view))
  const brand =
    card.manufacturer !== null &&
    html`<div class="a-row a-size-base a-color-secondary"><h2 class="a-size-mini s-line-clamp-1"><span class="a-color-base">${card.manufacturer}</span></h2></div>`
  const byline =
    extras.author !== null &&
    html`<div class="a-row a-size-base a-color-secondary"><div class="a-row"><span class="a-size-base">${extras.author} </span><span class="a-size-base">${phrases.brand.author}</span></div></div>`
  return html`<div data-cy="title-recipe" class="a-section s-title-instructions-style">${printAdLabel(view)}${brand}${heading}${byline}</div>`
}

/** Text of the heading. Some headings repeat the brand that is above them. */
function headingText({ card, random }: CardView): string {
  const { title, manufacturer } = card
  if (manufacturer === null || random.fork('heading').chance(0.3)) return title
  return title.slice(manufacturer.length + 1)
}

function printHeading(view: CardView, text: string): Markup {
  const { card, page } = view
  if (page.era === '2023') {
    const link = printLink(
      view,
      's-underline-text s-underline-link-text s-link-style a-text-normal',
      html`<span class="a-size-medium a-color-base a-text-normal">${text}</span>`,
    )
    return html`<h2 class="a-size-mini a-color-base s-line-clamp-2">${link}</h2>`
  }
  const label = `${card.is_sponsored ? page.phrases.search.sponsored_title : ''}${text}`
  return printLink(
    view,
    's-line-clamp-4 s-link-style a-text-normal',
    html`<h2 aria-label="${label}" class="a-color-base a-text-normal"><span>${text}</span></h2>`,
  )
}

const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Prints the form that adds the product to the cart. Absent: null, on light pages. */
function printCartForm(view: CardView): Markup | null {
  const { card, page, random } = view
  if (!page.isHeavy || card.price === null) return null
  const token = random.text(TOKEN, 88)
  const { offer } = page.phrases
  const fields = [
    ['anti-csrftoken-a2z', token],
    ['items[0.base][asin]', card.asin],
    ['items[0.base][offerListingId]', random.text(TOKEN, 130)],
    ['maxOrderQuantity', String(random.int(1, 30))],
  ].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}"/>`)
  const form = html`<form method="post" action="/cart/add-to-cart?ref=sr_atc_rt_add">${fields}<div class="celwidget" data-csa-c-item-id="${card.asin}"${trackingAttributes(view, 'item')}><span class="a-button"><span><button name="submit.addToCart" class="a-button-text" type="button">${offer.add_to_cart}</button></span></span></div></form>`
  return html`<div class="a-section"><div data-cy="add-to-cart"><div data-asin="${card.asin}" class="a-section">${form}</div><div class="a-section aok-hidden"><span class="a-size-mini">${offer.see_all}</span></div></div></div>${random.chance(0.3) && filler(random, 2048)}`
}
