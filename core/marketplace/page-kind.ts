/** Kinds of pages that a marketplace answers with. Records name those that they are read from. */
const PAGE_KINDS = [
  'product',
  'search',
  'no_results',
  'not_found',
  'captcha',
  'challenge',
  'throttled',
  'sign_in',
  'reviews',
  'offers',
  'best_sellers',
  'list',
  'seller',
  'home',
  'tracking',
  'profile',
  'music',
  'node',
  'gallery',
  'unknown',
] as const

/** Kind of a page. */
export type PageKind = (typeof PAGE_KINDS)[number]
