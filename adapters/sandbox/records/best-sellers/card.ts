import type { Entry } from '../../../../core/index.ts'
import { fill } from '../../locale/locale.ts'
import type { Locale } from '../../locale/locale.ts'
import { starClass } from '../../markup/elements.ts'
import { html, json, raw, type Markup } from '../../markup/html.ts'
import { imageUrl } from '../../truth/listing.ts'
import type { ListLayout } from './truth/list-truth.ts'
import { wordsOf } from './truth/words.ts'

/** What all cards of a list share. */
export interface CardContext {
  readonly locale: Locale
  readonly layout: ListLayout
  /** Tag of the links, which follows visitors. */
  readonly tag: string
  /** `grid`: of a list. `carousel`: of the page of the root. */
  readonly place: 'grid' | 'carousel'
}

/** Prints the card of an entry. `picture`: name of its picture. `index`: in the list, from 0. */
export function printCard(entry: Entry, picture: string, index: number, context: CardContext): Markup {
  return context.place === 'grid'
    ? printInGrid(entry, picture, index, context)
    : printInCarousel(entry, picture, index, context)
}

function printInGrid(entry: Entry, picture: string, index: number, context: CardContext): Markup {
  const isNew = context.layout === '2026'
  const cell = html`<div id="gridItemRoot"><div id="p13n-asin-index-${index}"><div${isNew && html` data-asin="${entry.asin}"`}>${printBadge(entry)}<div class="zg-grid-general-faceout">${printFaceout(entry, picture, index, context)}</div>${printMovement(entry, context)}</div></div></div>`
  return isNew ? html`<li><span class="a-list-item">${cell}</span></li>\n` : html`${cell}\n`
}

function printInCarousel(entry: Entry, picture: string, index: number, context: CardContext): Markup {
  return html`<li class="a-carousel-card" role="listitem">${printBadge(entry)}<div>${printFaceout(entry, picture, index, context)}</div></li>\n`
}

function printBadge({ rank }: Entry): Markup {
  return html`<div class="a-section"><div class="a-section"><span class="zg-bdg-text">#${rank}</span></div><div class="a-section"></div></div>`
}

/** Titles on carousels are shortened to this; the whole is in attributes. Unit: characters. */
const SHORT_TITLE = 40

function printFaceout(entry: Entry, picture: string, index: number, context: CardContext): Markup {
  const { asin, manufacturer, format } = entry
  const link = linkOf(entry, index, context)
  const small = imageUrl(picture, 'AC_UL300_SR300,200')
  const sizes = {
    [small]: [300, 200],
    [imageUrl(picture, 'AC_UL600_SR600,400')]: [600, 400],
    [entry.image ?? small]: [900, 600],
  }
  return html`<div id="${asin}" class="p13n-sc-uncoverable-faceout"><a class="a-link-normal" href="${link}" role="link"><div class="a-section a-spacing-mini"><img alt="" src="${small}" class="p13n-product-image" height="200px" data-a-dynamic-image="${json(sizes).text}"></div></a><a class="a-link-normal" href="${link}" role="link"><span>${printTitle(entry, context)}</span></a>${
    manufacturer !== null &&
    html`<div class="a-row a-size-small"><span class="a-size-small a-color-base"><div class="_cDEzb_p13n-sc-css-line-clamp-1_1Fn1y">${manufacturer}</div></span></div>`
  }${printStars(entry, index, context)}${
    format !== null &&
    html`<div class="a-row a-size-small"><span class="a-size-small a-color-secondary a-text-normal">${format}</span></div>`
  }${printOffer(entry, link, context)}${entry.is_prime && raw('<div class="a-row"><i class="a-icon a-icon-prime a-icon-small" role="img" aria-label="Prime"></i></div>')}</div>`
}

function printTitle({ title }: Entry, { place }: CardContext): Markup {
  const whole = title ?? ''
  if (place === 'grid') return html`<div class="_cDEzb_p13n-sc-css-line-clamp-3_g3dy1">${whole}</div>`
  if (whole.length <= SHORT_TITLE)
    return html`<div class="p13n-sc-truncate-desktop-type2 p13n-sc-truncated">${whole}</div>`
  const cut = whole.slice(0, SHORT_TITLE).trimEnd()
  return html`<div class="p13n-sc-truncate-desktop-type2 p13n-sc-truncated" title="${whole}" aria-label="${whole}">${cut}…</div>`
}

function printStars(
  { asin, rating, reviews_count }: Entry,
  index: number,
  { locale, layout, tag }: CardContext,
): Markup | null {
  if (rating === null || reviews_count === null) return null
  const average = locale.average(rating)
  const count = locale.count(reviews_count)
  const label = fill(wordsOf(locale).stars, { average, count })
  const average_label = label.slice(0, label.search(STARS_END))
  const name = layout === '2026' ? 'aria-label' : 'title'
  return html`<div class="a-row"><div class="a-icon-row"><a class="a-link-normal" ${raw(name)}="${label}" href="/product-reviews/${asin}/ref=${tag}_sccl_${index + 1}_cr"><i class="a-icon a-icon-star-small a-star-small-${starClass(rating)}"><span class="a-icon-alt">${average_label}</span></i> <span class="a-size-small">${count}</span></a></div></div>`
}

/** Where the average ends and the count begins: at the comma between them. */
const STARS_END = /(?:, |、|، )/

function printOffer(entry: Entry, link: string, { locale }: CardContext): Markup | null {
  const { price, price_upper, price_from, pricing_count } = entry
  const amount = (value: number): Markup =>
    html`<span class="_cDEzb_p13n-sc-price_3mJ9Z">${locale.money(value).text}</span>`
  if (price !== null) {
    const shown = price_upper === null ? amount(price) : html`${amount(price)} - ${amount(price_upper)}`
    return html`<div class="a-row"><div class="a-row"><div class="_cDEzb_p13n-sc-price-animation-wrapper_3PzN2"><a class="a-link-normal a-text-normal" href="${link}"><div class="a-row"><span class="a-size-base a-color-price">${shown}</span></div></a></div></div></div>`
  }
  if (price_from === null) return null
  const [before = '', after = ''] = fill(wordsOf(locale).offers, { count: pricing_count ?? 0, price: MARK }).split(MARK)
  return html`<div class="a-row"><a class="a-link-normal" href="${link}"><span class="a-color-secondary">${before}<span><span class="p13n-sc-price">${locale.money(price_from).text}</span></span>${after}</span></a></div>`
}

/** Takes the position of the price while a phrase is split. */
const MARK = '\u0000'

function printMovement(
  { sales_rank, previous_rank, rank_change_percentage }: Entry,
  { locale }: CardContext,
): Markup | null {
  if (sales_rank === null || previous_rank === null || rank_change_percentage === null) return null
  const words = fill(wordsOf(locale).movement, { now: locale.count(sales_rank), before: locale.count(previous_rank) })
  return html`<span class="_cDEzb_zg-grid-rank-metadata_33jPv"><span class="zg-grid-pct-change">${locale.count(rank_change_percentage)}%</span>${words}</span>`
}

const NOT_IN_SLUG = /[^\p{L}\p{N}]+/gu

function linkOf({ title, asin }: Entry, index: number, { tag }: CardContext): string {
  const slug = encodeURIComponent((title ?? '').replace(NOT_IN_SLUG, '-'))
  return `/${slug}/dp/${asin}/ref=${tag}_d_sccl_${index + 1}/138-0000000-0000000?psc=1`
}
