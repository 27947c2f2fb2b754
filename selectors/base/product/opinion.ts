import type { ProductMap } from '../../../core/records/product/map.ts'

/** Fields with opinions of customers and of the marketplace: ratings, reviews, badges. */
export const opinion = {
  rating: [
    '#averageCustomerReviews #acrPopover::attr(title)',
    '#averageCustomerReviews .a-icon-alt',
    '#averageCustomerReviews_feature_div .a-icon-alt',
    '#acrPopover::attr(title)',
    '#acrCustomerReviewLink .a-icon-alt',
    '#cm_cr-product_info [data-hook="rating-out-of-text"]',
    '[data-hook="rating-out-of-text"]',
    '#reviewSummary .arp-rating-out-of-text',
    '#universal-glance-reviews-features .a-icon-row', // mobile, 2014
    '#rating-stars [title]::attr(title)', // mobile, 2013
    '.jumpBar .asinReviewsSummary .swSprite::attr(title)', // used until 2014
    '#handleBuy .asinReviewsSummary .swSprite::attr(title)',
  ],

  reviews_count: [
    '#averageCustomerReviews #acrCustomerReviewText::attr(aria-label)', // exact; the text can be rounded
    '#averageCustomerReviews #acrCustomerReviewText',
    '#averageCustomerReviews_feature_div #acrCustomerReviewText',
    '#acrCustomerReviewText',
    '#acrCustomerReviewLink [aria-label]::attr(aria-label)',
    '#acrCustomerReviewLink > span',
    '[data-hook="total-review-count"]',
    '#rating-stars', // mobile, 2013 and 2014
    '#averageCustomerReviews a.a-link-normal', // used until 2015
    '.jumpBar .crAvgStars > a', // used until 2014
    '#handleBuy .crAvgStars > a',
  ],

  rating_stars_distribution: [
    '#histogramTable > li',
    '#histogramTable tr',
    '#cm_cr_dp_d_rating_histogram tr',
    '.cr-widget-Histogram tr',
  ],

  reviews: {
    review: [
      '#cm-cr-dp-review-list [data-hook="review"]',
      '#cm-cr-dp-aw-review-list [data-hook="review"]',
      '#cm-cr-dp-aw-review-list [data-hook="mobley-review-content"]',
      '#cm-cr-dp-mobile-review-list [data-hook="review"]',
      '#cm-cr-global-review-list [data-hook="review"]',
      '[data-hook="reviewContainer"]',
      '[data-hook="review"]',
      '[data-hook="mobley-review-content"]',
      '[data-hook="cmps-review"]', // of other marketplaces, used until 2019
      '#cm-cr-dp-aw-review-list [id^="customer_review-"]', // mobile, 2018
      '#revMHRL > [id^="rev-"]', // used until 2016
      '#revMHFRL > [id^="rev-"]', // of other marketplaces, used until 2016
      '#revMRRL > .a-row', // the most recent, used until 2017
      '#revMRRL [id^="rev-"]', // the same, 2013
      '[id^="rev-dpReviewsMostHelpful"]', // 2017
      '[data-hook="recent-review"]', // the most recent, 2017 and 2018
    ],
    id: ['*::attr(id)', '*::attr(data-reviewid)'],
    id_link: ['a[href*="#R"]::attr(href)'],
    author: [
      '[data-hook="genome-widget"] .a-profile-name',
      '.a-profile-name',
      '[data-hook="review-author"] a',
      'a[data-hook="review-author"]',
      '[data-hook="review-author"]:has(> .a-letter-space)::text', // 2017: "By" is an element of its own
      '[data-hook="review-author"]',
      '[id^="rev-"] .ath a', // 2013
      '.noTextDecoration',
      '[id^="rev-dpReviewsMostHelpful"] > a', // 2017
      '#revMHFRL .a-size-normal::text',
    ],
    author_at_end: [
      '#revMRRL .a-size-small', // used until 2017
      '#revMRRL .txtsmall',
      '#revMRRL .a-color-secondary',
      '[data-hook="review-author-timestamp"]', // 2017 and 2018
    ],
    author_before: ['> .a-profile .a-profile-name'], // mobile, 2018
    title: [
      '[data-hook="review-title"]',
      '[data-hook="reviewTitle"]',
      '.review-title',
      '[data-hook="cmps-review-title"]',
      '.a-icon-row .a-text-bold',
      ':is(.reviewTitle, .ttl) strong', // 2013
      '#revMRRL a[href*="#R"] .a-text-bold', // 2017
      '[id^="rev-dpReviewsMostHelpful"] > .a-text-bold',
      '[data-hook="review-title-recent"]', // 2017 and 2018
    ],
    content: [
      '[data-hook="reviewRichContentContainer"][data-original-html]',
      '[data-hook="review-body"]',
      '[data-hook="reviewText"]',
      '[data-hook="review-collapsed"]',
      '[data-hook="cmps-review-collapsed"]',
      '.review-text',
      '.reviewText',
      '#revMHFRL [id^="rev-"] > .a-section',
      '.MHRHead',
      '[id^="revData-"]',
      '#revMRRL p',
      '[data-hook="review-body-recent"]', // 2017 and 2018; shortened
    ],
    whole_content: ['[data-original-html]::attr(data-original-html)'],
    // Controls, videos, and the line about the variation and the purchase.
    left_out: [
      'button',
      '.a-expander-header',
      '.a-expander-prompt',
      '.cr-translate-this-review-link',
      '.video-block',
      '.a-teaser-describedby-collapsed',
      '.a-size-mini',
      '#revMRRL .a-text-underline', // "Read more"
    ],
    rating: [
      '[data-hook="review-star-rating"] .a-icon-alt',
      '[data-hook="cmps-review-star-rating"] .a-icon-alt',
      '.review-rating .a-icon-alt',
      'i.a-icon-star .a-icon-alt',
      'i[class*="a-star-"]::attr(class)',
      '.swSprite::attr(title)', // 2013
    ],
    timestamp: [
      '[data-hook="review-date"]',
      '[data-hook="review-publication-date"]',
      '.review-date',
      '#revMHFRL .a-icon-row > .a-color-secondary',
      '#revMHRL .a-color-secondary > .a-color-secondary',
      '#revMRRL .a-size-small',
      '.ttl .inlineblock', // 2013
      '#revMRRL .txtsmall',
      '[id^="rev-dpReviewsMostHelpful"] > a ~ .a-color-secondary', // 2017
      '#revMRRL .a-color-secondary',
      '[data-hook="review-author-timestamp"]', // 2017 and 2018
    ],
    is_verified: [
      '[data-hook="avp-badge"]',
      '[data-hook="avp-badge-linkless"]',
      '[data-hook="msrp-avp-badge-linkless"]',
      '[id^="revData-"] .a-color-state',
      '[id^="revData-dpForeign"] > .a-text-bold',
      '[id^="rev-"] .avp', // 2013
    ],
    helpful_count: [
      '[data-hook="helpful-vote-statement"]',
      '[data-hook="cmps-helpful-votes-text"]',
      '.review-votes',
      '#revMHFRL [id^="rev-"] > .a-color-secondary:first-child',
      '#revMHRL [id^="rev-"] > .a-color-secondary:first-child',
      '#revMHRL [id^="rev-"] > div:first-child > .a-color-secondary:first-child',
      '[id^="rev-"] .hlp', // 2013
      '[id^="rev-dpReviewsMostHelpful"] .cr-vote-buttons', // 2017
    ],
    block: [
      '#cm-cr-dp-review-list',
      '#cm-cr-global-review-list',
      '[data-hook="top-customer-reviews-title"]', // also says that there are ratings, and no review: com.tr 2025
      '#cr-top-reviews', // mobile, 2026
      '#cm-cr-dp-aw-review-list', // mobile
      '#cm-cr-dp-mobile-review-list',
      ':is(#revMHRL, #revMRRL, #revMHFRL)', // used until 2017
      '#aw-udpv3-customer-reviews_feature_div a[href*="/gp/aw/review/"]', // mobile, 2014
      '#universal-glance-reviews-features a[href*="/gp/aw/review/"]', // mobile, 2015
    ],
  },

  answered_questions_count: ['#askATFLink', '.askATFLink', '#ask_feature_div #askATFLink span', '#ask_feature_div a'],

  sales_volume: [
    '#social-proofing-faceout-title-tk_bought',
    '#socialProofingAsinFaceout_feature_div .social-proofing-faceout-title-text:not([id*="-tk_"])',
  ],

  is_marketplace_choice: [
    '#acBadge_feature_div .ac-badge-wrapper',
    '#acBadge_feature_div .mvt-ac-badge-wrapper',
    '#acBadge_feature_div .ac-badge-rectangle',
    '#acBadge_feature_div .mvt-ac-mobile-badge-wrapper',
  ],

  best_seller: [
    '#zeitgeistBadge_feature_div .p13n-best-seller-badge:not([href*="/charts"], [href*="/charts"] *)',
    // The badges of new releases, of movers and of charts have the same markup.
    '#zeitgeistBadge_feature_div .badge-link:not([href*="/new-releases"]):not([href*="/movers-"]):not([href*="/charts"])',
    '#zeitgeistBadge_feature_div:not(:has(a, .p13n-new-release-badge))',
  ],

  deal_type: [
    '#dealBadge_feature_div #dealBadgeSupportingText',
    '#dealBadgeSupportingText',
    '#dealBadge_feature_div .dealBadgeTextColor',
    '#dealBadge_feature_div',
    '#goldboxDealBadge',
    '#priceblock_dealprice_lbl', // price block used until 2021; from knowledge
  ],

  review_ai_summary: [
    '[data-testid="overall-summary"]', // since 2026
    '#product-summary > p:not([id])',
    '#product-summary p:not([id], [data-csa-c-item-id])', // not the note about generated text
    '[data-hook="cr-insights-widget-summary"] p:not([id], [data-csa-c-item-id])',
    '[data-csa-c-item-id="cr-product-insights-cards"] div:has(> h3) > div > span',
    '.cm_cr_grid_center_right_non_images_widgets div:has(> h3) > div > span',
  ],
} satisfies Partial<ProductMap>
