import type { Locale } from '../locale/locale.ts'
import { html, type Markup } from '../markup/html.ts'
import { printBeginning, printFrame, printLocation } from '../markup/page-frame.ts'
import { imageUrl, nextAsin, listingOf } from '../truth/listing.ts'
import { showPlace } from '../truth/place.ts'
import type { Random } from '../truth/random.ts'
import { stateRandom, type StateRenderer } from './state-page.ts'

const SHELF_SIZE = 24

/** A shelf of other products instead of the requested one, status 200. */
export const renderGallery: StateRenderer = (locale, options) => {
  const random = stateRandom('gallery', locale, options)
  const heading = locale.phrases.states.gallery
  const usual = random.pick(locale.phrases.delivery.locations)
  const location = printLocation(locale, options.place === undefined ? usual : showPlace(options.place, locale))
  const ranks = Array.from({ length: SHELF_SIZE }, (_, index) => index + 1)
  const body = html`<div><h1 class="a-text-bold">${heading}</h1><div class="p13n-desktop-grid" data-acp-path="/acp/p13n-zg-list-grid-desktop/">
    ${ranks.map((rank) => printTile(locale, random.fork(`tile ${rank}`), rank))}</div></div> `
  return { status: 200, html: printFrame(locale, { title: heading, location, random }, body).text }
}

function printTile(locale: Locale, random: Random, rank: number): Markup {
  const asin = nextAsin(random)
  const { title, picture, price, rating } = listingOf(asin, locale.marketplace.domain)
  const link = `/${toSlug(title)}/dp/${asin}/ref=zg_bs_g_${random.int(1_000_000, 99_999_999)}_d_sccl_${rank}?psc=1`
  const stars =
    rating !== null &&
    html`<div class="a-icon-row"><i class="a-icon a-icon-star-small"><span class="a-icon-alt">${locale.average(rating)}</span></i></div>`
  const amount =
    price !== null &&
    html`<span class="a-color-price"><span class="p13n-sc-price">${locale.money(price).text}</span></span>`
  return html`<div id="gridItemRoot"><div id="p13n-asin-index-${rank - 1}" data-asin="${asin}">
    <div class="a-section"><div class="a-section"><span class="zg-bdg-text">#${rank}</span></div></div>
    <div class="zg-grid-general-faceout"><div id="${asin}" class="p13n-sc-uncoverable-faceout">
    <a class="a-link-normal" href="${link}"><div class="a-section a-spacing-mini"><img alt="${title}" src="${imageUrl(picture, 'AC_UL300_SR300,200')}" class="p13n-product-image" height="200px"></div></a>
    <a class="a-link-normal" href="${link}"><span><div class="p13n-sc-truncate-desktop-type2">${title}</div></span></a> ${stars} ${amount}
    </div></div></div></div> `
}

const NOT_IN_SLUG = /[^\p{L}\p{N}]+/gu

/** Converts a title to the form used in addresses. */
function toSlug(title: string): string {
  return encodeURIComponent(title.replace(NOT_IN_SLUG, '-'))
}

/** A page with nothing between header and footer, status 200. */
export const renderShell: StateRenderer = (locale, options) => {
  const random = stateRandom('shell', locale, options)
  const body = html`<div id="dp-container" role="main"><div id="ppd"><div id="centerCol"></div></div></div> `
  return { status: 200, html: printFrame(locale, { title: locale.shopName, location: null, random }, body).text }
}

/** The start of a page, cut before anything that names its kind, status 200. */
export const renderTruncated: StateRenderer = (locale, options) => {
  const random = stateRandom('truncated', locale, options)
  const page = printBeginning(locale, { title: locale.shopName, location: null, random }).text
  return { status: 200, html: page.slice(0, page.lastIndexOf('<a href="/b/')) + '<a href="/b' }
}
