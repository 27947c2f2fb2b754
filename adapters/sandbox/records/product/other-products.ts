import { fill } from '../../locale/locale.ts'
import { printPrice } from '../../markup/elements.ts'
import { html, json, type Markup } from '../../markup/html.ts'
import { imageUrl, nextAsin, listingOf } from '../../truth/listing.ts'

import { feature, type ProductView } from './product-view.ts'

/** Prints the variation family: the selected values, and all children in a script. */
export function printVariations(view: ProductView): Markup | null {
  const { record } = view
  if (record.variations.length === 0) return null
  const labels = Object.keys(record.variations[0]?.dimensions ?? {})
  return feature(
    'twister',
    html`<div id="twister-plus-desktop-twister-container"><div id="twister-plus-inline-twister-card">
      <div id="twister-plus-inline-twister" class="a-section"> ${labels.map((label, index) => printRow(view, label, index))}</div></div></div>
      ${printState(view, labels)}`,
  )
}

function printRow({ record }: ProductView, label: string, index: number): Markup {
  const name = dimensionName(index)
  const selected = record.variations.find((variation) => variation.selected)?.dimensions[label] ?? ''
  return html`<div id="inline-twister-row-${name}" class="a-section inline-twister-row"><div id="inline-twister-expander-header-${name}" class="a-section">
    <div id="inline-twister-dim-title-${name}" class="a-section"> <span class="a-size-base a-color-secondary">${label}:</span>
    <span id="inline-twister-expanded-dimension-text-${name}" class="a-size-base a-color-base a-text-bold">${selected}</span> </div></div></div>`
}

const NAMES = ['size_name', 'color_name', 'style_name']

function dimensionName(index: number): string {
  return NAMES[index] ?? `dimension_${index}`
}

function printState({ record, truth }: ProductView, labels: readonly string[]): Markup {
  const names = labels.map((_, index) => dimensionName(index))
  const values = Object.fromEntries(
    record.variations.map(({ asin, dimensions }) => [asin, labels.map((label) => dimensions[label] ?? '')]),
  )
  return html`<script type="text/javascript">
    P.register('twister-js-init-dpx-data', function () {
      var dataToReturn = {
        currentAsin: '${record.asin}',
        parentAsin: '${record.parent_asin ?? ''}',
        num_total_variations: ${record.variations.length},
        dimensions: ${json(names)},
        unselectedDimCount: ${truth.situation === 'range' ? 1 : 0},
        dimensionValuesDisplayData: ${json(values)},
        variationDisplayLabels: ${json(Object.fromEntries(labels.map((label, index) => [dimensionName(index), label])))},
      }
      return dataToReturn
    })
  </script>`
}

/** Prints the formats of a book. */
export function printFormats(view: ProductView): Markup | null {
  const { record, truth, money } = view
  if (truth.layout !== 'book') return null
  const swatches = record.formats.map(({ name, asin, price, selected }) => {
    const href = selected ? 'javascript:void(0)' : `/x/dp/${asin ?? ''}/ref=tmm_oth_swatch_0?_encoding=UTF8&qid=&sr=`
    const text =
      price === null
        ? null
        : html`<span class="a-size-base ${selected ? 'a-color-price' : 'a-color-secondary'}"> ${money(price).text} </span>`
    const state = selected ? 'selected' : 'unselected'
    const button = html`<span class="a-button ${selected ? 'a-button-selected ' : ''}a-spacing-mini a-button-toggle format"><span><a href="${href}" class="a-button-text" role="button"><span class="slot-title"><span>${name}</span></span><br/><span class="slot-price">${text}</span></a></span></span>`
    return html`<div class="swatchElement ${state} celwidget" role="listitem">${button}</div>`
  })
  return html`<div id="tmmSwatches" class="a-section"><ul> ${swatches}</ul></div> `
}

/** Prints similar products. Their prices and ratings must not be read as those of this product. */
export function printSimilar(view: ProductView): Markup {
  const { locale, phrases, random } = view
  const items = Array.from({ length: 3 }, (_, index) => {
    const own = random.fork(`similar ${index}`)
    const listing = listingOf(nextAsin(own), view.truth.domain)
    const { rating, price, price_strikethrough: struck } = listing
    return html`<li class="a-carousel-card" role="listitem"><div data-asin="${listing.asin}" class="p13n-sc-uncoverable-faceout">
      <a class="a-link-normal" href="/dp/${listing.asin}/ref=pd_sim_${index}?pd_rd_i=${listing.asin}"><img alt="${listing.title}" src="${imageUrl(listing.picture, 'AC_UL160')}"/>
      <div class="p13n-sc-truncate-desktop-type2">${listing.title}</div></a>${
        rating !== null &&
        html`<div class="a-icon-row">
            <a class="a-link-normal" title="${fill(phrases.rating.stars, { rating: locale.average(rating) })}" href="/product-reviews/${listing.asin}"><i class="a-icon a-icon-star-small a-star-small-4"><span class="a-icon-alt">${fill(phrases.rating.stars, { rating: locale.average(rating) })}</span></i>
            <span class="a-size-small">${locale.count(listing.reviews_count)}</span></a> </div>`
      }${price !== null && html`<span class="a-color-price">${printPrice(locale.money(price))}</span>`}${struck !== null && printPrice(locale.money(struck), { isStruck: true })}<i class="a-icon a-icon-prime"></i>
      </div></li>`
  })
  return html`<div id="similarities_feature_div" class="celwidget"><div class="a-carousel-container" data-a-carousel-options="{}">
    <h2 class="a-carousel-heading">${phrases.headings.similar}</h2><div><ol class="a-carousel" role="list"> ${items}</ol></div></div></div> `
}
