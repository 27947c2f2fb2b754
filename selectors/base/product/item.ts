import type { ProductMap } from '../../../core/records/product/map.ts'

/** Fields about the product itself: identity, texts, images and details. */
export const item = {
  asin: {
    form: ['input#ASIN::attr(value)'],
    elsewhere: [
      // Before the canonical link, which can name a sibling.
      '#averageCustomerReviews::attr(data-asin)',
      '#all-offers-display-params::attr(data-asin)',
      'link[rel="canonical"]::attr(href)',
      'input[name="ASIN"]::attr(value)',
      '#mediaBlockEntities::attr(data-asin)',
      'form#addToCart input[name="a"]::attr(value)',
      'form#addToCart input[name="items[0.base][asin]"]::attr(value)',
      'form#buyOneClick input[name="ASIN.0"]::attr(value)',
      'meta[property="og:url"]::attr(content)',
    ],
  },

  parent_asin: ['#twisterNonJsData input[name="ASIN"]::attr(value)'],

  page_type: {
    container: ['#dp::attr(class)'],
    not_sent: [
      '#dp:is(.ebooks, .ebooks_mobile, .mobile_application)',
      '#dmusic_buy_box', // music to download
      '#dv-action-box', // video
      '#gc-order-form', // gift cards
      '#audibleCashAccordionRow', // audiobooks
    ],
  },

  // The second half of long titles. Pages split it off since August 2026.
  title: ['#titleSection .dp-title-differentiators', '#title_feature_div .dp-title-differentiators'],

  product_name: {
    shown: [
      // Not input#productTitle: popups contain it.
      'span#productTitle',
      'h1#productTitle',
      '#ebooksProductTitle',
      ':is(h1, span)#ebooksTitle', // mobile, 2018
      // Without the edition and date of books.
      '#title_feature_div #title::text', // mobile
      'h1#title::text',
      'h1#title > :first-child:not(.a-color-secondary)',
      '#gc-asin-title',
      'h1[data-automation-id="title"]', // video
      'h1:is([data-automation-id="title"], [data-testid="title-art"]) img::attr(alt)',
      '#aiv-content-title',
      '#btAsinTitle', // used until 2014
      '#udp h1', // mobile, 2013
      'h1.parseasinTitle',
      'h1#product-title', // mobile, 2014
      '#mas-title', // apps, used until 2019
      '#dmusicProductTitle_feature_div h1', // music to download
    ],
    // For pages with a title in unknown markup.
    document: ['title'],
  },

  description: {
    book: [
      '#bookDescription_feature_div [data-a-expander-name="book_description_expander"] .a-expander-content',
      '#bookDescription_feature_div noscript',
      '#bookDescription_feature_div',
    ],
    section: [
      '#productDescription_fullView', // mobile
      '#drengr_desktopTabbedDescriptionOverviewContent_feature_div',
      '#productDescription',
      '#productDescription_feature_div',
      '#mas-product-description :is(.a-expander-content, .masrw-content-row)', // apps
      '#dpx-product-description_feature_div',
      '#ps-content .content', // used until 2014
      '.dv-simple-synopsis > p', // video
      '#description-link span', // mobile, 2014
      '#description-and-details-content', // mobile, 2013
    ],
    frame: ['#productDescription .content', '#productDescription'],
    manufacturer: [
      '#aplus_feature_div #aplus',
      '#aplus_feature_div',
      '#aplus3p_feature_div',
      '#aplus:not(#aplusBrandStory_feature_div *)',
      '#dpx-aplus-product-description_feature_div',
    ],
    // The heading of the section, controls, prices, videos, shelves of products, and comparison tables.
    left_out: [
      'h2:not(.aplus-module *)',
      'button',
      '.a-expander-header',
      '.a-expander-prompt',
      ':is(.a-carousel-goto-prevpage, .a-carousel-goto-nextpage, .a-carousel-page-count, .a-carousel-pagination)',
      '.a-carousel-card:has(a[href*="/dp/"] img)',
      ':is(#aplusBrandStory_feature_div, #apm-brand-story-carousel, .apm-brand-story-carousel)',
      ':is(.a-profile, [class*="vse-"])', // "Merchant Video"
      '.a-price',
      '.aplus-carousel-nav',
      '.aplus-carousel-index',
      '.apm-tablemodule',
      '.apm-tablemodule-table',
      '.aplus-comparison-table',
      '.comparison-table',
      '.disclaim',
    ],
    left_out_of_section: ['h3', 'a[href*="/product-description/"]'], // "See all Editorial Reviews"
  },

  bullet_points: {
    bullet: [
      '#feature-bullets ul:not(li ul) > li', // also the list that "Show more" opens
      '#feature-bullets li',
      '#productFactsDesktopExpander ul > li:not(:has(.product-facts-detail))', // not the rows of the overview
      '#featurebullets_feature_div ul > li',
      '#pqv-feature-bullets li',
      '#fbExpandableSection ul > li',
      '#feature-bullets_feature_div li', // used until 2014
      '#feature-bullets-atf li',
      '#product-details-link li', // mobile, 2014
      '#mas-product-feature li', // apps, 2018
    ],
    template: ['#replacementPartsFitmentBullet'],
  },

  brand: {
    byline: ['a#bylineInfo', 'a#brand', '#brand', 'a#visitStoreDesktopUrl'],
    logo: [
      'img#brandLogoHiResByline::attr(alt)',
      'img.premium-logoByLine-brand-logo::attr(alt)',
      '#brandLogoBylineLink img::attr(alt)',
      '#premiumBylineInfo_feature_div img::attr(alt)',
      '#brandteaser img::attr(alt)',
    ],
    contributor: [
      '#bylineInfo .author',
      '#byline .author',
      '#byline #bylineContributor', // mobile
      '#bylineInfo a[href*="/author"]', // mobile, 2018
      '#by-line', // mobile, 2013
      'h1.parseasinTitle ~ span:has(a[href])', // used until 2014
      'h1.parseasinTitle ~ a[href]',
      '#ProductInfoArtistLink', // music to download
    ],
  },

  store_url: [
    'a#bylineInfo::attr(href)',
    'a#brand::attr(href)',
    'a#visitStoreDesktopUrl::attr(href)',
    'a#brandLogoBylineLink::attr(href)',
    '#premiumBylineInfo_feature_div a[href*="/stores/"]::attr(href)',
  ],

  category: {
    list: [
      '#wayfinding-breadcrumbs_feature_div ul',
      '#wayfinding-breadcrumbs_container ul',
      '#breadcrumb_feature_div', // mobile
    ],
    control: ['#breadcrumb-back-link', '[role="button"]'],
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
      '#digitalMusicProductImage_feature_div img', // music to download
      'img#prodImage', // used until 2014
      'img#original-main-image',
    ],
    thumbnail: [
      '#altImages li.imageThumbnail',
      '#altImages li.item:not(.videoThumbnail, .videoBlockIngress)',
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
    large: ['*::attr(data-old-hires)'],
    sizes: ['*::attr(data-a-dynamic-image)'],
    address: ['[data-a-hires]::attr(data-a-hires)', '[data-src]::attr(data-src)', '[src]::attr(src)'],
  },

  has_videos: ['#altImages li.videoThumbnail', '#altImages li.videoBlockIngress', '#videoBlock', '.videoCountTemplate'],

  product_details: {
    row: [
      '#prodDetails tr',
      '#productDetails_feature_div tr',
      '#productDetails_techSpec_section_1 tr',
      '#productDetails_techSpec_section_2 tr',
      '#productDetails_detailBullets_sections1 tr',
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
      'ul.detail-bullet-list > li', // 2020
      'td.bucket > .content > ul > li:has(> b)', // used until 2014
      'ul#productDetails_detailBullets_sections > li', // mobile
      '#detailBullets_secondary_view_div li', // mobile, 2015
      // Sections next to the others: of two rows with one label, the row of the others counts.
      '.prodDetTable:not(.aok-hidden *, [id*="side-sheet"] *) tr', // expanders next to the bullets, such as "Features & Specs"
      '.voyager-ns-desktop-table:not(.aok-hidden *, [id*="side-sheet"] *) tr',
      'table[id^="tech-specs-table"] tr', // devices, used until 2020
      '#tech-specs-desktop tr',
      '#technical-details-table tr', // devices, used until 2016
      '#masTechnicalDetails-btf > .a-section:has(> .a-text-bold)', // apps
      '.detail-bullet-list span.a-list-item:not(li *)', // the row of ranks, 2020
    ],
    label: ['th', 'td.label', 'td:first-child', 'span.a-text-bold', 'b'],
    value: ['td.value', 'td:not(:first-child)'],
    rating: ['[id$="verageCustomerReviews"]', '#acrPopover', 'i[class*="a-icon-star"]'],
  },

  gtin: ['#rpi-attribute-book_details-isbn13 .rpi-attribute-value'], // the carousel of a book, which a page can have without rows

  sales_rank: {
    link: ['a[href*="/bestsellers/"]', 'a[href*="/zgbs"]'],
    block: ['#SalesRank'],
    label: ['> :is(b, th, .label):first-child'],
  },

  product_overview: {
    row: [
      '#productOverview_feature_div tr:not(#glance_icons_div *)',
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
} satisfies Partial<ProductMap>
