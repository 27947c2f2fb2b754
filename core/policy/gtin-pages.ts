/** Results of a search for a GTIN whose pages are read: the first ones that are not sponsored. */
export const GTIN_CANDIDATES = 3

/**
 * The most pages that are read to find a product by its GTIN: the search and its candidates.
 *
 * `hasIsbn10`: the product is a book whose page is known by its ISBN of ten characters. It is read first.
 */
export function mostGtinPages(hasIsbn10: boolean): number {
  return (hasIsbn10 ? 1 : 0) + 1 + GTIN_CANDIDATES
}
