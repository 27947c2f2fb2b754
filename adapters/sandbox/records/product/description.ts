import { html, raw, type Markup } from '../../markup/html.ts'
import { feature, type ProductView } from './product-view.ts'

/** Prints the bullet points. */
export function printBullets({ record, phrases, truth }: ProductView): Markup | null {
  const lines = record.bullet_points.split('\n').filter((line) => line !== '')
  if (lines.length === 0) return null
  const items = lines.map((line) => html`<li class="a-spacing-mini"><span class="a-list-item"> ${line} </span></li>`)
  if (truth.layout === 'apparel') {
    return feature(
      'productFactsDesktop',
      html`<div id="productFactsDesktopExpander" data-a-expander-name="productFactsDesktopExpander" class="a-row"><div class="a-expander-content">
        ${printFacts(record.product_overview)}<h3 class="product-facts-title">${phrases.headings.bullets}</h3><ul> ${items}</ul></div>
        <div class="a-expander-header"><span class="a-expander-prompt">${phrases.headings.more}</span></div></div>`,
    )
  }
  return feature(
    'featurebullets',
    html`<div id="feature-bullets" class="a-section"><hr/><h1 class="a-text-bold">${phrases.headings.bullets}</h1><ul class="a-spacing-mini">
      <li id="replacementPartsFitmentBullet" class="aok-hidden">
      <span class="a-list-item"><span id="replacementPartsFitmentBulletInner">?</span></span> </li> ${items}</ul><div class="a-section aok-hidden">
      <span>&rsaquo;</span><a id="seeMoreDetailsLink" class="a-link-normal" href="#productDetails">${phrases.headings.more}</a> </div></div>`,
  )
}

function printFacts(rows: ProductView['record']['product_overview']): Markup[] {
  return rows.map(
    ({ title, description }) =>
      html`<div class="product-facts-detail"><div class="a-fixed-left-grid-inner"><div class="a-col-left">
        <span class="a-text-bold"><span class="a-color-base">${title}</span></span> </div>
        <div class="a-col-right"><span class="a-color-base">${description}</span></div></div></div>`,
  )
}

/** Prints the short table above the bullets. Fashion pages print it with the bullets. */
export function printOverview({ record, truth }: ProductView): Markup | null {
  if (record.product_overview.length === 0 || truth.layout === 'apparel') return null
  const rows = record.product_overview.map(
    ({ title, description }, index) =>
      html`<tr class="po-${index}"><td><span class="a-size-base a-text-bold">${title}</span></td>
        <td><span class="a-size-base po-break-word">${description}</span></td></tr>`,
  )
  return feature('productOverview', html`<div class="a-section"><table><tbody> ${rows}</tbody></table></div>`)
}

/** Prints the description in one of its forms. */
export function printDescription(view: ProductView): Markup | null {
  const { record, phrases, truth } = view
  if (record.description === null) return null
  const lines = record.description.split('\n').map((line) => html`<p>${line}</p>`)
  if (truth.layout === 'book') {
    return feature(
      'bookDescription',
      html`<div data-a-expander-name="book_description_expander" class="a-row"><div class="a-expander-content">${lines}</div>
        <div class="a-expander-header">
        <a href="javascript:void(0)" class="a-declarative"><span class="a-expander-prompt">${phrases.headings.more}</span></a> </div></div>`,
    )
  }
  if (view.random.fork('description').chance(0.25)) return printManufacturerContent(view, lines)
  return feature(
    'productDescription',
    html`<h2>${phrases.headings.description}</h2><div id="productDescription" class="a-section">${lines.map((line) => html`${line} `)}</div>`,
  )
}

function printManufacturerContent({ phrases }: ProductView, lines: readonly Markup[]): Markup {
  return html`<div id="aplus_feature_div" class="celwidget"><h2>${phrases.headings.description}</h2><div id="aplus" class="a-section bucket">
    <style>${raw('.aplus-v2{display:block}')}</style><div class="celwidget aplus-module"><div>${lines}</div></div></div></div>`
}
