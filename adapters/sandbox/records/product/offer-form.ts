import type { Offer } from '../../../../core/index.ts'
import { fill } from '../../locale/locale.ts'
import { html, type Markup } from '../../markup/html.ts'
import { feature, printQuantities, type ProductView } from './product-view.ts'
import { printPart } from './scripted.ts'

/** Prints one offer of the buy box: delivery, stock, buttons, seller. */
export function printOffer(view: ProductView, offer: Offer, isFeatured: boolean): Markup {
  const { record, phrases } = view
  return html`<form method="post" id="addToCart" action="/gp/product/handle-buy-box/ref=dp_start-bbf_1_glance" autocomplete="off">
    <input type="hidden" id="session-id" name="session-id" value="000-0000000-0000000"/><input type="hidden" id="ASIN" name="ASIN" value="${record.asin}"/><input type="hidden" id="merchantID" name="merchantID" value="${offer.seller_id ?? ''}"/>
    ${isFeatured && printPart(view, 'delivery', printDelivery(view))}
    ${offer.stock !== null && feature('availability', html`<div id="availability" class="a-section"><span class="a-size-medium a-color-success"> ${offer.stock} </span><br/></div>`)}
    ${isFeatured && printQuantities(view)}<div>
    <span id="submit.add-to-cart" class="a-button"><span><input id="add-to-cart-button" name="submit.add-to-cart" title="${phrases.offer.add_to_cart}" type="button" value="${phrases.offer.add_to_cart}"/><span class="a-button-text" aria-hidden="true">${phrases.offer.add_to_cart}</span></span></span>
    </div><div>
    <span id="submit.buy-now" class="a-button"><span><input id="buy-now-button" name="submit.buy-now" type="submit"/><span class="a-button-text" aria-hidden="true">${phrases.offer.buy_now}</span></span></span>
    </div> ${printMerchant(view, offer)}</form>`
}

/** Prints who ships, who sells, and the return policy. */
function printMerchant({ phrases, record }: ProductView, offer: Offer): Markup {
  const isFulfilled = offer === record.buybox[0] ? (record.featured_merchant?.is_marketplace_fulfilled ?? false) : false
  const own = (offer.seller_name ?? '').startsWith('Amazon')
  const line = (name: string, label: string, value: Markup | string): Markup =>
    feature(
      name,
      html`<div class="celwidget"><span class="a-size-small">${label}</span></div><div class="offer-display-feature-text">
        <div class="offer-display-feature-text"> <span class="a-size-small offer-display-feature-text-message">${value}</span> </div></div>`,
    )
  const seller = own
    ? (offer.seller_name ?? '')
    : html`<a href="/gp/help/seller/at-a-glance.html/ref=dp_merchant_link?ie=UTF8&amp;seller=${offer.seller_id ?? ''}&amp;asin=${record.asin}" id="sellerProfileTriggerId">${offer.seller_name}</a>`
  return html`<div id="offer-display-features" class="a-section">
    ${line('fulfillerInfoFeature', phrases.offer.ships_from, isFulfilled || own ? 'Amazon' : (offer.seller_name ?? ''))}${line('merchantInfoFeature', phrases.offer.sold_by, seller)}${offer.returns !== null && line('returnsInfoFeature', phrases.offer.returns_label, offer.returns)}
    </div>`
}

const SLOTS = ['PRIMARY', 'SECONDARY']

function printDelivery(view: ProductView): Markup {
  const { record, phrases, locale } = view
  const colon = phrases.delivery.free.endsWith(':') ? ':' : ''
  const promises = record.delivery.map(({ date, type }, index) => {
    const isFirst = index === 0
    const isConditional = isFirst && record.price_shipping === null
    const price = !isFirst ? '' : record.price_shipping ? view.money(record.price_shipping).text : phrases.delivery.free
    const condition = isConditional ? fill(phrases.delivery.free_above, { price: locale.money(35).text }) : ''
    return html`<div id="mir-layout-DELIVERY_BLOCK-slot-${SLOTS[index] ?? ''}_DELIVERY_MESSAGE_LARGE">
      <span data-csa-c-content-id="DEXUnifiedCXPDM" data-csa-c-delivery-price="${price}" data-csa-c-delivery-time="${date.by}" data-csa-c-delivery-condition="${condition}">
      ${type}${colon} <span class="a-text-bold">${date.by}</span> ${condition}. <span id="ftCountdown" class="a-color-success"></span></span> </div>`
  })
  return feature(
    'deliveryBlock',
    html`<div id="deliveryBlockMessage" class="a-section"><div id="mir-layout-DELIVERY_BLOCK">${promises}</div></div>`,
  )
}
