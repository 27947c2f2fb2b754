import type { ProductMap } from '../../../core/records/product/map.ts'
import { membersBlock } from './members.ts'

/** A price, not one that is struck or of a unit. */
const paid = '.a-price:not(.a-text-price, [data-a-strike="true"])'

/** The price as text for screen readers, with the saving: "$16.98 with 15 percent savings". com, com.br, fr 2025, 2026. */
const spoken = [
  '#corePriceDisplay_desktop_feature_div :is(#apex-pricetopay-accessibility-label, .apex-pricetopay-accessibility-label)',
  '#corePriceDisplay_mobile_feature_div :is(#apex-pricetopay-accessibility-label, .apex-pricetopay-accessibility-label)',
  '#corePrice_desktop :is(#apex-pricetopay-accessibility-label, .apex-pricetopay-accessibility-label)',
  '#corePrice_feature_div :is(#apex-pricetopay-accessibility-label, .apex-pricetopay-accessibility-label)',
]

/** The main price of the page. */
const mainPrice = [
  '#corePriceDisplay_desktop_feature_div .priceToPay',
  '#corePriceDisplay_mobile_feature_div .priceToPay',
  '#corePriceDisplay_desktop_feature_div .apex-pricetopay-value',
  '#corePriceDisplay_desktop_feature_div .a-price-range',
  '#corePriceDisplay_mobile_feature_div .a-price-range',
  '#corePrice_desktop .a-price-range',
  '#corePrice_desktop .apexPriceToPay',
  '#apex_desktop .a-price-range',
  '#apex_desktop .apexPriceToPay',
  '#corePrice_mobile_feature_div .a-price:not(.a-text-price, [data-a-strike="true"])',
  '#priceblock_dealprice',
  '#priceblock_saleprice',
  '#priceblock_ourprice',
  '#priceblock_businessprice',
  '#kindle-price',
  'tr.kindle-price td.a-color-price::text', // used until 2017; without the saving
  '#Ebooks-desktop-KINDLE_ALC-prices-kindlePrice .a-color-price',
  '#ebooksPrice_feature_div .kindle-price .price-value', // mobile, 2018
  '#actualPriceValue',
  '#priceBlock .priceLarge', // used until 2014
  'strong#price', // mobile, 2013
  '#prices .a-color-price.a-size-medium', // mobile, 2014
  ...spoken.slice(0, -1),
]

/** Fields about prices. */
export const price = {
  price: {
    shown: mainPrice,
    free: [
      '#actualPriceValue', // apps
      '#dp.mobile_application :is(span, strong, b, div, p, td):not(:has(*))',
    ],
    undeliverable: ['[id^="exports_"][id*="undeliverable"] #price_inside_buybox'], // 2021
    unsold: ['#corePrice_feature_div .a-price:not(.a-text-price, [data-a-strike="true"])', ...spoken.slice(-1)],
    subscription: ['[id^="sns" i]', '[id^="subscription" i]'],
  },

  in_cart: ['#priceNotAvailable_feature_div', '#priceNotAvailable_accordion_head', '#dpSorryPage'],

  price_strikethrough: [
    '#corePriceDisplay_desktop_feature_div .basisPrice .a-price[data-a-strike="true"]',
    '#corePriceDisplay_mobile_feature_div .basisPrice .a-price[data-a-strike="true"]',
    '#corePriceDisplay_desktop_feature_div .a-price[data-a-strike="true"]',
    '#corePriceDisplay_desktop_feature_div .basisPrice',
    '#corePriceDisplay_mobile_feature_div .basisPrice',
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
    '#listPriceValue', // used until 2014
    '#print-list-price',
    '#Ebooks-desktop-KINDLE_ALC-prices .a-text-strike',
    '#digital-list-price .a-text-strike',
    'tr.print-list-price .a-text-strike', // Kindle, used until 2017
    'tr.digital-list-price .a-text-strike',
    '#ebooksPrice_feature_div .list-price-label .a-text-strike', // mobile, 2018
    '#buybox .kindle-price ~ .a-text-strike',
    '#mediaNoAccordion .a-text-strike',
    '#list-price', // mobile, 2013
    '#prices .a-text-strike', // mobile, 2014
  ],

  price_buybox: [
    // Audiobooks, 2021 and 2022. Other rows are a membership, or a trial of it.
    'a[id^="accordion_row_header-"][id$="_PRICE"] .a-text-normal',
    '.priceToPay',
    '#corePrice_feature_div .a-price:not(.a-text-price, [data-a-strike="true"])',
    '.apex-pricetopay-value',
    ...spoken.slice(-1),
    '#price_inside_buybox',
    '#newBuyBoxPrice',
    '#usedPrice',
    '.rbbHeader .offer-price',
    '#buyNewSection .offer-price',
    '#usedBuySection .offer-price',
    '.header-price',
    '.price3P',
    '#kindle-price',
    'tr.kindle-price td.a-color-price::text',
    '#adbl_bb_price .a-price', // audiobooks
    '#adbl_bb_price_1 .a-price',
    '#gc-buy-box-text .a-color-price', // gift cards
    '.DigitalBuyButtonSection .a-text-bold', // music to download
    '.DigitalBuyButtonSection',
    '[data-ref-tag*="_est_"] + .dv-button-text', // video to own; "vod" is a rental
  ],

  price_prime: {
    block: [membersBlock],
    row: [`#corePrice_feature_div ${paid}`, '.priceToPay', paid],
    center: [`${membersBlock} .priceToPay`, `${membersBlock} ${paid}`],
    message: [
      '#primeExclusivePricingMessage .a-price',
      '#primeExclusivePricingMessage .a-size-base',
      '#primeExclusivePricingMessage',
      '#pep-signup-link',
      '#primeAccessMessage',
    ],
    shown: mainPrice,
  },

  // The lowest prices of other offers, for pages without a price of their own.
  currency: [
    '#unqualifiedBuyBox',
    '#olpLinkWidget_feature_div',
    '#dynamic-aod-ingress-box',
    '#moreBuyingChoices_feature_div',
    '#olp_feature_div',
    '#tmmSwatches .selected',
  ],

  price_sns: [
    // The selectors exclude unit prices, and the price for a subscription to several products.
    '#sns-base-price .a-price:not(.a-text-price, [data-a-strike="true"])',
    '#sns-base-price::text',
    '#subscriptionPrice .a-price:not(.a-text-price, [data-a-strike="true"], #sns-tiered-price *)',
    '#snsDetailPagePrice .a-price:not(.a-text-price, [data-a-strike="true"], #sns-tiered-price *)',
    '#snsAccordionRowMiddle .priceToPay',
    '#snsAccordionRow .priceToPay',
    '#snsPriceRow .a-color-price',
    '#priceblock_snsprice_Based', // used until 2021
    '#subscriptionPrice:not(:has(#sns-base-price, .a-price))',
    '#priceblock_snsprice', // used until 2016
  ],

  price_per_unit: {
    marked: [
      '#corePriceDisplay_desktop_feature_div .pricePerUnit',
      '#corePriceDisplay_mobile_feature_div .pricePerUnit',
      '#corePrice_desktop .pricePerUnit',
      '#corePrice_feature_div .pricePerUnit',
      '#corePrice_feature_div :has(> .apex-priceperunit-value)',
      '#apex_desktop .pricePerUnit',
      '.apex-priceperunit-value',
      '#price .pricePerUnit',
    ],
    // Beside the price, where instalments are as well.
    remark: [
      '#corePriceDisplay_desktop_feature_div .a-size-mini',
      '#priceblock_ourprice_row .a-size-small.a-color-price',
      '#priceblock_saleprice_row .a-size-small.a-color-price',
      '#priceblock_dealprice_row .a-size-small.a-color-price',
      // Bare text after the price.
      '#corePriceDisplay_desktop_feature_div :has(> .priceToPay)::text',
      '#corePrice_feature_div :has(> .a-price)::text',
      '#priceblock_ourprice_row > td::text',
      '#priceblock_saleprice_row > td::text',
      '#priceblock_dealprice_row > td::text',
    ],
  },

  discount_percentage: {
    shown: [
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
    spoken,
  },

  coupon: {
    text: [
      '#promoPriceBlockMessage_feature_div [id^="couponText"]',
      '#promoPriceBlockMessage_feature_div [id^="couponLabel"]',
      '#vpcButton .a-checkbox-label',
      '#couponFeature [id^="couponText"]',
      '.couponLabelText',
      // A coupon that is clipped already. es 2022, com 2026.
      '#promoPriceBlockMessage_feature_div [id^="done"]:not([id^="doneMessage"])',
      '#clippedCoupon', // co.uk 2019
      '#promoPriceBlockMessage_feature_div .ct-coupon-tile .ct-coupon-tile-text-content', // com, es 2026: "Coupon price $16.14", "Saving $0.85"
      '#promoPriceBlockMessage_feature_div .ct-coupon-tile',
      '#promoPriceBlockMessage_feature_div [id^="greenBadge"]', // com.br, fr 2025, 2026
    ],
    label: ['[id^="couponLabel"]'],
    promotion: ['[id^="greenBadge"]'],
    message: ['[id^="couponMessage"]', '[id^="promoMessage"]'],
    lowered: ['#promoPriceBlockMessage_feature_div .ct-coupon-tile.unclaimed .ct-coupon-tile-price-content'],
    control: ['a', 'button', '.a-declarative'],
  },
} satisfies Partial<ProductMap>
