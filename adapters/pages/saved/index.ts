/**
 * Saved pages, in the formats that people have them in, as streams.
 *
 * @module shelfmark/saved
 */
export { MissingPackageError } from '../../load-packages.ts'
export { readSavedPages, type ReadSavedPagesOptions } from './read-saved-pages.ts'
export type { PageOrigin, SavedPage, SavedPageProblem, UnreadablePage } from './saved-page.ts'
