import type { Product } from './schema.ts'

/**
 * Whether a page shows another product than the requested one: a stranger, or a sibling in the same
 * variation family. A child of the requested parent does not count, nor does the page of the family
 * itself for one of its children.
 *
 * `servedAsin`: what the page says it was served for. Default: null, it does not say so; then every
 * page of the family counts as right.
 */
export function isAsinMismatch(
  { asin, parent_asin, variations }: Pick<Product, 'asin' | 'parent_asin' | 'variations'>,
  askedAsin: string,
  servedAsin: string | null = null,
): boolean {
  const asked = askedAsin.toUpperCase()
  const isChild = (child: string): boolean => variations.some((variation) => variation.asin === child)
  if (asked === servedAsin || asked === parent_asin) return false
  if (servedAsin !== null && isChild(servedAsin)) return true
  return asked !== asin && !isChild(asked)
}
