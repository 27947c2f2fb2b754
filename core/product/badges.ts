import type { ProductFields } from './product-reading.ts'

export const badges = {
  /**
   * The marketplace's-choice badge, in any language.
   *
   * Source: golden/product/com.br/rating-with-comma.
   */
  is_marketplace_choice: (field) => field.text({ isVisible: true }) !== null,

  /**
   * The best-seller badge.
   *
   * Source: golden/product/com/title-in-two-halves.
   */
  best_seller: (field) => field.text({ isVisible: true }) !== null,

  /**
   * "1K+ bought in past month", verbatim.
   *
   * Source: golden/product/com/struck-price-first, golden/product/co.jp/japanese-page.
   */
  sales_volume: (field) => field.text({ isVisible: true }),

  /**
   * Text of the deal badge.
   *
   * Source: golden/product/es/coupon-and-deal.
   */
  deal_type: (field) => field.text({ isVisible: true }),
} satisfies Partial<ProductFields>
