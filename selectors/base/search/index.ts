import type { SearchMap } from '../../../core/records/search/map.ts'

/**
 * Where a search page has its cards, and a card its fields, on all marketplaces,
 * in the layouts of 2013 to 2026.
 *
 * Order: newest layout first.
 */
export const baseSearch: SearchMap = {
  card: [
    '[data-component-type="s-search-result"][data-asin]:not([data-asin=""])',
    'li[id^="result_"][data-asin]', // used until 2018
    'div[id^="result_"]:not([id$="empty"])', // used until 2014
    '.s-result-list > .s-result-item[data-asin]:not([data-asin=""])', // 2019
  ],
  no_card: ['[data-component-type="s-searchgrid-carousel"]', '.a-carousel-card'],
  video: ['[data-component-type="sbv-video-single-product"]'],
  page: ['.s-pagination-selected', '.a-pagination .a-selected', '#pagn .pagnCur'],
  result_range: [
    '[data-component-type="s-result-info-bar"] h1',
    '[data-component-type="s-result-info-bar"]',
    '#s-result-count', // 2017 to 2019
    '#resultCount', // used until 2014
  ],
  next_page: [
    'a.s-pagination-next:not(.s-pagination-disabled)',
    '.a-pagination .a-last:not(.a-disabled) a', // 2019 to 2021
    'a#pagnNextLink', // used until 2019
  ],

  next_offer: [
    '[data-cy="multi-offer-display"]',
    '[data-cy="price-recipe"] hr',
    // Below the prices, in rows of a section without a name. Popups about certificates have rules too.
    '[data-cy="price-recipe"] ~ .a-section:not([data-cy]) hr:not(.aok-hidden *)',
    '[data-cy="price-recipe"] ~ .a-section:not([data-cy]) .a-row > a.a-text-bold',
    // Used until 2022: after a rule, or at the second link that names a format.
    '.a-section:not([data-cy]):has(> .a-row > a.a-text-bold) ~ hr',
    '.a-section:not([data-cy]):has(> .a-row > a.a-text-bold) ~ .a-section:has(> .a-row > a.a-text-bold)',
    '.a-row:has(> a.a-text-bold) ~ hr',
    '.a-row:has(> a.a-text-bold) ~ .a-row:has(> a.a-text-bold)',
    '.a-row:has(> h3, > a > h3) ~ hr', // used until 2019
    '.a-row:has(> h3, > a > h3) ~ .a-row:has(> h3, > a > h3)',
  ],

  refinements: {
    panel: ['#s-refinements', '#refinements', '#leftNavContainer'], // since 2019, until 2017, 2017 to 2019
    option: ['li[id*="/"]:not([id^="/"])', 'li:not([id^="/"])'], // not those of the list of selected conditions
    list: ['ul'],
    heading: [
      '[id$="-title"]',
      '.sf-refinement-heading',
      'h2',
      'h4', // 2017 to 2019
    ],
    section: [
      'h3', // 2017 to 2019
      '.shoppingEngineSectionHeaders', // used until 2017
    ],
    left_out: ['a', '.shippingWhatsThis'],
    target: [
      'a[href]::attr(href)',
      '[data-s-ref-selected]::attr(data-s-ref-selected)', // 2017 to 2019
    ],
    name: [
      ':is(.refinementLink, .refinementLinkSelected, .boldRefinementLink, .refinementLabel)', // used until 2017
      'a > span:not(.s-back-arrow, .a-declarative)',
      'a > h4', // 2017 to 2019
      'a > section > span',
      '.a-checkbox-label > span',
    ],
    picture: [
      'i[class*="a-icon-star"] .a-icon-alt',
      'img[src*="star"]::attr(alt)', // 2014
    ],
    label: ['a[title]::attr(title)', 'img[alt]::attr(alt)', 'i[aria-label]::attr(aria-label)'],
    selected: [
      'a[aria-current="true"]',
      'input[type="checkbox"][checked]',
      'img[src*="checkbox_selected"]', // used until 2017
    ],
    back: ['.s-back-arrow', '.backArrow', '.s-navigation-clear-link'],
  },
  asin: {
    card: ['*::attr(data-asin)', '*::attr(name)'],
    link: ['a::attr(href)'],
  },

  title: {
    heading: [
      '[data-cy="title-recipe"] h2',
      'h2',
      'h3.title a.title', // used until 2014
      'h3 a',
      'h5[class*="s-line-clamp"]:not(.s-line-clamp-1)', // 2019
    ],
    whole: ['*::attr(data-attribute)'], // used until 2019
    left_out: ['.a-offscreen'], // words before the title of an ad, for screen readers
  },
  manufacturer: ['h5.s-line-clamp-1 span'],

  price: {
    to_buy: [
      '[data-cy="secondary-offer-recipe"]:not(:has(a[href*="/offer-listing/"], [data-action*="all-offers"])) .a-color-secondary',
    ],
    to_buy_below: ['.a-row.a-size-base.a-color-secondary:not([data-cy] *):not(:has(a)) > span'], // used until 2022
    shown: [
      '[data-cy="price-recipe"] .a-price:not(.a-text-price, [data-a-strike="true"], .s-coupon-tile *)',
      '.a-price:not(.a-text-price, [data-a-strike="true"]):not([data-cy="price-recipe"] *, .s-coupon-tile *)',
      '.s-price:not(a[href*="_sns/"] *)', // used until 2019; not the price of a subscription
      '.sx-price',
      '.s-item-container .a-color-price.a-text-bold:not(a[href*="/offer-listing/"] *)', // used until 2015
      'tr.toeHeader + tr > td.toeOurPrice', // used until 2014
      'tr.toeHeader + tr > td.toeOurPriceWithRent',
      '.newp .bld',
    ],
    for_members: [
      '[data-cy="price-recipe"] .a-row.a-color-secondary > span', // com 2025, 2026
      '[data-cy="delivery-recipe"] .a-row > span[aria-label]',
      '.s-item-container .a-size-small.a-color-secondary', // used until 2019
    ],
    in_cart: ['[data-cy="price-recipe"]:has(.a-text-normal):not(:has(.a-price)) a .a-color-base.a-text-normal'],
    others: ['[data-cy="secondary-offer-recipe"]:has(a[href*="/offer-listing/"], [data-action*="all-offers"])'],
    row: ['.a-row'],
    block: ['[data-cy="price-recipe"]', '.a-section'], // the second in layouts used until 2022, which do not name the block
    no_words: ['.a-price', '.s-price', '.sx-price', '.a-text-strike', '.a-offscreen', '.aok-offscreen'],
    struck: [':has(> .a-text-price)', ':has(> [data-a-strike="true"])'],
    subscription: ['a > .s-price'], // used until 2019
  },
  price_strikethrough: [
    '.a-price[data-a-strike="true"]',
    '.a-text-strike',
    'tr.toeHeader + tr > td.toeListPrice', // used until 2014
    'del',
  ],
  currency: [
    '[data-cy="secondary-offer-recipe"]',
    'a[href*="/offer-listing/"]',
    '.a-row:has(> .a-declarative > a[href*="/offer-listing/"]) > .a-color-base', // used until 2022; next to the link
  ],

  rating: [
    '[data-cy="reviews-ratings-slot"] .a-icon-alt',
    'i[class*="a-star-"] .a-icon-alt',
    ':is(a, span)[aria-label]:has(> i[class*="a-star-"])::attr(aria-label)',
    ':is(.stars, .asinReviewsSummary) a::attr(alt)', // used until 2015
  ],
  reviews_count: [
    '[data-cy="reviews-block"] a[aria-label]:not(.a-popover-trigger)::attr(aria-label)',
    'a[href*="#customerReviews"][aria-label]::attr(aria-label)',
    'span[aria-label]:has(i[class*="a-star-"]) ~ span[aria-label]::attr(aria-label)',
    'a[href*="#customerReviews"]',
    'a[href*="%23customerReviews"]', // ads, used until 2019
    '.reviewsCount a', // used until 2014
    '[data-cy="reviews-block"] span[aria-label]::attr(aria-label)', // without a link
  ],
  sales_volume: {
    note: [
      '[data-cy="reviews-block"] .a-row.a-size-base > .a-color-secondary',
      '.a-row:has(i[class*="a-star-"]) + .a-row.a-size-base > .a-color-secondary',
    ],
    alone: ['.a-row.a-size-base:first-child > .a-color-secondary'],
  },

  image: [
    'img.s-image::attr(src)',
    'img.s-access-image::attr(src)',
    '.imageBox img::attr(src)',
    'img[src*="/images/I/"]:not([src*=".svg"])::attr(src)',
  ],

  is_prime: ['i:is([class*="a-icon-prime"], .a-icon-premium)', '.s-prime', '.sprPrime'],
  is_marketplace_choice: [
    '[data-component-type="s-status-badge-component"][data-component-props*="amazons-choice"]',
    '[id$="-amazons-choice"]',
    '[id^="AMAZONS_CHOICE_"]',
    '.rio-badge-style-AMAZONS_CHOICE', // 2026
    '.sx-amazonschoice-color', // 2017
  ],
  is_sponsored: {
    inside: [
      '.puis-sponsored-label-text',
      '.puis-sponsored-label-info-icon',
      '.s-sponsored-label-text',
      '.s-sponsored-label-info-icon',
      '.s-sponsored-header',
      '.s-sponsored-info-icon',
      '.sponsored-brand-label-info-desktop',
      '[data-component-type="sp-sponsored-result"]',
      'a:is([href*="/sspa/click"], [href*="/slredirect/"])',
    ],
    own: [
      '.AdHolder',
      '[data-component-type="sp-sponsored-result"]',
      '[data-component-type="sbv-video-single-product"]',
    ],
  },
  best_seller: [
    '[data-component-type="s-status-badge-component"][data-component-props*="best-seller"]',
    '[id$="-best-seller"]',
    '[id^="BESTSELLER_"]',
    '.rio-badge-style-BEST_SELLER', // 2026
  ],

  shipping_information: {
    rows: [
      // Prices, stock and release dates have other colors.
      '[data-cy="delivery-recipe"] :is(.s-align-children-center, [data-cy="delivery-block"], .udm-primary-delivery-message, .udm-secondary-delivery-message, .a-row > span:is(.a-color-base, .a-color-success, [aria-label]:not(:has([class]))))',
      '.a-row.s-align-children-center', // used until 2022
      'tr.toeHeader + tr :is(.toeFastTrack, .sss)', // 2014
    ],
    // Used until 2019: after the price, and below it up to a row with a link.
    lines: ['.s-item-container .a-size-small.a-color-secondary:not(a *):not(.a-text-strike)'],
    // Apps and other products that are not delivered.
    line: [
      '[data-cy="delivery-recipe"]:not(:has([data-cy="delivery-block"])) > .a-row > span[aria-label]:not(:has(.a-color-price, .a-color-secondary, .a-color-base))',
      '.a-row.s-align-children-center:not(:has(*)) + .a-row > span.a-color-base', // used until 2022
    ],
    left_out: ['i', '[data-action="s-pc-popover"]'], // icons, and links that open a popup
    link: ['a'],
    offer_link: ['a[href*="/offer-listing/"]'],
  },

  pricing_count: ['[data-cy="secondary-offer-recipe"] a[href*="/offer-listing/"]', 'a[href*="/offer-listing/"]'],
}
