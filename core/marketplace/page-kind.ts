/** Kinds of pages that a marketplace answers with. */
export type PageKind =
  | 'product'
  | 'search'
  | 'no_results'
  | 'not_found'
  | 'captcha'
  | 'challenge'
  | 'throttled'
  | 'sign_in'
  | 'gallery'
  | 'unknown'
