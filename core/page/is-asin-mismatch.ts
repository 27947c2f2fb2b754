import type { Product } from '../product/product-schema.ts'

/**
 * Whether a page is another product's than the one that was asked for. A parent
 * that shows one of its children is none, nor is a sibling of the same family.
 */
export function isAsinMismatch({ asin, parent_asin, variations }: Product, askedAsin: string): boolean {
  const asked = askedAsin.toUpperCase()
  return asked !== asin && asked !== parent_asin && variations.every((variation) => variation.asin !== asked)
}
