import type { PageRules } from '../../core/marketplace/site.ts'
import { baseProduct } from './product/index.ts'

/** How the kind of a page is recognized, and the marketplace that it comes from. */
export const pageRules: PageRules = {
  // AWS WAF answers 202 while it challenges a browser.
  statuses: { 202: 'challenge', 404: 'not_found', 410: 'not_found', 429: 'throttled', 503: 'throttled' },
  signInPath: '/ap/signin',
  // The largest of 27 refusals has 19,648 bytes; all others have less than 8,000.
  maxRefusalBytes: 20 * 1024,
  realPageMarkers: ['productTitle', 's-search-result'],
  gateMarkers: [
    // The gate with a button has the same form, but no field for characters.
    { kind: 'captcha', any: ['validateCaptcha', 'captchacharacters', 'amzn-captcha-submit', 'opfcaptcha'] },
    // AWS WAF.
    { kind: 'challenge', any: ['AwsWafIntegration', '.awswaf.com/', 'challenge-container'] },
    // Akamai.
    { kind: 'challenge', any: ['bm-verify=', 'triggerInterstitialChallenge'] },
  ],
  errorMarkers: [
    // Links and images of error pages contain the status. It comes first, because both kinds can link to "/dogsofamazon".
    { kind: 'throttled', any: ['cs_503_', '/500_503.', '/500-title.'] },
    { kind: 'not_found', any: ['cs_404_', '/title._TTD_.png', '"/dogsofamazon'] },
  ],
  // Some product and search pages have the note too.
  robotNote: 'api-services-support@amazon.com',
  titleNumbers: { 404: 'not_found', 503: 'throttled' },
  kinds: { titles: 'product', cards: 'search', noResults: 'no_results' },
  titles: baseProduct.product_name.shown,
  // Pages without a known title. No review, search, gallery or front page has one of these.
  productMarks: {
    asin: ['input#ASIN'],
    'add to cart': [
      '#add-to-cart-button',
      '#add-to-cart-button-ubb',
      '#buy-now-button',
      '#one-click-button',
      '#oneClickBuyButton',
      '#bb_atc_button', // used until 2014
      '#mas-buy-button', // apps
      '[data-automation-id="buybox-buttons"]', // video
    ],
    'buy box': [
      '#desktop_buybox',
      '#mobile_buybox',
      '#buybox',
      '#buybox_feature_div',
      '#buyBoxInner',
      'form#addToCart',
      'form#handleBuy', // used until 2014
      '#buy-box', // mobile, 2013
    ],
    byline: ['#bylineInfo', '#byline', '#bylineInfo_feature_div', 'a#brand', '#mobile_byline_feature_div', '#by-line'],
    details: [
      '#prodDetails',
      '#detailBullets_feature_div',
      '#detailBulletsWrapper_feature_div',
      '#productDetails_feature_div',
      '#productDetailsTable',
      '#detail_bullets_id',
      '#detail-bullets',
      '#technicalSpecifications_feature_div',
      '.product-details-meta', // video
    ],
    bullets: ['#feature-bullets', '#featurebullets_feature_div', '#feature-bullets_feature_div'],
    description: ['#productDescription', '#bookDescription_feature_div', '#mas-product-description'],
    images: [
      '#landingImage',
      '#imgBlkFront',
      '#ebooksImgBlkFront',
      '#imageBlock',
      '#altImages',
      '#main-image',
      '#main-image-container',
      '#prodImage',
      '#image-block', // mobile
      '#aw-image-block',
      '.dv-dp-packshot', // video
    ],
    template: ['#dp', '#dp-container', '#ppd'],
    formats: ['#tmmSwatches', '#MediaMatrix', '#mediaTabs_tabSet', '.dv-cross-linking-other-formats'],
  },
  minProductMarks: 2,
  shell: { frame: ['#navFooter', '#nav-ftr'], content: ['#dp', '#dp-container'] }, // the second frame: mobile
  shopPages: [
    {
      kind: 'reviews',
      blocks: ['#cm_cr-review_list', 'table#productReviews'], // the table was used until 2014
      path: /\/product-reviews\//,
      types: ['CustomerReviews'],
    },
    {
      kind: 'offers',
      blocks: ['#olpOfferList', '#aod-offer-list', '#aod-offer', '#aod-pinned-offer'], // later pages of the panel have only the second or third
      path: /\/gp\/(?:aw\/ol|offer-listing|product\/ajax)\//,
      types: ['OfferListing'],
    },
    {
      kind: 'best_sellers',
      blocks: [
        'div#zg',
        '#zg_banner_text',
        '#zg-ordered-list', // 2018 to 2021
        '#zg_centerListWrapper', // used until 2018
        '.zg_homeWidget',
      ],
      path: /\/(?:gp\/(?:bestsellers|new-releases|movers-and-shakers|most-wished-for|most-gifted)|zgbs)(?:\/|$)/,
      types: ['zeitgeist'],
    },
    {
      kind: 'list',
      blocks: [
        '#wishlist-page',
        '#g-items',
        '.g-print-view-row', // printable
        '#wishlistPage', // used until 2018, as the next two
        '#item-page-wrapper',
        '[id^="itemMain_"]',
      ],
      path: /\/(?:hz|gp\/registry|gp\/aw|registry)\/(?:wishlist|ls|registry)(?:\.html)?(?:\/|$)|\/wishlist(?:\/|$)/,
      types: ['Lists', 'WishList', 'Wishlist', 'WishlistView', 'Registry'],
    },
    {
      kind: 'seller',
      blocks: ['#seller-profile-container', '#page-section-detail-seller-info', '#aag_header'],
      path: /^(?:\/-\/[a-z]{2})?(?:\/sp|\/gp\/aag\/main)(?:\/|$)/,
      types: ['SellerProfile'],
    },
    {
      kind: 'tracking',
      blocks: ['#tracking-events-container', '#pt-page-container-inner'],
      path: /\/(?:progress-tracker\/package|gp\/your-account\/ship-track|gp\/css\/shiptrack)(?:\/|$)/,
      types: ['ProgressTracker', 'PackageProgressTracker'], // the second in 2018
    },
    {
      kind: 'profile',
      blocks: [
        '#customer-profile-avatar-header',
        '#customer-profile-timeline',
        '#customer-profile-name-header',
        '#pdpRedesign',
      ],
      path: /\/gp\/(?:(?:pdp|aw)\/)?profile\//,
      types: ['CustomerProfile'],
    },
    {
      kind: 'influencer',
      blocks: ['#shop-influencer-profile', '[id^="shop-influencer-profile-"]', '#shop-influencer-grid-section'],
      path: /^(?:\/-\/[a-z]{2})?\/shop\/[^/]+/,
      types: [],
    },
    {
      kind: 'music',
      blocks: ['music-app'],
      path: /\/(?:music\/(?:player|prime|unlimited)|gp\/dmusic)(?:\/|$)/,
      types: ['dmusicRetailMp3Player'],
    },
    {
      // Saved: the address of the page that was fetched is checked first. Other pages have such forms among their blocks.
      kind: 'sign_in',
      blocks: ['form#ap_login_form', 'form[name="signIn"]'],
      path: /\/ap\/signin(?:\/|$)/,
      types: ['AuthenticationPortal', 'FullPageAuthentication'],
    },
    {
      // Most pages of the shop have the form too, as a banner. They have a search box.
      kind: 'cookie_wall',
      blocks: [
        'body:not(:has(#twotabsearchtextbox, #nav-search-bar-form, form[role="search"])) form:is(#sp-cc, [action*="/privacyprefs/"], [action*="/cookieprefs"])',
      ],
      path: /\/(?:cookieprefs|privacyprefs)(?:\/|$)/,
      types: [],
    },
    {
      kind: 'home',
      blocks: ['#gw-desktop-herotator', '#gw-layout', '#gwm-Deck'],
      path: /^(?:\/-\/[a-z]{2})?\/?$/,
      types: ['Gateway', 'gateway-phone-web', 'Homepage'],
    },
  ],
  // Nodes whose shelves have fewer products than those of a gallery.
  landingPages: [
    {
      kind: 'node',
      blocks: [],
      path: /\/(?:b|node|gp\/browse\.html)(?:\/|$)/,
      types: ['Landing', 'Browse', 'SubNavLanding'],
    },
  ],
  canonical: ['link[rel="canonical"]::attr(href)', 'meta[property="og:url"]::attr(content)'],
  // A variable of the site's own performance measurement.
  typeInScript: /ue_pty\s*=\s*["']([\w-]+)["']/,
  // A page without results can show products in carousels.
  cards: [
    '[data-component-type="s-search-result"][data-asin]:not([data-asin=""]):not(.a-carousel-card *)',
    'li[id^="result_"]', // used until 2019
    'div[id^="result_"]:not([id$="empty"])', // used until 2015
    '#s-results-list-atf > li[data-asin]',
    '.s-result-list > .s-result-item[data-asin]:not([data-asin=""])', // 2019
  ],
  gates: [
    {
      kind: 'captcha',
      any: ['form[action*="/errors/validateCaptcha"]', '#captchacharacters', '.cvf-widget-form-captcha'],
    },
    { kind: 'challenge', any: ['#challenge-container', 'meta[content*="bm-verify="]'] },
    // "Are you 18 or older?", co.jp.
    { kind: 'age_gate', any: ['#black-curtain-verification', '#black-curtain-yes-button'] },
  ],
  noResults: [
    '.widgetId\\=messaging-messages-no-results',
    '[data-component-type^="s-no-results"]',
    '.s-no-results-result',
    '#noResultsTitle', // used until 2019
  ],
  corrections: [
    '.celwidget[class*="widgetId=correction-messages"]', // other departments, 2025
    '[data-component-type="s-corrected-search-results"]', // 2020; empty where nothing was corrected
    '[data-component-type="s-fkmr"]', // fewer words, 2020; empty where none was left out
    '.a-box-title:has(+ * > [id^="fkmr-results"])', // used until 2019: the words that were kept
    '[id^="fkmr-results"]', // used until 2013
  ],
  messages: ['.s-result-item[data-asin=""]'],
  counts: [
    '[data-component-type="s-result-info-bar"]',
    '#s-result-count', // used until 2019
    '#resultCount', // used until 2014
  ],
  results: ['#search', '.s-main-slot', '#resultsCol', '#center', '#centerMinus'],
  // Pages of reviews link up to five products; no other kind links more.
  minGallerySize: 6,
  ownAddress: [
    'link[rel="canonical"]::attr(href)',
    'meta[property="og:url"]::attr(content)',
    'link[rel="alternate"]::attr(href)',
    '#nav-logo a::attr(href)',
    'form[action*="//www.amazon."]::attr(action)',
    'a[href*="//www.amazon."]::attr(href)',
    'input[name="openid.return_to"]::attr(value)',
    'input#aod-atc-ajax-endpoint::attr(value)', // the panel of offers has no other address: "data.amazon.com/api/...", 2025
    'script',
  ],
  ownName: ['title', 'img::attr(alt)', 'input[type="image"]::attr(alt)'],
  // A variable of the site's own performance measurement.
  hostInScript: /ue_sn\s*=\s*["']([\w.-]+)["']/,
  host: /^(?:www|smile|m)\.amazon\.[a-z]{2,3}(?:\.[a-z]{2})?$/,
  hostPrefixes: ['smile', 'm', 'data'],
}
