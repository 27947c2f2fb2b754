import { fill } from '../../locale/locale.ts'
import { printPrice } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { DeliveryLine } from './truth/search-truth.ts'
import { jsonAttribute, offersLink, printLink } from './card-parts.ts'
import type { CardView } from './search-view.ts'

const LINK = 's-no-hover s-underline-text s-underline-link-text s-link-style a-text-normal'

/** Prints the price block used from 2023 to 2026: the price, and other amounts that are not the price. */
export function printPriceBlock(view: CardView): Markup | null {
  const rows = html`${printFormat(view, view.extras.format)}${printMainRow(view)}${printSubscription(view)}${printCoupon(view)}${printOtherFormats(view)}`
  if (rows.text === '') return null
  return html`<div data-cy="price-recipe" class="a-section">${rows}</div>`
}

function printMainRow(view: CardView): Markup | null {
  const { card, extras, page } = view
  if (extras.priceForm === 'none') return null
  // The product is free for members.
  const isFree = extras.priceForm !== 'row'
  if (!isFree && card.price === null) return null
  const price = printPrice(page.money(isFree ? 0 : (card.price ?? 0)))
  const content = html`${price}${!isFree && printUnitPrice(view)}${printStruck(view)}`
  const more = html` aria-describedby="price-link"`
  return html`<div class="a-row a-size-base a-color-base"><div class="a-row">${page.era !== '2023' && html`<span id="price-link" class="aok-offscreen">${page.phrases.price.list}</span>`}${printLink(view, LINK, content, { more })}</div><div class="a-row">${isFree && html`<span class="a-size-base a-color-secondary">${page.phrases.offer.subscribe}</span>`}</div></div>`
}

/** Prints the price of a unit, in the markup of a struck price without the strike. */
function printUnitPrice({ extras, page }: CardView): Markup | null {
  if (extras.unitPrice === null) return null
  const { price, unit } = extras.unitPrice
  return html` <span class="a-size-base a-color-secondary">(${printPrice(page.money(price), { isPlain: true })}/${unit})</span>`
}

/** Prints the struck price. Since 2025 screen readers get it a second time, with its label. */
function printStruck({ card, page }: CardView): Markup | null {
  if (card.price_strikethrough === null) return null
  const money = page.money(card.price_strikethrough)
  const { list } = page.phrases.price
  const spoken = `${list} ${money.text}`
  const struck = printPrice(money, { isStruck: true })
  const label = html`<span class="a-size-base a-color-secondary">${list} </span>`
  if (page.era === '2023') return html` <div class="a-section">${label}${struck}</div>`
  return html` <span class="a-offscreen">${spoken}</span><div aria-hidden="${spoken}" class="a-section">${label}${struck}</div>`
}

function printSubscription({ extras, page }: CardView): Markup | null {
  if (extras.subscription === null) return null
  const { text } = page.money(extras.subscription)
  return html`<div class="a-row a-size-base a-color-secondary"><span>${page.phrases.offer.subscribe} ${text}</span></div>`
}

/** Prints a coupon. Its label is here twice, once hidden for customers who have the coupon. */
function printCoupon({ card, extras, page }: CardView): Markup | null {
  if (extras.coupon === null) return null
  const label = fill(page.phrases.price.coupon, { amount: page.money(extras.coupon).text })
  return html`<div class="a-row a-size-base a-color-secondary"><span data-component-type="s-coupon-component" data-component-props="${jsonAttribute({ asin: card.asin })}"><span class="aok-hidden"><span class="a-color-base">${label}</span></span><span><span class="a-size-base">${label}</span></span></span></div>`
}

function printFormat(view: CardView, name: string | null): Markup | null {
  if (name === null) return null
  return html`<div class="a-row a-size-base a-color-base">${printLink(view, 'a-size-base s-underline-text s-underline-link-text s-link-style a-text-bold', name)}</div>`
}

/** Prints the other formats, each after a horizontal rule. */
function printOtherFormats(view: CardView): Markup {
  const { extras, page } = view
  return html`${extras.otherFormats.map(
    ({ name, price }) =>
      html`<hr aria-hidden="true"/>${printFormat(view, name)}<div class="a-row a-size-base a-color-base"><div class="a-row">${printLink(view, LINK, printPrice(page.money(price)))}</div></div>`,
  )}`
}

/** Prints the block below the others: other offers, or the price of a product that is free for members. */
export function printSecondaryOffer(view: CardView): Markup | null {
  const { extras, page } = view
  if (extras.priceForm === 'words' && view.card.price !== null) {
    const words = `${page.money(view.card.price).text} (${extras.format ?? page.phrases.formats.ebook})`
    return html`<div data-cy="secondary-offer-recipe" class="a-section"><div class="a-row a-size-base a-color-secondary"><span class="a-size-small a-color-secondary">${words}</span></div></div>`
  }
  const offers = printOffers(view)
  if (offers === null) return null
  return html`<div data-cy="secondary-offer-recipe" class="a-section">${offers}</div>`
}

/** Prints the lowest price and the number of other offers: "(12 used & new offers)". */
function printOffers(view: CardView): Markup | null {
  const { card, extras, page, random } = view
  if (extras.offersFrom === null || card.pricing_count === null) return null
  const { offers, more_choices } = page.phrases.search
  // Some counts are lower limits: "15+".
  const count = `${page.locale.count(card.pricing_count)}${random.fork('plus').chance(0.2) ? '+' : ''}`
  const { text } = page.money(extras.offersFrom)
  return html`<div class="a-row a-size-base a-color-secondary"><span class="a-size-base a-color-secondary">${more_choices}</span><br/><span class="a-color-base">${text}</span><span class="a-letter-space"></span><span class="a-declarative" data-action="s-show-all-offers-display"><a class="a-link-normal" href="${offersLink(view)}">${fill(offers, { count })}</a></span></div>`
}

const ROW = 'a-row a-size-base a-color-secondary s-align-children-center'

/** Prints the delivery block used from 2023 to 2026: promises, and a line about stock. */
export function printDeliveryRecipe(view: CardView): Markup | null {
  const promises = view.page.era === '2023' ? printLabeledLines(view) : printBlock(view)
  const rows = html`${promises}${printStock(view)}`
  if (rows.text === '') return null
  return html`<div data-cy="delivery-recipe" class="a-section">${rows}</div>`
}

function printBlock({ card, extras }: CardView): Markup | null {
  const [first, second] = extras.delivery
  if (first === undefined && !card.is_prime) return null
  const badge = html`<div class="a-row a-color-base">${card.is_prime && printPrime()}</div>`
  const primary = first && html`<div class="a-row a-color-base udm-primary-delivery-message">${printLine(first)}</div>`
  const secondary = html`<div class="a-row a-color-base udm-secondary-delivery-message">${second && printLine(second)}</div>`
  return html`<div class="${ROW}"><div data-cy="delivery-block" class="a-section">${badge}${primary}${secondary}</div></div>`
}

/** Prints the delivery lines used from 2019 to 2024: the full line in a label, and again in pieces. */
function printLabeledLines({ card, extras }: CardView): Markup | null {
  const [first, ...rest] = extras.delivery
  if (first === undefined && !card.is_prime) return null
  const main = html`<div class="a-row s-align-children-center">${card.is_prime && printPrime()}${first && printLabeled(first)}</div>`
  return html`<div class="${ROW}">${main}${rest.map((line) => html`<div class="a-row">${printLabeled(line)}</div>`)}</div>`
}

function printLabeled(line: DeliveryLine): Markup {
  const { words, date, condition } = line
  return html`<span aria-label="${`${words} ${date} ${condition}`.trim()}">${words !== '' && html`<span class="a-color-base">${words} </span>`}${date !== '' && html`<span class="a-color-base a-text-bold">${date} </span>`}${condition !== '' && html`<span class="a-color-base">${condition}</span>`}</span>`
}

/** Prints a delivery line. Its date is bold. */
function printLine({ words, date, condition }: DeliveryLine): Markup {
  return html`${words} ${date !== '' && html`<span class="a-text-bold">${date}</span>`} ${condition}`
}

function printPrime(): Markup {
  return html`<span><span class="s-prime"><i class="a-icon a-icon-prime" role="img" aria-label="Amazon Prime"></i></span><span></span></span>`
}

/** Prints a line about stock among the delivery lines. It is not a promise. */
function printStock({ extras }: CardView): Markup | null {
  if (extras.stock === null) return null
  return html`<div class="a-row a-size-base a-color-secondary"><span aria-label="${extras.stock}"><span class="a-size-base a-color-price">${extras.stock}</span></span></div>`
}
