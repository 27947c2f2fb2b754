import type { Product } from '../record/product.ts'

/**
 * Whether a page shows another product than the requested one. A child
 * of the requested parent does not count, nor does a sibling of the same family.
 */
export function isAsinMismatch({ asin, parent_asin, variations }: Product, askedAsin: string): boolean {
  const asked = askedAsin.toUpperCase()
  return asked !== asin && asked !== parent_asin && variations.every((variation) => variation.asin !== asked)
}
