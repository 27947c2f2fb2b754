import { fill } from '../../locale/locale.ts'
import { html, json, raw, type Markup, type Printable } from '../../markup/html.ts'
import { nextAsin } from '../../truth/listing.ts'
import { listPictureSources } from './truth/search-truth.ts'
import type { CardView } from './search-view.ts'

/** Prints attributes for tracking scripts. Absent: null, on light pages. */
export function trackingAttributes({ page, random, card }: CardView, type: string): Markup | null {
  if (!page.isHeavy) return null
  const id = random.text('0123456789abcdefghijklmnopqrstuvwxyz', 26)
  return html` data-version-id="v${id}" data-render-id="r${id}" data-csa-c-type="${type}" data-csa-c-item-id="amzn1.asin.${card.asin}" data-csa-c-id="${id.slice(0, 6)}-${id.slice(6, 12)}-${id.slice(12, 18)}"`
}

/** Prints an attribute with JSON for a script. Absent: null, on light pages. */
export function scriptData({ page }: CardView, name: string, value: unknown): Markup | null {
  return page.isHeavy ? html` ${name}="${jsonAttribute(value)}"` : null
}

/** Value of an attribute in JSON. */
export function jsonAttribute(value: unknown): string {
  return JSON.stringify(value)
}

export function printImage(view: CardView, classes: string): Markup {
  const { card, extras, page } = view
  const sources = listPictureSources(extras.picture, page.truth.look)
  const listed = page.isHeavy ? sources : sources.filter((source) => source === sources[0] || source === sources.at(-1))
  const set = listed.map(({ url, density }) => `${url} ${density}`).join(', ')
  const prefix = card.is_sponsored ? page.phrases.search.sponsored_title : ''
  // The alternative text has the full title with the brand, unlike some headings.
  return html`<img class="${classes}" src="${sources[0]?.url}" srcset="${set}" alt="${prefix}${card.title}"/>`
}

export function starText({ card, page }: CardView): string {
  return card.rating === null ? '' : fill(page.phrases.rating.stars, { rating: page.locale.average(card.rating) })
}

interface LinkOptions {
  /** For example "#customerReviews". */
  readonly fragment?: string
  /** Text for screen readers. */
  readonly label?: string
  /** Further attributes. */
  readonly more?: Markup
}

/** Prints a link to the product around a part of its card. */
export function printLink(view: CardView, classes: string, content: Printable, options: LinkOptions = {}): Markup {
  const { fragment, label, more } = options
  const labeled = label !== undefined && html` aria-label="${label}"`
  return html`<a${labeled} class="a-link-normal ${classes}"${more} href="${linkOf(view, fragment)}">${content}</a>`
}

/** Prints the badge of best sellers, or that of the marketplace's choice, whose text is in two pieces. */
export function printStatusBadge(view: CardView, isBestSeller: boolean): Markup {
  const { card, page } = view
  const { asin } = card
  const type = isBestSeller ? 'best-seller' : 'amazons-choice'
  const props = jsonAttribute({ asin, badgeType: type })
  return html`<span data-component-type="s-status-badge-component" data-component-props="${props}"${trackingAttributes(view, 'badge')}><div class="a-row"><span id="${asin}-${type}" aria-labelledby="${asin}-${type}-label ${asin}-${type}-supplementary"><span id="${asin}-${type}-label" aria-hidden="true"><span>${printBadgeText(page, isBestSeller)}</span></span><span id="${asin}-${type}-supplementary" aria-hidden="true">${page.truth.query}</span></span></div></span>`
}

function printBadgeText({ phrases: { badges } }: CardView['page'], isBestSeller: boolean): Markup {
  if (isBestSeller) return html`<span>${badges.best_seller}</span>`
  const [first, second] = badges.choice
  return html`<span>${first}</span><span>${second}</span>`
}

/** Prints the label of an ad, with a note that opens on a click. Absent: null, for organic cards. */
export function printAdLabel(view: CardView): Markup | null {
  const { card, page } = view
  if (!card.is_sponsored) return null
  const { sponsored } = page.phrases.search
  const { asin } = card
  const popover = scriptData(view, 'data-a-popover', { name: `sp-info-popover-${asin}`, position: 'triggerVertical' })
  return html`<div class="a-row"><span class="a-declarative" data-action="a-popover"${popover}><a href="javascript:void(0)" role="button" class="puis-sponsored-label-text"><span><span class="a-color-secondary">${sponsored}</span></span><span><span class="a-color-base">${sponsored}</span></span> <span class="puis-sponsored-label-info-icon"></span></a></span><div class="a-popover-preload" id="a-popover-sp-info-popover-${asin}"><span>${page.phrases.states.gallery} (99)</span></div></div>`
}

/** Wraps an ad in the elements that count its views. */
export function wrapAd(view: CardView, content: Markup): Markup {
  const { card, page } = view
  if (!card.is_sponsored) return content
  const props = scriptData(view, 'data-component-props', {
    percentageShownToFire: '50',
    batchable: true,
    requiredElementSelector: '.s-image:visible',
  })
  const script = page.isHeavy
    ? html`<script type="text/x-ad-feedback">${json({ priceInfo: { amount: card.price, currencyCode: card.currency } })}</script>`
    : raw('')
  return html`<div data-component-type="s-impression-logger"${props}><div data-component-type="s-impression-counter">${content}</div></div>${script}`
}

const NO_WORD = /[^\p{L}\p{N}]+/gu
const MAX_WORDS = 4

/** Address that a card links to. Links of ads lead through a redirect. */
export function linkOf(view: CardView, fragment = ''): string {
  return view.card.is_sponsored ? adLink(view, fragment) : `${pathOf(view, `sr_1_${view.index + 1}`)}${fragment}`
}

/** Path of a product. On heavy pages it has words of the title and parameters of the search. */
function pathOf({ card, page, index }: CardView, ref: string, rank = ''): string {
  if (!page.isHeavy) return `/dp/${card.asin}/ref=${ref}?sr=8-${index + 1}${rank}`
  const words = card.title.replaceAll(NO_WORD, ' ').trim().split(' ').slice(0, MAX_WORDS)
  const query = encodeURIComponent(page.truth.query)
  return `/${encodeURIComponent(words.join('-'))}/dp/${card.asin}/ref=${ref}?keywords=${query}&qid=1760000000&sr=8-${index + 1}${rank}`
}

function adLink(view: CardView, fragment: string): string {
  const { random, page, card, index } = view
  const target = `${pathOf(view, `sr_1_${index + 1}_sspa`, '-spons')}&psc=1`
  const token = random
    .fork('ad')
    .text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', page.isHeavy ? 80 : 8)
  const { host } = page.locale.marketplace
  if (card.is_video)
    return `https://aax-eu.${host.replace('www.', '')}/x/c/${token}/https://${host}${target}${fragment}`
  return `/sspa/click?ie=UTF8&spc=${token}&url=${encodeURIComponent(target)}${fragment}`
}

/** Address of the other offers of a product. */
export function offersLink({ card, page, index }: CardView): string {
  return `/gp/offer-listing/${card.asin}/ref=sr_1_${index + 1}_olp?keywords=${encodeURIComponent(page.truth.query)}`
}

/** Prints links to other colors of the product. Their ASINs differ from that of the card. */
export function printSwatches({ extras, page, random }: CardView): Markup | null {
  const own = random.fork('swatches')
  if (extras.kind !== 'apparel' || !own.chance(0.6)) return null
  const colors = own.sample(page.locale.vocabulary.colors, own.int(2, 4))
  const swatches = colors.map((color) => {
    const path = `/dp/${nextAsin(own)}/ref=cs_sr_dp`
    return html`<div class="a-section"><a aria-label="${color}" class="a-link-normal" href="${path}"><span style="background-color: #${own.text('0123456789abcdef', 6)}"><span></span></span></a></div>`
  })
  return html`<div class="a-section"><div class="a-section" role="group">${swatches}</div></div>`
}
