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
      html`<div
        id="productFactsDesktopExpander"
        data-a-expander-name="productFactsDesktopExpander"
        class="a-expander-collapsed-height a-row a-expander-container"
      >
        <div class="a-expander-content a-expander-partial-collapse-content">
          ${printFacts(record.product_overview)}
          <h3 class="product-facts-title">${phrases.headings.bullets}</h3>
          <ul class="a-unordered-list a-vertical a-spacing-small">
            ${items}
          </ul>
        </div>
        <div class="a-expander-header"><span class="a-expander-prompt">${phrases.headings.more}</span></div>
      </div>`,
    )
  }
  return feature(
    'featurebullets',
    html`<div id="feature-bullets" class="a-section a-spacing-medium a-spacing-top-small">
      <hr />
      <h1 class="a-size-base-plus a-text-bold">${phrases.headings.bullets}</h1>
      <ul class="a-unordered-list a-vertical a-spacing-mini">
        <li id="replacementPartsFitmentBullet" data-doesntfitmessage="" class="aok-hidden">
          <span class="a-list-item"><span id="replacementPartsFitmentBulletInner">?</span></span>
        </li>
        ${items}
      </ul>
      <div class="a-section aok-hidden">
        <span class="caretnext">&rsaquo;</span
        ><a id="seeMoreDetailsLink" class="a-link-normal" href="#productDetails">${phrases.headings.more}</a>
      </div>
    </div>`,
  )
}

function printFacts(rows: ProductView['record']['product_overview']): Markup[] {
  return rows.map(
    ({ title, description }) =>
      html`<div class="a-fixed-left-grid product-facts-detail">
        <div class="a-fixed-left-grid-inner">
          <div class="a-fixed-left-grid-col a-col-left">
            <span class="a-text-bold"><span class="a-color-base">${title}</span></span>
          </div>
          <div class="a-fixed-left-grid-col a-col-right"><span class="a-color-base">${description}</span></div>
        </div>
      </div>`,
  )
}

/** Prints the short table above the bullets. Fashion pages print it with the bullets. */
export function printOverview({ record, truth }: ProductView): Markup | null {
  if (record.product_overview.length === 0 || truth.layout === 'apparel') return null
  const rows = record.product_overview.map(
    ({ title, description }, index) =>
      html`<tr class="a-spacing-small po-${index}">
        <td class="a-span3"><span class="a-size-base a-text-bold">${title}</span></td>
        <td class="a-span9"><span class="a-size-base po-break-word">${description}</span></td>
      </tr>`,
  )
  return feature(
    'productOverview',
    html`<div class="a-section a-spacing-small a-spacing-top-small">
      <table class="a-normal a-spacing-micro">
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`,
  )
}

/** Prints the description in one of its five forms. */
export function printDescription(view: ProductView): Markup | null {
  const { record, phrases, truth } = view
  if (record.description === null) return null
  const lines = record.description.split('\n').map((line) => html`<p>${line}</p>`)
  if (truth.layout === 'book') {
    return feature(
      'bookDescription',
      html`<div
        data-a-expander-name="book_description_expander"
        data-a-expander-collapsed-height="280"
        class="a-expander-collapsed-height a-row a-expander-container a-spacing-base a-expander-partial-collapse-container"
      >
        <div data-expanded="false" class="a-expander-content a-expander-partial-collapse-content">${lines}</div>
        <div class="a-expander-header a-expander-partial-collapse-header">
          <a href="javascript:void(0)" class="a-declarative"
            ><span class="a-expander-prompt">${phrases.headings.more}</span></a
          >
        </div>
      </div>`,
    )
  }
  // A parser with scripting enabled keeps the content of noscript as text.
  if (truth.layout === 'classic_book')
    return feature(
      'bookDescription',
      html`<noscript
          ><div>${lines}</div>
          <em></em
        ></noscript>
        <div id="outer_postBodyPS"></div>`,
    )
  if (view.random.fork('description').chance(0.25)) return printManufacturerContent(view, lines)
  return feature(
    'productDescription',
    html`<h2>${phrases.headings.description}</h2>
      <div id="productDescription" class="a-section a-spacing-small">${lines.map((line) => html`${line} `)}</div>`,
  )
}

function printManufacturerContent({ phrases }: ProductView, lines: readonly Markup[]): Markup {
  return html`<div id="aplus_feature_div" class="celwidget" data-feature-name="aplus">
    <h2>${phrases.headings.description}</h2>
    <div id="aplus" class="a-section a-spacing-large bucket">
      <div class="aplus-v2 desktop celwidget">
        <style>
          ${raw('.aplus-v2{display:block}')}
        </style>
        <div class="celwidget aplus-module module-1 aplus-standard">
          <div class="aplus-module-wrapper">${lines}</div>
        </div>
      </div>
    </div>
  </div> `
}
