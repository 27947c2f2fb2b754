import type { ProductMap } from '../../../core/records/product/map.ts'
import { membersBlock } from './members.ts'

/** Texts of the rows about an offer: the label of the row comes before. */
const rowTexts = [
  '#tabular-buybox .a-truncate-full', // 2020 and 2021
  '[id^="buyboxTabularTruncate-"] .a-truncate-full', // 2020
  '#tabular-buybox .tabular-buybox-text',
  '#sfsb_accordion_head span + span',
  '#fresh-merchant-info td + td', // groceries
]

/** Names of controls that buy: of the cart, at once, before the release, of a configurator. */
const namesThatBuy = ['add-to-cart', 'addtocart', 'buy-now', 'preorder', 'pre-order', 'one-click', 'configurator']
  .map((name) => `[name*="${name}" i]`)
  .join(', ')

/** Words in the name or id of a control in the form of an offer that does something else. */
const otherControls = [
  'registry',
  'list',
  'gift',
  'subscri',
  'notify',
  'invit',
  'trade',
  'sample',
  'rental',
  'trial',
  'club',
]
  .flatMap((word) => [`[name*="${word}" i]`, `[id*="${word}" i]`])
  .join(', ')

/** Marks of a control that can't be used. */
const greyedOut = ':is([disabled], [aria-disabled="true" i], [style*="not-allowed" i])'

/** Fields about the offers: seller, availability. */
export const offer = {
  pricing_count: {
    link: [
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
    rental: ['[href*="condition=rental" i]', '[href*="f_rental"]:not([href*="condition="])'],
  },

  buybox: {
    row: [
      '#buyBoxAccordion > [id*="AccordionRow"]',
      '#mediaAccordion > [id*="AccordionRow"]',
      '#rbbContainer > .rbbSection',
      '#buybox > .rbbSection',
      '.rbbSection', // in boxes with other ids
      '#buybox [id*="AccordionRow"]:not([id*="AccordionRow"] *)',
    ],
    other_row: [
      '[id^="sns" i]',
      '[id^="rent" i]',
      '[id^="subscribe" i]',
      '[id^="audible" i]:not([id^="audibleCash" i])', // a membership, or a trial of it
    ],
    members_row: [membersBlock],
    heading: ['.accordion-caption'],
    open_row: ['.a-accordion-active', '.dp-accordion-active', '.selected'],
    single: [
      '#desktop_buybox',
      '#mobile_buybox_feature_div',
      '#buybox',
      '#combinedBuyBox',
      '#CombinedBuybox',
      '#buybox_feature_div',
      '#mediaNoAccordion',
      '#gc-order-form', // gift cards
      '#dmusic_buy_box', // music to download
      '#dv-action-box', // video
      '#udp', // mobile, 2013
      '#buy-box-button-section', // mobile, 2014
      '#rightCol',
      'form#handleBuy', // used until 2014
      'form#buyOneClick', // mobile, 2018
      '#dpSorryPage', // an incomplete page
      '#dp.mobile_application', // apps
    ],
    elsewhere: ['#mbc', '#moreBuyingChoices_feature_div', '#aod-container', '#all-offers-display'],
    returns: [
      '#returnsInfoFeature_feature_div .offer-display-feature-text-message',
      '#returnsInfoFeature_feature_div .offer-display-feature-text',
      '#productSupportAndReturnPolicy .offer-display-feature-text',
      ...rowTexts,
      '#productSupportAndReturnPolicy-return-policy-anchor-text', // used until 2023
      '#creturns-policy-anchor-text', // "FREE Returns", which also stands above such a row
    ],
  },

  stock: [
    '#availability > span:first-child', // without the link to an explanation
    '#availability',
    '#availability-string', // groceries
    '#outOfStock #availability',
    '#outOfStock .a-color-price',
    '.accordion-row-left-content .a-color-success',
    '#ddmAvailability',
    '#soldByThirdParty .a-color-success',
    '#scarcity',
    '.buying > :is(.availGreen, .availOrange, .availRed)', // used until 2014
    '#mas-availability', // apps, 2018
  ],

  max_quantity: ['select[name="quantity"] option', '#quantity option'],

  featured_merchant: {
    link: [
      '#sellerProfileTriggerId',
      '#merchant-info a[href*="seller="]',
      '#usedbuyBox a[href*="seller="]',
      '.accordion-row-left-content a[href*="seller="]',
      '.accordion-row-content a[href*="seller="]',
      '.buying:has(> .availGreen) a[href*="seller="]', // used until 2014
    ],
    policy_link: ['[href*="sshmPath="]'],
    fulfilled_link: ['[href*="isAmazonFulfilled=1"]'],
    name: [
      '#merchantInfoFeature_feature_div .offer-display-feature-text-message',
      ...rowTexts,
      '.print-sold-by td:nth-child(2) > span', // Kindle
      '#mobileApplicationLegal_feature_div .masrw-label + span', // apps, 2018
      '#soldByThirdParty b',
    ],
    id: [
      'input#merchantID::attr(value)',
      'input#usedMerchantID::attr(value)',
      '#deliveryBlockSelectMerchant::attr(value)',
      '#ftSelectMerchant::attr(value)',
    ],
    fulfiller: ['#fulfillerInfoFeature_feature_div .offer-display-feature-text-message', ...rowTexts],
    row: [...rowTexts, '#mobileApplicationLegal_feature_div .masrw-label + span'],
    row_name: ['*::attr(tabular-attribute-name)'],
    sold_by: [
      '.print-sold-by', // Kindle, mobile, 2018
      '#dmusic_tracklist_footer_soldby', // music to download
      '#dp:is(.audible, .mobile_application) :is(span, div, p, td):not(:has(*))', // audiobooks of 2021 and 2022, apps
    ],
    sentence: [
      '#merchant-info',
      '#ships-from',
      '#usedbuyBox',
      '.accordion-row-left-content',
      '.tancaccept',
      '.buying:has(> .availGreen)', // used until 2014
    ],
  },

  in_stock: {
    button: [
      '#add-to-cart-button',
      '#add-to-cart-button-ubb', // of a used offer
      '#add-to-cart-button-ubb-mobile',
      '#buy-now-button',
      '#freshAddToCartButton', // groceries
      '#one-click-button',
      '#oneClickBuyButton',
      '#pre-order-button',
      '#mas-buy-button',
      '#masrw-sign-in-button', // apps, to a visitor without an account
      '.DigitalBuyButtonSection', // music to download
      'a[id^="accordion_row_header-"][id$="_PRICE"]', // audiobooks, 2021 and 2022
      'input[name="submit.preorder"]',
      '#gc-buy-box-atc', // gift cards
      '#gestalt-popover-button-announce', // made to order: "Customize Now"
      'input[id*="gestalt"]', // "Customize & Add to Cart"
      'input[data-ref-tag*="_est_"]', // video
      '#bb_atc_button', // used until 2014
      '#audibleCashAccordionRow input[type="submit"]', // audiobooks; the other rows are trials
      `form#addToCart :is(input, button)[name^="submit." i]:is(${namesThatBuy})`,
      // Any other control that submits the form of an offer. A form without an offer has the controls of lists too.
      `form#addToCart:has(input:is([name*="offerListingId" i], [name="oid"])[value]:not([value=""])) :is(input:is([type="submit"], [type="image"])[name], button:not([type="button"], [type="reset"])):not(${otherControls})`,
    ],
    // "To buy, select size": a choice must be made first.
    disabled: [greyedOut, '.a-button-disabled', `.a-button:has(${greyedOut})`, '[id^="partialState"]'],
    others: ['#unqualifiedBuyBox'],
    unavailable: [
      '#outOfStock',
      '#outOfStockBuyBox_feature_div #availability',
      '#exports_desktop_outOfStock_buybox_message_feature_div',
    ],
  },

  condition: {
    used_row: ['[id^="used" i]'],
    renewed_row: ['[id^="renewed" i]'],
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

  incomplete: ['#dpSorryPage'],
} satisfies Partial<ProductMap>
