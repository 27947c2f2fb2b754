/**
 * A browser that renders the pages of any source.
 *
 * @packageDocumentation
 */
export { openResourceLoader } from './load-resource.ts'
export { openBrowser } from './open-browser.ts'
export type { PageBrowser } from './page-browser.ts'
export { withBrowser } from './with-browser.ts'
