import { refusal } from '../../field/trace.ts'
import { trimLabel } from '../../text/label.ts'
import type { ProductFields } from './reading.ts'

const NO_TEXT = refusal('no text')

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
   * Text of the deal badge, else the label of a price that is a deal, without its colon.
   *
   * Source: golden/product/es/coupon-and-deal, golden/product/de/deal-label.
   */
  deal_type: (field) => field.value((text) => trimLabel(text) || NO_TEXT, { isVisible: true }),
} satisfies Partial<ProductFields>
