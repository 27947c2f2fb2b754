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
  'age_gate',
  'cookie_wall',
  'shell',
  'reviews',
  'offers',
  'best_sellers',
  'list',
  'seller',
  'home',
  'tracking',
  'profile',
  'influencer',
  'music',
  'node',
  'gallery',
  'unknown',
] as const

/** Kind of a page. */
export type PageKind = (typeof PAGE_KINDS)[number]

/** Kinds of pages that a visitor gets in place of any page, because the shop refuses it or asks for something first. */
export const REFUSALS: ReadonlySet<PageKind> = new Set(['captcha', 'challenge', 'throttled', 'sign_in', 'cookie_wall'])
