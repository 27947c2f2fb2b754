import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/en.ts'

/** English. */
export const en: Language = {
  code: 'en',
  company: ['Amazon'], // com, co.uk, de, fr, es, nl, ca, com.br, co.jp, in, com.tr, ae, eg 2013 to 2026
  prime: ['Prime'], // com 2026
  viewed: ['viewed'], // From knowledge.
  past: [],
  exclusive: ['exclusively', 'exclusive'], // in 2025; from knowledge
  rental: ['to rent', 'rental', 'rent'], // From knowledge.
  byline: [
    'Visit the {brand} Store', // com, in, ae 2022 to 2026
    'Brand: {brand}', // com, ae 2024, 2025
    // From knowledge.
    'Visit {brand} Store',
    'Shop the {brand} Store',
  ],
  by: ['By'], // com 2017
  deliver_to: [
    'Deliver to {place}', // com, co.uk, ae 2018 to 2026
    'Delivering to {place}', // com, in, ae 2025, 2026
    // From knowledge.
    'Ship to: {place}',
    'Ship to {place}',
  ],
  sales_rank: [
    '{rank} in {category}', // com, co.uk, ca, in, ae 2015 to 2026
    // From knowledge.
    '{rank} Paid in {category}',
    '{rank} Free in {category}',
  ],
  labels: {
    manufacturer: ['Manufacturer'], // com, in, ae 2018 to 2026
    product_dimensions: [
      'Product Dimensions*', // com, co.uk, ca, in, ae 2015 to 2026
      'Item Dimensions*', // com, in 2022 to 2026
      'Dimensions', // co.uk 2024
      // From knowledge.
      'Assembled Product Dimensions*',
      'Item display dimensions',
    ],
    package_dimensions: [
      'Package Dimensions*', // com, ae 2018, 2024, 2025
      // From knowledge.
      'Parcel Dimensions',
      'Item Package Dimensions*',
      'Shipping Dimensions',
      'Packaging Dimensions',
    ],
    date_first_available: [
      'Date First Available', // com, co.uk, in, ae 2015 to 2026
      'Date first available at Amazon*', // com, co.uk, ca, in 2015, 2019
      'Date first listed on Amazon', // com 2018
      // From knowledge.
      'Available from',
      'Date of First Availability',
    ],
    sales_rank: [
      'Best Sellers Rank', // com, co.uk, in, ae 2015 to 2026
      'Amazon Best Sellers Rank', // com 2015, 2018, 2019
      'Amazon Bestsellers Rank', // co.uk, ca, in 2015, 2019
      'Amazon.com Sales Rank', // com 2015
      // From knowledge.
      'Best-sellers rank',
      'Bestsellers rank',
      'Best Seller Rank',
      'Amazon Best-sellers Rank',
      'Amazon Sales Rank',
    ],
    customer_reviews: [
      'Customer Reviews', // com, co.uk, in, ae 2015 to 2026
      'Average Customer Review', // com, co.uk, ca, in 2015, 2018, 2019
      // From knowledge.
      'Customer Rating',
      'Customer Ratings',
      'Average Customer Rating',
    ],
    gtin: [
      'ISBN-13', // com, co.uk, ca, in 2015, 2018, 2019
      'UPC', // com 2025, 2026
      'Global Trade Identification Number', // com 2025
      // From knowledge.
      'GTIN',
    ],
    brand: ['Brand', 'Brand Name'], // com, co.uk, in, ae 2015 to 2026; com, co.uk 2019, 2026
  },
  months: [
    ['January', 'Jan'], // com, co.uk, ca, ae 2015 to 2026; com, ca 2015, 2025
    ['February', 'Feb'], // com, co.uk, ca, in, ae 2015 to 2026; com, ca 2015 to 2026
    ['March', 'Mar'], // com, co.uk, ca, in, ae 2015 to 2026; com, co.uk, nl, in 2019, 2025, 2026
    ['April', 'Apr'], // com, co.uk, ca 2015 to 2026; com, co.uk 2019, 2025
    ['May'], // com, co.uk, nl, ca, in, ae 2015 to 2026
    ['June', 'Jun'], // com, co.uk, ca, in, ae 2015 to 2026; com, in 2014, 2020, 2026
    ['July', 'Jul'], // com, co.uk, ca, in 2015 to 2026; com, co.jp, in 2025, 2026
    ['August', 'Aug'], // com, co.uk, ca, in, ae 2018 to 2026; com, ca, in 2016 to 2026
    ['September', 'Sept', 'Sep'], // com, co.uk, ca, in, ae 2015 to 2026; nl, ca 2015, 2019, 2025; com 2023, 2025
    ['October', 'Oct'], // com, co.uk, ca, in, ae 2015 to 2026; com 2018, 2022
    ['November', 'Nov'], // com, co.uk, ca, in, ae 2015 to 2026; com, ca, in 2015 to 2025
    ['December', 'Dec'], // com, co.uk, ca, in, ae 2015 to 2026; com, in 2022, 2025
  ],
  days: [
    'Today', // com, in 2018, 2026
    'Tomorrow', // com, nl, ca, in, ae 2015 to 2026
    'Monday', // com, nl, ca, in 2015 to 2026
    'Mon', // com, in 2023, 2025, 2026
    'Tuesday', // com, nl, ca 2019 to 2026
    'Tue', // com, in 2020 to 2026
    'Wednesday', // com, nl, in 2014 to 2026
    'Wed', // com, co.jp, in 2022 to 2026
    'Thursday', // com, nl, ca, in 2018 to 2025
    'Thu', // com, co.jp, in 2022 to 2026
    'Friday', // com, co.uk, nl, in 2016 to 2026
    'Fri', // com, in 2022 to 2026
    'Saturday', // nl, in 2021, 2025
    'Sat', // com, in 2020 to 2026
    'Sunday', // com, ae 2017, 2025
    'Sun', // com, ca, in 2023 to 2026
    // From knowledge.
    'Overnight',
  ],
  countries,
  two: [],
  free: ['FREE'], // com, co.uk, nl, ca, co.jp, in, ae 2014 to 2026
  conditions: {
    used_like_new: ['Used - Like New', 'Like New', 'Used: Like New'], // com 2025, 2026; com 2025, 2026; from knowledge
    used_very_good: ['Very Good'], // co.uk, ca 2019
    used_good: ['Good'], // co.uk 2024
    used_acceptable: ['Acceptable'], // From knowledge.
    new: ['New'], // com 2018, 2024, 2026
    refurbished: ['Refurbished', 'Renewed', 'Reconditioned'], // com 2019, 2023; com 2019, 2023; from knowledge
    collectible: ['Collectible', 'Collectable'], // From knowledge.
    open_box: ['Open Box'], // From knowledge.
    used: ['Used', 'Pre-Owned', 'Second Hand', 'Second-Hand'], // co.uk, ca 2019, 2024; from knowledge
  },
  promotion: ['promotion', 'promotions', 'discount', 'coupon', 'off'], // From knowledge.
  delivery: [
    'delivery', // com, nl, ca, co.jp, in 2021 to 2026
    'shipping', // com 2014 to 2020
    'ships to', // com, co.jp 2024 to 2026
    'Get it', // com, nl, in 2014 to 2025
    'pickup', // com 2026
    'instantly', // com, co.jp 2026
    // From knowledge.
    'deliver',
    'Arrives',
  ],
  stock: [
    'In Stock', // com, co.uk, ca, in, ae 2013 to 2026
    'out of stock', // ae 2025
    'Usually ships', // com 2025
    'ships within', // com 2025
    // From knowledge.
    'Usually dispatched',
    'Available to ship',
    'Dispatched within',
    'Ships from',
    'Available for dispatch',
    'Ships in',
    'Temporarily unavailable',
    'Pre-order',
  ],
  unavailable: [
    'Currently unavailable', // com, co.uk, ca, ae 2018 to 2026
    'Temporarily out of stock', // ae 2025
    // From knowledge.
    'Out of stock',
    'Unavailable',
    'Not available',
    'Temporarily unavailable',
    'Currently out of stock',
    'This item is currently unavailable',
    'This product is currently unavailable',
    'This title is currently unavailable',
    'Sold out',
    'No longer available',
  ],
  multipliers: { K: 1000, lakh: 100000, M: 1000000 }, // com, co.jp, in, ae 2023 to 2026; from knowledge
  ordinals: [],
  pages: {
    no_results: ['No results for', 'did not match any products', 'No results found for'], // com 2025; from knowledge
    captcha: [
      'Enter the characters you see below', // com, co.uk, in 2019 to 2025
      'Type the characters you see in this image', // com, co.uk, in 2019 to 2025
      'Robot Check', // com 2019
      'Click the button below to continue shopping', // com, in 2025, 2026
    ],
    not_found: [
      'Page Not Found', // com, in 2022, 2025
      'Looking for something?', // in 2025
      'is not a functioning page on our site', // in 2025
    ],
    throttled: [
      'Sorry! Something went wrong', // com 2024, 2025, 2026
      'Service Unavailable', // com 2024
      // From knowledge.
      'Server Busy',
      'Request was throttled',
      'Too Many Requests',
      'The request could not be satisfied',
      'Access Denied',
    ],
  },
  offer_rows: {
    seller: [
      'Sold by', // com 2022
      'Shipper / Seller', // com 2026
      'Ships from and sold by', // com, ca 2013 to 2019
      'Dispatched from and sold by', // co.uk 2019
      // From knowledge.
      'Seller',
      'Shipper/Seller',
      'Ships from & sold by',
      'Dispatcher / Seller',
      'Sold and delivered by',
    ],
    fulfiller: [
      'Ships from', // com 2022
      'Dispatched from', // co.uk 2019
      'Shipper / Seller', // com 2026
      'Ships from and sold by', // com, ca 2013 to 2019
      'Dispatched from and sold by', // co.uk 2019
      'Fulfilled by', // ca, ae 2019, 2025
      // From knowledge.
      'Dispatches from',
      'Shipper',
      'Shipper/Seller',
      'Ships from & sold by',
      'Dispatcher / Seller',
      'Delivered by',
    ],
    returns: ['Returns', 'Return policy'], // com 2023 to 2026; from knowledge
  },
  set_price: {
    price: ['price'], // com 2024
    publisher: ['publisher'], // From knowledge.
  },
  no_offers: [
    'no sellers that can deliver this item', // com 2019
    // From knowledge.
    'no other sellers matching',
    'no listings for this',
    'no offers for this',
  ],
  on_condition: [
    'orders over', // com, ca 2015, 2018, 2019
    'on orders', // com, co.uk, ca, in 2015 to 2026
    'first order', // ae 2025
    // From knowledge.
    'orders of',
    'minimum',
    'at least',
    'starting at',
    'starting from',
    'from as low as',
    'eligible orders',
    'qualifying orders',
  ],
  struck: ['List', 'Was', 'RRP', 'Typical', 'M.R.P', 'Regular price', 'Original price', 'Previous price', 'instead of'], // com, ca, in, ae 2013 to 2026; ca 2026; co.uk, nl 2019, 2025; com 2023 to 2026; in 2015, 2021, 2025; from knowledge
  coupon_code: ['code', 'promotion'], // ca 2019; from knowledge
  subscription: ['Subscribe & Save', 'subscribe', 'subscription', 'Subscribe and Save'], // com 2026; com 2026; from knowledge
  empty_list: [
    // From knowledge.
    'no products available in this category',
    'no best sellers available',
    'no items in this list',
    'no products in this list',
  ],
  location_control: [
    'Update location', // com, in, ae 2025, 2026
    'Choose location', // com 2023
    'Select your address', // com, ca, in 2019 to 2023
    'Select delivery location', // com, ca, in 2019, 2024, 2025
    // From knowledge.
    'Select your location',
    'Change location',
  ],
  undeliverable: {
    not: ['cannot', 'not', "can't", "doesn't"], // com 2023 to 2026; from knowledge
    place: ['location', 'address', 'ship to', 'shipped to', 'delivered to', 'dispatched to'], // com 2023 to 2026; from knowledge
  },
}
