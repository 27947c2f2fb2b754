import type { PageKind } from './page-kind.ts'

/** What tells a kind of page, any of it. */
interface Sign<T> {
  readonly kind: PageKind
  readonly any: readonly T[]
}

/**
 * Larger pages are no mere refusals. Markers, and words of refusals, are looked
 * for in smaller ones alone, because real pages hold them too.
 *
 * Unit: bytes. Source: of 27 refusals, the largest has 19,648, all others less than 8,000.
 */
export const MAX_REFUSAL_SIZE = 20 * 1024

/** A page that holds one of these in its bytes may be a real one; its tree decides. */
export const REAL_PAGE_MARKERS: readonly string[] = ['productTitle', 's-search-result']

/** What gates have in their bytes, whatever the status they come with. */
export const GATE_MARKERS: readonly Sign<string>[] = [
  // The click-through gate has the same form, without a field for characters.
  { kind: 'captcha', any: ['validateCaptcha', 'captchacharacters', 'amzn-captcha-submit', 'opfcaptcha'] },
  // AWS WAF.
  { kind: 'challenge', any: ['AwsWafIntegration', '.awswaf.com/', 'challenge-container'] },
  // Akamai.
  { kind: 'challenge', any: ['bm-verify=', 'triggerInterstitialChallenge'] },
]

/** What error pages have in their bytes: their links and pictures carry the number. */
export const ERROR_PAGE_MARKERS: readonly Sign<string>[] = [
  { kind: 'throttled', any: ['cs_503_', '/500_503.', '/500-title.'] },
  // Both have links to the dogs: the number decides first.
  { kind: 'not_found', any: ['cs_404_', '/title._TTD_.png', '"/dogsofamazon'] },
]

/** The note to robots. Real pages have it too, some of them. */
export const ROBOT_NOTE = 'api-services-support@amazon.com'

/** What a page ends with that is not cut, and how far before its last byte: comments follow it. */
export const END_MARKERS: readonly string[] = ['</body', '</html']
export const MAX_TAIL_SIZE = 1024

/**
 * Where the title of a product stands: the places of `product_name` in the base
 * map, which a test compares. An `input#productTitle` is none.
 */
export const TITLE_PLACES: readonly string[] = [
  'span#productTitle',
  'h1#productTitle',
  '#ebooksProductTitle',
  '#title_feature_div #title::text',
  'h1#title::text',
  'h1#title > :first-child:not(.a-color-secondary)',
  '#gc-asin-title',
  'h1[data-automation-id="title"]',
  'h1:is([data-automation-id="title"], [data-testid="title-art"]) img::attr(alt)',
  '#aiv-content-title',
  '#btAsinTitle',
  '#udp h1',
  'h1.parseasinTitle',
  'h1#product-title',
  '#mas-title',
  '#dmusicProductTitle_feature_div h1',
]

/** Cards of the results grid; a page without results can show some in carousels. */
export const CARD_PLACES: readonly string[] = [
  '[data-component-type="s-search-result"][data-asin]:not([data-asin=""]):not(.a-carousel-card *)',
  'li[id^="result_"]', // until 2019
  'div[id^="result_"]:not([id$="empty"])', // until 2015
  '#s-results-list-atf > li[data-asin]',
  '.s-result-list > .s-result-item[data-asin]:not([data-asin=""])', // 2019
]

/** Blocks that say that nothing matched. */
export const NO_RESULTS_PLACES: readonly string[] = [
  '[class*="widgetId=messaging-messages-no-results"]',
  '[data-component-type^="s-no-results"]',
  '.s-no-results-result',
  '#noResultsTitle', // until 2019
]

/** Where a search page says what it found. */
export const RESULTS_AREAS: readonly string[] = ['#search', '.s-main-slot', '#resultsCol', '#center', '#centerMinus']

/** Gates of any size and encoding, where neither a product nor a grid is. */
export const GATE_PLACES: readonly Sign<string>[] = [
  {
    kind: 'captcha',
    any: ['form[action*="/errors/validateCaptcha"]', '#captchacharacters', '.cvf-widget-form-captcha'],
  },
  { kind: 'challenge', any: ['#challenge-container', 'meta[content*="bm-verify="]'] },
]
