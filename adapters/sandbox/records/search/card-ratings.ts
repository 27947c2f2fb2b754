import { fill } from '../../locale/locale.ts'
import { starClass } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import { trackingAttributes, printLink, scriptData, starText } from './card-parts.ts'
import type { CardView } from './search-view.ts'

/** Prints stars, count and sales. The labels are on different elements in each of its years. */
export function printReviewsBlock(view: CardView): Markup | null {
  const { card, page } = view
  // On some pages of 2023 and in video ads the block has no name. A block without stars always has one.
  const isUnnamed = card.is_video || (page.era === '2023' && page.random.fork('block').chance(0.3))
  const isNamed = !isUnnamed || card.rating === null
  const stars = page.era === '2023' ? printLabeledStars(view, isNamed) : printLinkedStars(view)
  const rows = html`${stars}${printSales(view)}`
  if (card.rating === null && rows.text === '') return null
  return html`<div${isNamed && html` data-cy="reviews-block"`} class="a-section">${rows}</div>`
}

/** Prints stars and count in the markup used from 2019 to 2024: labels on spans. */
function printLabeledStars(view: CardView, isNamed: boolean): Markup | null {
  const { card, page } = view
  if (card.rating === null) return null
  const count = card.reviews_count === null ? '' : page.locale.count(card.reviews_count)
  const label = fill(page.phrases.search.ratings, { count })
  const link = printLink(
    view,
    's-underline-text s-underline-link-text s-link-style',
    html`<span class="a-size-base">${count}</span>`,
    { fragment: '#customerReviews' },
  )
  const labeled = html`<span aria-label="${label}">${link}</span>`
  const counted = html`<span data-component-type="s-client-side-analytics"><div style="display: inline-block" data-csa-c-content-id="alf-customer-ratings-count-component">${labeled}</div></span>`
  return html`<div class="a-row a-size-small"><span aria-label="${starText(view)}">${printStars(view, `a-icon-star-small a-star-small-${starClass(card.rating)} aok-align-bottom`, isNamed, '')}</span>${counted}</div>`
}

/** Prints stars and count in the markup used since 2025: labels on links. The count is rounded since 2026. */
function printLinkedStars(view: CardView): Markup | null {
  const { card, page } = view
  if (card.rating === null || card.reviews_count === null) return null
  const { search } = page.phrases
  const average = page.locale.average(card.rating)
  const isNew = page.era === '2026'
  const count = page.locale.count(card.reviews_count)
  const stars = isNew
    ? `a-icon-star-mini a-star-mini-${starClass(card.rating)} mvt-review-star-mini`
    : `a-icon-star-small a-star-small-${starClass(card.rating)}`
  const shown = isNew
    ? html`<span aria-hidden="true" class="a-size-mini">(${roundCount(view, card.reviews_count)})</span>`
    : html`<span aria-hidden="true" class="a-size-base">${count}</span>`
  const label = fill(search.ratings, { count })
  const link = printLink(view, 's-underline-text s-underline-link-text s-link-style', shown, {
    fragment: '#customerReviews',
    label,
  })
  return html`<div class="a-row a-size-small">${isNew && html`<span aria-hidden="true" class="a-size-small a-color-base">${average}</span>`}${printStars(view, stars, true, fill(search.rating_details, { rating: average }))}${link}</div>`
}

/** Prints the average as a picture. Its details open on a click. */
function printStars(view: CardView, classes: string, isNamed: boolean, label: string): Markup {
  const { random, card } = view
  const popover = scriptData(view, 'data-a-popover', {
    url: `/review/widgets/average-customer-review/popover/ref=acr_search__popover?asin=${card.asin}&n=${random.int(1, 99)}`,
    position: 'triggerBottom',
  })
  const slot = isNamed && html` data-cy="reviews-ratings-slot"`
  return html`<span class="a-declarative"${trackingAttributes(view, 'widget')} data-action="a-popover"${popover}><a${label !== '' && html` aria-label="${label}"`} href="javascript:void(0)" role="button" class="a-popover-trigger a-declarative"><i${slot} class="a-icon ${classes}"><span class="a-icon-alt">${starText(view)}</span></i><i class="a-icon"></i></a></span> `
}

/** Rounds a count for display: 1,534 is "1.5K". */
function roundCount({ page: { locale } }: CardView, count: number): string {
  return count < 1000 ? locale.count(count) : `${locale.average(Math.floor(count / 100) / 10)}K`
}

/** Prints the sales of the last month. Some cards have another note instead. */
function printSales({ card, page, random }: CardView): Markup | null {
  const note = random.fork('note').chance(0.1) ? page.locale.vocabulary.review_titles[0] : null
  const text = card.sales_volume ?? note
  if (!text) return null
  return html`<div class="a-row a-size-base"><span class="a-size-base a-color-secondary">${text}</span></div>`
}
