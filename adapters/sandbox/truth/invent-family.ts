import type { Product } from '../../../core/index.ts'
import { inventAsin } from './invent-listing.ts'
import { isBook, type Draft } from './product-truth.ts'

/** How a family is to be, where that matters. */
export interface FamilyWish {
  /** Number of children, from 1. */
  readonly children?: number | undefined
  /** ASIN of the parent. */
  readonly parent?: string | undefined
  /** ASIN of a child other than the page's own. */
  readonly sibling?: string | undefined
}

/** Children of the variation family in the order of their values: sizes within colours. */
export function inventFamily(draft: Draft, wish: FamilyWish): Pick<Product, 'parent_asin' | 'variations'> {
  const { layout, listing, locale } = draft
  const random = draft.random.fork('family')
  const isWished = wish.children !== undefined || wish.parent !== undefined || wish.sibling !== undefined
  const hasFamily = isWished || layout === 'apparel' || (!isBook(layout) && random.chance(0.5))
  if (!hasFamily) return { parent_asin: null, variations: [] }

  const count = wish.children ?? (layout === 'apparel' ? random.int(4, 24) : random.int(2, 6))
  const { dimensions, vocabulary } = locale.phrases
  const own = random.int(0, count - 1)
  const sibling = wish.sibling === undefined ? -1 : (own + 1) % Math.max(count, 2)
  const sizes = layout === 'apparel' ? vocabulary.sizes : ['']
  const colours = Math.ceil(count / sizes.length)
  const variations = Array.from({ length: Math.max(count, sibling + 1) }, (_, index) => {
    const colour = colourName(vocabulary.colours, Math.floor(index / sizes.length), colours)
    const size = sizes[index % sizes.length] ?? ''
    return {
      asin: index === own ? listing.asin : index === sibling ? (wish.sibling as string) : inventAsin(random),
      dimensions:
        size === '' ? { [dimensions.colour]: colour } : { [dimensions.size]: size, [dimensions.colour]: colour },
      selected: index === own,
    }
  })
  return { parent_asin: wish.parent ?? inventAsin(random), variations }
}

/** A family with more children than there are colours numbers them. */
function colourName(colours: readonly string[], index: number, total: number): string {
  const name = colours[index % colours.length] ?? ''
  return total > colours.length ? `${name} ${Math.floor(index / colours.length) + 1}` : name
}
