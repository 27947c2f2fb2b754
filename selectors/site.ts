import type { Site } from '../core/marketplace/site.ts'
import { baseProduct } from './base-product/index.ts'
import { languages } from './languages/index.ts'

/** Data of the site that all marketplaces share. */
export const site: Site = {
  languages,

  text: {
    hiddenClasses: ['aok-hidden', 'a-hidden', 'a-popover-preload', 'displayNone'],
    screenReaderClasses: ['a-offscreen', 'aok-offscreen', 'a-icon-alt', 'visually-hidden', 'screen-reader-only'],
    shownOnLoadId: 'WrapperDivToHide',
  },

  price: {
    amount: ['.a-price'],
    // Cards used until 2019 have classes of their own, with the prefix "sx".
    whole: [':is(.a-price-whole, .sx-price-whole)'],
    fraction: [':is(.a-price-fraction, .sx-price-fractional)'],
    currency: [':is(.a-price-symbol, .sx-price-currency)'],
    spoken: ['.a-offscreen'],
    raised: ['.price-info-superscript'], // 2016 to 2019
  },

  links: {
    productPath: '/dp/{asin}',
    asinInPath:
      /\/(?:dp(?:\/product)?|gp\/product|gp\/aw\/d|gp\/video\/detail|exec\/obidos\/asin|o\/asin)\/([a-z0-9]{10})(?=[/?#]|$)/i,
    trackingParameters: [
      'ref',
      'ref_',
      'qid',
      'sr',
      'crid',
      'sprefix',
      'content-id',
      'psc',
      'th',
      '_encoding',
      'ie',
      'lp_asin',
      'store_ref',
      'bl_grd_status',
      'visitid',
      'dchild',
      'keywords',
      'linkcode',
      'tag',
      'smid',
      'is_byline_deeplink',
      'deeplink',
      'redirect_store_id',
    ],
    trackingParameter: /^(?:pd_rd_|pf_rd_|dib)/,
    trackingSegment: /^(?:ref=.*|\d{3}-\d{7}-\d{7})$/,
  },

  images: {
    sizeMarks: { start: '._', end: '_' },
    placeholder: /(?:transparent-pixel|grey-pixel|no-img|loading-|\/G\/\d{2}\/)/i,
    noImage: /\/no-img/,
  },

  patterns: {
    asinInCardLink: /(?:(?:\/|%2F)dp(?:\/|%2F)|pd_rd_i(?:=|%3D))([A-Z0-9]{10})(?![A-Z0-9])/i,
    sellerId: /[?&]seller=([A-Z0-9]+)/i,
    company:
      /(?<![a-z])Amazon(?![a-z])(?:\.[a-z]{2,3}(?:\.[a-z]{2})?)?(?:\s(?:US|UK|EU|AU|SG|Japan|M[eé]xico|Estados Unidos|Global Store|Media EU|(?:[A-Z][a-z]+ )?Services(?: International)?))?(?:,?\s(?:S\.\s?[àa]\.?\s?r\.\s?l\.|S[àa]rl|LLC|Inc|Ltd|Pty Ltd|GmbH)(?![a-z]))?/i,
    store: /\/stores\/(?!(?:page|author|node)\/)([^/?]+)\//,
    offerCondition: /[?&]condition=(?!all(?![a-z]))([a-z]+)/i,
    reviewId: /(R[A-Z0-9]{8,})/,
    dimension: /^variation_(.*)$/s,
    swatchAsin: /^(?:\d+,)?([A-Z0-9]{10})$/,
    // A language and country, or a class of the style sheet.
    noTemplate: /^(?:[a-z]{2}_[a-z]{2}$|a-)/i,
    locationControl: /\s*(?:—[^—]*)?⌵$/, // mobile: "— update location ⌵"
    membership: /(?<!\p{L})Prime(?!\p{L})/u,
  },

  state: {
    gallery: ['colorImages', 'imageGalleryData'],
    galleryList: 'initial',
    image: ['hiRes', 'mainUrl', 'large'],
    imageSizes: 'main',
    thumbnail: ['thumbUrl', 'thumb'],
    videos: 'videos',
    children: 'dimensionValuesDisplayData',
    dimensions: 'dimensions',
    dimensionLabels: 'variationDisplayLabels',
    parent: ['parentAsin', 'parent_asin'],
    own: ['landingAsin', 'currentAsin', 'mediaAsin'],
    ownParameter: 'landingAsin',
    descriptionFrame: 'iframeContent', // 2013 to 2016
  },

  pages: {
    // AWS WAF answers 202 while it challenges a browser.
    statuses: { 202: 'challenge', 404: 'not_found', 429: 'throttled', 503: 'throttled' },
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
    titles: baseProduct.product_name,
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
    ],
    noResults: [
      '[class*="widgetId=messaging-messages-no-results"]',
      '[data-component-type^="s-no-results"]',
      '.s-no-results-result',
      '#noResultsTitle', // used until 2019
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
      'script',
    ],
    // A variable of the site's own performance measurement.
    hostInScript: /ue_sn\s*=\s*["']([\w.-]+)["']/,
    hostPrefixes: ['smile', 'm'],
  },

  ownSellers: {
    ATVPDKIKX0DER: 'Amazon.com',
    A3P5ROKL5A1OLE: 'Amazon',
    A3JWKAKR8XB7XF: 'Amazon',
    A1X6FK5RDHNB96: 'Amazon',
    A11IL2PNWYJU7H: 'Amazon', // it
    A1AT7YVPFBWXBL: 'Amazon', // es
    A17D2BRD4YMT0X: 'Amazon',
    A3DWYIK6Y9EEQB: 'Amazon.ca',
    A1ZZFT5FULY4LN: 'Amazon.com.br',
    A1UNQM1SR2CHM: 'Amazon.com.tr',
    AN1VRQENFRJN5: 'Amazon.co.jp',
  },
}
