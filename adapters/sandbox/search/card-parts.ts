import { fill } from '../locale.ts'
import { html, json, raw, type Markup, type Printable } from '../markup.ts'
import { listPictureSources } from '../truth/search-pictures.ts'
import { linkOf } from './links.ts'
import type { CardView } from './search-view.ts'

/** Attributes that programs of the page read; only heavy pages carry them. */
export function noise({ page, random, card }: CardView, type: string): Markup | null {
  if (!page.isHeavy) return null
  const id = random.text('0123456789abcdefghijklmnopqrstuvwxyz', 26)
  return html` data-version-id="v${id}" data-render-id="r${id}" data-csa-c-type="${type}" data-csa-c-item-id="amzn1.asin.${card.asin}" data-csa-c-id="${id.slice(0, 6)}-${id.slice(6, 12)}-${id.slice(12, 18)}"`
}

/** Attribute with the JSON of a program; only heavy pages carry it. */
export function programData({ page }: CardView, name: string, value: unknown): Markup | null {
  return page.isHeavy ? html` ${name}="${jsonAttribute(value)}"` : null
}

/** Attribute whose value is JSON. */
export function jsonAttribute(value: unknown): string {
  return JSON.stringify(value)
}

export function printImage(view: CardView, classes: string): Markup {
  const { card, aside, page, place } = view
  const sources = listPictureSources(aside.picture, page.truth.layout, page.truth.look)
  const listed = page.isHeavy ? sources : sources.filter((source) => source === sources[0] || source === sources.at(-1))
  const set = listed.map(({ url, density }) => `${url} ${density}`).join(', ')
  const prefix = card.is_sponsored && page.truth.layout !== 'list' ? page.phrases.search.sponsored_title : ''
  // Alternative texts begin with the brand, whatever the heading says.
  return html`<img class="${classes}" src="${sources[0]?.url}" srcset="${set}" alt="${prefix}${card.title}" data-image-index="${place + 1}"/>`
}

export function starText({ card, page }: CardView): string {
  return card.rating === null ? '' : fill(page.phrases.rating.stars, { rating: page.locale.average(card.rating) })
}

interface LinkOptions {
  /** "#customerReviews". */
  readonly fragment?: string
  /** For assistive technology. */
  readonly label?: string
  /** Attributes that are printed as they are. */
  readonly more?: Markup
}

/** A link to the card's product, as cards have one round each of their parts. */
export function printLink(view: CardView, classes: string, content: Printable, options: LinkOptions = {}): Markup {
  const { fragment, label, more } = options
  const labelled = label !== undefined && html` aria-label="${label}"`
  return html`<a${labelled} class="a-link-normal ${classes}"${more} href="${linkOf(view, fragment)}">${content}</a>`
}

/** Badge of the marketplace's choice, its text in two pieces, or of the best sellers. */
export function printStatusBadge(view: CardView, isBestSeller: boolean): Markup {
  const { card, page } = view
  const { asin } = card
  const type = isBestSeller ? 'best-seller' : 'amazons-choice'
  const props = jsonAttribute({ asin, badgeType: type })
  return html`<span data-component-type="s-status-badge-component" class="rush-component" data-component-props="${props}"${noise(view, 'badge')}><div class="a-row a-badge-region"><span id="${asin}-${type}" class="a-badge" aria-labelledby="${asin}-${type}-label ${asin}-${type}-supplementary" data-a-badge-type="status"><span id="${asin}-${type}-label" class="a-badge-label" data-a-badge-color="${isBestSeller ? 'sx-bestseller' : 'sx-gulfstream'}" aria-hidden="true"><span class="a-badge-label-inner a-text-ellipsis">${printBadgeText(page, isBestSeller)}</span></span><span id="${asin}-${type}-supplementary" class="a-badge-supplementary-text a-text-ellipsis" aria-hidden="true">${page.truth.query}</span></span></div></span>`
}

export function printBadgeText({ phrases: { badges } }: CardView['page'], isBestSeller: boolean): Markup {
  if (isBestSeller) return html`<span class="a-badge-text" data-a-badge-color="sx-cloud">${badges.best_seller}</span>`
  const [first, second] = badges.choice
  return html`<span class="a-badge-text" data-a-badge-color="sx-cloud">${first}</span><span class="a-badge-text" data-a-badge-color="ac-orange">${second}</span>`
}

/** What ads say of themselves, with the note that opens on a click. */
export function printAdLabel(view: CardView, family: 'puis' | 's'): Markup | null {
  const { card, page } = view
  if (!card.is_sponsored) return null
  const { sponsored } = page.phrases.search
  const { asin } = card
  const popover = programData(view, 'data-a-popover', { name: `sp-info-popover-${asin}`, position: 'triggerVertical' })
  return html`<div class="a-row a-spacing-micro"><span class="a-declarative" data-action="a-popover"${popover}><a href="javascript:void(0)" role="button" class="${family}-label-popover ${family}-sponsored-label-text"><span class="${family}-label-popover-default"><span class="a-color-secondary">${sponsored}</span></span><span class="${family}-label-popover-hover"><span class="a-color-base">${sponsored}</span></span> <span class="aok-inline-block ${family}-sponsored-label-info-icon"></span></a></span><div class="a-popover-preload" id="a-popover-sp-info-popover-${asin}"><span>${page.phrases.states.gallery} (99)</span></div></div>`
}

/** Data of an ad for the program that counts who sees it. */
export function wrapAd(view: CardView, content: Markup): Markup {
  const { card, page } = view
  if (!card.is_sponsored) return content
  const props = programData(view, 'data-component-props', {
    percentageShownToFire: '50',
    batchable: true,
    requiredElementSelector: '.s-image:visible',
  })
  const script = page.isHeavy
    ? html`<script type="text/x-ad-feedback">${json({ priceInfo: { amount: card.price, currencyCode: card.currency } })}</script>`
    : raw('')
  return html`<div data-component-type="s-impression-logger"${props} class="rush-component"><div data-component-type="s-impression-counter" class="rush-component s-featured-result-item">${content}</div></div>${script}`
}
