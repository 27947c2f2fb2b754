import type { Product } from '../../../../core/index.ts'
import { requireLocale, type Locale, type PrintedMoney } from '../../locale/locale.ts'
import { html, type Markup } from '../../markup/html.ts'
import { locationLine, printLocation } from '../../markup/page-frame.ts'
import type { Phrases } from '../../phrases/index.ts'
import type { ProductTruth } from './truth/product-truth.ts'
import { Random } from '../../truth/random.ts'

/** Input of the functions that print parts of a product page. */
export interface ProductView {
  readonly truth: ProductTruth
  readonly record: Product
  readonly locale: Locale
  readonly phrases: Phrases
  /** Source of everything that is not in the record, such as filler and similar products. */
  readonly random: Random
  /** Prints an amount in the currency of the page. */
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

/** Condition of a used featured offer in words: "Used - Good". */
export function conditionWords({ record, phrases }: ProductView): string {
  const { condition } = record
  const { conditions } = phrases.offer
  return condition !== null && condition in conditions ? conditions[condition as keyof typeof conditions] : ''
}

/** Prints a feature container. Most features of a page are empty. */
export function feature(name: string, content: Markup | null = null): Markup {
  return html`<div id="${name}_feature_div" class="celwidget" data-csa-c-content-id="${name}">${content}</div> `
}

/** Prints the choice of quantities. Absent: null, when the record has no maximum. */
export function printQuantities({ record, phrases }: ProductView): Markup | null {
  if (record.max_quantity === null) return null
  const quantities = Array.from({ length: record.max_quantity }, (_, index) => index + 1)
  return html`<div id="selectQuantity" class="a-section">
    <span><label for="quantity">${phrases.offer.quantity}</label><select name="quantity" autocomplete="off" id="quantity" class="a-declarative">
    ${quantities.map((quantity) => html`<option value="${quantity}">${quantity}</option>`)} </select></span> </div>`
}

/** Prints the delivery location in one line or in two. */
export function printDeliveryLocation({ record, phrases, locale }: ProductView): Markup | null {
  const location = record.delivery_location
  if (location === null) return null
  const isOneLine = location.length % 2 === 0
  return isOneLine
    ? locationLine(1, phrases.delivery.deliver_to.replace('{location}', location))
    : printLocation(locale, location)
}
