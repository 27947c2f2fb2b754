import { starClass } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import { listPictureSources } from '../../truth/search-truth.ts'
import { starText } from './card-parts.ts'
import type { CardView } from './search-view.ts'

/** Prints a card of the layout `table`, used in 2013 and 2014: formats and prices are in a table. */
export function printTableCard(view: CardView): Markup {
  const { card, extras, page, index } = view
  const link = productLink(view)
  const [source] = listPictureSources(extras.picture, 'table', 'list')
  const byline = html`<span class="ptBrand">${extras.author ?? page.phrases.vocabulary.publishers[0]}</span>`
  return html`<div id="result_${index}" class="result${index === 0 ? ' firstRow' : ''} product celwidget" name="${card.asin}"><div id="srNum_${index}" class="number">${index + 1}.</div><div class="linePlaceholder"></div><div class="image imageContainer"><a href="${link}"><div class="imageBox"><img onload="viewCompleteImageLoaded(this, new Date().getTime(), 12, false);" src="${source?.url}" class="productImage cfMarker" alt=""/></div></a></div><div class="data"><h3 class="title"><a class="title" href="${link}">${card.title}</a> ${byline} <span class="bindingAndRelease">(${view.random.int(1990, 2014)})</span></h3>${printStars(view)}<br class="unfloat"/><div class="tp"><table cellspacing="0" cellpadding="0">${printHead(view)}${printRow(view)}${printOtherFormats(view)}</table></div></div></div><div class="unfloat"></div>
`
}

function productLink({ card, page }: CardView): string {
  return `http://${page.locale.marketplace.host}/x/dp/${card.asin}`
}

function printStars(view: CardView): Markup | null {
  const { card, page } = view
  if (card.rating === null || card.reviews_count === null) return null
  const text = starText(view)
  const link = productLink(view).replace('/dp/', '/product-reviews/')
  return html`<div class="starsAndPrime"><div class="stars"><div name="${card.asin}" class="asinReviewsSummary"><span class="a-declarative" data-action="a-popover"><a alt="${text}" href="${link}"><span class="srSprite spr_stars${starClass(card.rating).replace('-', '_')}Active newStars"><span class="displayNone">&nbsp;</span></span></a></span></div></div><div class="reviewsCount">(<a alt="${text}" class="longReview" href="${link}">${page.locale.count(card.reviews_count)}</a>)</div></div>`
}

/** Whether the table has a column for rent instead of list prices. */
function hasRent({ card, extras }: CardView): boolean {
  return card.price_strikethrough === null && extras.kind === 'book'
}

function printHead(view: CardView): Markup {
  const first = hasRent(view) ? html`<th class="toeRentHeader"></th>` : html`<th class="toeListHeader"></th>`
  return html`<tr class="toeHeader"><th class="formats"></th>${first}<th class="toeOurHeader"></th><th class=""></th><th class="toeNewHeader"></th><th class="toeUsedHeader"></th></tr>`
}

function printRow(view: CardView): Markup {
  const { card, extras, page } = view
  const amount = (value: number | null): string => (value === null ? '' : page.money(value).text)
  const struck = card.price_strikethrough === null ? null : html`<strike>${amount(card.price_strikethrough)}</strike>`
  const first = hasRent(view)
    ? html`<td class="toeRentPrice">${card.price !== null && printCell(view, amount(Math.ceil(card.price / 3)))}</td>`
    : html`<td class="toeListPrice">${struck}</td>`
  const name = hasRent(view) ? 'toeOurPriceWithRent' : 'toeOurPrice'
  return html`<tr><td class="tpType"><a href="${productLink(view)}"><span class="toeLinkText">${extras.format}</span></a>${printDelivery(view)}</td>${first}<td class="${name}">${card.price !== null && printCell(view, amount(card.price))}</td><td class="">${card.is_prime && html`<span class="srSprite sprPrime"></span>`}</td><td class="toeNewPrice"></td><td class="toeUsedPrice">${extras.offersFrom !== null && html`<a href="http://${page.locale.marketplace.host}/gp/offer-listing/${card.asin}">${amount(extras.offersFrom)}</a>`}</td></tr>`
}

function printCell(view: CardView, text: string): Markup {
  return html`<a href="${productLink(view)}">${text}</a>`
}

function printDelivery({ extras }: CardView): Markup {
  const [first, ...rest] = extras.delivery
  const date = first !== undefined && first.date !== '' && html`<span class="deliveryDate">${first.date}</span>`
  const fast = html`<span class="toeFastTrack">${first?.words} ${date} ${first?.condition}</span>`
  const stock = extras.stock !== null && html`<div class="lowStock">${extras.stock}</div>`
  return html`${fast}${stock}${rest.map(({ words }) => html`<div class="sss">${words}</div>`)}`
}

function printOtherFormats(view: CardView): Markup {
  const { extras, page } = view
  return html`${extras.otherFormats.map(
    ({ name, price }) =>
      html`<tr><td class="tpType"><a href="${productLink(view)}"><span class="toeLinkText">${name}</span></a></td><td class="toeListPrice"></td><td class="toeOurPrice">${printCell(view, page.money(price).text)}</td><td class=""></td><td class="toeNewPrice"></td><td class="toeUsedPrice"></td></tr>`,
  )}`
}
