import { html, type Markup } from '../markup.ts'
import { fill } from '../locale.ts'
import type { ProductView } from './product-view.ts'

/** Main price in the table of 2014 to 2021. */
export function printPriceTable(view: ProductView): Markup {
  const { record, truth, money, phrases } = view
  const { price, price_strikethrough: struck, price_upper: upper, price_per_unit: unit } = record
  if (price === null) return html`<div id="price" class="a-section a-spacing-small"></div>`
  const isDeal = truth.situation === 'deal'
  const name = isDeal ? 'dealprice' : struck === null ? 'ourprice' : 'saleprice'
  const text = upper === null ? money(price).text : `${money(price).text} - ${money(upper).text}`
  const perUnit =
    unit === null
      ? null
      : html` <span class="a-size-small a-color-price">(${money(unit.price).text} / ${unit.unit})</span>`
  return html`<div id="price" class="a-section a-spacing-small">
    <table class="a-lineitem">
      <tbody>
        ${
          struck !== null &&
          html`<tr>
            <td class="a-color-secondary a-size-base a-text-right a-nowrap">${phrases.price.list}</td>
            <td class="a-span12 a-color-secondary a-size-base">
              <span class="priceBlockStrikePriceString a-text-strike"> ${money(struck).text}</span>
            </td>
          </tr>`
        }
        <tr id="priceblock_${name}_row">
          <td id="priceblock_${name}_lbl" class="a-color-secondary a-size-base a-text-right a-nowrap">:</td>
          <td class="a-span12">
            <span id="priceblock_${name}" class="a-size-medium a-color-price">${text}</span>${perUnit}<span
              id="${name}_shippingmessage"
              ><span id="price-shipping-message" class="a-size-base a-color-base">${printShipping(view)}</span></span
            >
          </td>
        </tr>
        ${
          struck !== null &&
          html`<tr id="${isDeal ? 'dealprice' : 'regularprice'}_savings">
            <td class="a-color-secondary a-size-base a-text-right a-nowrap">${phrases.price.saved}</td>
            <td class="a-span12 a-color-price a-size-base priceBlockSavingsString">
              ${money(struck - price).text} (${record.discount_percentage}%)
            </td>
          </tr>`
        }
      </tbody>
    </table>
  </div> `
}

/** What delivery costs, beside the price: free, or free above an amount. */
function printShipping({ record, phrases, locale, truth }: ProductView): Markup | null {
  if (truth.situation === 'range') return null
  const badge = record.is_prime ? html` <i class="a-icon a-icon-prime" role="img"></i> ` : null
  const condition =
    record.price_shipping === 0 ? '' : fill(phrases.delivery.free_above, { price: locale.money(35).text })
  return html`${badge}<b>${phrases.delivery.free}</b> ${condition}`
}
