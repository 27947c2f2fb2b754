import type { OffersMap } from '../../../core/records/offers/map.ts'

/** Lines about delivery, without "Shipping rates and return policy". */
const deliveryLines = ['.olpFastTrack li:not(:has([href*="sshmPath="]))']

/** Texts of the rows about an offer: the label of the row is in the cell before. */
const rowTexts = ['.a-fixed-left-grid-inner > .a-col-right']

/**
 * Where a page has the offers of a product: the panel of all offers (`aod`), as the shop sends it, seen
 * on com in 2025, and the page of offers that it replaced (`olp`), seen on in and com in 2017 and 2019.
 *
 * What only public descriptions of the panel know is marked "from knowledge".
 *
 * Order: newest layout first.
 */
export const baseOffers: OffersMap = {
  offer: [':is(#aod-pinned-offer, #aod-offer)', '.olpOffer'],
  is_featured: ['#aod-pinned-offer'],
  offer_mark: [
    '.a-price',
    '[id^="aod-price-"]',
    '#aod-offer-soldBy',
    'input[type="submit"]',
    '.olpOfferPrice',
    '.olpSellerName',
  ],
  no_offers: {
    mark: [
      'input#aod-total-offer-count[value="0"]',
      '.aod-no-offer-normal-font', // from knowledge
    ],
    words: [
      '#aod-filter-offer-count-string',
      '#aod-filter-no-offer-count-heading', // from knowledge
      '#aod-offer-list',
      '#olpOfferList',
    ],
  },
  has_more: [
    '#olpOfferListColumn .a-pagination .a-last:not(.a-disabled) a',
    '#olpOfferList .a-pagination .a-last:not(.a-disabled) a',
  ], // from knowledge
  page: ['#olpOfferListColumn .a-pagination .a-selected', '#olpOfferList .a-pagination .a-selected'], // from knowledge

  asin: [
    'input[name="items[0.base][asin]"]::attr(value)',
    '[id^="aod-offer-promotion"] [data-csa-c-content-id^="amzn1.asin."]::attr(data-csa-c-content-id)',
    'link[rel="canonical"]::attr(href)',
    '#olpDetailPageLink::attr(href)',
    '#olpProductImage a::attr(href)',
    'input#ASIN::attr(value)', // the panel in a product page
  ],
  title: {
    heading: ['#aod-asin-title-text', '#olpProductDetails h1', '#productTitle'],
    left_out: ['.olpSubHeadingSection', '.aok-offscreen'],
  },
  image: ['img#aod-asin-image-id::attr(src)', '#pinned-image-id img::attr(src)', '#olpProductImage img::attr(src)'],
  rating: ['#aod-asin-reviews-star .a-icon-alt', '#olpProductDetails .a-icon-star .a-icon-alt'],
  reviews_count: ['#aod-asin-reviews-count-title', '#olpProductDetails .a-size-small > a[href*="/product-reviews/"]'],
  pricing_count: [
    'input#aod-total-offer-count::attr(value)',
    'input#aod-total-offer-count-string::attr(value)',
    '#aod-filter-offer-count-string',
  ],
  delivery_location: {
    first_line: ['#glow-ingress-line1', '#glow-ingress-single-line'],
    second_line: ['#glow-ingress-line2'],
  },

  price: {
    shown: [
      '[id^="aod-price-"] .a-price:not(.a-text-price, [data-a-strike="true"])',
      '.priceToPay', // from knowledge
      '.apex-pricetopay-value', // from knowledge
      '#aod-offer-price .a-price:not(.a-text-price, [data-a-strike="true"])', // from knowledge
      '.olpOfferPrice',
    ],
    subscription: ['[id^="sns" i]', '[id^="subscription" i]'], // from knowledge
  },
  in_cart: ['[id^="aod-price-"]:not(:has(.a-price)) a'],
  price_strikethrough: ['.a-price[data-a-strike="true"]', '.a-text-strike', '.olpPriceColumn strike'], // the last two from knowledge
  discount_percentage: ['[class*="SavingsPercentage"]', '.savingsPercentage'],
  price_per_unit: [
    '.pricePerUnit', // from knowledge
    ':has(> .apex-priceperunit-value)', // from knowledge
  ],
  price_shipping: {
    amount: [
      '.olpShippingInfo .olpShippingPrice',
      '.aod-ship-charge .a-price', // from knowledge
    ],
    promise: [
      '[data-csa-c-delivery-price]',
      '.aod-ship-charge',
      '.aod-delivery-promise #ddmDeliveryMessage', // from knowledge
      '.olpShippingInfo',
    ],
    left_out: ['#upsell-message', '.olpEstimatedTaxText'],
    stated_price: ['[data-csa-c-delivery-price]::attr(data-csa-c-delivery-price)'],
    stated_condition: ['*::attr(data-csa-c-delivery-condition)'],
  },
  // From knowledge: coupons have the markup of product pages.
  coupon: {
    text: [
      '[id^="aod-offer-promotion"] [id^="couponText"]',
      '[id^="aod-offer-promotion"] [id^="couponLabel"]',
      '[id^="aod-offer-promotion"] .couponLabelText',
    ],
    label: ['[id^="couponLabel"]'],
    promotion: ['[id^="greenBadge"]'],
    message: ['[id^="couponMessage"]'],
    control: ['a', 'button', '.a-declarative'],
  },
  condition_text: ['#aod-offer-heading', '.olpCondition'],
  condition_note: {
    text: [
      '#aod-condition-container .expandable-expanded-text',
      '#aod-condition-container .expandable-text',
      '.olpConditionColumn .expandedNote', // from knowledge
      '.olpConditionColumn .comments',
    ],
    // "Read more", "Show less"
    left_out: ['.a-expander-header', '.a-expander-prompt', ':is(.comments, .expandedNote) a'],
  },
  seller_name: {
    link: ['#aod-offer-soldBy a[href*="seller="]', '.olpSellerName a[href*="seller="]', '.olpSellerName a'],
    name: [
      '#aod-offer-soldBy .a-col-right > span',
      '.olpSellerName img::attr(alt)', // from knowledge: the marketplace's logo
      '.olpSellerName',
    ],
    row: rowTexts,
    row_name: [],
  },
  seller_rating: ['#aod-offer-seller-rating .a-icon-alt', '.olpSellerColumn .a-icon-star .a-icon-alt'],
  seller_positive_percentage: ['[id^="seller-rating-count"]', '#aod-offer-seller-rating', '.olpSellerColumn p'],
  seller_ratings_count: ['[id^="seller-rating-count"]', '#aod-offer-seller-rating', '.olpSellerColumn p'],
  ships_from: {
    name: ['#aod-offer-shipsFrom .a-col-right > :is(span, a)'],
    sentence: deliveryLines,
  },
  is_marketplace_fulfilled: {
    badge: ['.olpFbaPopoverTrigger', '.olpBadgeContainer img[src*="/fba/"]'],
    link: ['[href*="isAmazonFulfilled=1"]'],
  },
  is_prime: {
    badge: ['i.a-icon-prime:not([class*="signup" i] *, [id*="signup" i] *)'],
    promise: ['[data-csa-c-delivery-time]', '.aod-delivery-promise'],
    sign_up: ['a[class*="signup" i]', 'a[id*="signup" i]', 'a[href*="signup" i]'],
  },
  delivery: {
    promise: [
      '[data-csa-c-delivery-time]',
      '.aod-delivery-promise #ddmDeliveryMessage', // from knowledge
      '.aod-delivery-promise',
      ...deliveryLines, // 2019
    ],
    line: deliveryLines,
    stated_date: ['*::attr(data-csa-c-delivery-time)'],
    date: [':is(b, .a-text-bold)'],
  },
  max_quantity: ['[id^="aod-offer-qty-option-"]', '.aod-qty-option', 'select[name="quantity"] option'],
  stock: {
    message: [
      '[id^="aod-offer-availability"]', // from knowledge
      '.olpAvailability',
    ],
    line: deliveryLines,
  },
  offer_id: ['input[name="items[0.base][offerListingId]"]::attr(value)', 'input[name="offeringID.1"]::attr(value)'],
}
