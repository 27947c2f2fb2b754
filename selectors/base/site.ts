import type { Site } from '../../core/marketplace/site.ts'
import { header } from './header/location.ts'
import { ownCompanies } from './own-companies.ts'
import { pageRules } from './page-rules.ts'

/** Data of the site that all marketplaces share, without the words of any language. */
export const baseSite: Omit<Site, 'languages'> = {
  text: {
    hiddenClasses: ['aok-hidden', 'a-hidden', 'a-popover-preload', 'displayNone'],
    screenReaderClasses: ['a-offscreen', 'aok-offscreen', 'a-icon-alt', 'visually-hidden', 'screen-reader-only'],
    shortenedClass: 'a-truncate-cut',
    wholeClass: 'a-truncate-full',
    shownOnLoadId: 'WrapperDivToHide',
    closedClass: 'a-accordion-inner',
    spaceClass: 'a-letter-space',
  },

  price: {
    amount: ['.a-price'],
    // Cards used until 2019 have classes of their own, with the prefix "sx".
    whole: [':is(.a-price-whole, .sx-price-whole)'],
    fraction: [':is(.a-price-fraction, .sx-price-fractional)'],
    currency: [':is(.a-price-symbol, .sx-price-currency)'],
    spoken: ['.a-offscreen'],
  },

  links: {
    productPath: '/dp/{asin}',
    exactProduct: 'th=1&psc=1',
    reviewPath: '/gp/customer-reviews/{id}',
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
    // com 2025. The names of the filters for grades are those of its checkboxes; "collectible" and the form of the value are from knowledge.
    offers: {
      path: '/gp/product/ajax/aodAjaxMain/',
      product: 'asin',
      language: 'language',
      page: 'pageno',
      filter: 'filters',
      fixed: { pc: 'dp', experienceId: 'aodAjaxMain' },
      later: { isonlyrenderofferlist: 'true' },
      filters: {
        new: ['new'],
        used: ['usedLikeNew', 'usedVeryGood', 'usedGood', 'usedAcceptable'],
        used_like_new: ['usedLikeNew'],
        used_very_good: ['usedVeryGood'],
        used_good: ['usedGood'],
        used_acceptable: ['usedAcceptable'],
        collectible: ['collectible'],
      },
      prime: ['primeEligible'],
      always: ['all'],
      asin: /(?:\/offer-listing\/|\/aw\/ol\/|amzn1\.asin\.)([A-Z0-9]{10})(?![A-Z0-9])/i,
      pageSize: 10,
    },
    rankings: {
      paths: {
        best_sellers: '/gp/bestsellers',
        new_releases: '/gp/new-releases',
        most_wished_for: '/gp/most-wished-for',
        most_gifted: '/gp/most-gifted',
        movers_and_shakers: '/gp/movers-and-shakers',
      },
      segments: {
        zgbs: 'best_sellers',
        bestsellers: 'best_sellers',
        'new-releases': 'new_releases',
        'most-wished-for': 'most_wished_for',
        'most-gifted': 'most_gifted',
        'movers-and-shakers': 'movers_and_shakers',
      },
      inPath:
        /\/(?<segment>zgbs|bestsellers|new-releases|most-wished-for|most-gifted|movers-and-shakers)(?:\/(?<alias>[a-z0-9-]+)(?=[/?#]|$)(?:\/(?<node>\d+)(?=[/?#]|$))?)?(?=[/?#]|$)/i,
      page: 'pg',
      language: 'language',
      free: ['tf', '1'],
      tags: {
        zg_bsms: 'movers_and_shakers',
        zg_bsnr: 'new_releases',
        zg_bs: 'best_sellers',
        'zg-bs': 'best_sellers', // landing pages, 2022
        zg_mw: 'most_wished_for',
        zg_mg: 'most_gifted',
      },
      entry: {
        lists: [['ids'], ['ajax', 'id_list']], // of a request for cards, of a carousel
        id: 'id',
        data: 'metadataMap',
        rank: 'render.zg.rank',
        salesRank: 'render.zg.bsms.currentSalesRank',
        previousRank: 'render.zg.bsms.twentyFourHourOldSalesRank',
        change: 'render.zg.bsms.percentageChange',
      },
      rest: { start: '/acp/', page: 'nextPage?page-type=zeitgeist-lists', header: 'x-amz-acp-params' },
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
      'pageno',
      'filters',
      'pg',
      'tf',
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
    sizeMark: '._', // `._AC_US40_`; `._SY88` on pictures of reviews
    placeholder: /(?:transparent-pixel|grey-pixel|no-img|loading-|\/G\/\d{2}\/)/i,
    noImage: /\/no-img/,
  },

  patterns: {
    asinInCardLink: /(?:(?:\/|%2F)dp(?:\/|%2F)|pd_rd_i(?:=|%3D))([A-Z0-9]{10})(?![A-Z0-9])/i,
    sellerId: /[?&]seller=([A-Z0-9]+)/i,
    store: /\/stores\/(?!(?:page|author|node)\/)([^/?]+)\//,
    brandInLink: /[?&]field-(?:lbr_brands_browse-bin|brandtextbin)=([^&#]+)/,
    offerCondition: /[?&]condition=(?!all(?![a-z]))([a-z]+)/i,
    reviewId: /(R[A-Z0-9]{8,})/,
    reviewsOf: /\/product-reviews\/([A-Z0-9]{10})(?![A-Z0-9])/i,
    // Until 2018 an id of letters and digits, since then "amzn1.account." and one.
    profileId: /\/(?:profile|member-reviews)\/([A-Z0-9][\w.]{7,})/i,
    // A link to the sign-in has the address of the page in a parameter.
    pageInLink: /[?&](?:pageNumber|pg)=(\d{1,6})|%26pageNumber%3D(\d{1,6})/,
    sentiment: /_(POSITIVE|NEGATIVE|MIXED|NEUTRAL)(?:_|$)/i,
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
  location: header,

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
  ownCompanies,
}
