import type { ProductMap } from '../../../core/records/product/map.ts'
import { location } from '../header/location.ts'

/** Message about shipping below the price. Seen 2015 to 2020; the last one until 2026. */
const messagesBelowPrice = [
  '#ourprice_shippingmessage',
  '#saleprice_shippingmessage',
  '#dealprice_shippingmessage',
  '#price-shipping-message',
  '#actualPriceExtraMessaging', // used until 2014
]

/** The promise of a delivery, and that of a faster one below or inside of it. Seen 2019 to 2021. */
const messagesOfDelivery =
  ':is(#ddmDeliveryMessage, #deliveryMessageMirId, #upsellMirId, #upsell-message:not(#upsellMirId *)):not(#ddmDeliveryMessage *)'

/** Messages of the block since 2021. Most have an element inside that states the date and the price in attributes. */
function messagesSince2021(attribute: string): string[] {
  const message = `:is([${attribute}], [id^="mir-layout-DELIVERY_BLOCK-slot"]:not(:has([${attribute}])))`
  return ['#deliveryBlockMessage', '#mir-layout-DELIVERY_BLOCK'].map((block) => `${block} ${message}`)
}

/** Block of promises about delivery. */
const deliveryBlock =
  ':is(#deliveryBlockMessage, #mir-layout-DELIVERY_BLOCK, [id^="mir-layout-DELIVERY_BLOCK-slot"], #ddmDeliveryMessage, #delivery-message)'

/** Fields about the delivery of the featured offer. */
export const delivery = {
  delivery: {
    promise: [
      ...messagesSince2021('data-csa-c-delivery-time'),
      '#ddmDeliveryMessage #ddmShippingMessage', // 2015; without the place before it, which is a control
      messagesOfDelivery,
      '#fast-track-message',
      '#ftMessage', // 2013
      '#alm-delivery-message', // groceries
      '#deliveryBlockMessage',
      '#delivery-message',
    ],
    line: ['#ships-from ~ p'], // mobile, 2013
    stated_date: ['*::attr(data-csa-c-delivery-time)'],
    date: [':is(b, .a-text-bold)'],
  },

  is_prime: {
    badge: [
      '#priceBadging_feature_div i.a-icon-prime',
      '#primeBadge_feature_div i.a-icon-prime',
      '#corePriceDisplay_desktop_feature_div i.a-icon-prime',
      '#deliveryBlockMessage i.a-icon-prime',
      '#price i.a-icon-prime',
      // Not the badge of Prime Reading, of a subscription or of a trial.
      '#buybox :not(:has(+ * > .prr-promo-message)) > i.a-icon-prime:not([id^="sns" i] *, [id*="trial" i] *, [id*="signup" i] *)',
    ],
    promise: [
      '#deliveryBlockMessage [data-csa-c-delivery-time]',
      '#freeShippingPriceBadging_feature_div',
      '#deliveryPriceBadging_feature_div',
      ...messagesBelowPrice,
      // Words where the badge would be.
      '#priceBadging_feature_div',
      '#primeBadge_feature_div',
    ],
    sign_up: ['a[id*="signup" i]', 'a[id*="sign-up" i]', 'a[id*="join" i]'],
  },

  price_shipping: {
    promise: [
      '#deliveryBlockMessage [data-csa-c-delivery-price]',
      '#mir-layout-DELIVERY_BLOCK [data-csa-c-delivery-price]',
      '.shipping3P',
      '.buyboxShippingLabel',
      '#usedbuyBox > div',
      ...messagesBelowPrice,
      messagesOfDelivery,
      ...messagesSince2021('data-csa-c-delivery-price'), // those that state no price
    ],
    left_out: ['#ddmDeliveryMessage #upsell-message'],
    stated_price: ['[data-csa-c-delivery-price]::attr(data-csa-c-delivery-price)'],
    stated_condition: ['*::attr(data-csa-c-delivery-condition)'],
    breakdown: ['#a-popover-agShipMsgPopover tr:nth-child(2)'],
  },

  is_deliverable: {
    sign: [
      '#exportAlternativeShipToCountryCode', // com 2024 to 2026: offers similar products that are shipped there
      '#exportAlternativeContentTitle',
    ],
    refusal: [
      `${deliveryBlock} .a-color-error`, // 2019 to 2026
      `${deliveryBlock}:has([href*="undeliverable" i])`, // 2019
      '[id^="exports_"][id*="undeliverable"]', // com 2021; com, com.br 2024, 2025
    ],
    message: [
      '#availability',
      '#outOfStock :is(.a-color-price, .a-color-error)',
      // Without a date that is promised.
      `${deliveryBlock}:not(:has(b, .a-text-bold, [data-csa-c-delivery-time]))`,
    ],
  },

  delivery_location: location,
} satisfies Partial<ProductMap>
