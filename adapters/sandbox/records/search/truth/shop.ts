import type { Locale } from '../../../locale/locale.ts'
import { listingOf } from '../../../truth/listing.ts'
import { Random } from '../../../truth/random.ts'
import { FACETS, isInRange, type SearchCondition } from './conditions.ts'

/** A part of the simulated shop. */
export interface ShopNode {
  readonly id: string
  readonly name: string
}

/** A seller of the simulated shop. */
export interface ShopSeller {
  readonly id: string
  readonly name: string
}

/** Paths of nodes, root first. */
interface NodePaths {
  readonly things: readonly (readonly ShopNode[])[]
  readonly books: readonly (readonly ShopNode[])[]
}

const knownPaths = new WeakMap<Locale, NodePaths>()

/** Paths of the nodes of a marketplace, of things and of books. */
export function listNodePaths(locale: Locale): NodePaths {
  const paths = knownPaths.get(locale) ?? generateNodePaths(locale)
  knownPaths.set(locale, paths)
  return paths
}

function generateNodePaths({ marketplace: { domain }, vocabulary }: Locale): NodePaths {
  const toPath = (names: readonly string[]): ShopNode[] =>
    names.map((name, index) => ({ id: idOf(`node/${domain}/${names.slice(0, index + 1).join('/')}`), name }))
  return { things: vocabulary.categories.map(toPath), books: vocabulary.book_categories.map(toPath) }
}

/** Id of a node, or of an option. */
function idOf(seed: string): string {
  return String(new Random(seed).int(1_000_000, 99_999_999))
}

/** The nodes that a product is in, root first. Some are in an upper node only. */
export function nodesOfProduct(asin: string, locale: Locale): readonly ShopNode[] {
  const { things, books } = listNodePaths(locale)
  const random = new Random(`shelf/${locale.marketplace.domain}/${asin}`)
  const path = random.pick(listingOf(asin, locale.marketplace.domain).kind === 'book' ? books : things)
  return path.slice(0, random.chance(0.8) ? path.length : path.length - 1)
}

const SELLER_ID = 'ABCDEFGHJKLMNPQRSTVWXYZ0123456789'

/** Sellers that searches name. */
export function listSellers({ marketplace: { domain }, vocabulary }: Locale): readonly ShopSeller[] {
  return vocabulary.sellers.map((name) => ({
    id: `A${new Random(`seller/${domain}/${name}`).text(SELLER_ID, 13)}`,
    name,
  }))
}

/** The seller of a product in searches. */
export function sellerOfProduct(asin: string, locale: Locale): ShopSeller {
  return new Random(`sold-by/${locale.marketplace.domain}/${asin}`).pick(listSellers(locale))
}

/** Ids of the options for four stars and for Prime. */
export function optionIds({ marketplace: { domain } }: Locale): { readonly stars: string; readonly prime: string } {
  return { stars: idOf(`stars/${domain}`), prime: idOf(`prime/${domain}`) }
}

/** Lowest average of the option for four stars. */
const FOUR_STARS = 4

/** Whether a product meets a condition. Nothing meets one that the shop does not know. */
export function meetsCondition(asin: string, { facet, values }: SearchCondition, locale: Locale): boolean {
  const listing = listingOf(asin, locale.marketplace.domain)
  const ids = optionIds(locale)
  switch (facet) {
    case FACETS.node:
      return nodesOfProduct(asin, locale).some(({ id }) => values.includes(id))
    case FACETS.brand:
      return values.includes(listing.brand)
    case FACETS.seller:
      return values.includes(sellerOfProduct(asin, locale).id)
    case FACETS.reviews:
      return values.includes(ids.stars) && (listing.rating ?? 0) >= FOUR_STARS
    case FACETS.prime:
      return values.includes(ids.prime) && listing.is_prime
    case FACETS.price: {
      const { price } = listing
      return price !== null && values.some((range) => isInRange(price, range))
    }
    default:
      return false
  }
}

/** Whether a node is one of books. */
export function isNodeOfBooks(id: string, locale: Locale): boolean {
  return listNodePaths(locale).books.some((path) => path.some((node) => node.id === id))
}
