import type { ProductMap } from '../core/product/selector-map.ts'

/**
 * Where every field of the product record stands, on all marketplaces. The
 * layouts of 2013 to 2026 follow one another in each list: the newest first,
 * unless an older one would be misread.
 */
export const baseProduct: ProductMap = {
  asin: [
    'input#ASIN::attr(value)',
    'link[rel="canonical"]::attr(href)',
    'input[name="ASIN"]::attr(value)',
    '#averageCustomerReviews::attr(data-asin)',
    '#all-offers-display-params::attr(data-asin)',
    '#mediaBlockEntities::attr(data-asin)',
    'form#addToCart input[name="a"]::attr(value)',
    'meta[property="og:url"]::attr(content)',
  ],

  parent_asin: ['#twisterNonJsData input[name="ASIN"]::attr(value)'],

  page_type: ['#dp::attr(class)'],

  // Since August 2026 long titles are split.
  title: ['#titleSection .dp-title-differentiators', '#title_feature_div .dp-title-differentiators'],

  product_name: [
    // Not input#productTitle, which popups bring along.
    'span#productTitle',
    'h1#productTitle',
    '#ebooksProductTitle',
    '#title_feature_div #title', // mobile
    'h1#title',
    '#gc-asin-title',
    'h1[data-automation-id="title"]', // video
    '#aiv-content-title',
    '#btAsinTitle', // until 2014
    '#udp h1', // mobile, 2013
    'h1.parseasinTitle',
    'h1#product-title', // mobile, 2014
  ],

  description: {
    section: [
      '#productDescription_fullView', // mobile
      '#bookDescription_feature_div [data-a-expander-name="book_description_expander"] .a-expander-content',
      '#bookDescription_feature_div noscript',
      '#drengr_desktopTabbedDescriptionOverviewContent_feature_div',
      '#bookDescription_feature_div',
      '#productDescription',
      '#productDescription_feature_div',
      '#mas-product-description .a-expander-content', // apps
      '#dpx-product-description_feature_div',
      '#ps-content .content', // until 2014
      '.dv-simple-synopsis > p', // video
    ],
    frame: ['#productDescription .content', '#productDescription'],
    manufacturer: [
      '#aplus_feature_div #aplus',
      '#aplus_feature_div',
      '#aplus3p_feature_div',
      '#aplus',
      '#dpx-aplus-product-description_feature_div',
    ],
  },

  bullet_points: [
    '#feature-bullets ul:not(li ul) > li', // also the list behind "Show more"
    '#feature-bullets li',
    '#productFactsDesktopExpander ul > li',
    '#featurebullets_feature_div ul > li',
    '#pqv-feature-bullets li',
    '#fbExpandableSection ul > li',
  ],

  brand: {
    byline: ['a#bylineInfo', 'a#brand', '#brand'],
    logo: [
      'img#brandLogoHiResByline::attr(alt)',
      'img.premium-logoByLine-brand-logo::attr(alt)',
      '#brandteaser img::attr(alt)',
    ],
    contributor: [
      '#bylineInfo .author',
      '#byline .author',
      '#byline #bylineContributor', // mobile
      '#by-line', // mobile, 2013
    ],
  },

  store_url: ['a#bylineInfo::attr(href)', 'a#brand::attr(href)'],

  price: [
    '#corePriceDisplay_desktop_feature_div .priceToPay',
    '#corePriceDisplay_mobile_feature_div .priceToPay',
    '#corePriceDisplay_desktop_feature_div .apex-pricetopay-value',
    '#corePriceDisplay_desktop_feature_div .a-price-range',
    '#corePriceDisplay_mobile_feature_div .a-price-range',
    '#corePrice_desktop .a-price-range',
    '#corePrice_desktop .apexPriceToPay',
    '#apex_desktop .a-price-range',
    '#apex_desktop .apexPriceToPay',
    '#corePrice_mobile_feature_div .a-price:not(.a-text-price)',
    '#priceblock_dealprice',
    '#priceblock_saleprice',
    '#priceblock_ourprice',
    '#priceblock_businessprice',
    '#kindle-price',
    '#Ebooks-desktop-KINDLE_ALC-prices-kindlePrice .a-color-price',
    '#actualPriceValue',
    'strong#price', // mobile, 2013
    '#prices .a-color-price.a-size-medium', // mobile, 2014
  ],

  price_strikethrough: [
    '#corePriceDisplay_desktop_feature_div .basisPrice .a-price[data-a-strike="true"]',
    '#corePriceDisplay_mobile_feature_div .basisPrice .a-price[data-a-strike="true"]',
    '#corePriceDisplay_desktop_feature_div .a-price[data-a-strike="true"]',
    '#corePrice_desktop .a-price[data-a-strike="true"]',
    '#apex_desktop .a-price[data-a-strike="true"]',
    '#corePrice_feature_div .a-price[data-a-strike="true"]',
    '#apex_offerDisplay_desktop .a-price[data-a-strike="true"]',
    '#buyBoxInner .a-text-strike',
    '#newOfferAccordionRow .a-text-strike',
    '#newPitchPriceWrapper_feature_div .a-text-strike', // mobile
    '#price .a-text-strike',
    '#price .priceBlockStrikePriceString',
    '#listPrice',
    '#print-list-price',
    '#Ebooks-desktop-KINDLE_ALC-prices .a-text-strike',
    '#digital-list-price .a-text-strike',
    '#buybox .kindle-price ~ .a-text-strike',
    '#mediaNoAccordion .a-text-strike',
    '#list-price', // mobile, 2013
    '#prices .a-text-strike', // mobile, 2014
  ],

  // Links to the offers of this product; which of them counts is said in core/product/fields/offers-elsewhere.ts.
  pricing_count: [
    '#olpLinkWidget_feature_div a[href*="/offer-listing/"]',
    '#dynamic-aod-ingress-box a[href*="/offer-listing/"]',
    '#moreBuyingChoices_feature_div a[href*="/offer-listing/"]',
    '#olp_feature_div a[href*="/offer-listing/"]',
    '#buybox a[href*="/offer-listing/"]',
    '#tmmSwatches .selected a[href*="/offer-listing/"]',
    'a[href*="/offer-listing/"]',
    '#olp a[href*="/aw/ol/"]', // mobile
    '#new-used-offers a', // mobile, 2013
  ],

  is_prime: {
    badge: [
      '#priceBadging_feature_div i.a-icon-prime',
      '#primeBadge_feature_div i.a-icon-prime',
      '#corePriceDisplay_desktop_feature_div i.a-icon-prime',
      '#deliveryBlockMessage i.a-icon-prime',
      '#price i.a-icon-prime',
      '#buybox :not(:has(+ * > .prr-promo-message)) > i.a-icon-prime', // not that of Prime Reading
      '#bbop-check-box',
    ],
    promise: [
      '#deliveryBlockMessage [data-csa-c-delivery-time]',
      '#freeShippingPriceBadging_feature_div',
      '#deliveryPriceBadging_feature_div',
      '#price-shipping-message',
      '#ourprice_shippingmessage',
      '#saleprice_shippingmessage',
      '#dealprice_shippingmessage',
    ],
  },

  buybox: {
    row: [
      '#buyBoxAccordion > [id*="AccordionRow"]',
      '#mediaAccordion > [id*="AccordionRow"]',
      '#rbbContainer > .rbbSection',
      '#buybox > .rbbSection',
    ],
    single: [
      '#desktop_buybox',
      '#mobile_buybox_feature_div',
      '#buybox',
      '#combinedBuyBox',
      '#CombinedBuybox',
      '#buybox_feature_div',
      '#mediaNoAccordion',
      '#udp', // mobile, 2013
      '#buy-box-button-section', // mobile, 2014
    ],
    elsewhere: ['#mbc', '#moreBuyingChoices_feature_div', '#aod-container', '#all-offers-display'],
    returns: [
      '#returnsInfoFeature_feature_div .offer-display-feature-text-message',
      '#returnsInfoFeature_feature_div .offer-display-feature-text',
      '#productSupportAndReturnPolicy .offer-display-feature-text',
      '#productSupportAndReturnPolicy-return-policy-anchor-text', // until 2023
      '#creturns-policy-anchor-text',
    ],
  },

  price_buybox: [
    '.priceToPay',
    '#corePrice_feature_div .a-price:not(.a-text-price)',
    '.apex-pricetopay-value',
    '#price_inside_buybox',
    '#newBuyBoxPrice',
    '#usedPrice',
    '.rbbHeader .offer-price',
    '#usedBuySection .offer-price',
    '.header-price',
    '.price3P',
    '#kindle-price',
  ],

  stock: [
    '#availability',
    '#availability-string', // groceries
    '#outOfStock #availability',
    '#outOfStock .a-color-price',
    '.accordion-row-left-content .a-color-success',
    '#ddmAvailability',
    '#soldByThirdParty .a-color-success',
    '#scarcity',
  ],

  max_quantity: ['select[name="quantity"] option::attr(value)', '#quantity option::attr(value)'],

  delivery: [
    '#deliveryBlockMessage [data-csa-c-delivery-time]',
    '#mir-layout-DELIVERY_BLOCK [data-csa-c-delivery-time]',
    '#ddmDeliveryMessage',
    '#fast-track-message',
    '#alm-delivery-message', // groceries
  ],

  featured_merchant: {
    link: [
      '#sellerProfileTriggerId',
      '#merchant-info a[href*="seller="]',
      '#usedbuyBox a[href*="seller="]',
      '.accordion-row-left-content a[href*="seller="]',
      '.accordion-row-content a[href*="seller="]',
    ],
    name: [
      '#merchantInfoFeature_feature_div .offer-display-feature-text-message',
      '#tabular-buybox .tabular-buybox-label ~ .tabular-buybox-label + .tabular-buybox-text',
      '.print-sold-by td:nth-child(2) > span', // Kindle
      '#soldByThirdParty b',
      '#sfsb_accordion_head > :nth-child(2) span:nth-child(2)',
      '#fresh-merchant-info tr:nth-child(2) td:nth-child(2)',
    ],
    id: [
      'input#merchantID::attr(value)',
      'input#usedMerchantID::attr(value)',
      '#deliveryBlockSelectMerchant::attr(value)',
      '#ftSelectMerchant::attr(value)',
    ],
    fulfiller: [
      '#fulfillerInfoFeature_feature_div .offer-display-feature-text-message',
      '#tabular-buybox .tabular-buybox-label + .tabular-buybox-text',
      '#sfsb_accordion_head > :first-child span:nth-child(2)',
    ],
    sentence: ['#merchant-info', '#ships-from', '#usedbuyBox', '.accordion-row-left-content'],
  },

  in_stock: {
    // "To buy, select size": the button is there, and can't be pressed.
    button: [
      '#add-to-cart-button:not([id^="partialState"] *)',
      '#add-to-cart-button-ubb',
      '#add-to-cart-button-ubb-mobile',
      '#buy-now-button:not([id^="partialState"] *)',
      '#freshAddToCartButton', // groceries
      '#one-click-button',
      '#oneClickBuyButton',
      '#pre-order-button',
      '#mas-buy-button',
      'input[name="submit.preorder"]',
      'form#addToCart button',
    ],
    unavailable: [
      '#outOfStock',
      '#outOfStockBuyBox_feature_div #availability',
      '#exports_desktop_outOfStock_buybox_message_feature_div',
    ],
  },

  condition: {
    used: [
      '#usedbuyBox',
      '#usedBuySection',
      '#usedOnlyBuybox',
      '#usedAccordionCaption_feature_div',
      '#usedDeliveryBlockContainer',
    ],
    words: [
      '#usedAccordionCaption_feature_div',
      '.accordion-caption',
      '.header-text',
      '#usedbuyBox strong',
      '.accordion-row-left-content strong',
      '#usedBuySection .a-text-bold',
    ],
  },

  price_shipping: {
    promise: [
      '#deliveryBlockMessage [data-csa-c-delivery-price]',
      '#mir-layout-DELIVERY_BLOCK [data-csa-c-delivery-price]',
      '.shipping3P',
      '.buyboxShippingLabel',
      '#usedbuyBox > div',
      '#ourprice_shippingmessage',
      '#saleprice_shippingmessage',
      '#dealprice_shippingmessage',
    ],
    breakdown: ['#a-popover-agShipMsgPopover tr:nth-child(2)'],
  },

  category: [
    '#wayfinding-breadcrumbs_feature_div ul',
    '#wayfinding-breadcrumbs_container ul',
    '#breadcrumb_feature_div', // mobile
  ],

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
  ],

  reviews_count: [
    '#averageCustomerReviews #acrCustomerReviewText',
    '#averageCustomerReviews_feature_div #acrCustomerReviewText',
    '#acrCustomerReviewText',
    '#acrCustomerReviewLink [aria-label]::attr(aria-label)',
    '#acrCustomerReviewLink > span',
    '[data-hook="total-review-count"]',
    '#rating-stars', // mobile, 2013 and 2014
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
      '[data-hook="cmps-review"]', // of other marketplaces, until 2019
      '#cm-cr-dp-aw-review-list [id^="customer_review-"]', // mobile, 2018
      '#revMHRL > [id^="rev-"]', // until 2016
      '#revMHFRL > [id^="rev-"]', // of other marketplaces, until 2016
    ],
    author: [
      '[data-hook="genome-widget"] .a-profile-name',
      '.a-profile-name',
      '[data-hook="review-author"] a',
      'a[data-hook="review-author"]',
      '[data-hook="review-author"]',
      '.noTextDecoration',
      '#revMHFRL .a-size-normal::text',
    ],
    title: [
      '[data-hook="review-title"]',
      '[data-hook="reviewTitle"]',
      '.review-title',
      '[data-hook="cmps-review-title"]',
      '.a-icon-row .a-text-bold',
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
    ],
    rating: [
      '[data-hook="review-star-rating"] .a-icon-alt',
      '[data-hook="cmps-review-star-rating"] .a-icon-alt',
      '.review-rating .a-icon-alt',
      'i.a-icon-star .a-icon-alt',
      'i[class*="a-star-"]::attr(class)',
    ],
    timestamp: [
      '[data-hook="review-date"]',
      '[data-hook="review-publication-date"]',
      '.review-date',
      '#revMHFRL .a-icon-row > .a-color-secondary',
      '#revMHRL .a-color-secondary > .a-color-secondary',
    ],
    is_verified: [
      '[data-hook="avp-badge"]',
      '[data-hook="avp-badge-linkless"]',
      '[data-hook="msrp-avp-badge-linkless"]',
      '[id^="revData-"] .a-color-state',
      '[id^="revData-dpForeign"] > .a-text-bold',
    ],
    helpful_count: [
      '[data-hook="helpful-vote-statement"]',
      '[data-hook="cmps-helpful-votes-text"]',
      '.review-votes',
      '#revMHFRL [id^="rev-"] > .a-color-secondary:first-child',
      '#revMHRL [id^="rev-"] > .a-color-secondary:first-child',
      '#revMHRL [id^="rev-"] > div:first-child > .a-color-secondary:first-child',
    ],
  },

  answered_questions_count: ['#askATFLink', '.askATFLink', '#ask_feature_div #askATFLink span', '#ask_feature_div a'],

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
    value: ['.swatch-title-text', '.twisterTextDiv', 'img::attr(alt)', '.a-button-text'],
    dimension: [
      '[id^="inline-twister-dim-title-"] .inline-twister-mini-right-padding', // mobile
      '[id^="inline-twister-dim-title-"] span:first-child',
      '[id^="variation_"] .a-form-label',
    ],
  },

  images: {
    main: [
      'img#landingImage',
      'img#imgBlkFront',
      'img#ebooksImgBlkFront',
      'img#main-image',
      '#main-image-container img',
      '#mainImageContainer img',
      '#main-image > img',
      '.dv-dp-packshot img', // video
    ],
    thumbnail: [
      '#altImages li.imageThumbnail',
      '#altImages li.item',
      '#imageBlockThumbs img',
      '#a-popover-immersive-view [data-a-hires]:not([data-a-hires*="_SS"])', // mobile
      '#image-block ol.a-carousel > li',
      '#aw-image-block li',
    ],
    picture: [
      '[data-a-hires]::attr(data-a-hires)',
      'img::attr(src)',
      '[data-a-dynamic-image]::attr(data-a-dynamic-image)',
    ],
  },

  has_videos: ['#altImages li.videoThumbnail', '#altImages li.videoBlockIngress', '#videoBlock', '.videoCountTemplate'],

  product_details: {
    row: [
      '#prodDetails tr',
      '#productDetails_feature_div tr',
      '#productDetails_techSpec_section_1 tr',
      '#productDetails_techSpec_section_2 tr',
      '#technicalSpecifications_section_1 tr',
      '#technicalSpecifications_feature_div tr',
      '#audibleProductDetails tr',
      '#product-specification-table tr',
      '#tech table tr', // the marketplace's own devices
      '.product-details-meta tr', // video
      '#detailBullets_feature_div li:not(li li)',
      '#detailBulletsWrapper_feature_div li:not(li li)',
      '#detail_bullets_id .content > ul > li',
      '#productDetailsTable .content > ul > li',
      '#detail-bullets .content > ul > li',
      'ul#productDetails_detailBullets_sections > li', // mobile
    ],
    label: ['th', 'td.label', 'span.a-text-bold', 'b', 'td:first-child'],
    value: ['td.value', 'td:not(:first-child)'],
    rating: ['[id$="verageCustomerReviews"]', '#acrPopover', '[class*="a-icon-star"]'],
  },

  sales_rank: {
    link: ['a[href*="/bestsellers/"]', 'a[href*="/zgbs"]'],
    block: ['#SalesRank'],
  },

  sales_volume: [
    '#social-proofing-faceout-title-tk_bought',
    '#socialProofingAsinFaceout_feature_div .social-proofing-faceout-title-text',
  ],

  price_sns: [
    '#sns-base-price',
    '#subscriptionPrice .a-price',
    '#snsDetailPagePrice .a-price',
    '#snsAccordionRowMiddle .priceToPay',
    '#snsAccordionRow .priceToPay',
    '#snsPriceRow .a-color-price',
  ],

  price_per_unit: [
    '#corePriceDisplay_desktop_feature_div .pricePerUnit',
    '#corePriceDisplay_mobile_feature_div .pricePerUnit',
    '#corePrice_desktop .pricePerUnit',
    '#corePrice_feature_div .pricePerUnit',
    '#apex_desktop .pricePerUnit',
    '.apex-priceperunit-value',
    '#corePriceDisplay_desktop_feature_div .a-size-mini',
    '#price .pricePerUnit',
    '#priceblock_ourprice_row .a-size-small.a-color-price',
  ],

  discount_percentage: [
    '#corePriceDisplay_desktop_feature_div .savingsPercentage',
    '#corePriceDisplay_mobile_feature_div .savingsPercentage',
    '#corePriceDisplay_desktop_feature_div .reinventPriceSavingsPercentageMargin',
    '#corePrice_desktop .savingsPercentage',
    '#corePrice_desktop .a-color-price',
    '#newPitchPriceWrapper_feature_div .a-text-italic', // mobile
    '#dealprice_savings .priceBlockSavingsString',
    '#regularprice_savings .a-color-price',
    '#buyBoxInner li',
    '#you-save',
  ],

  coupon: [
    '#promoPriceBlockMessage_feature_div [id^="couponText"]',
    '#promoPriceBlockMessage_feature_div [id^="couponLabel"]',
    '#vpcButton .a-checkbox-label',
    '#couponFeature [id^="couponText"]',
    '.couponLabelText',
  ],

  deal_type: [
    '#dealBadge_feature_div #dealBadgeSupportingText',
    '#dealBadgeSupportingText',
    '#dealBadge_feature_div .dealBadgeTextColor',
    '#dealBadge_feature_div',
    '#goldboxDealBadge',
  ],

  is_marketplace_choice: [
    '#acBadge_feature_div .ac-badge-wrapper',
    '#acBadge_feature_div .mvt-ac-badge-wrapper',
    '#acBadge_feature_div .ac-badge-rectangle',
    '#acBadge_feature_div .mvt-ac-mobile-badge-wrapper',
  ],

  best_seller: [
    '#zeitgeistBadge_feature_div .badge-link',
    '#zeitgeistBadge_feature_div .badge-wrapper',
    '#zeitgeistBadge_feature_div',
  ],

  product_overview: {
    row: [
      '#productOverview_feature_div tr',
      '#productOverview_hoc_view_div > [class*="po-"]', // mobile
      '#poExpander tr',
      '#topHighlight tr',
      '#productFactsDesktop_feature_div .product-facts-detail',
      '#productFactsDesktopExpander .product-facts-detail',
    ],
    title: ['td:first-child', '.a-col-left', '.a-span5'],
    description: [
      'td:nth-child(2) .po-truncate-attribute', // without "See more"
      'td:nth-child(2)',
      '.a-col-right',
      '.a-span7',
    ],
  },

  formats: {
    swatch: [
      '#tmmSwatches .swatchElement .format',
      '#tmmSwatches .swatchElement',
      '#tmmSwatches li',
      '#mediaTabs_tabSet > li:not(.otherSellers)', // until 2019
      '#twister .top-level',
      '#MediaMatrix_feature_div a.mediaMatrixListItem', // mobile
      '.dv-cross-linking-other-formats a.a-button-toggle', // video
    ],
    name: [
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
      '.mediaTab_subtitle',
      '.dp-price-col',
      '.a-button-text > span:last-child',
    ],
    link: ['a.a-button-text::attr(href)', 'a[href*="/dp/"]::attr(href)'],
    to_buy: ['.slot-extraMessage:not(:has(.a-text-strike))', '.extra-message:not(:has(.a-text-strike))'],
    trial: ['[class*="audible"]', 'img[src*="Audible"]::attr(src)'],
  },

  review_ai_summary: [
    '#product-summary > p:not([id])',
    '#product-summary p',
    '[data-hook="cr-insights-widget-summary"]',
    '[data-csa-c-item-id="cr-product-insights-cards"] div:has(> h3) > div > span',
    '.cm_cr_grid_center_right_non_images_widgets div:has(> h3) > div > span',
  ],

  delivery_location: {
    first_line: ['#glow-ingress-line1', '#glow-ingress-single-line'],
    second_line: ['#glow-ingress-line2'],
    buybox: ['#contextualIngressPtLabel_deliveryShortLine'],
  },
}
