import { compileMap, type CompiledMap } from '../field/compile-map.ts'
import type { Language } from './language.ts'
import type { SearchMap } from '../search/search-map.ts'
import type { ProductMap } from '../product/selector-map.ts'
import { Words } from './words.ts'

/** One marketplace: facts and selectors, as data. */
export interface Marketplace {
  /** Value of the parameter `domain`: `com`, `co.uk` ... */
  readonly domain: string
  readonly host: string
  /** ISO 4217 code of the marketplace's own currency, which `$`, `kr` and `¥` mean here. */
  readonly currency: string
  /** Language that pages are printed in unless the visitor chose another. Form: `xx_YY`. */
  readonly language: string
  /** Dates of numbers alone are written month first. Default: false. */
  readonly isMonthFirst?: boolean
  /** Where the fields of a product page stand. */
  readonly product: ProductMap
  /** Where the cards of a search page stand, and their fields. */
  readonly search: SearchMap
  /** Languages that pages can be printed in. */
  readonly languages: readonly Language[]
}

/** What is made of a marketplace before pages are read: selectors compiled, words indexed. */
export interface CompiledMarketplace extends Omit<Marketplace, 'product' | 'search' | 'languages'> {
  readonly product: CompiledMap<ProductMap>
  readonly search: CompiledMap<SearchMap>
  readonly words: Words
}

/** Maps and languages are shared by marketplaces, so that each is compiled once. */
const compiledMaps = new WeakMap<ProductMap, CompiledMap<ProductMap>>()
const compiledSearchMaps = new WeakMap<SearchMap, CompiledMap<SearchMap>>()
const compiledWords = new WeakMap<readonly Language[], Words>()
const compiledMarketplaces = new WeakMap<Marketplace, CompiledMarketplace>()

/**
 * Compiles a marketplace, once.
 *
 * Throws: `invalid_selector`, with the place in the map, for a selector that is wrong.
 */
export function compileMarketplace(marketplace: Marketplace): CompiledMarketplace {
  return remember(compiledMarketplaces, marketplace, () => {
    const { product, search, languages, ...facts } = marketplace
    return {
      ...facts,
      product: remember(compiledMaps, product, () => compileMap(product, `${marketplace.domain}.product`)),
      search: remember(compiledSearchMaps, search, () => compileMap(search, `${marketplace.domain}.search`)),
      words: remember(compiledWords, languages, () => new Words(languages)),
    }
  })
}

function remember<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key)
  if (value === undefined) {
    value = make()
    known.set(key, value)
  }
  return value
}
