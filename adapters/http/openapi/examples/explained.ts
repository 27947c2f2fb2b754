import type { Product, Provenance } from '../../../../core/index.ts'
import { productExample } from './product.ts'

const provenance: Provenance = {
  winners: { asin: 'input#ASIN', title: '#productTitle', price: '#corePrice_desktop .apexPriceToPay' },
  issues: [{ field: 'max_quantity', source: '#quantity option', text: 'many', problem: 'unreadable' }],
  attempts: [
    {
      field: 'price',
      part: 'shown',
      source: '#corePriceDisplay_desktop_feature_div .priceToPay',
      found: 1,
      elements: [412],
      text: '$39.99',
      outcome: 'refused',
      reason: 'price of a subscription',
    },
    {
      field: 'price',
      part: 'shown',
      source: '#corePrice_desktop .apexPriceToPay',
      found: 1,
      elements: [412],
      text: '$42.99',
      outcome: 'won',
      reason: null,
    },
  ],
  absences: [
    {
      field: 'price_shipping',
      reason: 'refused',
      detail: 'tied to a condition',
      source: '#deliveryBlockMessage [data-csa-c-delivery-price]',
      text: 'FREE delivery on orders over $35',
    },
  ],
}

/** The product with `explain`, cut to some of its fields. A real page has about 200 attempts. */
export const explainedProductExample: Product & { readonly provenance: Provenance } = { ...productExample, provenance }
