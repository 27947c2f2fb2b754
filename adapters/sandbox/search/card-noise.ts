import { html, type Markup } from '../markup.ts'
import { filler } from '../weight.ts'
import { jsonAttribute, noise } from './card-parts.ts'
import type { CardView } from './search-view.ts'

const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The form that puts the product into the cart, and sheets that open on a click: in heavy pages alone. */
export function printCardNoise(view: CardView): Markup | null {
  const { card, page, random } = view
  if (!page.isHeavy || card.price === null) return null
  const token = random.text(TOKEN, 88)
  const { offer } = page.phrases
  const props = jsonAttribute({ cartType: 'DEFAULT', csrfToken: token, clientName: 'EUIC_AddToCart_Search' })
  const fields = [
    ['anti-csrftoken-a2z', token],
    ['items[0.base][asin]', card.asin],
    ['items[0.base][offerListingId]', random.text(TOKEN, 130)],
    ['maxOrderQuantity', String(random.int(1, 30))],
  ].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}"/>`)
  const form = html`<form method="post" action="/cart/add-to-cart?ref=sr_atc_rt_add" class="a-spacing-none">${fields}<div class="ax-atc celwidget atc-btn-container" data-csa-c-item-id="${card.asin}" data-csa-c-price-to-pay="${card.price}"${noise(view, 'item')}><span class="a-button a-button-primary puis-atcb-button"><span class="a-button-inner"><button name="submit.addToCart" class="a-button-text" type="button">${offer.add_to_cart}</button></span></span></div></form>`
  return html`<div class="a-section a-spacing-none a-spacing-top-mini"><div class="puis-atcb-container" data-cy="add-to-cart" data-atcb-props="${props}"><div data-asin="${card.asin}" class="a-section atc-faceout-container">${form}</div><div class="a-section puis-atcb-error-container aok-hidden"><span class="a-size-mini">${offer.see_all}</span></div></div></div>${random.chance(0.3) && filler(random, 2048)}`
}
