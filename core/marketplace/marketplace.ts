import { compileMap, type CompiledMap } from '../selector/compile-map.ts'
import type { ProductMap } from '../records/product/map.ts'
import type { SearchMap } from '../records/search/map.ts'
import { compileSite, type CompiledSite, type Site } from './site.ts'

/** One marketplace as data: what differs between marketplaces, and the maps of its pages. */
export interface Marketplace<Domain extends string = string> {
  /** Value of the parameter `domain`: `com`, `co.uk` ... */
  readonly domain: Domain
  readonly host: string
  /** ISO 4217 code of the marketplace's currency, which `$`, `kr` and `¥` mean here. */
  readonly currency: string
  /** Language that pages are printed in unless the visitor chose another. Form: `xx_YY`. */
  readonly language: string
  /** Whether dates without month names begin with the month. Default: false. */
  readonly isMonthFirst?: boolean
  /** Data that all marketplaces of the site share. */
  readonly site: Site
  /** Where a product page has its fields. */
  readonly product: ProductMap
  /** Where a search page has its cards, and a card its fields. */
  readonly search: SearchMap
}

/** A marketplace ready to read pages: selectors compiled, words indexed. */
export interface CompiledMarketplace extends Omit<Marketplace, 'site' | 'product' | 'search'> {
  readonly site: CompiledSite
  readonly product: CompiledMap<ProductMap>
  readonly search: CompiledMap<SearchMap>
}

/** Marketplaces share maps; each is compiled once. */
const compiledProducts = new WeakMap<ProductMap, CompiledMap<ProductMap>>()
const compiledSearches = new WeakMap<SearchMap, CompiledMap<SearchMap>>()
const compiledMarketplaces = new WeakMap<Marketplace, CompiledMarketplace>()

/**
 * Compiles a marketplace, once.
 *
 * Throws: `invalid_selector`, with its position in the map, for a wrong selector.
 */
export function compileMarketplace(marketplace: Marketplace): CompiledMarketplace {
  return getOrMake(compiledMarketplaces, marketplace, () => {
    const { site, product, search, ...facts } = marketplace
    return {
      ...facts,
      site: compileSite(site),
      product: getOrMake(compiledProducts, product, () => compileMap(product, `${marketplace.domain}.product`)),
      search: getOrMake(compiledSearches, search, () => compileMap(search, `${marketplace.domain}.search`)),
    }
  })
}

function getOrMake<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key)
  if (value === undefined) {
    value = make()
    known.set(key, value)
  }
  return value
}
