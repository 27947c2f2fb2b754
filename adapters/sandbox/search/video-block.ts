import { html, type Markup } from '../markup.ts'
import { noise, printImage, printLink } from './card-parts.ts'
import { printPriceBlock } from './current-price.ts'
import { printDeliveryRecipe } from './delivery.ts'
import { linkOf } from './links.ts'
import { printReviewsBlock } from './opinion.ts'
import type { CardView } from './search-view.ts'

/** An ad that shows a video about one product: it has no ASIN of its own, only links. */
export function printVideoBlock(view: CardView): Markup {
  const { place } = view
  const player = html`<div class="sg-col-4-of-4 sg-col sbv-video-container"><div class="sg-col-inner"><div class="a-section sbv-video aok-relative"><a class="a-link-normal sbv-desktop-video-link" href="${linkOf(view)}"><video aria-label="${view.card.title}" class="sbv-video-player sbv-display-table" playsinline="" muted="" preload="none"></video></a></div></div></div>`
  const product = html`<div class="sg-col-4-of-4 sbv-product-container sg-col"><div class="sg-col-inner"><span class="a-declarative"${noise(view, 'item')}><div class="desktop-video-product-view puis-sbv-product sbv-product puis" data-cy="asin-faceout-container">${printPicture(view)}<div class="a-section a-spacing-small">${printTitle(view)}${printReviewsBlock(view)}${printPriceBlock(view)}${printDeliveryRecipe(view)}</div></div></span></div></div>`
  return html`<div data-asin="" data-index="${place + 2}" data-component-type="" class="sg-col-20-of-24 s-result-item sg-col-0-of-12 sg-col-16-of-20 s-widget sg-col s-widget-spacing-small"><div class="sg-col-inner"><div class="s-widget-container celwidget slot=MAIN template=VIDEO_SINGLE_PRODUCT widgetId=sb-video"><span data-component-type="sbv-video-single-product" data-component-props="{}" class="rush-component sbv-video-single-product sb-video-creative"><div class="s-card-container s-overflow-hidden aok-relative s-card-border"><div class="s-include-content-margin s-border-bottom"><div class="sg-row">${player}${product}</div></div></div></span></div></div></div>
`
}

function printPicture(view: CardView): Markup {
  const image = html`<div class="a-section aok-relative s-image-square-aspect">${printImage(view, 's-image')}</div>`
  return html`<div class="s-product-image-container aok-relative s-text-center" data-cy="image-container"><span data-component-type="s-product-image" class="rush-component">${printLink(view, 's-no-outline', image)}</span></div>`
}

function printTitle(view: CardView): Markup {
  const { card, page } = view
  const label = html`<span class="sponsored-brand-label-info-desktop"><span class="puis-sponsored-label-text"><span class="a-size-mini a-color-secondary">${page.phrases.search.sponsored}</span></span><span class="aok-inline-block puis-sponsored-label-info-icon"></span></span>`
  const heading = html`<h2 aria-label="${card.title}" class="a-size-medium a-spacing-none a-color-base a-text-normal"><span>${card.title}</span></h2>`
  return html`<div data-cy="title-recipe" class="a-section a-spacing-none s-title-instructions-style faceout-product-title">${label}${printLink(view, 's-line-clamp-3 s-link-style a-text-normal', heading)}</div>`
}
