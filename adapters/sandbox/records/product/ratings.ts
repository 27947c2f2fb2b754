import { fill } from '../../locale/locale.ts'
import { starClass } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'

import { feature, type ProductView } from './product-view.ts'

/** Prints the average and the number of ratings below the title. */
export function printAverage(view: ProductView): Markup {
  const { record, phrases, locale } = view
  const { rating, reviews_count, asin, answered_questions_count: questions } = record
  const asked =
    questions === 0
      ? null
      : html`<span class="ask_feature_div"> |
        <a id="askATFLink" class="a-link-normal askATFLink" href="#Ask"><span class="a-size-base">${fill(phrases.rating.questions, { count: questions === 1000 ? `${locale.count(questions)}+` : locale.count(questions) })}</span></a></span>`
  if (rating === null) return feature('averageCustomerReviews', asked)
  const stars = fill(phrases.rating.stars, { rating: locale.average(rating) })
  const count = fill(phrases.rating.count, { count: locale.count(reviews_count) })
  return feature(
    'averageCustomerReviews',
    html`<div id="averageCustomerReviews" data-asin="${asin}">
      <span class="a-declarative" data-action="acrStarsLink-click-metrics"><span id="acrPopover" title="${stars}"><span class="a-declarative" data-action="a-popover"><a href="javascript:void(0)" role="button" class="a-popover-trigger a-declarative"><span aria-hidden="true" class="a-size-base a-color-base"> ${locale.average(rating)} </span><i class="a-icon a-icon-star a-star-${starClass(rating)}"><span class="a-icon-alt">${stars}</span></i><i class="a-icon"></i></a></span><span class="a-letter-space"></span></span></span><span class="a-letter-space"></span><span class="a-declarative" data-action="acrLink-click-metrics"><a id="acrCustomerReviewLink" class="a-link-normal" href="#customerReviews">${printCount(view, count)}</a></span>
      </div> ${asked}`,
  )
}

/** Prints the number of ratings: in words, or since 2024 in brackets with the words for screen readers. */
function printCount({ record, locale, truth }: ProductView, words: string): Markup {
  const isShort = truth.layout !== 'classic' && record.asin.charCodeAt(5) % 3 === 0
  return isShort
    ? html`<span id="acrCustomerReviewText" aria-label="${words}" class="a-size-small">(${locale.count(record.reviews_count)})</span>`
    : html`<span id="acrCustomerReviewText" class="a-size-base">${words}</span>`
}

/** Prints the badges (choice, best seller) and the sales volume. */
export function printBadges({ record, phrases, truth }: ProductView): Markup {
  const [first, second] = phrases.badges.choice
  const choice = record.is_marketplace_choice
    ? html`<div class="a-section">
      <span class="a-declarative" data-action="a-popover"><span class="a-size-small ac-badge-wrapper ${truth.layout === 'classic' ? '' : 'mvt-ac-badge-wrapper'}"><span class="ac-badge-rectangle"><span>${first}</span>
      <span>${second}</span></span></span></span> </div>`
    : null
  const category = record.category[0]?.ladder.at(-1)?.name ?? ''
  const best = record.best_seller
    ? html`<div>
      <a class="badge-link" href="/gp/bestsellers/kitchen/1/ref=zg_b_bs_1_1" title="${category}"><span class="a-size-small mvt-best-seller-badge">${phrases.badges.best_seller}</span><span>
      <span class="a-size-small">${fill(phrases.badges.best_seller_in, { category })}</span></span></a> </div>`
    : null
  return html`${feature('acBadge', choice)}${feature('zeitgeistBadge', best)}${feature('socialProofingAsinFaceout', printSales(record.sales_volume))}`
}

/** Prints the sales volume. Its first word is bold. */
function printSales(sales: string | null): Markup | null {
  if (sales === null) return null
  const [bold = '', ...rest] = sales.split(' ')
  return html`<div class="a-section"><div class="a-section social-proofing-faceout-title">
    <span id="social-proofing-faceout-title-tk_bought" class="a-size-small social-proofing-faceout-title-text"><span class="a-text-bold">${bold}</span><span> ${rest.join(' ')}</span></span>
    </div></div>`
}

/** Prints the histogram: the share of each number of stars. */
export function printHistogram(view: ProductView): Markup {
  const { record, phrases, truth } = view
  const rows = record.rating_stars_distribution
  if (truth.layout === 'classic') {
    return html`<table id="histogramTable" role="presentation"><tbody>
      ${rows.map(
        ({ rating, percentage }) =>
          html`<tr><td class="aok-nowrap">
              <a class="a-size-base a-link-normal ${rating}star" aria-label="${rowLabel(view, rating)} (${percentage}%)" href="/product-reviews/${record.asin}?filterByStar=${rating}">${rowLabel(view, rating)}</a>
              </td><td aria-hidden="true"><div class="${rating}star" aria-label="${percentage}%"><div style="width: ${percentage}%;"></div></div></td>
              <td class="aok-nowrap"><a class="a-size-base a-link-normal">${percentage}%</a></td></tr>`,
      )}
      </tbody></table>`
  }
  // Each row repeats all labels invisibly, so that all rows have the same width.
  const columns = (texts: readonly string[]): Markup[] =>
    texts.map((text) => html`<span aria-hidden="true">${text}</span>`)
  const labels = columns(rows.map(({ rating }) => rowLabel(view, rating)))
  const shares = columns(rows.map(({ percentage }) => `${percentage}%`))
  return html`<ul id="histogramTable">
    ${rows.map(
      ({ rating, percentage }) =>
        html`<li>
          <span class="a-list-item"><a aria-label="${fill(phrases.rating.share, { percentage, stars: rating })}" class="a-size-base a-link-normal" href="/product-reviews/${record.asin}/ref=acr_dp_hist_${rating}?ie=UTF8"><div class="a-section aok-nowrap">${labels}${rowLabel(view, rating)}</div>
          <div class="a-section"><div role="progressbar" aria-valuenow="${percentage}"><div style="width: ${percentage}%;"></div></div></div>
          <div class="a-section aok-nowrap">${shares}${percentage}%</div></a></span> </li>`,
    )}
    </ul>`
}

function rowLabel({ phrases }: ProductView, stars: number): string {
  return fill(phrases.rating.row, { stars })
}
