import type { ReviewEntry } from '../../../../core/index.ts'
import { fill, requireLocale, type Locale } from '../../locale/locale.ts'
import { filler, type RenderOptions } from '../../markup/filler.ts'
import { html, type Markup } from '../../markup/html.ts'
import { printFrame } from '../../markup/page-frame.ts'
import { Random } from '../../truth/random.ts'
import { REVIEW_SORTS } from './page-request.ts'
import type { ReviewsTruth } from './truth.ts'

/** Filler of a page of real size. Unit: bytes. */
const REAL_FILLER = 150_000

/** Prints a page of a list of reviews. The extraction must read from it exactly the record of the truth. */
export function renderReviews(truth: ReviewsTruth, { weight = 'light' }: RenderOptions = {}): string {
  const { record, domain, page, sort } = truth
  const locale = requireLocale(domain)
  const random = new Random(`page/reviews/${domain}/${record.asin}/${sort}/${page}`)
  const path = `https://${locale.marketplace.host}/slug/product-reviews/${record.asin}`
  const frame = {
    title: `${locale.shopName}: ${record.title}`,
    canonical: page === 1 ? path : `${path}?pageNumber=${page}`,
    location: null,
    random: random.fork('frame'),
  }
  const list =
    record.reviews.length === 0
      ? html`<div class="a-section"></div>`
      : record.reviews.map((review) => printReview(review, locale))
  const body = html`<div id="cm_cr-product_info" class="celwidget"> ${printSummary(truth, locale)}<h1>
    <a data-hook="product-link" class="a-link-normal" href="/slug/dp/${record.asin}/ref=cm_cr_arp_d_product_top?ie=UTF8">${record.title}</a> </h1>
    </div> ${printOrder(truth)}<div id="cm_cr-review_list" class="a-section celwidget"> ${list}${record.reviews.length > 0 && printPages(truth)}</div>`
  return printFrame(locale, frame, body, weight === 'real' ? filler(random.fork('filler'), REAL_FILLER) : null).text
}

function printSummary({ record }: ReviewsTruth, locale: Locale): Markup | null {
  if (record.rating === null) return null
  const { rating } = locale.phrases
  return html`<span data-hook="rating-out-of-text" class="a-size-medium a-color-base">${fill(rating.stars, { rating: locale.average(record.rating) })}</span>
    <div data-hook="total-review-count" class="a-row">
    <span class="a-size-base a-color-secondary">${fill(rating.global, { count: locale.count(record.reviews_count) })}</span> </div>
    <table id="histogramTable"><tbody>
    ${record.rating_stars_distribution.map(
      ({ percentage }) => html`<tr><td><span class="a-size-base">${percentage}%</span></td></tr>`,
    )}
    </tbody></table>`
}

function printOrder({ sort }: ReviewsTruth): Markup {
  return html`<select id="sort-order-dropdown">
    ${REVIEW_SORTS.map((value) =>
      value === sort ? html`<option value="${value}" selected></option>` : html`<option value="${value}"></option>`,
    )}
    </select>`
}

function printPages({ record, page, sort }: ReviewsTruth): Markup {
  const address = (to: number): string =>
    `/slug/product-reviews/${record.asin}/ref=cm_cr_arp_d_paging_btm_${to}?ie=UTF8&sortBy=${sort}${to === 1 ? '' : `&pageNumber=${to}`}`
  return html`<div id="cm_cr-pagination_bar" data-hook="pagination-bar" class="celwidget"><ul class="a-pagination">
    ${page === 1 ? html`<li class="a-disabled">←</li>` : html`<li><a href="${address(page - 1)}">←</a></li>`}
    ${record.has_more === true ? html`<li class="a-last"><a href="${address(page + 1)}">→</a></li>` : html`<li class="a-disabled a-last">→</li>`}</ul>
    </div>`
}

/** Prints a review in the markup used since 2017. */
function printReview(review: ReviewEntry, locale: Locale): Markup {
  const { id, title, content, timestamp, is_foreign, is_verified, is_vine } = review
  const { phrases } = locale
  const stars = fill(phrases.rating.stars, { rating: locale.average(review.rating ?? 0) })
  const hook = is_foreign ? 'cmps-review-star-rating' : 'review-star-rating'
  return html`<div id="${id}" data-hook="review" class="a-section review">
    <div id="customer_review${is_foreign ? '_foreign' : ''}-${id}" class="a-section celwidget">
    <div data-hook="genome-widget" class="a-row a-spacing-mini">${printAuthor(review)}</div><div class="a-row">
    <i data-hook="${hook}" class="a-icon a-icon-star a-star-${review.rating} review-rating"><span class="a-icon-alt">${stars}</span></i><span class="a-letter-space"></span><span data-hook="review-title" class="a-size-base review-title a-text-bold"><span>${title}</span></span>
    </div> <span data-hook="review-date" class="a-size-base a-color-secondary review-date">${timestamp}</span>
    <div class="a-row a-spacing-mini review-data review-format-strip"> ${printVariant(review)}
    ${is_verified && html`<span data-hook="avp-badge" class="a-size-mini a-color-state">${phrases.reviews.verified}</span>`}
    ${is_vine && html`<span data-hook="linkless-vine-review-badge" class="a-color-success">Vine</span>`}</div><div class="a-row review-data">
    <span data-hook="review-body" class="a-size-base review-text"><span>${(content ?? '').split('\n').map((line, index) => html`${index > 0 && html`<br/>`}${line}`)}</span></span>
    </div> ${printMedia(review)}${printVotes(review, locale)}</div></div>`
}

function printAuthor({ author, author_id }: ReviewEntry): Markup {
  const name = html`<div><span class="a-profile-name">${author}</span></div>`
  if (author_id === null) return html`<div class="a-profile">${name}</div>`
  return html`<a href="/gp/profile/${author_id}/ref=cm_cr_arp_d_gw_btm?ie=UTF8" class="a-profile">${name}</a>`
}

function printVariant({ variant, variant_asin }: ReviewEntry): Markup | null {
  const separator = html`<i class="a-icon a-icon-text-separator" role="img" aria-label="|"></i>`
  const pieces = Object.entries(variant).map(([name, value], index) => html`${index > 0 && separator}${name}: ${value}`)
  if (pieces.length === 0) return null
  return html`<a data-hook="format-strip" class="a-size-mini" href="/slug/product-reviews/${variant_asin}/ref=cm_cr_arp_d_rvw_fmt?ie=UTF8">${pieces}</a>${separator}`
}

function printMedia({ id, images, has_video }: ReviewEntry): Markup {
  const tiles = images.map(
    (image) =>
      html`<img alt="" data-hook="review-image-tile" class="review-image-tile" src="${image.replace(/\.jpg$/, '._SY88.jpg')}"/>`,
  )
  return html`${has_video && html`<div id="video-block-${id}" class="a-section video-block"></div>`}<div data-reviewid="${id}">${tiles}</div>`
}

function printVotes({ helpful_count }: ReviewEntry, locale: Locale): Markup | null {
  if (helpful_count === 0) return null
  const { helpful_one, helpful } = locale.phrases.reviews
  const statement = helpful_count === 1 ? helpful_one : fill(helpful, { count: locale.count(helpful_count) })
  return html`<span data-hook="helpful-vote-statement" class="a-size-base">${statement}</span>`
}
