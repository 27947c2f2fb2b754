import type { ReviewsMap } from '../../../core/records/reviews/map.ts'
import { opinion } from '../product/opinion.ts'

const ofProduct = opinion.reviews

/**
 * Where pages have the reviews of a product, on all marketplaces, in the layouts of 2013 to 2026: a
 * product page as in the map of products, and a page of reviews.
 *
 * Order: newest layout first, unless a candidate would misread an older layout.
 */
export const baseReviews: ReviewsMap = {
  review: [
    ...ofProduct.review,
    '#cm_cr-review_list > .review', // 2015 to 2017
    '#productReviews td > br + div', // used until 2015
    '#aw-udpv3-customer-reviews_feature_div a[href*="/gp/aw/review/"]', // mobile, 2014
  ],
  list: ['#cm_cr-review_list', '#productReviews'],

  of_page: {
    asin: [
      '#cm_cr-product_info [data-hook="product-link"]::attr(href)',
      '#cm_cr-product_info .product-title a::attr(href)',
      '[data-hook="product-link"]::attr(href)', // a page of one review
      'link[rel="canonical"]::attr(href)',
      '.crProductInfo a[href*="/dp/"]::attr(href)', // used until 2015
      '.asinReviewsSummary::attr(name)', // used until 2015
    ],
    title: [
      '[data-hook="product-link"]',
      '#cm_cr-product_info .product-title a',
      '.crProductInfo .description > a', // used until 2015
    ],
    rating: [
      ...opinion.rating,
      '#cm_cr-product_info .arp-rating-out-of-text', // 2015 to 2017
      '.asinReviewsSummary .swSprite::attr(title)', // used until 2015
    ],
    reviews_count: [
      ...opinion.reviews_count,
      '#cm_cr-product_info .totalReviewCount', // 2015 to 2017
      '#productSummary .tiny b', // used until 2015
    ],
    rating_stars_distribution: [
      ...opinion.rating_stars_distribution,
      '#productSummary table tr:has(td[title])', // used until 2015
    ],
    review_ai_summary: opinion.review_ai_summary,
    has_more: [
      '#cm_cr-pagination_bar .a-last a',
      '.paging .on + a', // used until 2015
    ],
  },

  page: {
    selected: [
      '#cm_cr-pagination_bar .a-selected', // 2015 to 2017
      '.paging .on', // used until 2015
    ],
    next: ['#cm_cr-pagination_bar .a-last a::attr(href)'],
    previous: ['#cm_cr-pagination_bar li:first-child a::attr(href)'],
    first: ['#cm_cr-pagination_bar li:first-child:is(.a-disabled)'],
    canonical: ['link[rel="canonical"]::attr(href)'],
  },

  // Where no option is marked, the links to other pages have the order, and the first option is the usual one.
  sort_by: {
    recent: [
      '#sort-order-dropdown option[selected][value="recent"]',
      '#cm_cr-pagination_bar a[href*="sortBy=recent"]',
      '.paging a[href*="sortBy=bySubmissionDateDescending"]', // used until 2015
    ],
    helpful: [
      '#sort-order-dropdown option[value="helpful"]',
      '.paging a[href*="sortBy=byRankDescending"]', // used until 2015
    ],
  },

  review_topics: {
    topic: [
      '[data-testid="aspect-list"] [data-csa-c-slot-id^="cr-product-insights"]:has([aria-label])', // since 2026
      '[data-hook="cr-insights-widget-aspects"] a[id^="aspect-button-"]',
      '[data-hook="cr-insights-aspect-link"]',
      '[data-hook="lighthouse-term"]', // 2018 to 2020
    ],
    label: ['[data-testid="aspect-label"]::text'],
    mentions: ['[aria-label]::attr(aria-label)', '[data-testid="aspect-label"] > span'], // the second can be rounded
    sentiment: ['*::attr(data-csa-c-item-id)', '*::attr(data-csa-c-slot-id)'],
    details: ['[data-hook="cr-insights-widget-aspects"] [data-aspect]'],
    name: ['*::attr(data-aspect)'],
    count: [
      '[class*="stat-customer-mentions-box"]', // mobile
      '[class*="stat-info-box"] > :first-child',
    ],
  },

  id: {
    own: [...ofProduct.id, '*::attr(href)'], // the last one: mobile, 2014
    link: [
      ...ofProduct.id_link,
      'a[name*=".Helpful.Reviews"]::attr(name)', // used until 2015
      'a[href*="/review/R"]::attr(href)', // used until 2015
    ],
  },

  author: {
    name: [
      ...ofProduct.author,
      '.review-byline .author', // 2015 to 2017
      'a[href*="/profile/"] > span', // used until 2015
    ],
    at_end: ofProduct.author_at_end,
    before: ofProduct.author_before,
  },
  author_id: {
    link: ['[data-hook="genome-widget"] a::attr(href)', 'a[href*="/profile/"]::attr(href)'],
    before: ['> a[href*="/profile/"]::attr(href)'], // mobile, 2018
  },

  title: [
    ':is([data-hook="review-title"], [data-hook="cmps-review-title"]) .cr-translated-review-content',
    ...ofProduct.title,
    'span:has(> nobr) > b', // used until 2015
  ],
  rating: ofProduct.rating,
  content: {
    text: [
      '[data-hook="review-body"] .cr-translated-review-content',
      ...ofProduct.content,
      '.a-box-inner > p', // mobile, 2014
    ],
    whole: ofProduct.whole_content,
    left_out: ofProduct.left_out,
  },
  original: {
    translated: ['.cr-translated-review-content'],
    title: [':is([data-hook="review-title"], [data-hook="cmps-review-title"]) .cr-original-review-content'],
    content: ['[data-hook="review-body"] .cr-original-review-content'],
  },

  timestamp: [
    ...ofProduct.timestamp,
    'span > nobr', // used until 2015
  ],
  is_foreign: {
    own: [
      '#cm-cr-global-review-list',
      '[data-hook="cmps-review"]', // used until 2019
      '#revMHFRL', // used until 2016
      '#globalTopReviews', // mobile, from knowledge
    ],
    inside: ['[id^="customer_review_foreign-"]', '[data-hook="cmps-review-star-rating"]'],
  },
  is_verified: [
    ...ofProduct.is_verified,
    '.review-data .a-color-state', // 2015 to 2017
    '.crVerifiedStripe', // used until 2015
  ],
  is_vine: [
    '.review-format-strip a[href*="/gp/vine/"]', // 2026
    '[data-hook="linkless-vine-review-badge"]',
    '[data-hook="vine-review-badge"]', // from knowledge
    '[data-hook*="vine"]',
    '.crVineBadge', // used until 2015, from knowledge
  ],
  helpful_count: [
    ...ofProduct.helpful_count,
    '.cr-vote-buttons .review-votes', // 2015 to 2017
    '#productReviews br + div > div:first-child:not(:has(.swSprite))', // used until 2015
  ],

  variant: {
    strip: [
      '[data-hook="format-strip"]',
      '[data-hook="format-strip-linkless"]',
      '[data-hook="cmps-format-strip"]', // used until 2019
      '.review-data > a.a-size-mini', // 2015 to 2017
      '[id^="revData-"] > .a-size-mini.a-color-secondary', // used until 2016
    ],
    separator: ['.a-icon-text-separator'],
    left_out: ['[data-hook*="avp-badge"]', '[data-hook*="vine"]', 'a[href*="/gp/vine/"]', 'script', 'style'],
  },
  variant_asin: {
    own: ['*::attr(data-asin)'],
    link: [
      '[data-hook="format-strip"]::attr(href)',
      '.review-data > a.a-size-mini::attr(href)', // 2015 to 2017
      '.tiny b a[href*="/dp/"]::attr(href)', // used until 2015
    ],
  },

  images: [
    '[data-mediatype="IMAGE"]::attr(data-url)',
    ':is([data-hook="review-image-tile"], [data-hook="cmps-review-image-tile"])::attr(data-src)',
    ':is([data-hook="review-image-tile"], [data-hook="cmps-review-image-tile"])::attr(src)',
    '.review-image-tile::attr(src)',
    '[data-hook="single-review-image-thumbnail"]::attr(src)',
  ],
  has_video: [
    '[data-mediatype="VIDEO"]',
    '[id^="review-video-id-"]',
    '.video-block',
    'input.video-url', // 2020
  ],
}
