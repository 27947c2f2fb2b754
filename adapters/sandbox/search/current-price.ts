import { fill } from '../locale.ts'
import { html, type Markup } from '../markup.ts'
import { printPrice } from '../price-markup.ts'
import { jsonAttribute, printLink } from './card-parts.ts'
import { offersLink } from './links.ts'
import type { CardView } from './search-view.ts'

const LINK = 's-no-hover s-underline-text s-underline-link-text s-link-style a-text-normal'

/** The block of prices of 2023 to 2026: what the product costs, and what it does not. */
export function printPriceBlock(view: CardView): Markup | null {
  const rows = html`${printFormat(view, view.aside.format)}${printMainRow(view)}${printSubscription(view)}${printCoupon(view)}${printOtherFormats(view)}`
  if (rows.text === '') return null
  return html`<div data-cy="price-recipe" class="a-section a-spacing-none a-spacing-top-small s-price-instructions-style">${rows}</div>`
}

function printMainRow(view: CardView): Markup | null {
  const { card, aside, page } = view
  if (aside.priceWay === 'none') return null
  // Free for members, who pay otherwise.
  const isFree = aside.priceWay !== 'row'
  if (!isFree && card.price === null) return null
  const price = printPrice(page.money(isFree ? 0 : (card.price ?? 0)))
  const content = html`${price}${!isFree && printUnitPrice(view)}${printStruck(view)}`
  const more = html` aria-describedby="price-link"`
  return html`<div class="a-row a-size-base a-color-base"><div class="a-row">${page.era !== '2023' && html`<span id="price-link" class="aok-offscreen">${page.phrases.price.list}</span>`}${printLink(view, LINK, content, { more })}</div><div class="a-row">${isFree && html`<span class="a-size-base a-color-secondary">${page.phrases.offer.subscribe}</span>`}</div></div>`
}

/** Its markup is that of a struck price, without the strike. */
export function printUnitPrice({ aside, page }: CardView): Markup | null {
  if (aside.unitPrice === null) return null
  const { price, unit } = aside.unitPrice
  return html` <span class="a-size-base a-color-secondary">(${printPrice(page.money(price), { size: 'b', color: 'secondary', isPlain: true })}/${unit})</span>`
}

/** Said three times: whole for screen readers, with a label, and struck. */
function printStruck({ card, page }: CardView): Markup | null {
  if (card.price_strikethrough === null) return null
  const money = page.money(card.price_strikethrough)
  const { list } = page.phrases.price
  const spoken = `${list} ${money.text}`
  const struck = printPrice(money, { size: 'b', color: 'secondary', isStruck: true })
  const label = html`<span class="a-size-base a-color-secondary">${list} </span>`
  if (page.era === '2023') return html` <div class="a-section aok-inline-block">${label}${struck}</div>`
  return html` <span class="a-offscreen">${spoken}</span><div aria-hidden="${spoken}" class="a-section aok-inline-block">${label}${struck}</div>`
}

function printSubscription({ aside, page }: CardView): Markup | null {
  if (aside.subscription === null) return null
  const { text } = page.money(aside.subscription)
  return html`<div class="a-row a-size-base a-color-secondary"><span>${page.phrases.offer.subscribe} ${text}</span></div>`
}

/** The label of a coupon stands here twice: once for those who have it. */
function printCoupon({ card, aside, page }: CardView): Markup | null {
  if (aside.coupon === null) return null
  const label = fill(page.phrases.price.coupon, { amount: page.money(aside.coupon).text })
  return html`<div class="a-row a-size-base a-color-secondary"><span data-component-type="s-coupon-component" class="rush-component" data-component-props="${jsonAttribute({ asin: card.asin })}"><span class="s-coupon-clipped aok-hidden"><span class="a-color-base">${label}</span></span><span class="s-coupon-unclipped"><span class="a-size-base s-highlighted-text-padding aok-inline-block s-coupon-highlight-color">${label}</span></span></span></div>`
}

function printFormat(view: CardView, name: string | null): Markup | null {
  if (name === null) return null
  return html`<div class="a-row a-size-base a-color-base">${printLink(view, 'a-size-base s-underline-text s-underline-link-text s-link-style a-text-bold', name)}</div>`
}

/** Other formats follow behind a rule each. */
function printOtherFormats(view: CardView): Markup {
  const { aside, page } = view
  return html`${aside.otherFormats.map(
    ({ name, price }) =>
      html`<hr aria-hidden="true" class="a-divider-normal"/>${printFormat(view, name)}<div class="a-row a-size-base a-color-base"><div class="a-row">${printLink(view, LINK, printPrice(page.money(price)))}</div></div>`,
  )}`
}

/** Below everything else: other offers, or what it costs to buy what is free for members. */
export function printSecondaryOffer(view: CardView): Markup | null {
  const { aside, page } = view
  if (aside.priceWay === 'words' && view.card.price !== null) {
    const words = `${page.money(view.card.price).text} (${aside.format ?? page.phrases.formats.ebook})`
    return html`<div data-cy="secondary-offer-recipe" class="a-section a-spacing-none a-spacing-top-mini"><div class="a-row a-size-base a-color-secondary"><span class="a-size-small a-color-secondary">${words}</span></div></div>`
  }
  const offers = printOffers(view)
  if (offers === null) return null
  return html`<div data-cy="secondary-offer-recipe" class="a-section a-spacing-none a-spacing-top-mini">${offers}</div>`
}

/** "(12 used & new offers)", with the lowest price before it. */
export function printOffers(view: CardView): Markup | null {
  const { card, aside, page, random } = view
  if (aside.offersFrom === null || card.pricing_count === null) return null
  const { offers, more_choices } = page.phrases.search
  // Many are not counted to the end: "15+".
  const count = `${page.locale.count(card.pricing_count)}${random.fork('plus').chance(0.2) ? '+' : ''}`
  const { text } = page.money(aside.offersFrom)
  return html`<div class="a-row a-size-base a-color-secondary"><span class="a-size-base a-color-secondary">${more_choices}</span><br/><span class="a-color-base">${text}</span><span class="a-letter-space"></span><span class="a-declarative" data-action="s-show-all-offers-display"><a class="a-link-normal s-link-style s-underline-text s-underline-link-text" href="${offersLink(view)}">${fill(offers, { count })}</a></span></div>`
}
