import type { PrintedMoney } from '../locale/locale.ts'
import { printPrice } from '../markup/elements.ts'
import { html, type Markup } from '../markup/html.ts'
import { printLabeledLines, printOffers, printStock, printUnitPrice } from './card-offer.ts'
import {
  generateUuid,
  trackingAttributes,
  printAdLabel,
  printImage,
  printLink,
  printStatusBadge,
  printSwatches,
  wrapAd,
} from './card-parts.ts'
import { printLabeledStars } from './card-ratings.ts'
import { headingText } from './current-card.ts'
import type { CardView } from './search-view.ts'

const COLUMNS = {
  grid: 'sg-col-4-of-12 s-result-item s-asin sg-col-4-of-16 sg-col s-widget-spacing-small sg-col-4-of-20',
  list: 'sg-col-20-of-24 s-result-item s-asin sg-col-0-of-12 sg-col-28-of-32 sg-col-16-of-20 sg-col',
}

const LINK = 's-underline-text s-underline-link-text s-link-style a-text-normal'

/** Prints a card of the layout `grid`, used from 2019 to 2022: the elements of later cards without `data-cy`. */
export function printGridCard(view: CardView): Markup {
  const { card, page, index, random } = view
  const { look } = page.truth
  const ad = card.is_sponsored ? ' AdHolder' : ''
  const inner = look === 'grid' ? printColumn(view) : printRow(view)
  const content = wrapAd(
    view,
    html`<div class="s-card-container s-overflow-hidden aok-relative s-include-content-margin s-latency-cf-section">${inner}</div>`,
  )
  return html`<div data-asin="${card.asin}" data-index="${index + 1}" data-uuid="${generateUuid(random)}" data-component-type="s-search-result" class="${COLUMNS[look]}${ad}"><div class="sg-col-inner"><div cel_widget_id="MAIN-SEARCH_RESULTS-${index + 1}" class="s-widget-container s-spacing-small celwidget slot=MAIN template=SEARCH_RESULTS widgetId=search-results_${index + 1}">${content}</div></div></div>
`
}

function printColumn(view: CardView): Markup {
  return html`<div class="a-section a-spacing-base">${printBadge(view)}${printPicture(view, 's-image-square-aspect')}<div class="a-section a-spacing-small s-padding-left-small s-padding-right-small">${printSwatches(view)}${printTitle(view)}${printStars(view)}${printOfferRows(view)}</div></div>`
}

function printRow(view: CardView): Markup {
  const picture = html`<div class="sg-col-4-of-24 sg-col-4-of-12 sg-col"><div class="sg-col-inner">${printPicture(view, 's-image-fixed-height')}</div></div>`
  const facts = html`<div class="sg-row"><div class="sg-col-4-of-12 sg-col"><div class="sg-col-inner">${printTitle(view)}${printStars(view)}</div></div></div>`
  const offer = html`<div class="sg-row"><div class="sg-col-4-of-24 sg-col"><div class="sg-col-inner">${printOfferRows(view)}</div></div></div>`
  return html`<div class="a-section a-spacing-medium"><div class="sg-row"><div class="a-section a-spacing-micro s-min-height-small">${printBadge(view)}</div></div><div class="sg-row">${picture}<div class="sg-col-4-of-12 sg-col-8-of-16 sg-col s-list-col-right"><div class="sg-col-inner">${facts}${offer}</div></div></div></div>`
}

function printPicture(view: CardView, aspect: string): Markup {
  const image = html`<div class="a-section aok-relative ${aspect}">${printImage(view, 's-image')}</div>`
  return html`<div class="s-product-image-container aok-relative s-image-overlay-grey s-text-center"><span data-component-type="s-product-image" class="rush-component"${trackingAttributes(view, 'image')}>${printLink(view, 's-no-outline', image)}</span></div>`
}

function printBadge(view: CardView): Markup | null {
  const { card } = view
  if (!card.best_seller && !card.is_marketplace_choice) return null
  return html`<div class="a-section a-spacing-none aok-relative s-grid-status-badge-container s-expand-height">${printStatusBadge(view, card.best_seller)}</div>`
}

/** Prints the title. Until 2022 the brand of apparel is a small heading. */
function printTitle(view: CardView): Markup {
  const { card } = view
  const brand =
    card.manufacturer !== null &&
    html`<div class="a-row a-size-base a-color-secondary"><h5 class="s-line-clamp-1"><span class="a-size-base-plus a-color-base">${card.manufacturer}</span></h5></div>`
  const text = html`<span class="a-size-base-plus a-color-base a-text-normal" dir="auto">${headingText(view)}</span>`
  return html`<div class="a-section a-spacing-none a-spacing-top-small s-title-instructions-style">${printAdLabel(view, 's')}${brand}<h2 class="a-size-mini a-spacing-none a-color-base s-line-clamp-4">${printLink(view, LINK, text)}</h2></div>`
}

function printStars(view: CardView): Markup | null {
  const stars = printLabeledStars(view, false)
  return stars && html`<div class="a-section a-spacing-none a-spacing-top-micro">${stars}</div>`
}

function printOfferRows(view: CardView): Markup {
  const price = printPriceRow(view)
  const delivery = html`${printLabeledLines(view)}${printStock(view)}`
  const offers = printOffers(view)
  return html`${price && html`<div class="a-section a-spacing-none a-spacing-top-small s-price-instructions-style">${price}</div>`}${delivery.text !== '' && html`<div class="a-section a-spacing-none a-spacing-top-micro">${delivery}</div>`}${offers && html`<div class="a-section a-spacing-none a-spacing-top-mini">${offers}</div>`}`
}

function printPriceRow(view: CardView): Markup | null {
  const { card, page } = view
  if (card.price === null) return null
  const money = page.money(card.price)
  const isUndivided = !money.isBefore && page.random.fork('whole').chance(0.5)
  const content = html`${isUndivided ? printUndivided(money) : printPrice(money, { size: 'l' })}${printUnitPrice(view)}`
  const struck =
    card.price_strikethrough !== null &&
    html` <div style="display: inline-block"><span class="a-size-base a-color-secondary">${page.phrases.price.list} </span>${printPrice(page.money(card.price_strikethrough), { size: 'b', color: 'secondary', isStruck: true })}</div>`
  return html`<div class="a-row a-size-base a-color-base">${printLink(view, `a-size-base ${LINK}`, content)}${struck}</div>`
}

/** Prints an amount as some European pages of 2022 do: the cents are in the element of the whole number. */
function printUndivided({ text, symbol, whole, decimal, fraction }: PrintedMoney): Markup {
  return html`<span class="a-price" data-a-size="l" data-a-color="base"><span class="a-offscreen">${text}</span><span aria-hidden="true"><span class="a-price-whole">${whole}${decimal}${fraction}</span><span class="a-price-symbol">${symbol}</span></span></span>`
}
