import { fill } from '../../locale/locale.ts'
import { html, raw, type Markup } from '../../markup/html.ts'

import { feature, type ProductView } from './product-view.ts'

/** Values start with an invisible direction mark. */
const LEFT_TO_RIGHT = raw('&lrm;')

/** Prints the product details: tables, or for books a bullet list. */
export function printDetails(view: ProductView): Markup {
  return view.truth.layout === 'book' ? printBullets(view) : printTables(view)
}

function printTables(view: ProductView): Markup {
  const { record, phrases, truth } = view
  const rows = Object.entries(record.product_details)
  const half = truth.layout === 'classic' ? rows.length : Math.ceil(rows.length / 2)
  const row = ([label, value]: readonly [string, string]): Markup =>
    html`<tr><th class="a-color-secondary a-size-base">${label}</th><td class="a-size-base">${LEFT_TO_RIGHT}${value}</td></tr>`
  const own = (label: string, content: Markup | null): Markup | null =>
    content && html`<tr><th class="a-color-secondary a-size-base">${label}</th><td>${content}</td></tr>`
  return feature(
    'productDetails',
    html`<a id="productDetails"></a> <div id="prodDetails" class="a-section"><h2>${phrases.headings.details}</h2><div class="a-row"><div>
      <h1 class="a-size-medium">${phrases.headings.technical}</h1>
      <table id="productDetails_techSpec_section_1" class="prodDetTable" role="presentation"><tbody> ${rows.slice(0, half).map(row)}</tbody></table>
      </div><div><table id="productDetails_detailBullets_sections1" class="prodDetTable" role="presentation"><tbody>
      ${rows.slice(half).map(row)}${own(phrases.details.customer_reviews, printStars(view))}${own(phrases.sales_rank.label, printRanks(view))}</tbody>
      </table></div></div><div id="pricingFeedbackDiv">
      <input type="hidden" id="productTitle" value="${record.product_name}"/><input type="hidden" id="priceValue" name="priceValue" value="${record.price ?? ''}"/>
      </div></div>`,
  )
}

function printBullets(view: ProductView): Markup {
  const { record, phrases, locale } = view
  const colon = locale.isRightToLeft ? ' : ' : ' ‎ : ‎ '
  const bullet = (label: string, value: Markup | string): Markup =>
    html`<li> <span class="a-list-item"><span class="a-text-bold">${label} ${colon} </span> <span>${value}</span></span> </li>`
  const ranks = printRanks(view)
  return html`<div id="detailBullets_feature_div"><h2>${phrases.headings.details}</h2><ul class="detail-bullet-list">
    ${Object.entries(record.product_details).map(([label, value]) => bullet(label, value))}</ul>
    ${
      ranks &&
      html`<ul class="detail-bullet-list"><li> <span class="a-list-item"><span class="a-text-bold"> ${phrases.sales_rank.label}: </span>${ranks}</span>
        </li></ul>`
    }
    <ul class="detail-bullet-list"><li>
    <span class="a-list-item"><span class="a-text-bold">${phrases.details.customer_reviews}: </span>${printStars(view)}</span> </li></ul></div> `
}

function printStars({ record, phrases, locale }: ProductView): Markup | null {
  if (record.rating === null) return null
  return html`<div class="a-section">
    <i class="a-icon a-icon-star a-star-4"><span class="a-icon-alt">${fill(phrases.rating.stars, { rating: locale.average(record.rating) })}</span></i>
    </div>`
}

/** Prints the sales ranks. The first one has a link in brackets after it, the others link their category. */
function printRanks(view: ProductView): Markup | null {
  const { record, phrases, locale, truth } = view
  if (record.sales_rank.length === 0) return null
  const lines = record.sales_rank.map(({ ladder, rank }, index) => {
    const [step] = ladder
    const category = step?.name ?? ''
    const path = `${(step?.url ?? '').replace(/^https:\/\/[^/]+/, '')}/ref=pd_zg_hrsr`
    const line = fill(phrases.sales_rank.line, { rank: locale.count(rank), category: '\n' })
    const [before = '', after = ''] = line.split('\n')
    if (index > 0) return html`${before}<a href="${path}">${category}</a>${after}`
    return html`${before}${category}${after} (<a href="${path}">${fill(phrases.sales_rank.top, { category })}</a>)`
  })
  if (truth.layout === 'book' || truth.layout === 'classic') {
    const [first, ...rest] = lines
    return html` ${first}
      ${
        rest.length > 0 &&
        html`<ul> ${rest.map((line) => html`<li><span class="a-list-item"> ${line}</span></li>`)}</ul>`
      }`
  }
  return html`<span>${lines.map((line) => html`<span> ${line} <br/></span>`)}</span>`
}
