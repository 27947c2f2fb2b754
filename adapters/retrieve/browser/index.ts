/**
 * A browser that renders the pages of any source.
 *
 * @packageDocumentation
 */
export type { BrowserSettings } from '../source/browser-settings.ts'
export { openResourceLoader } from './load-resource.ts'
export { openBrowser } from './open-browser.ts'
export type { BrowserCounts, PageBrowser } from './page-browser.ts'
export { withBrowser } from './with-browser.ts'
