import { FieldReader } from '../field/field-reader.ts'
import type { CompiledMap } from '../field/compile-map.ts'
import type { Element, ParentNode } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { parentElement } from '../html/walk.ts'
import type { CompiledMarketplace } from '../marketplace/marketplace.ts'
import type { Card, ReadCardField } from './search-schema.ts'
import type { SearchMap } from './search-map.ts'

export type CardFieldReaders = { readonly [Field in ReadCardField]: (reading: CardReading) => Card[Field] }

/** One card being read: what the readers of its fields share. */
export class CardReading {
  readonly page: Page
  readonly card: Element
  readonly marketplace: CompiledMarketplace
  readonly fields: FieldReader
  private readonly readers: CardFieldReaders
  private readonly values = new Map<ReadCardField, unknown>()
  private readonly parts = new Map<(reading: CardReading) => unknown, unknown>()

  constructor(
    page: Page,
    card: Element,
    marketplace: CompiledMarketplace,
    readers: CardFieldReaders,
    keepsAttempts: boolean,
  ) {
    this.page = page
    this.card = card
    this.marketplace = marketplace
    this.readers = readers
    this.fields = new FieldReader(page, keepsAttempts)
  }

  get selectors(): CompiledMap<SearchMap> {
    return this.marketplace.search
  }

  /** Whether an element belongs to the format and the offer that the card shows first. */
  readonly isOfFirstOffer = (element: Element): boolean => {
    const begins = this.once(findNextOffers)
    if (begins.size === 0) return true
    for (let node: Element | null = element; node !== null && node !== this.card; node = parentElement(node)) {
      const begin = node.parent === null ? undefined : begins.get(node.parent)
      if (begin !== undefined && node.order >= begin) return false
    }
    return true
  }

  /** What several fields need, worked out once. */
  once<T>(read: (reading: CardReading) => T): T {
    if (!this.parts.has(read)) this.parts.set(read, read(this))
    return this.parts.get(read) as T
  }

  /** Value of a field, read once. */
  get<Field extends ReadCardField>(field: Field): Card[Field] {
    if (!this.values.has(field)) this.values.set(field, this.readers[field](this))
    return this.values.get(field) as Card[Field]
  }
}

/** Blocks that hold several offers, and from which place on what they hold is not the first one's. */
function findNextOffers({ page, card, selectors }: CardReading): ReadonlyMap<ParentNode, number> {
  const begins = new Map<ParentNode, number>()
  for (const selector of selectors.next_offer) {
    for (const { order, parent } of selector.selectAll(page, card)) {
      if (parent !== null) begins.set(parent, Math.min(order, begins.get(parent) ?? order))
    }
  }
  return begins
}
