import type { ProductFields } from './product-reading.ts'

export const badges = {
  /** The marketplace's-choice badge, in any language. */
  is_marketplace_choice: (field) => field.text({ isVisible: true }) !== null,

  /** The best-seller badge. */
  best_seller: (field) => field.text({ isVisible: true }) !== null,

  /** "1K+ bought in past month", verbatim. */
  sales_volume: (field) => field.text({ isVisible: true }),

  /** Text of the deal badge. */
  deal_type: (field) => field.text({ isVisible: true }),
} satisfies Partial<ProductFields>
