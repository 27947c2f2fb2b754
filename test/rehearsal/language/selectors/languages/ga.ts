import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/ga.ts'

/** Irish, for the rehearsal: hardly any words. */
export const ga: Language = {
  code: 'ga',
  company: [],
  prime: [],
  exclusive: [],
  viewed: [],
  past: [],
  rental: [],
  byline: [],
  by: [],
  deliver_to: [],
  sales_rank: [],
  labels: {
    manufacturer: [],
    product_dimensions: [],
    package_dimensions: [],
    date_first_available: [],
    sales_rank: [],
    customer_reviews: [],
    brand: [],
  },
  months: [
    ['Eanáir'], // From knowledge.
    ['Feabhra'], // From knowledge.
    ['Márta'], // From knowledge.
    ['Aibreán'], // From knowledge.
    ['Bealtaine'], // From knowledge.
    ['Meitheamh'], // From knowledge.
    ['Iúil'], // From knowledge.
    ['Lúnasa'], // From knowledge.
    ['Meán Fómhair'], // From knowledge.
    ['Deireadh Fómhair'], // From knowledge.
    ['Samhain'], // From knowledge.
    ['Nollaig'], // From knowledge.
  ],
  days: [],
  countries,
  two: [],
  free: ['Saor in aisce'], // From knowledge.
  conditions: {
    used_like_new: [],
    used_very_good: [],
    used_good: [],
    used_acceptable: [],
    new: [],
    refurbished: [],
    collectible: [],
    open_box: [],
    used: [],
  },
  promotion: [],
  struck: [],
  coupon_code: [],
  subscription: [],
  // From knowledge.
  delivery: ['seachadadh'],
  stock: [],
  unavailable: [],
  multipliers: {},
  ordinals: [],
  pages: {
    no_results: [],
    captcha: [],
    not_found: [],
    throttled: [],
  },
  offer_rows: {
    seller: [],
    fulfiller: [],
    returns: [],
  },
  set_price: {
    price: [],
    publisher: [],
  },
  no_offers: [],
  on_condition: [],
  empty_list: [],
  location_control: [],
}
