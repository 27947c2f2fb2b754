import type { BestSellersMap } from '../../../core/records/best-sellers/map.ts'

/**
 * Where a list of best sellers has its entries, and a card its fields, on all
 * marketplaces. Layouts of 2022 to 2026 are from saved pages; the older ones
 * (`zg-`, used until 2021; `zg_`, used until 2018) are from knowledge.
 *
 * Class names end with letters that change with the style sheet, so that they
 * are matched by their constant part.
 */
export const baseBestSellers: BestSellersMap = {
  listing: [
    '.p13n-desktop-grid[data-client-recs-list]',
    '[data-client-recs-list]',
    '.p13n-desktop-grid',
    '[data-a-carousel-options*="zg.rank"]', // landing pages, 2022 to 2026
    '#zg-ordered-list', // 2018 to 2021
    '#zg_centerListWrapper', // used until 2018
    '#zg_left_col1 .a-carousel-container', // landing pages, 2018 to 2022
    '.zg_homeWidget', // landing pages, used until 2021
  ],
  entries: ['*::attr(data-client-recs-list)', '*::attr(data-a-carousel-options)'],
  card: [
    '[id="gridItemRoot"]',
    'li.a-carousel-card',
    '.zg-item-immersion',
    '.zg_itemImmersion',
    '.zg_homeWidgetItem',
    '.zg-grid-general-faceout',
  ],
  rest: {
    list: ['.p13n-desktop-grid[data-client-recs-list]', '[data-client-recs-list]'],
    path: ['*::attr(data-acp-path)'],
    params: ['*::attr(data-acp-params)'],
    tag: ['*::attr(data-reftag)', '*::attr(data-reftagprefix)'],
    offset: ['*::attr(data-index-offset)', '*::attr(data-offset)'],
    faceout: ['*::attr(data-faceoutkataname)'],
  },
  list: {
    tab: [
      '[class*="zg-tabs"] [class*="selected"] a::attr(href)',
      '[class*="zg-tabs"] [aria-current="page"]::attr(href)',
      '#zg_tabs .zg_selected a::attr(href)', // used until 2018
      '#zg_tabs .active a::attr(href)',
    ],
    pages: ['.a-pagination a::attr(href)', '#zg_paginationWrapper a::attr(href)'],
    canonical: ['link[rel="canonical"]::attr(href)', 'meta[property="og:url"]::attr(content)'],
    categories: ['[class*="zg-browse-item"] a::attr(href)', '#zg_browseRoot a::attr(href)'],
    tag: ['[data-reftag]::attr(data-reftag)', '[data-reftagprefix]::attr(data-reftagprefix)'],
  },
  page: {
    shown: ['.a-pagination .a-selected', '#zg_paginationWrapper .zg_selected'],
    link: ['.a-pagination .a-selected a::attr(href)', '#zg_paginationWrapper .zg_selected a::attr(href)'],
  },
  has_more: ['.a-pagination .a-last:not(.a-disabled) a', '#zg_paginationWrapper .zg_selected ~ .zg_page a'],
  lists: [
    '[class*="zg-tabs"] a::attr(href)',
    '.zg-more-list-types-container a::attr(href)',
    '#zg_tabs a::attr(href)', // used until 2018
    '#zg_otherLists a::attr(href)',
    '.zg_more a::attr(href)',
  ],
  categories: {
    branch: [
      ':is([class*="zg-root-browse-item"], [class*="zg-browse-item"])',
      '#zg_browseRoot li', // used until 2021
    ],
    group: ['[class*="zg-browse-group"]', '#zg_browseRoot ul'],
    link: ['a'],
    selected: ['[class*="zg-selected"]', '[aria-current="page"]', '.zg_selected'],
    left_out: ['[class*="visually-hidden"]', '[aria-hidden="true"]'],
  },
  empty: ['.p13n-desktop-grid', '#zg-right-col', '#zg_centerListWrapper', '#zg_col1', '#zg-ordered-list', '#zg'],

  asin: {
    card: [
      '[data-asin]:not([data-asin=""])::attr(data-asin)',
      '.p13n-sc-uncoverable-faceout[id]::attr(id)',
      '.asinReviewsSummary[name]::attr(name)', // used until 2014
    ],
    link: ['a::attr(href)'],
  },
  rank: ['.zg-bdg-text', '.zg-badge-text', '.zg_rankNumber', '.zg_rank'],
  title: {
    own: ['.a-carousel-heading', 'h3'],
    page: [
      '[class*="card-title"] h1',
      '#zg-right-col h1',
      '#zg_listTitle', // used until 2018
      'h1:has(#zg_banner_text)',
      '#zg_banner_text',
      '#zg-banner-text-wrapper', // 2018 to 2021
      '#zg h1',
    ],
    shown: [
      'a[href*="/dp/"] :is([class*="p13n-sc-truncate"], [class*="line-clamp"])',
      'a:not(.a-link-child) > :is([class*="p13n-sc-truncate"], [class*="line-clamp"])',
      '.zg_title a', // used until 2015
      'a[href*="/dp/"] > span > div',
      'a[href*="/dp/"]:not(:has(img, .p13n-sc-price, [class*="sc-price"], .a-icon))',
    ],
    whole: ['*::attr(title)', '*::attr(aria-label)'],
  },
  image: {
    sizes: ['img[data-a-dynamic-image]::attr(data-a-dynamic-image)'],
    shown: ['img.p13n-product-image::attr(src)', 'a[href*="/dp/"] img::attr(src)', 'img::attr(src)'],
  },
  price: {
    shown: [
      'span[class*="p13n-sc-price"]',
      '.a-price:not([data-a-strike="true"])',
      '.zg_price .price', // used until 2014
      '.a-color-price',
    ],
    not_own: [
      '.a-color-secondary',
      'a[href*="/offer-listing/"]',
      '.a-text-strike',
      '[data-a-strike="true"]',
      'strike',
      'del',
      's',
      '.a-size-mini.aok-nowrap', // the price of a unit
      '.zg_usedPrice', // used until 2014
      '.listprice',
    ],
  },
  price_from: [
    '.a-color-secondary :is(span[class*="p13n-sc-price"], .a-price)',
    'a[href*="/offer-listing/"] :is(span[class*="p13n-sc-price"], .a-price, .a-color-price, .price)',
    '.zg_usedPrice .price', // used until 2014
  ],
  pricing_count: [
    '.a-color-secondary:has(span[class*="p13n-sc-price"], .a-price)',
    'a[href*="/offer-listing/"]',
    '.zg_usedPrice',
  ],
  rating: [
    '.a-icon-row .a-icon-alt',
    '[class*="a-icon-star"] .a-icon-alt',
    'a[href*="/product-reviews/"]::attr(aria-label)',
    'a[href*="/product-reviews/"]::attr(title)',
    '.swSprite', // used until 2015
    '.swSprite::attr(title)',
  ],
  reviews_count: {
    shown: [
      '.a-icon-row .a-size-small',
      'a.a-size-small[href*="/product-reviews/"]', // used until 2021
      '.crAvgStars > a[href*="/product-reviews/"]', // used until 2014
    ],
    label: [
      '.a-icon-row a[href*="/product-reviews/"]::attr(aria-label)',
      '.a-icon-row a[href*="/product-reviews/"]::attr(title)',
      '.a-icon-row [aria-label]::attr(aria-label)',
    ],
  },
  manufacturer: [
    'a.a-link-child',
    '.a-row.a-size-small > .a-color-base',
    '.a-row > .a-size-small.a-color-base',
    '.zg_byline', // used until 2015
  ],
  manufacturer_url: [
    'a.a-link-child::attr(href)',
    '.a-row.a-size-small > .a-color-base a::attr(href)',
    '.zg_byline a::attr(href)',
  ],
  format: {
    line: [
      '.a-row > .a-size-small.a-color-secondary',
      '.a-row.a-size-small > .a-color-secondary',
      '.zg_bindingPlatform', // used until 2015
    ],
    left_out: [
      '[class*="release"]',
      ':has(span[class*="p13n-sc-price"], .a-price)',
      '.a-icon-row *',
      '[class*="movement"]',
    ],
  },
  formats_count: [
    'a[href*="/dp/"].a-color-secondary',
    '.a-row > .a-size-small.a-color-secondary ~ .a-color-secondary',
    'a[href*="formats"]',
  ],
  is_prime: ['[class*="a-icon-prime"]'],
  sales_rank: [
    '[class*="zg-grid-rank-metadata"]',
    '[class*="zg-carousel-sales-movement"]',
    '[class*="zg-mobile-carousel-rank-metadata"]',
    '.zg-sales-movement', // 2018 to 2021
    '.zg_salesMovement', // used until 2018
  ],
  rank_change_percentage: {
    shown: [
      '.zg-grid-pct-change',
      '.zg-carousel-pct-change',
      '.zg-percent-change', // 2018 to 2021
      '.zg_percentChange', // used until 2018
    ],
    fall: ['.zg-pct-clr-negative', '.zg-down-arrow', '.zg_downArrow', 'img.zg-grid-arrow[alt*="down" i]'],
  },
}
