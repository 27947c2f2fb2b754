import { FieldReader, readElement, type Candidates } from '../field/field-reader.ts'
import type { CompiledMap } from '../field/compile-map.ts'
import type { Element } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { findAncestor } from '../html/walk.ts'
import { readDetailRows, type DetailRow } from './detail-rows.ts'
import type { CompiledMarketplace } from '../marketplace/marketplace.ts'
import { findOffers, findOtherAreas, type OfferRow } from './offer-rows.ts'
import { PageState } from './page-state.ts'
import type { Product, ReadProductField } from './product-schema.ts'
import type { ProductMap } from './selector-map.ts'
import type { Words } from '../marketplace/words.ts'

/** Reads one field of a page. */
type ProductFieldReader<Field extends ReadProductField> = (reading: ProductReading) => Product[Field]
export type ProductFieldReaders = { readonly [Field in ReadProductField]: ProductFieldReader<Field> }

/**
 * One page being read as a product: what the readers of the fields share.
 *
 * Everything is worked out when the first field asks for it, and once.
 */
export class ProductReading {
  readonly page: Page
  readonly marketplace: CompiledMarketplace
  /** ASIN that was asked for, when the caller knows. */
  readonly askedAsin: string | null
  readonly fields: FieldReader
  readonly state: PageState
  private readonly readers: ProductFieldReaders
  private readonly values = new Map<ReadProductField, unknown>()
  private knownOffers: readonly OfferRow[] | null = null
  private knownOtherAreas: ReadonlySet<Element> | null = null
  private knownDetails: readonly DetailRow[] | null = null

  constructor(
    page: Page,
    marketplace: CompiledMarketplace,
    readers: ProductFieldReaders,
    options: { askedAsin: string | null; keepsAttempts: boolean },
  ) {
    this.page = page
    this.marketplace = marketplace
    this.readers = readers
    this.askedAsin = options.askedAsin
    this.fields = new FieldReader(page, options.keepsAttempts)
    this.state = new PageState(page)
  }

  get selectors(): CompiledMap<ProductMap> {
    return this.marketplace.product
  }

  get words(): Words {
    return this.marketplace.words
  }

  /** Value of a field, read once. */
  get<Field extends ReadProductField>(field: Field): Product[Field] {
    if (!this.values.has(field)) this.values.set(field, this.readers[field](this))
    return this.values.get(field) as Product[Field]
  }

  /** Offers of the buy box column, in page order; those that can't be bought are none. */
  get offers(): readonly OfferRow[] {
    this.knownOffers ??= findOffers(this)
    return this.knownOffers
  }

  /** The offer that is bought unless another is chosen. */
  get featuredOffer(): OfferRow | null {
    return this.offers.find(({ isFeatured }) => isFeatured) ?? null
  }

  /** Rows of the detail tables and bullets, in page order. */
  get details(): readonly DetailRow[] {
    this.knownDetails ??= readDetailRows(this)
    return this.knownDetails
  }

  /**
   * Elements of the first candidate that finds any, visible, inside of an
   * offer. What stands outside of all offers is about the featured one.
   */
  offerElements(field: string, candidates: Candidates, offer: OfferRow): readonly Element[] {
    for (const candidate of candidates) {
      const inside = this.fields.elements(field, [candidate], { scope: offer.element, isVisible: true })
      if (inside.length > 0) return inside
      const outside = offer.isFeatured ? this.fields.elements(field, [candidate], { isVisible: true }) : []
      const own = outside.filter((element) => !this.isAboutOthers(element, offer))
      if (own.length > 0) return own
    }
    return []
  }

  /** First text that a field's candidates give for an offer. */
  offerText(field: string, candidates: Candidates, offer: OfferRow): string | null {
    for (const candidate of candidates) {
      for (const element of this.offerElements(field, [candidate], offer)) {
        const text = readElement(element, candidate.mode)
        if (text !== '') return text
      }
    }
    return null
  }

  private isAboutOthers(element: Element, offer: OfferRow): boolean {
    this.knownOtherAreas ??= findOtherAreas(this)
    const areas = this.knownOtherAreas
    const isOther = (place: Element): boolean => place !== offer.element && areas.has(place)
    return isOther(element) || findAncestor(element, isOther) !== null
  }
}
