import { fill, type PrintedMoney } from '../../locale/locale.ts'
import { printPrice, starClass } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { DeliveryLine } from '../../truth/search-truth.ts'
import {
  jsonAttribute,
  linkOf,
  offersLink,
  printBadgeText,
  printImage,
  printLink,
  scriptData,
  starText,
} from './card-parts.ts'
import type { CardView } from './search-view.ts'

/** Prints a card of the layout `list`, used from 2015 to 2018. */
export function printListCard(view: CardView): Markup {
  const { card, index } = view
  const picture = html`<div class="a-fixed-left-grid-col a-col-left" style="width:218px;margin-left:-218px;float:left;"><div class="a-row"><div aria-hidden="true" class="a-column a-span12 a-text-center">${printLink(view, 'a-text-normal', printImage(view, 's-access-image cfMarker'))}<div class="a-section a-spacing-none a-text-center"></div></div></div></div>`
  const facts = html`<div class="a-fixed-left-grid-col a-col-right" style="padding-left:2%;float:left;">${printHeader(view)}${printBadge(view)}${printTitle(view)}<div class="a-row"><div class="a-column a-span7">${printOffer(view)}</div><div class="a-column a-span5 a-span-last">${printStars(view)}</div></div></div>`
  return html`<li id="result_${index}" data-asin="${card.asin}" class="s-result-item celwidget  "><div class="s-item-container"><div class="a-fixed-left-grid"><div class="a-fixed-left-grid-inner" style="padding-left:218px">${picture}${facts}</div></div></div></li>
`
}

/** Prints the heading of an ad, with a note that opens on a click. */
function printHeader({ card, page }: CardView): Markup | null {
  if (!card.is_sponsored) return null
  const name = `sponsored-header-${card.asin}`
  return html`<h5 data-page-layout="List" data-page-number="1" data-widget="sp_atf" class="a-spacing-none a-color-tertiary s-sponsored-list-header s-sponsored-header sp-pixel-data a-text-normal">${page.phrases.search.sponsored} <span class="a-declarative" data-action="a-popover" data-a-popover="${jsonAttribute({ name, position: 'triggerRight' })}"><span class="s-sponsored-info-icon a-inline-block"></span></span><script type="text/javascript">if(window.uet){uet('bb','sp_${card.asin}');}</script></h5><div class="a-popover-preload" id="a-popover-${name}"><span>${page.phrases.states.gallery} (99)</span></div>`
}

function printBadge({ card, page }: CardView): Markup | null {
  if (!card.best_seller && !card.is_marketplace_choice) return null
  const id = `${card.best_seller ? 'BESTSELLER' : 'AMAZONS_CHOICE'}_${card.asin}`
  return html`<div class="a-row a-spacing-micro sx-badge-region"><a id="${id}" href="/gp/bestsellers/ref=sr_bs_1" class="a-badge" aria-labelledby="${id}-label" data-a-badge-type="status"><span id="${id}-label" class="a-badge-label" data-a-badge-color="sx-orange" aria-hidden="true"><span class="a-badge-label-inner a-text-ellipsis">${printBadgeText(page, card.best_seller)}</span></span></a></div>`
}

const MAX_TITLE = 44

/** Prints the title. Long titles are cut, and only attributes have the full title. */
function printTitle(view: CardView): Markup {
  const { card, extras, page, random } = view
  const shown = card.title.length > MAX_TITLE ? `${card.title.slice(0, MAX_TITLE).trimEnd()}...` : card.title
  const mark = card.is_sponsored && html`<span class="a-offscreen">[${page.phrases.search.sponsored}]</span>`
  const heading = html`<h2 data-attribute="${card.title}" data-max-rows="2" class="a-size-medium s-inline s-access-title a-text-normal">${mark}${shown}</h2>`
  const year =
    extras.kind === 'book' &&
    html`<span class="a-letter-space"></span><span class="a-size-small a-color-secondary">${random.int(1990, 2018)}</span>`
  const brand = extras.author ?? page.phrases.vocabulary.sellers[0]
  return html`<div class="a-row a-spacing-small"><div class="a-row a-spacing-none scx-truncate-medium sx-line-clamp-2"><a class="a-link-normal s-access-detail-page s-color-twister-title-link a-text-normal" title="${card.title}" href="${linkOf(view)}">${heading}</a></div>${year}<div class="a-row a-spacing-none"><span class="a-size-small a-color-secondary">${brand}</span></div></div>`
}

function printOffer(view: CardView): Markup {
  const { extras } = view
  const format =
    extras.format !== null &&
    html`<div class="a-row a-spacing-none">${printLink(view, 'a-text-normal', html`<h3 data-attribute="${extras.format}" class="a-size-small s-inline a-text-normal">${extras.format}</h3>`)}</div>`
  return html`${format}${printPriceRow(view)}${printDelivery(view)}${printSubscription(view)}${printOffers(view)}`
}

function printPriceRow(view: CardView): Markup | null {
  const { card, extras, page } = view
  if (card.price === null) return null
  const isNew = page.random.fork('price').chance(0.15)
  const price = isNew
    ? printPrice(page.money(card.price), { size: 'l' })
    : html`<span class="a-size-small a-color-secondary"></span><span class="a-size-base a-color-price s-price a-text-bold">${printMoney(view, card.price)}</span>`
  const struck =
    card.price_strikethrough !== null &&
    html`<span class="a-letter-space"></span><span aria-label="${page.phrases.price.list} ${printMoney(view, card.price_strikethrough)}" class="a-size-small a-color-secondary a-text-strike">${printMoney(view, card.price_strikethrough)}</span>`
  const unit =
    extras.unitPrice !== null &&
    html`<span class="a-letter-space"></span><span class="a-size-base a-color-price">(${printMoney(view, extras.unitPrice.price)}/${extras.unitPrice.unit})</span>`
  const prime =
    card.is_prime &&
    html`<span class="a-letter-space"></span><i class="a-icon a-icon-prime a-icon-small s-align-text-bottom" aria-label="Prime"><span class="a-icon-alt">Prime</span></i>`
  const [first] = extras.delivery
  const fee =
    first !== undefined &&
    isFee(first) &&
    html`<span class="a-letter-space"></span><span class="a-size-small a-color-secondary">${first.words}</span>`
  return html`<div class="a-row a-spacing-none">${printLink(view, 'a-text-normal', price)}${struck}${unit}${prime}${fee}</div>`
}

/** Prints an amount. Until 2019 amounts in euros start with the code EUR. */
function printMoney({ page }: CardView, amount: number): string {
  const money: PrintedMoney = page.money(amount)
  return money.symbol === '€' ? `EUR ${money.whole}${money.decimal}${money.fraction}` : money.text
}

/** Whether a line is a fee without a date, which is printed next to the price. */
function isFee({ words, date }: DeliveryLine): boolean {
  return date === '' && FEE.test(words)
}

const FEE = /\p{N}/u

/** Prints the lines below the price: in one common row, or in separate rows. */
function printDelivery({ extras, page }: CardView): Markup | null {
  const lines = extras.delivery.filter((line) => !isFee(line))
  if (lines.length === 0) return null
  const rows = lines.map(
    ({ words, date, condition }) =>
      html`<div class="a-row a-spacing-none"><span class="a-size-small a-color-secondary">${words} ${date !== '' && html`<span class="a-color-success a-text-bold">${date}</span>`} ${condition}</span></div>`,
  )
  return page.random.fork('rows').chance(0.5) ? html`<div class="a-row a-spacing-mini">${rows}</div>` : html`${rows}`
}

/** Prints the subscription price, in the markup of the main price. */
function printSubscription(view: CardView): Markup | null {
  const { extras, page, card } = view
  if (extras.subscription === null) return null
  return html`<div class="a-row a-spacing-none"><a class="a-link-normal a-text-normal" href="/dp/${card.asin}/ref=sr_1_1_sns/260-1234567-7654321"><span class="a-size-base a-color-price s-price a-text-bold">${printMoney(view, extras.subscription)}</span> ${page.phrases.offer.subscribe}</a></div>`
}

function printOffers(view: CardView): Markup | null {
  const { card, extras, page } = view
  if (card.pricing_count === null || extras.offersFrom === null) return null
  const { more_choices, offers } = page.phrases.search
  const count = fill(offers, { count: page.locale.count(card.pricing_count) })
  const price = html`<span class="a-size-base a-color-price a-text-bold">${printMoney(view, extras.offersFrom)}</span>`
  return html`<div class="a-row a-spacing-top-mini a-spacing-mini"><div class="a-row a-spacing-none"><span class="a-size-small a-color-secondary">${more_choices}</span></div><div class="a-row a-spacing-none"><a class="a-size-small a-link-normal a-text-normal" href="${offersLink(view, true)}"><span class="a-color-secondary a-text-strike"></span>${price}<span class="a-letter-space"></span>${count}</a></div></div>`
}

function printStars(view: CardView): Markup | null {
  const { card, page } = view
  if (card.rating === null || card.reviews_count === null) return null
  const popover = scriptData(view, 'data-a-popover', { 'max-width': '700', closeButton: 'false' })
  const stars = html`<span name="${card.asin}"><span class="a-declarative" data-action="a-popover"${popover}><a href="javascript:void(0)" class="a-popover-trigger a-declarative"><i class="a-icon a-icon-star a-star-${starClass(card.rating)}"><span class="a-icon-alt">${starText(view)}</span></i><i class="a-icon a-icon-popover"></i></a></span></span>`
  return html`<div class="a-row a-spacing-mini">${stars}<a class="a-size-small a-link-normal a-text-normal" href="${linkOf(view, '#customerReviews')}">${page.locale.count(card.reviews_count)}</a></div>`
}
