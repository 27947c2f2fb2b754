import { fill } from '../../locale/locale.ts'
import { printPrice } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import { feature, type ProductView } from './product-view.ts'

/** Prints the main price and everything next to it, in the markup used since 2022. */
export function printPriceBlock(view: ProductView): Markup {
  const { record, truth } = view
  if (truth.situation === 'range') return printRange(view)
  return html`<div id="apex_desktop" class="celwidget">
    ${feature('dealBadge', record.deal_type === null ? null : html`<span class="a-size-base"><span id="dealBadgeSupportingText" class="a-size-small dealBadgeTextColor a-text-bold">${record.deal_type}</span></span>`)}
    ${feature('corePriceDisplay_desktop', record.price === null || truth.situation === 'used' ? null : printMainPrice(view, record.price))}
    ${feature('taxInclusiveMessage')}${printInCart(view)}${feature('promoPriceBlockMessage', printCoupon(view))}</div> `
}

function printMainPrice(view: ProductView, price: number): Markup {
  const { record, money, phrases, random } = view
  const { price_strikethrough: struck, price_per_unit: unit } = record
  const hasEmptyLabel = random.fork('label').chance(0.5)
  const saving =
    record.discount_percentage === null
      ? null
      : html`<span aria-hidden="true" class="a-color-price reinventPriceSavingsPercentageMargin savingsPercentage">-${record.discount_percentage}%</span>`
  const label = html`<span class="aok-offscreen"> ${money(price).text} </span>`
  const main = printPrice(money(price), {
    classes: 'aok-align-center reinventPricePriceToPayMargin priceToPay',
    hasEmptyLabel,
  })
  // The price of a unit has the class of struck prices, but is not struck.
  const ofUnit =
    unit === null
      ? null
      : html` <span class="a-size-mini aok-offscreen"></span><span class="a-size-mini a-color-base pricePerUnit">(${printPrice(money(unit.price), { isPlain: true })} / ${unit.unit})</span>`
  const basis =
    struck === null
      ? null
      : html`<div class="a-section"> <span><span class="a-size-small a-color-secondary basisPrice">${phrases.price.list}
        ${printPrice(money(struck), { isStruck: true })}</span></span> </div>`
  return html`<style type="text/css">
      .savingPriceOverride {
        color: #cc0c39 !important;
      }
    </style>
    <div class="a-section">
      ${saving}${label}${main}${ofUnit}<span id="taxInclusiveMessage" class="a-size-mini a-color-base aok-nowrap">
      </span>
    </div>
    ${basis}`
}

/** Prints the price range of a family without a selected child, in the markup used since 2021. */
function printRange({ record, money, phrases }: ProductView): Markup {
  const ends = [record.price ?? 0, record.price_upper ?? 0].map((amount) =>
    printPrice(money(amount), { classes: 'a-size-medium apexPriceToPay', isPlain: true }),
  )
  const dash = html`<span aria-hidden="true">-</span>`
  return html`<div id="apex_desktop" class="celwidget"><div id="corePrice_desktop" class="celwidget"><div class="a-section"><table><tbody><tr>
    <td class="a-color-secondary a-size-base">${phrases.price.list}</td><td><span class="a-price-range">${ends[0]}${dash}${ends[1]}</span></td></tr>
    </tbody></table></div></div></div> `
}

function printInCart({ truth }: ProductView): Markup | null {
  if (truth.situation !== 'price_in_cart') return null
  return html`<div id="map_feature_div"> <a href="#" class="a-popover-trigger a-declarative">?</a>
    <div class="a-popover-preload" id="a-popover-map_help_pop_"><p>…</p></div></div>`
}

function printCoupon({ record }: ProductView): Markup | null {
  if (record.coupon === null) return null
  return html`<div> <span><span class="couponLabelText"><label id="couponTextpctch1" for="checkboxpctch1">
    ${record.coupon} <a class="a-link-normal" href="/promotion/psp/A1">§</a></label></span></span> </div>`
}

/** Prints the main price in the table used from 2014 to 2021. */
export function printPriceTable(view: ProductView): Markup {
  const { record, truth, money, phrases } = view
  const { price, price_strikethrough: struck, price_upper: upper, price_per_unit: unit } = record
  if (price === null) return html`<div id="price" class="a-section"></div>`
  const isDeal = truth.situation === 'deal'
  const name = isDeal ? 'dealprice' : struck === null ? 'ourprice' : 'saleprice'
  const text = upper === null ? money(price).text : `${money(price).text} - ${money(upper).text}`
  const perUnit =
    unit === null
      ? null
      : html` <span class="a-size-small a-color-price">(${money(unit.price).text} / ${unit.unit})</span>`
  return html`<div id="price" class="a-section"><table><tbody>
    ${
      struck !== null &&
      html`<tr><td class="a-color-secondary a-size-base">${phrases.price.list}</td><td class="a-color-secondary a-size-base">
            <span class="priceBlockStrikePriceString a-text-strike"> ${money(struck).text}</span> </td></tr>`
    }
    <tr id="priceblock_${name}_row"><td id="priceblock_${name}_lbl" class="a-color-secondary a-size-base">:</td><td>
    <span id="priceblock_${name}" class="a-size-medium a-color-price">${text}</span>${perUnit}<span id="${name}_shippingmessage"><span id="price-shipping-message" class="a-size-base a-color-base">${printShipping(view)}</span></span>
    </td></tr>
    ${
      struck !== null &&
      html`<tr id="${isDeal ? 'dealprice' : 'regularprice'}_savings"><td class="a-color-secondary a-size-base">${phrases.price.saved}</td>
            <td class="a-color-price a-size-base priceBlockSavingsString"> ${money(struck - price).text} (${record.discount_percentage}%) </td></tr>`
    }
    </tbody></table></div> `
}

/** Prints the price of delivery next to the main price: free, or free above an amount. */
function printShipping({ record, phrases, locale, truth }: ProductView): Markup | null {
  if (truth.situation === 'range') return null
  const badge = record.is_prime ? html` <i class="a-icon a-icon-prime" role="img"></i> ` : null
  const condition =
    record.price_shipping === 0 ? '' : fill(phrases.delivery.free_above, { price: locale.money(35).text })
  return html`${badge}<b>${phrases.delivery.free}</b> ${condition}`
}
