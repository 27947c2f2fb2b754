import { compileMap, type CompiledMap } from '../field/compile-map.ts'
import type { Language } from './language.ts'
import type { ProductMap } from './selector-map.ts'
import { Words } from './words.ts'

/** One marketplace as data. */
export interface MarketplaceRecipe {
  /** Value of the parameter `domain`: `com`, `co.uk` ... */
  readonly domain: string
  readonly host: string
  /** ISO 4217 code of the marketplace's own currency, which `$`, `kr` and `¥` mean here. */
  readonly currency: string
  /** Language that pages are printed in unless the visitor chose another. Form: `xx_YY`. */
  readonly language: string
  /** Dates of numbers alone are written month first. */
  readonly isMonthFirst: boolean
  readonly product: ProductMap
  readonly languages: readonly Language[]
}

/** A marketplace ready to read pages with: its selectors compiled, its words indexed. */
export interface Marketplace {
  readonly domain: string
  readonly host: string
  readonly currency: string
  readonly language: string
  readonly isMonthFirst: boolean
  readonly product: CompiledMap<ProductMap>
  readonly words: Words
}

/** Compiles a recipe. Throws `invalid_selector`, with the place in the map, for a selector that is wrong. */
export function defineMarketplace(recipe: MarketplaceRecipe): Marketplace {
  const { languages, product, ...facts } = recipe
  return { ...facts, product: compileMap(product, `${recipe.domain}.product`), words: new Words(languages) }
}
