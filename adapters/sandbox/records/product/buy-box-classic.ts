import type { Offer } from '../../../../core/index.ts'
import { fill } from '../../locale/locale.ts'
import { html, raw, type Markup } from '../../markup/html.ts'
import { conditionWords, feature, printQuantities, type ProductView } from './product-view.ts'

/** Prints the buy box used until 2021. */
export function printClassicBuyBox(view: ProductView): Markup {
  const { record, truth } = view
  return html`<div id="buybox_feature_div"><div id="buybox" class="a-section">${printOffers(view)}</div></div>
    ${truth.situation !== 'unavailable' && record.pricing_count !== null && printOtherOffers(view)}`
}

function printOffers(view: ProductView): Markup | null {
  const { record, truth, phrases, money } = view
  const [first, second] = record.buybox
  if (truth.situation === 'unavailable') {
    return html`<div id="outOfStock"><div class="a-box-inner"><div id="availability" class="a-section">
      <span class="a-color-price a-text-bold">${record.stock}</span><br/>${phrases.stock.unavailable_note}</div></div></div>`
  }
  if (truth.situation === 'range') return null
  if (first === undefined) {
    return html`<div id="unqualifiedBuyBox"><div id="availability" class="a-section"> <span class="a-size-medium a-color-price"> ${record.stock} </span> </div>
      <a class="a-button-text" href="/gp/offer-listing/${record.asin}/ref=dp_olp">${phrases.offer.see_all}</a> </div>`
  }
  if (truth.situation === 'used')
    return html`<div class="rbbSection">${printUsed(view, first, conditionWords(view))}</div>`
  if (second === undefined && truth.layout === 'classic') {
    return html`<form method="post" id="addToCart"><div class="a-row"> <span id="price_inside_buybox" class="a-size-medium a-color-price">
      ${first.price !== null && money(first.price).text} </span> </div> ${printForm(view, first)}</form>`
  }
  return html`<form method="post" id="addToCart"><div id="rbbContainer"><div class="rbbSection selected dp-accordion-active"><div class="a-box-inner">
    <div id="buyNewSection" class="rbbHeader"> <i class="a-icon"></i> <div class="a-row"> <span class="a-text-bold">${phrases.offer.buy_new}</span>
    <span class="a-size-base a-color-price offer-price a-text-normal">${first.price !== null && money(first.price).text}</span> </div></div>
    <div id="buyNewInner">${printForm(view, first)}</div></div></div>
    ${second !== undefined && html`<div class="rbbSection unselected">${printUsed(view, second, phrases.offer.conditions.used_very_good)}</div>`}
    </div></form>`
}

function printForm(view: ProductView, offer: Offer): Markup {
  const { record, phrases } = view
  const [promise] = record.delivery
  return html`<div id="buyBoxInner" class="a-section">
    <input type="hidden" id="ASIN" name="ASIN" value="${record.asin}"/><input type="hidden" id="merchantID" name="merchantID" value="${offer.seller_id ?? ''}"/>
    ${printQuantities(view)}
    ${feature('availability', html`<div id="availability" class="a-section"><span class="a-size-medium a-color-success"> ${offer.stock} </span>${raw('<script>P.when("A").execute(function(){});</script>')}</div>`)}
    ${promise && feature('ddmDelivery', html`<div id="ddmDeliveryMessage" class="a-section a-spacing-mini">${promise.type} <b>${promise.date.by}</b>. <a href="/gp/help/customer/display.html">?</a></div>`)}
    <div id="merchant-info" class="a-section a-spacing-mini">${printSentence(view, offer)}</div>
    <span class="a-button"><input id="add-to-cart-button" name="submit.add-to-cart" title="${phrases.offer.add_to_cart}" type="submit" value="${phrases.offer.add_to_cart}"/></span>
    </div>`
}

/** Prints "Ships from and sold by X." or "Sold by X and Fulfilled by Amazon." */
function printSentence({ record, phrases }: ProductView, offer: Offer): Markup {
  const isOwn = (offer.seller_name ?? '').startsWith('Amazon')
  const isFulfilled = !isOwn && (record.featured_merchant?.is_marketplace_fulfilled ?? false)
  const template = isFulfilled ? phrases.offer.fulfilled : phrases.offer.sold_and_shipped
  const [before = '', after = ''] = template.split('{seller}')
  const name = isOwn
    ? html`${offer.seller_name}`
    : html`<a href="/gp/help/seller/at-a-glance.html?ie=UTF8&amp;seller=${offer.seller_id ?? ''}${isFulfilled && raw('&amp;isAmazonFulfilled=1')}">${offer.seller_name}</a>`
  return html`${before}${name}${after}`
}

function printUsed({ record, phrases, money }: ProductView, offer: Offer, words: string): Markup {
  const isFulfilled = offer === record.buybox[0] && (record.featured_merchant?.is_marketplace_fulfilled ?? false)
  return html`<div class="a-box-inner"><div id="usedBuySection" class="a-section rbbHeader"> <span class="a-text-bold">${phrases.offer.buy_used}</span>
    <span class="a-size-medium a-color-price offer-price a-text-normal">${offer.price !== null && money(offer.price).text}</span> </div>
    <div id="usedbuyBox"> <input type="hidden" id="usedMerchantID" name="usedMerchantID" value="${offer.seller_id ?? ''}"/> <div class="a-section">
    <div class="a-row"><strong>${words}</strong></div><div class="a-row"> ${phrases.offer.sold_by}
    <a class="a-link-normal" href="/gp/help/seller/at-a-glance.html?ie=UTF8&amp;seller=${offer.seller_id ?? ''}${isFulfilled && raw('&amp;isAmazonFulfilled=1')}">${offer.seller_name}</a>
    </div></div>
    <span class="a-button"><input id="add-to-cart-button-ubb" name="submit.add-to-cart-ubb" type="submit" value="${phrases.offer.add_to_cart}"/></span>
    </div></div>`
}

/** Prints the number of other offers and the lowest price. */
function printOtherOffers({ record, phrases, money }: ProductView): Markup {
  const count = record.pricing_count ?? 0
  const lowest = money(record.pricing_lowest ?? 0).text
  return html`<div id="olp_feature_div"><div class="a-section">
    <span><a class="a-link-normal" href="/gp/offer-listing/${record.asin}/ref=dp_olp?ie=UTF8">${fill(phrases.offer.new_and_used, { count })} ${lowest}</a></span>
    </div></div> `
}
