import type { Product } from '../../../core/index.ts'
import { requireLocale, type Locale, type PrintedMoney } from '../locale.ts'
import type { Phrases } from '../phrases/index.ts'
import { Random } from '../random.ts'
import type { ProductTruth } from '../truth/product-truth.ts'

/** What the parts of a page are printed from. */
export interface ProductView {
  readonly truth: ProductTruth
  readonly record: Product
  readonly locale: Locale
  readonly phrases: Phrases
  /** For what nobody reads: decoys, fillers, the order of attributes. */
  readonly random: Random
  /** An amount in the currency of the page. */
  readonly money: (amount: number) => PrintedMoney
}

export function viewProduct(truth: ProductTruth): ProductView {
  const { record, domain } = truth
  const locale = requireLocale(domain)
  return {
    truth,
    record,
    locale,
    phrases: locale.phrases,
    random: new Random(`page/${domain}/${record.asin}/${truth.layout}`),
    money: (amount) => locale.money(amount, record.currency),
  }
}

/** What the featured offer is called when it is used: "Used - Good". */
export function conditionWords({ record, phrases }: ProductView): string {
  const { condition } = record
  const { conditions } = phrases.offer
  return condition !== null && condition in conditions ? conditions[condition as keyof typeof conditions] : ''
}
