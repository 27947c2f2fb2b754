import type { PrintedMoney } from '../locale/locale.ts'
import { html, type Markup } from './html.ts'

export interface PriceLook {
  /** Classes in addition to `a-price`. */
  readonly classes?: string
  readonly isStruck?: boolean
  /** Whether the text for screen readers is elsewhere on the page, as on some pages since 2024. */
  readonly hasEmptyLabel?: boolean
  /** Whether the amount is printed in one piece, as struck prices and prices in tables are. */
  readonly isPlain?: boolean
}

/** Prints an amount in the markup used since 2016: once for screen readers, once visible. */
export function printPrice(money: PrintedMoney, look: PriceLook = {}): Markup {
  const isPlain = look.isPlain === true || look.isStruck === true
  const classes = `a-price${isPlain ? ' a-text-price' : ''}${look.classes ? ` ${look.classes}` : ''}`
  const strike = look.isStruck === true ? html` data-a-strike="true"` : null
  const label = look.hasEmptyLabel === true ? ' ' : money.text
  const shown = isPlain ? money.text : printParts(money)
  return html`<span class="${classes}" ${strike}><span class="a-offscreen">${label}</span><span aria-hidden="true">${shown}</span></span>`
}

function printParts({ symbol, isBefore, whole, decimal, fraction }: PrintedMoney): Markup {
  const sign = html`<span class="a-price-symbol">${symbol}</span>`
  const mark = decimal === '' ? null : html`<span class="a-price-decimal">${decimal}</span>`
  const cents = fraction === '' ? null : html`<span class="a-price-fraction">${fraction}</span>`
  const number = html`<span class="a-price-whole">${whole}${mark}</span>${cents}`
  return isBefore ? html`${sign}${number}` : html`${number}${sign}`
}

/** End of the class name of stars. They are drawn in halves: 4.3 is "4-5". */
export function starClass(rating: number): string {
  return String(Math.round(rating * 2) / 2).replace('.', '-')
}
