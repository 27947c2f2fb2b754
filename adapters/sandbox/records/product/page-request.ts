import type { PageToPrint } from '../../record/simulated-record.ts'
import type { PlaceFault, ProductLayout, ScriptedPart, ShownReviews, Situation } from './truth/product-truth.ts'

/** A product page to print. */
export interface ProductPageRequest extends PageToPrint {
  readonly asin: string
  readonly layout?: ProductLayout
  readonly situation?: Situation
  /** ASIN that the page names as the parent of its variation family. */
  readonly parent?: string
  /** ASIN that the page names as another child of its variation family. */
  readonly sibling?: string
  /** Whether the page shows its reviews. Default: as the ASIN has it. */
  readonly reviews?: ShownReviews
  /** Parts that only scripts print. */
  readonly scripted?: readonly ScriptedPart[]
  /** What becomes of a place that is asked for: the header shows another one, or the product is not delivered there. */
  readonly placeFault?: PlaceFault
}
