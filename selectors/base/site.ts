import type { Site } from '../../core/marketplace/site.ts'
import { pageRules } from './page-rules.ts'

/** Data of the site that all marketplaces share, without the words of any language. */
export const baseSite: Omit<Site, 'languages'> = {
  text: {
    hiddenClasses: ['aok-hidden', 'a-hidden', 'a-popover-preload', 'displayNone'],
    screenReaderClasses: ['a-offscreen', 'aok-offscreen', 'a-icon-alt', 'visually-hidden', 'screen-reader-only'],
    shortenedClass: 'a-truncate-cut',
    wholeClass: 'a-truncate-full',
    shownOnLoadId: 'WrapperDivToHide',
    spaceClass: 'a-letter-space',
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
    exactProduct: 'th=1&psc=1',
    search: {
      path: '/s',
      words: 'k',
      language: 'language',
      page: 'page',
      order: 's',
      orders: {
        price_asc: 'price-asc-rank',
        price_desc: 'price-desc-rank',
        avg_customer_review: 'review-rank',
        newest: 'date-desc-rank',
      },
      // The same on all marketplaces whose pages were seen (com, com.br, co.jp, de, es, in, it, nl): `p_36` has
      // hundredths also for yen, and `p_89` takes names also where the pages offer brands by number (`p_123`).
      conditions: 'rh',
      facets: { node: 'n', department: 'i', words: 'k', brand: 'p_89', price: 'p_36', seller: 'p_6' },
      comma: '\\d', // a brand on a page of it, 2017
      wholeShop: 'aps',
      priceParts: 100,
      seller: 'me',
      withSeller: { i: 'merchant-items' },
      resultPath: /\/(?:s|b|gp\/search)(?:\/?$|\/(?:ref|qid)=)/,
      node: 'node',
    },
    asinInPath:
      /\/(?:dp(?:\/product)?|gp\/product|gp\/aw\/d|gp\/video\/detail|exec\/obidos\/asin|o\/asin)\/([a-z0-9]{10})(?=[/?#]|$)/i,
    keptParameters: [
      'node',
      'n',
      'seller',
      'asin',
      'me',
      'm',
      'k',
      'i',
      'rh',
      'bbn',
      's',
      'sort',
      'page',
      'pagenumber',
      'pg',
      'search-alias',
      'searchalias',
      'url',
      'text',
      'index',
      'condition',
      'filterbystar',
      'reviewertype',
      'author',
      'store',
      'srs',
      'language',
    ],
    keptParameter: /^(?:field-|f_)/,
    trackingSegment: /^(?:ref=.*|\d{3}-\d{7}-\d{7})$/,
  },

  assetHosts: ['media-amazon.com', 'ssl-images-amazon.com'],

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
    brandInLink: /[?&]field-(?:lbr_brands_browse-bin|brandtextbin)=([^&#]+)/,
    offerCondition: /[?&]condition=(?!all(?![a-z]))([a-z]+)/i,
    reviewId: /(R[A-Z0-9]{8,})/,
    dimension: /^variation_(.*)$/s,
    swatchAsin: /^(?:\d+,)?([A-Z0-9]{10})$/,
    // A language and country, or a class of the style sheet.
    noTemplate: /^(?:[a-z]{2}_[a-z]{2}$|a-)/i,
    locationControl: /\s*(?:—[^—]*)?⌵$/, // mobile: "— update location ⌵"
    documentTitle: [
      // "Amazon.com: Kettle : Kitchen", "Amazon.fr - Bouilloire - Cuisine"
      /^Amazon(?:\.[a-z]+)*\s?(?<mark>[:|-])\s(?<title>.+?)(?:\s?\k<mark>\s(?:(?!\k<mark>\s).)+)?$/u,
      // "Kettle: Kitchen - Amazon.ca", "Chaleira: Cozinha — Amazon Brasil"
      /^(?<title>.+?)(?::\s[^:]+)?\s[—–-]\sAmazon(?![a-z])[^:]*$/u,
      // "Kettle : Amazon.com: Kitchen", "Chaleira | Amazon.com.br"
      /^(?<title>.+?)(?:\s?[:|]\s?|\s(?:at|@|[—–-])\s)Amazon(?![a-z])/u,
    ],
    membership: /(?<!\p{L})Prime(?!\p{L})/u,
  },

  state: {
    gallery: ['colorImages', 'imageGalleryData'],
    videos: 'videos',
    children: 'dimensionValuesDisplayData',
    dimensions: 'dimensions',
    dimensionLabels: 'variationDisplayLabels',
    parent: ['parentAsin', 'parent_asin'],
    descriptionFrame: 'iframeContent', // 2013 to 2016
  },
  stateMembers: {
    galleryList: 'initial',
    image: ['hiRes', 'mainUrl', 'large'],
    imageSizes: 'main',
    thumbnail: ['thumbUrl', 'thumb'],
    own: ['landingAsin', 'currentAsin', 'mediaAsin'],
    ownParameter: 'landingAsin',
  },

  pages: pageRules,

  // Seen in links and forms of saved pages, except those with a domain beside them, which are from knowledge.
  ownSellers: {
    ATVPDKIKX0DER: 'Amazon.com',
    A3P5ROKL5A1OLE: 'Amazon',
    A3JWKAKR8XB7XF: 'Amazon',
    A1X6FK5RDHNB96: 'Amazon',
    A11IL2PNWYJU7H: 'Amazon', // it
    A1AT7YVPFBWXBL: 'Amazon',
    A17D2BRD4YMT0X: 'Amazon',
    AVDBXBAVVSXLQ: 'Amazon', // com.mx
    ANEGB3WVEVKZB: 'Amazon', // com.au
    ANU9KP01APNAG: 'Amazon', // se
    A2R2221NX79QZP: 'Amazon', // pl
    A3DWYIK6Y9EEQB: 'Amazon.ca',
    A1ZZFT5FULY4LN: 'Amazon.com.br',
    A1UNQM1SR2CHM: 'Amazon.com.tr',
    AN1VRQENFRJN5: 'Amazon.co.jp',
  },
}
