import { fill } from '../locale.ts'
import { starClass } from '../star-class.ts'
import { html, type Markup } from '../markup.ts'
import { LOCAL_REVIEWS } from '../truth/invent-opinion.ts'
import { isClassic } from '../truth/product-truth.ts'
import { feature } from './feature.ts'
import type { ProductView } from './product-view.ts'
import { printForeignReview, printReview } from './review.ts'

/** Average and number of ratings, below the title. */
export function printAverage(view: ProductView): Markup {
  const { record, phrases, locale } = view
  const { rating, reviews_count, asin, answered_questions_count: questions } = record
  const asked =
    questions === 0
      ? null
      : html`<span class="ask_feature_div askTopLinkBand">
          |
          <a id="askATFLink" class="a-link-normal askATFLink" href="#Ask"
            ><span class="a-size-base"
              >${fill(phrases.rating.questions, { count: questions === 1000 ? `${locale.count(questions)}+` : locale.count(questions) })}</span
            ></a
          ></span
        >`
  if (rating === null) return feature('averageCustomerReviews', asked)
  const stars = fill(phrases.rating.stars, { rating: locale.average(rating) })
  const count = fill(phrases.rating.count, { count: locale.count(reviews_count) })
  return feature(
    'averageCustomerReviews',
    html`<div id="averageCustomerReviews" data-asin="${asin}" data-ref="dpx_acr_pop_">
        <span class="a-declarative" data-action="acrStarsLink-click-metrics"
          ><span id="acrPopover" class="reviewCountTextLinkedHistogram noUnderline" title="${stars}"
            ><span class="a-declarative" data-action="a-popover"
              ><a href="javascript:void(0)" role="button" class="a-popover-trigger a-declarative"
                ><span aria-hidden="true" class="a-size-base a-color-base"> ${locale.average(rating)} </span
                ><i class="a-icon a-icon-star a-star-${starClass(rating)} cm-cr-review-stars-spacing-big"
                  ><span class="a-icon-alt">${stars}</span></i
                ><i class="a-icon a-icon-popover"></i></a></span
            ><span class="a-letter-space"></span></span></span
        ><span class="a-letter-space"></span
        ><span class="a-declarative" data-action="acrLink-click-metrics"
          ><a id="acrCustomerReviewLink" class="a-link-normal" href="#customerReviews"
            >${printCount(view, count)}</a
          ></span
        >
      </div>
      ${asked}`,
  )
}

/** In words; since 2024 a number in brackets, with the words for screen readers. */
function printCount({ record, locale, truth }: ProductView, words: string): Markup {
  const isShort = !isClassic(truth.layout) && record.asin.charCodeAt(5) % 3 === 0
  return isShort
    ? html`<span id="acrCustomerReviewText" aria-label="${words}" class="a-size-small"
        >(${locale.count(record.reviews_count)})</span
      >`
    : html`<span id="acrCustomerReviewText" class="a-size-base">${words}</span>`
}

export function printBadges({ record, phrases, truth }: ProductView): Markup {
  const [first, second] = phrases.badges.choice
  const choice = record.is_marketplace_choice
    ? html`<div class="a-section a-spacing-none aok-relative">
        <span class="a-declarative" data-action="a-popover"
          ><span class="a-size-small ac-badge-wrapper ${isClassic(truth.layout) ? '' : 'mvt-ac-badge-wrapper'}"
            ><span class="ac-badge-rectangle"
              ><span class="ac-badge-text-primary">${first}</span>
              <span class="ac-badge-text-secondary ac-orange">${second}</span></span
            ></span
          ></span
        >
      </div>`
    : null
  const category = record.category[0]?.ladder.at(-1)?.name ?? ''
  const best = record.best_seller
    ? html`<div class="zg-bf-badge-wrapper">
        <a class="badge-link" href="/gp/bestsellers/kitchen/1/ref=zg_b_bs_1_1" title="${category}"
          ><span class="a-size-small mvt-best-seller-badge">${phrases.badges.best_seller}</span
          ><span class="mvt-cat-name">
            <span class="a-size-small cat-link">${fill(phrases.badges.best_seller_in, { category })}</span></span
          ></a
        >
      </div>`
    : null
  return html`${feature('acBadge', choice)}${feature('zeitgeistBadge', best)}${feature('socialProofingAsinFaceout', printSales(record.sales_volume))}`
}

/** Bold first words: "1K+ bought", then "in past month". */
function printSales(sales: string | null): Markup | null {
  if (sales === null) return null
  const [bold = '', ...rest] = sales.split(' ')
  return html`<div class="a-section a-spacing-micro social-proofing-faceout">
    <div class="a-section social-proofing-faceout-title">
      <span id="social-proofing-faceout-title-tk_bought" class="a-size-small social-proofing-faceout-title-text"
        ><span class="a-text-bold">${bold}</span><span> ${rest.join(' ')}</span></span
      >
    </div>
  </div>`
}

/** Histogram, the paragraph of what customers say, and the reviews. */
export function printReviews(view: ProductView): Markup {
  const { record, phrases, locale } = view
  if (record.rating === null) return html`<div id="reviewsMedley" class="a-fixed-left-grid"></div>`
  const locals = isClassic(view.truth.layout) ? LOCAL_REVIEWS : record.reviews.length
  const summary =
    record.review_ai_summary === null
      ? null
      : html`<div id="cr-product-insights-cards" class="a-section" data-hook="cr-insights-widget">
          <h3 class="a-spacing-base">${phrases.headings.customers_say}</h3>
          <div id="product-summary" class="a-section" data-hook="cr-insights-widget-summary">
            <p class="a-spacing-small"><span>${record.review_ai_summary}</span></p>
          </div>
        </div>`
  return html`<div id="customerReviews_feature_div" class="celwidget">
    <div id="reviewsMedley" class="a-fixed-left-grid aok-relative">
      <div class="a-fixed-left-grid-inner">
        <div class="a-fixed-left-grid-col a-col-left">
          <div id="cm_cr_dp_d_rating_histogram" class="cr-widget-TitleRatingsHistogram">
            <span data-hook="rating-out-of-text" class="a-size-medium a-color-base"
              >${fill(phrases.rating.stars, { rating: locale.average(record.rating) })}</span
            ><span data-hook="total-review-count" class="a-size-base a-color-secondary"
              >${fill(phrases.rating.global, { count: locale.count(record.reviews_count) })}</span
            >
            ${printHistogram(view)}
          </div>
        </div>
        <div class="a-fixed-left-grid-col a-col-right">
          ${summary}
          <div
            id="cm-cr-dp-review-list"
            data-hook="top-customer-reviews-widget"
            class="a-section review-views celwidget"
          >
            <h3 data-hook="dp-local-reviews-header" class="a-spacing-medium a-spacing-top-large">
              ${phrases.headings.reviews}
            </h3>
            <ul>
              ${record.reviews.slice(0, locals).map((review) => printReview(review, view))}
            </ul>
            ${record.reviews.slice(locals).map((review) => printForeignReview(review, view))}
          </div>
        </div>
      </div>
    </div>
  </div> `
}

function printHistogram(view: ProductView): Markup {
  const { record, phrases, truth } = view
  const rows = record.rating_stars_distribution
  if (isClassic(truth.layout)) {
    return html`<table id="histogramTable" class="a-normal a-align-middle a-spacing-base" role="presentation">
      <tbody>
        ${rows.map(
          ({ rating, percentage }) =>
            html`<tr class="a-histogram-row">
              <td class="aok-nowrap">
                <a
                  class="a-size-base a-link-normal ${rating}star"
                  aria-label="${rowLabel(view, rating)} (${percentage}%)"
                  href="/product-reviews/${record.asin}?filterByStar=${rating}"
                  >${rowLabel(view, rating)}</a
                >
              </td>
              <td aria-hidden="true" class="a-span10">
                <div class="a-meter ${rating}star" aria-label="${percentage}%">
                  <div class="a-meter-bar" style="width: ${percentage}%;"></div>
                </div>
              </td>
              <td class="a-text-right aok-nowrap"><a class="a-size-base a-link-normal">${percentage}%</a></td>
            </tr>`,
        )}
      </tbody>
    </table>`
  }
  // All labels stand in each row, so that rows are as wide as the widest.
  const columns = (texts: readonly string[]): Markup[] =>
    texts.map(
      (text) =>
        html`<span class="_cr-ratings-histogram_style_histogram-column-space__RKUAd" aria-hidden="true">${text}</span>`,
    )
  const labels = columns(rows.map(({ rating }) => rowLabel(view, rating)))
  const shares = columns(rows.map(({ percentage }) => `${percentage}%`))
  return html`<ul id="histogramTable" class="a-unordered-list a-nostyle a-vertical">
    ${rows.map(
      ({ rating, percentage }) =>
        html`<li class="a-align-center a-spacing-none">
          <span class="a-list-item"
            ><a
              aria-label="${fill(phrases.rating.share, { percentage, stars: rating })}"
              class="a-size-base a-link-normal"
              href="/product-reviews/${record.asin}/ref=acr_dp_hist_${rating}?ie=UTF8"
              ><div class="a-section a-spacing-none a-text-left aok-nowrap">${labels}${rowLabel(view, rating)}</div>
              <div class="a-section a-spacing-none">
                <div class="a-meter" role="progressbar" aria-valuenow="${percentage}">
                  <div class="a-meter-bar" style="width: ${percentage}%;"></div>
                </div>
              </div>
              <div class="a-section a-spacing-none a-text-right aok-nowrap">${shares}${percentage}%</div></a
            ></span
          >
        </li>`,
    )}
  </ul>`
}

function rowLabel({ phrases }: ProductView, stars: number): string {
  return fill(phrases.rating.row, { stars })
}
