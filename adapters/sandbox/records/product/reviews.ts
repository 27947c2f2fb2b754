import type { Review } from '../../../../core/index.ts'
import { fill } from '../../locale/locale.ts'
import { html, type Markup } from '../../markup/html.ts'
import { LOCAL_REVIEWS } from './truth/opinion.ts'

import type { ProductView } from './product-view.ts'
import { printHistogram } from './ratings.ts'

/** Prints the histogram, the summary of reviews, and the reviews. */
export function printReviews(view: ProductView): Markup {
  const { record, phrases, locale } = view
  if (view.truth.isWithheld) return html`<div id="customerReviews"></div>`
  if (record.rating === null) return html`<div id="reviewsMedley"></div>`
  const locals = view.truth.layout === 'classic' ? LOCAL_REVIEWS : record.reviews.length
  const summary =
    record.review_ai_summary === null
      ? null
      : html`<div id="cr-product-insights-cards" class="a-section" data-hook="cr-insights-widget"><h3>${phrases.headings.customers_say}</h3>
        <div id="product-summary" class="a-section" data-hook="cr-insights-widget-summary"><p><span>${record.review_ai_summary}</span></p></div></div>`
  return html`<div id="customerReviews_feature_div" class="celwidget"><div id="reviewsMedley"><div class="a-fixed-left-grid-inner"><div class="a-col-left">
    <div id="cm_cr_dp_d_rating_histogram">
    <span data-hook="rating-out-of-text" class="a-size-medium a-color-base">${fill(phrases.rating.stars, { rating: locale.average(record.rating) })}</span><span data-hook="total-review-count" class="a-size-base a-color-secondary">${fill(phrases.rating.global, { count: locale.count(record.reviews_count) })}</span>
    ${printHistogram(view)}</div></div><div class="a-col-right"> ${summary}
    <div id="cm-cr-dp-review-list" data-hook="top-customer-reviews-widget" class="a-section celwidget"><h3 data-hook="dp-local-reviews-header">
    ${phrases.headings.reviews}</h3><ul> ${record.reviews.slice(0, locals).map((review) => printReview(review, view))}</ul>
    ${record.reviews.slice(locals).map((review) => printForeignReview(review, view))}</div></div></div></div></div> `
}

/** Prints a review in the markup used since 2017. */
function printReview(review: Review, view: ProductView): Markup {
  const { phrases, locale } = view
  const { id, author, title, content, rating, timestamp, is_verified, helpful_count } = review
  const stars = fill(phrases.rating.stars, { rating: locale.average(rating ?? 0) })
  const helpful =
    helpful_count > 0 &&
    html`<span data-hook="helpful-vote-statement" class="a-size-base">${helpfulText(helpful_count, view)}</span>`
  return html`<li id="${id}" data-hook="review" class="review"> <span class="a-list-item"><div id="${id}-review-card" class="a-row">
    <div id="customer_review-${id}" class="a-section celwidget"><div data-hook="genome-widget" class="a-row a-spacing-mini">
    <a href="/gp/profile/amzn1.account.${id}/ref=cm_cr_dp_d_gw_tr?ie=UTF8" class="a-profile"><div><span class="a-profile-name">${author}</span></div></a>
    </div><div class="a-row"><h5>
    <a data-hook="review-title" class="a-size-base a-link-normal review-title a-color-base review-title-content a-text-bold" href="/gp/customer-reviews/${id}/ref=cm_cr_dp_d_rvw_ttl?ie=UTF8"><i data-hook="review-star-rating" class="a-icon a-icon-star a-star-${rating} review-rating"><span class="a-icon-alt">${stars}</span></i><span class="a-letter-space"></span><span>${title}</span></a>
    </h5></div> <span data-hook="review-date" class="a-size-base a-color-secondary review-date">${timestamp}</span>
    <div class="a-row a-spacing-mini review-data review-format-strip">
    ${is_verified && html`<span data-hook="avp-badge" class="a-size-mini a-color-state a-text-bold">${phrases.reviews.verified}</span>`}</div>
    <div class="a-row review-data">
    <span data-hook="review-body" class="a-size-base review-text"><div data-a-expander-name="review_text_read_more" class="a-row">
    <div data-hook="review-collapsed" class="a-expander-content reviewText"> <span>${printLines(content)}</span> </div><div class="a-expander-header">
    <span class="a-expander-prompt">${phrases.headings.more}</span> </div></div></span> </div><div data-hook="review-comments" class="a-row">
    ${helpful}<span><a class="a-size-base a-link-normal a-color-secondary a-text-normal" href="/hz/reviews-render/report-review">${phrases.reviews.report}</a></span>
    </div></div></div></span> </li>`
}

/** Prints a review from another country in the markup used until 2021. */
function printForeignReview(review: Review, view: ProductView): Markup {
  const { phrases, locale } = view
  const { id, author, title, content, rating, timestamp, is_verified, helpful_count } = review
  const stars = fill(phrases.rating.stars, { rating: locale.average(rating ?? 0) })
  return html`<div id="${id}" data-hook="cmps-review" class="a-section cmps-review"><div data-hook="genome-widget" class="a-row a-spacing-mini">
    <div class="a-profile"><span class="a-profile-name">${author}</span></div></div><div class="a-row">
    <i data-hook="cmps-review-star-rating" class="a-icon a-icon-star a-star-${rating} review-rating"><span class="a-icon-alt">${stars}</span></i><span class="a-letter-space"></span><span data-hook="cmps-review-title" class="a-size-base cmps-review-title a-color-base a-text-bold">${title}</span>
    </div><div class="a-row"> <span data-hook="cmps-review-date" class="a-size-base a-color-secondary review-date">${timestamp}</span>
    <span> - </span><span data-hook="published-on-amzn-text" class="a-color-success a-text-bold">Amazon.com</span> </div>
    <div data-hook="cmps-format-strip" class="a-row a-spacing-mini review-data review-format-strip">
    ${is_verified && html`<span data-hook="avp-badge-linkless" class="a-size-mini a-color-state a-text-bold">${phrases.reviews.verified}</span>`}
    </div><div class="a-row review-data"><div data-a-expander-name="cmps_review_text_read_more" class="a-row">
    <div data-hook="cmps-review-collapsed" class="a-expander-content"> ${printLines(content)}</div>
    <div class="a-expander-header"><span class="a-expander-prompt">${phrases.headings.more}</span></div></div></div>
    ${helpful_count > 0 && html`<span data-hook="cmps-helpful-votes-text" class="a-size-small"><span>${helpfulText(helpful_count, view)}</span></span>`}
    </div>`
}

function printLines(content: string | null): Markup[] {
  return (content ?? '').split('\n').map((line, index) => html`${index > 0 && html`<br/>`}${line}`)
}

function helpfulText(count: number, { phrases, locale }: ProductView): string {
  return count === 1 ? phrases.reviews.helpful_one : fill(phrases.reviews.helpful, { count: locale.count(count) })
}
