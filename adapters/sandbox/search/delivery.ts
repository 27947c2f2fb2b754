import { html, type Markup } from '../markup.ts'
import type { DeliveryLine } from '../truth/search-truth.ts'
import type { CardView } from './search-view.ts'

const ROW = 'a-row a-size-base a-color-secondary s-align-children-center'

/** Delivery of 2023 to 2026: promises, and lines that are none. */
export function printDeliveryRecipe(view: CardView): Markup | null {
  const promises = view.page.era === '2023' ? printLabelledLines(view) : printBlock(view)
  const rows = html`${promises}${printStock(view)}`
  if (rows.text === '') return null
  return html`<div data-cy="delivery-recipe" class="a-section a-spacing-none a-spacing-top-micro">${rows}</div>`
}

function printBlock({ card, aside }: CardView): Markup | null {
  const [first, second] = aside.delivery
  if (first === undefined && !card.is_prime) return null
  const badge = html`<div class="a-row a-color-base udm-badge-block"><div class="a-column a-span12">${card.is_prime && printPrime()}</div></div>`
  const primary =
    first &&
    html`<div class="a-row a-color-base udm-primary-delivery-message"><div class="a-column a-span12">${printLine(first)}</div></div>`
  const secondary = html`<div class="a-row a-color-base udm-secondary-delivery-message"><div class="a-column a-span12">${second && printLine(second)}</div></div>`
  return html`<div class="${ROW}"><div data-cy="delivery-block" class="a-section a-spacing-none a-padding-none udm-delivery-block">${badge}${primary}${secondary}</div></div>`
}

/** Delivery of 2019 to 2024: the whole line in a label, and again in pieces. */
export function printLabelledLines({ card, aside }: CardView): Markup | null {
  const [first, ...rest] = aside.delivery
  if (first === undefined && !card.is_prime) return null
  const main = html`<div class="a-row s-align-children-center">${card.is_prime && printPrime()}${first && printLabelled(first)}</div>`
  return html`<div class="${ROW}">${main}${rest.map((line) => html`<div class="a-row">${printLabelled(line)}</div>`)}</div>`
}

function printLabelled(line: DeliveryLine): Markup {
  const { words, date, condition } = line
  return html`<span aria-label="${`${words} ${date} ${condition}`.trim()}">${words !== '' && html`<span class="a-color-base">${words} </span>`}${date !== '' && html`<span class="a-color-base a-text-bold">${date} </span>`}${condition !== '' && html`<span class="a-color-base">${condition}</span>`}</span>`
}

/** The words of a line, its date bold. */
function printLine({ words, date, condition }: DeliveryLine): Markup {
  return html`${words} ${date !== '' && html`<span class="a-text-bold">${date}</span>`} ${condition}`
}

function printPrime(): Markup {
  return html`<span class="aok-inline-block s-image-logo-view"><span class="aok-relative s-icon-text-medium s-prime"><i class="a-icon a-icon-prime a-icon-medium" role="img" aria-label="Amazon Prime"></i></span><span></span></span>`
}

/** Stands among the lines about delivery, and is none. */
export function printStock({ aside }: CardView): Markup | null {
  if (aside.stock === null) return null
  return html`<div class="a-row a-size-base a-color-secondary"><span aria-label="${aside.stock}"><span class="a-size-base a-color-price">${aside.stock}</span></span></div>`
}
