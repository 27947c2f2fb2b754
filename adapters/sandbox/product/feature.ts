import { html, type Markup } from '../markup.ts'
import type { ProductView } from './product-view.ts'

/** A feature of the page: most of them are empty. */
export function feature(name: string, content: Markup | null = null): Markup {
  return html`<div id="${name}_feature_div" class="celwidget" data-feature-name="${name}" data-csa-c-type="widget" data-csa-c-content-id="${name}">${content}</div>
`
}

/** How many can be bought at once; nothing where the page does not say. */
export function printQuantities({ record, phrases }: ProductView): Markup | null {
  if (record.max_quantity === null) return null
  const quantities = Array.from({ length: record.max_quantity }, (_, index) => index + 1)
  return html`<div id="selectQuantity" class="a-section a-spacing-none">
    <span class="a-dropdown-container"
      ><label for="quantity" class="a-native-dropdown">${phrases.offer.quantity}</label
      ><select name="quantity" autocomplete="off" id="quantity" tabindex="0" class="a-native-dropdown a-declarative">
        ${quantities.map((quantity) => html`<option value="${quantity}">${quantity}</option>`)}
      </select></span
    >
  </div>`
}
