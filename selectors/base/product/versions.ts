import type { ProductMap } from '../../../core/records/product/map.ts'

/** The other versions of the product: the variations of its family, and the formats of a book, an album or a film. */
export const versions = {
  variations: {
    swatch: [
      '#tp-inline-twister-dim-values-container li[data-asin]',
      '#tp-inline-twister-dim-values-container li[data-defaultasin]',
      '#twister li[data-defaultasin]',
      '#twister li[data-dp-url]',
      '[id^="variation_"] li[data-defaultasin]',
      '#twister_feature_div li[data-asin]',
      '#twister option[value*=",B0"]',
      '#twister li[id*="_name_"]',
    ],
    selected: [
      '[id^="tp-inline-twister-dim-values-container"] li[data-asin][data-initiallyselected="true"]',
      '#twister li.swatchSelect', // used until 2025
      '#twister option.dropdownSelect',
    ],
    asin: ['*::attr(data-asin)', '*::attr(data-defaultasin)', '*::attr(value)'],
    link: ['*::attr(data-dp-url)'],
    value: ['.swatch-title-text', '.twisterTextDiv', 'img::attr(alt)', '.a-button-text'],
    label: ['[id^="variation_"] > .a-row > label', '[id^="variation_"] > label'],
    dimension: [
      '[id^="inline-twister-dim-title-"] .inline-twister-mini-right-padding', // mobile
      '[id^="inline-twister-dim-title-"] span:first-child',
      '[id^="variation_"] .a-form-label',
    ],
  },

  formats: {
    swatch: [
      '#tmmSwatches .swatchElement .format',
      '#tmmSwatches .swatchElement',
      '#tmmSwatches li',
      '#mediaTabs_tabSet > li:not(.otherSellers)', // used until 2019
      '#twister .top-level',
      'a.mediaMatrixListItem', // mobile
      'table.twisterMediaMatrix tr[id^="tmm_"]', // 2013
      '.dv-cross-linking-other-formats a.a-button-toggle', // video
    ],
    selected: ['.selected', '.a-button-selected', '.a-active', '.activeRow'],
    name: [
      '.tmm_bookTitle',
      '.slot-title',
      '.format-title',
      '.a-button-text::text',
      '.a-button-text > span:first-child',
      '.mediaTab_title',
      '.dp-title-col .title-text',
      '.a-text-bold',
      'a',
      'span',
    ],
    price: [
      '.slot-price',
      '.a-color-price',
      '.a-color-secondary',
      '.a-color-base:not(.slot-buyingPoints *)', // the selected one, used until 2019
      '.mediaTab_subtitle',
      '.dp-price-col',
      'td.price',
      '.a-button-text > span:last-child',
    ],
    link: ['a.a-button-text::attr(href)', 'a[href*="/dp/"]::attr(href)'],
    id: ['tr[id^="tmm_"]::attr(id)'], // 2013
    to_buy: ['.slot-extraMessage:not(:has(.a-text-strike))', '.extra-message:not(:has(.a-text-strike))'],
    trial: [
      'span[class*="audible"]::attr(class)',
      'img[src*="Audible"]::attr(src)',
      '.a-icon-kindle-unlimited::attr(class)',
    ],
  },
} satisfies Partial<ProductMap>
