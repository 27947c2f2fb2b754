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

/** What kind of page it is, and what decided: a selector, a status, a marker, words. */
export interface PageVerdict {
  readonly kind: PageKind
  /** For a person; its wording may change. */
  readonly evidence: string
}
