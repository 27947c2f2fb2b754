import { compileMap, type CompiledMap, type Selectors } from '../selector/compile-map.ts'
import { compileTextRules, type CompiledTextRules, type TextRules } from '../text/page-text.ts'
import type { ImageRules } from '../text/image-url.ts'
import type { LinkRules } from '../text/url.ts'
import type { Language } from './language.ts'
import { OwnNames, type OwnCompanies } from './own-names.ts'
import type { PageKind } from './page-kind.ts'
import { compileStateKeys, type StateKeys, type StateMembers } from './state-keys.ts'
import { Words } from './words.ts'

/**
 * Data that all marketplaces of the site share: how the site marks prices, hides
 * text, forms addresses and stores data in scripts, and what its error pages
 * look like.
 */
export interface Site {
  /** Languages that pages can be printed in. A page follows its visitor, so every language can occur everywhere. */
  readonly languages: readonly Language[]
  readonly text: TextRules
  readonly price: PriceMarkup
  readonly links: LinkRules
  readonly images: ImageRules
  readonly patterns: Patterns
  readonly state: StateKeys
  readonly stateMembers: StateMembers
  readonly pages: PageRules
  readonly location: LocationMarkup
  /** Displayed names of the site's own companies as sellers, by seller. */
  readonly ownSellers: Readonly<Record<string, string>>
  readonly ownCompanies: OwnCompanies
  /** Hosts of its scripts, styles and images, besides those of the marketplaces. Their subdomains belong to them. */
  readonly assetHosts: readonly string[]
}

/** Elements that make up a price. */
export interface PriceMarkup {
  /** A whole price; a range has two. */
  readonly amount: Selectors
  readonly whole: Selectors
  readonly fraction: Selectors
  readonly currency: Selectors
  /** The price as text for screen readers. */
  readonly spoken: Selectors
}

/** Where the header of every page shows the place of delivery. */
interface LocationMarkup {
  /** Words and the place, or words alone, or both lines in one. */
  readonly first_line: Selectors
  /** The place, or a control that changes it. */
  readonly second_line: Selectors
}

/** Forms of texts and attributes that carry data. The first group is the value. */
export interface Patterns {
  /** ASIN in a link of a card, which can contain another address. */
  readonly asinInCardLink: RegExp
  /** Seller in a link. */
  readonly sellerId: RegExp
  /** Name of a storefront in its address. */
  readonly store: RegExp
  /** Name of a brand in a link to its products. */
  readonly brandInLink: RegExp
  /** Condition that a link to offers is restricted to. */
  readonly offerCondition: RegExp
  /** Id of a review. */
  readonly reviewId: RegExp
  /** Product in a link to its reviews. */
  readonly reviewsOf: RegExp
  /** Id of a profile in a link to it. */
  readonly profileId: RegExp
  /** Number of a page of a list, in a link to it. */
  readonly pageInLink: RegExp
  /** What most reviews say about a topic, in an attribute that ends in it. */
  readonly sentiment: RegExp
  /** Name of a dimension in the id of its row of swatches. */
  readonly dimension: RegExp
  /** ASIN of a swatch or option. */
  readonly swatchAsin: RegExp
  /** Classes that do not name the template of a page. */
  readonly noTemplate: RegExp
  /** The control after the delivery location. */
  readonly locationControl: RegExp
  /**
   * A document's title that names the shop: its group `title` is the product's.
   * The first pattern that matches counts.
   */
  readonly documentTitle: readonly RegExp[]
  /** The membership, in a line that says who may buy. */
  readonly membership: RegExp
}

/** Evidence of a kind of page: any one of several. */
export interface Sign<T> {
  readonly kind: PageKind
  readonly any: readonly T[]
}

/** Evidence of a page of the shop that is about neither one product nor a search: any one of several. */
interface ShopPageSign {
  readonly kind: PageKind
  /** Its main blocks. */
  readonly blocks: Selectors
  /** Path of its address. */
  readonly path: RegExp
  /** Names that its scripts give its type. */
  readonly types: readonly string[]
}

/** How to recognize the kind of a page, and the marketplace that it comes from. */
export interface PageRules {
  /** Kinds that an HTTP status proves. */
  readonly statuses: Readonly<Record<number, PageKind>>
  /** Path that only the sign-in has. */
  readonly signInPath: string
  /** Largest size of a page that is only a refusal. Unit: bytes. */
  readonly maxRefusalBytes: number
  /** A page with one of these in its bytes may be a real one, however small. */
  readonly realPageMarkers: readonly string[]
  /** Markers in the bytes of gates (captchas and challenges), for any HTTP status. */
  readonly gateMarkers: readonly Sign<string>[]
  /** Markers in the bytes of error pages. */
  readonly errorMarkers: readonly Sign<string>[]
  /** A note to robots: last evidence of a refusal. */
  readonly robotNote: string
  /** Numbers that titles of error pages begin with. */
  readonly titleNumbers: Readonly<Record<string, PageKind>>
  /** Kinds that titles, cards and blocks without results prove. */
  readonly kinds: { readonly titles: PageKind; readonly cards: PageKind; readonly noResults: PageKind }
  /** Titles of products. */
  readonly titles: Selectors
  /** Marks of a product page other than its title, each under its name. Any one of its candidates shows a mark. */
  readonly productMarks: Readonly<Record<string, Selectors>>
  /** Number of different marks that make a product page. */
  readonly minProductMarks: number
  /** The frame of the shop, and the areas that a page has its content in: a page with empty areas is a shell. */
  readonly shell: { readonly frame: Selectors; readonly content: Selectors }
  /** Pages of the shop that have a name, most reliable first. */
  readonly shopPages: readonly ShopPageSign[]
  /** Category pages. They are checked last, after galleries. */
  readonly landingPages: readonly ShopPageSign[]
  /** Where a page states its own address. */
  readonly canonical: Selectors
  /** Type of a page in a script. The first group is its name. */
  readonly typeInScript: RegExp
  /** Cards in a grid of results. */
  readonly cards: Selectors
  /** Elements of gates, for pages of any size. */
  readonly gates: readonly Sign<string>[]
  /** Blocks that say that nothing matched. */
  readonly noResults: Selectors
  /** Blocks that say that the results are those of another search: in other departments, or by fewer words. */
  readonly corrections: Selectors
  /** Blocks among the cards that can say what was found. */
  readonly messages: Selectors
  /** Where a search page counts its results. */
  readonly counts: Selectors
  /** Areas in which a search page says what it found. */
  readonly results: Selectors
  /** Number of different linked products with pictures that makes a gallery. */
  readonly minGallerySize: number
  /** Where a page names its own host, most reliable first. */
  readonly ownAddress: Selectors
  /** Where a small page without an address names its shop. */
  readonly ownName: Selectors
  /** Own host in a script. The first group is the host. */
  readonly hostInScript: RegExp
  /** Hosts of the site's shops, those of marketplaces that are not known among them. */
  readonly host: RegExp
  /** Names that can replace `www` in the hosts of the marketplaces. */
  readonly hostPrefixes: readonly string[]
}

/** Rules for kinds of pages, compiled. */
interface CompiledPageRules extends Omit<
  PageRules,
  keyof CompiledPageSelectors | 'gates' | 'productMarks' | 'shell' | 'shopPages' | 'landingPages'
> {
  readonly selectors: CompiledMap<Pick<PageRules, keyof CompiledPageSelectors>>
  readonly gates: readonly { readonly kind: PageKind; readonly any: CompiledMap<{ any: Selectors }>['any'] }[]
  readonly productMarks: CompiledMap<PageRules['productMarks']>
  readonly shell: CompiledMap<PageRules['shell']>
  readonly shopPages: readonly CompiledShopPageSign[]
  readonly landingPages: readonly CompiledShopPageSign[]
}

interface CompiledShopPageSign extends Omit<ShopPageSign, 'blocks'> {
  readonly blocks: CompiledMap<{ blocks: Selectors }>['blocks']
}

type CompiledPageSelectors = Pick<
  PageRules,
  | 'titles'
  | 'cards'
  | 'noResults'
  | 'corrections'
  | 'messages'
  | 'counts'
  | 'results'
  | 'canonical'
  | 'ownAddress'
  | 'ownName'
>

/** A site ready to read pages: selectors compiled, words indexed. */
export interface CompiledSite extends Omit<
  Site,
  'languages' | 'text' | 'price' | 'pages' | 'location' | 'ownCompanies'
> {
  /** Matches each of the keys. */
  readonly stateKey: RegExp
  readonly text: CompiledTextRules
  readonly price: CompiledMap<PriceMarkup>
  readonly pages: CompiledPageRules
  readonly location: CompiledMap<LocationMarkup>
  readonly words: Words
  readonly ownNames: OwnNames
}

const compiledSites = new WeakMap<Site, CompiledSite>()

/**
 * Compiles a site, once.
 *
 * Throws: `invalid_selector`, with its position in the site's data.
 */
export function compileSite(site: Site): CompiledSite {
  let compiled = compiledSites.get(site)
  if (compiled === undefined) {
    const { languages, text, price, pages, location, ownCompanies, ...rest } = site
    const inOtherScripts = languages.flatMap(({ company }) => company)
    compiled = {
      ...rest,
      text: compileTextRules(text),
      price: compileMap(price, 'site.price'),
      stateKey: compileStateKeys(site.state),
      pages: compilePageRules(pages),
      location: compileMap(location, 'site.location'),
      words: new Words(languages),
      ownNames: new OwnNames({ ...ownCompanies, names: [...ownCompanies.names, ...inOtherScripts] }),
    }
    compiledSites.set(site, compiled)
  }
  return compiled
}

function compileShopPage({ kind, blocks, path, types }: ShopPageSign): CompiledShopPageSign {
  return { kind, blocks: compileMap({ blocks }, `site.pages.${kind}`).blocks, path, types }
}

function compilePageRules(pages: PageRules): CompiledPageRules {
  const { titles, cards, noResults, corrections, messages, counts, results, canonical, ownAddress, ownName } = pages
  const selectors = { titles, cards, noResults, corrections, messages, counts, results, canonical, ownAddress, ownName }
  const { gates, productMarks, shell, shopPages, landingPages } = pages
  return {
    ...pages,
    selectors: compileMap(selectors, 'site.pages'),
    gates: gates.map(({ kind, any }) => ({ kind, any: compileMap({ any }, `site.pages.gates.${kind}`).any })),
    productMarks: compileMap(productMarks, 'site.pages.productMarks'),
    shell: compileMap(shell, 'site.pages.shell'),
    shopPages: shopPages.map(compileShopPage),
    landingPages: landingPages.map(compileShopPage),
  }
}
