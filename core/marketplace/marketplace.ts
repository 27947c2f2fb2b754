import { compileMap, type CompiledMap } from '../selector/compile-map.ts'
import type { PlaceForms } from './place.ts'
import { compileSite, type CompiledSite, type Site } from './site.ts'

/** What differs between marketplaces. */
interface MarketplaceFacts<Domain extends string> {
  /** Value of the parameter `domain`: `com`, `co.uk` ... */
  readonly domain: Domain
  readonly host: string
  /** ISO 4217 code of the marketplace's currency, which `$`, `kr` and `¥` mean here. */
  readonly currency: string
  /** Language that pages are printed in unless the visitor chose another. Form: `xx_YY`. */
  readonly language: string
  /** Whether dates without month names begin with the month. Default: false. */
  readonly isMonthFirst?: boolean
  /** Places of delivery that its pages can be asked for. */
  readonly places: PlaceForms
}

/**
 * One marketplace as data: its facts, the site that it belongs to, and for each record that is read
 * from its pages a map under the record's name, which says where a page has each field.
 */
export type Marketplace<Domain extends string = string, Maps extends object = object> = MarketplaceFacts<Domain> & {
  /** Data that all marketplaces of the site share. */
  readonly site: Site
} & Maps

/** A marketplace ready to read pages: selectors compiled, words indexed. */
export interface CompiledMarketplace<Maps extends object = object> extends MarketplaceFacts<string> {
  readonly site: CompiledSite
  /** By the name of the record. */
  readonly maps: { readonly [Name in keyof Maps]: CompiledMap<Maps[Name]> }
}

/** Marketplaces share maps; each is compiled once. */
const compiledMaps = new WeakMap<object, CompiledMap<object>>()
const compiledMarketplaces = new WeakMap<object, CompiledMarketplace>()

/**
 * Compiles a marketplace, once.
 *
 * Throws: `invalid_selector`, with its position in the map, for a wrong selector.
 *
 * @example
 * ```ts
 * import { compileMarketplace, extractProduct, parsePage } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * // A marketplace is data: this one reads a field from another place first.
 * const own = { ...de, product: { ...de.product, title: ['#my-title', ...de.product.title] } }
 * compileMarketplace(own)
 * console.log(extractProduct(parsePage(bytes), own).winners.title)
 * ```
 */
export function compileMarketplace<Maps extends object>(
  marketplace: Marketplace<string, Maps>,
): CompiledMarketplace<Maps> {
  return getOrMake(compiledMarketplaces, marketplace, () => {
    const { domain, host, currency, language, isMonthFirst = false, places, site, ...maps } = marketplace
    const compile = ([name, map]: readonly [string, object]) =>
      [name, getOrMake(compiledMaps, map, () => compileMap(map, `${domain}.${name}`))] as const
    const facts = { domain, host, currency, language, isMonthFirst, places }
    return {
      ...facts,
      site: compileSite(site),
      maps: Object.fromEntries(Object.entries(maps as Readonly<Record<string, object>>).map(compile)),
    }
  }) as CompiledMarketplace<Maps>
}

function getOrMake<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key)
  if (value === undefined) {
    value = make()
    known.set(key, value)
  }
  return value
}
