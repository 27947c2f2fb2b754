/**
 * The blocks of a page that a person knows it by. They give a page that is shown without its style sheets its places;
 * nothing is read with them. Selectors are CSS of browsers.
 */
export interface PageBlocks {
  /** Blocks that are side by side, where they have one parent. Order: from the start of a line to its end. */
  readonly columns: readonly [gallery: readonly string[], main: readonly string[], offer: readonly string[]]
  /** Lists whose items are a grid: cards of a search. */
  readonly grids: readonly string[]
  /** Items of these lists. */
  readonly cards: readonly string[]
  /** Lists that are a line, which the page moves sideways. */
  readonly shelves: readonly string[]
  /** Lists of links in a line. */
  readonly lines: readonly string[]
  /** The bar above the page. */
  readonly header: readonly string[]
  /** Blocks that a visitor does not see until they ask for them. */
  readonly closed: readonly string[]
  /** Prices that are not valid any more. */
  readonly struck: readonly string[]
}

/** The blocks of pages of all marketplaces. */
export const pageBlocks: PageBlocks = {
  columns: [
    ['#leftCol'],
    ['#centerCol'],
    ['#rightCol', '#buybox_feature_div', '#buyboxrow'], // the last two where they have no column: books, until 2018
  ],
  grids: ['.s-main-slot', '#s-results-list-atf', '#atfResults > ul'],
  cards: ['[data-component-type="s-search-result"]', 'li.s-result-item'], // the second until 2019
  shelves: ['.a-carousel', '#altImages ul'],
  lines: [
    '#wayfinding-breadcrumbs_feature_div ul',
    '#nav-xshop',
    '#nav-subnav',
    '.swatches ul',
    '[id^="variation_"] ul',
    '[id^="inline-twister-row"] ul',
    '#tmmSwatches ul',
    '.a-pagination',
    '.s-pagination-container',
  ],
  header: ['#navbar', '#nav-belt', '#nav-main', '#nav-subnav'],
  closed: [
    '#nav-assist',
    '#nav-assist-skip-to',
    '#skippedLink',
    '#nav-cover',
    '#hmenu-container',
    '#hmenu-canvas-background',
    '#nav-flyout-anchor',
    '#nav-global-location-data-modal-action + *',
    '#attachDisplayAddBaseAlert',
    '[id^="attach-"]',
    '[id^="all-offers-display"]',
    '#a-popover-lgtbox',
    '#aod-background',
    '.a-modal-scroller',
    '.a-popover',
    '.a-sheet-web-container',
    '#sx-suggestions',
    '#nav-search-bar-form select',
  ],
  struck: ['.a-text-price', '[data-a-strike="true"]', '.a-text-strike'],
}
