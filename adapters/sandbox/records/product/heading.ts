import { html, type Markup } from '../../markup/html.ts'
import { isStore } from './truth/item.ts'

import { feature, type ProductView } from './product-view.ts'

/** Prints the title. The text after the product's name is a separate element. */
export function printTitle({ record, truth }: ProductView): Markup {
  const { title, product_name } = record
  const second = title.slice(product_name.length).trim()
  const type =
    truth.layout === 'book' ? html`<span id="productSubtitle" class="a-size-medium a-color-secondary"></span>` : null
  const rest = second === '' ? null : html`<span class="dp-title-differentiators">${second}</span>`
  return feature(
    'title',
    html`<div id="titleSection" class="a-section"><h1 id="title">
      <span id="productTitle" class="product-title-word-break"> ${product_name} </span>${type}</h1> ${rest}
      <div id="expandTitleToggle" class="a-section aok-hidden"></div></div>`,
  )
}

/** Prints the brand with its store, or the author. */
export function printByline({ record, truth, phrases }: ProductView): Markup {
  const brand = record.brand ?? ''
  const path = (record.store_url ?? '').replace(/^https:\/\/[^/]+/, '')
  if (truth.layout === 'book') {
    return feature(
      'bylineInfo',
      html`<div id="bylineInfo" class="a-section">
        <span class="author"><a class="a-link-normal" href="${path}/ref=dp_byline_cont_book_1">${brand}</a><span><span class="a-color-secondary">${phrases.brand.author}</span></span></span>
        </div>`,
    )
  }
  const template = isStore(brand) ? phrases.brand.store : phrases.brand.byline
  const id = truth.layout === 'classic' && !isStore(brand) ? 'brand' : 'bylineInfo'
  const mark = path.includes('?') ? '&' : '?'
  return feature(
    'bylineInfo',
    html`<a id="${id}" class="a-link-normal" href="${path}${mark}ref_=ast_bln&amp;visitId=17c2">${template.replace('{brand}', brand)}</a>`,
  )
}

/** Prints the ladders of categories. */
export function printBreadcrumbs({ record }: ProductView): Markup {
  const ladders = record.category.map(({ ladder }) => {
    const steps = ladder.map(({ name, url }, index) => {
      const divider = html`<li aria-hidden="true" role="presentation"> <span class="a-list-item"> › </span> </li>`
      const path = `/b/ref=dp_bc_${index + 1}?ie=UTF8&${(url ?? '').split('?')[1] ?? ''}`
      return html`${index > 0 && divider}<li> <span class="a-list-item"><a class="a-link-normal" href="${path}"> ${name} </a></span> </li>`
    })
    return html`<ul class="a-size-small"> ${steps}</ul>`
  })
  return html`<div id="wayfinding-breadcrumbs_feature_div" class="a-breadcrumb"> ${ladders}</div> `
}
