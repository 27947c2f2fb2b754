/**
 * The simulated marketplace: generated records as data, and their
 * pages as each marketplace prints them. The same request always gives the same
 * page, without a network. It needs no module of Node; `shelfmark/sandbox/server` serves it.
 *
 * @module shelfmark/sandbox
 */
export { requireLocale, type Locale } from './locale/locale.ts'
export type { PageWeight, RenderOptions } from './markup/filler.ts'
export * from './records/library.ts'
export { pageStates, renderState, type PageState } from './states/render-state.ts'
export type { StateOptions, StatePage } from './states/state-page.ts'
export { generateAsin } from './truth/listing.ts'
export type { ShopTime } from './truth/shop-time.ts'
