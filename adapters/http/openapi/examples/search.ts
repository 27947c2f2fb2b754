import { emptyCard, type Card, type SearchResponse } from '../../../../core/index.ts'

const sponsored: Card = {
  ...emptyCard,
  asin: 'B0SHLFX301',
  title: 'Northmoor Gooseneck Electric Kettle, 0.9 L, Slate',
  url: 'https://www.amazon.com/dp/B0SHLFX301',
  price: 59.9,
  price_strikethrough: 79.9,
  highest_price: 79.9,
  currency: 'USD',
  rating: 4.6,
  reviews_count: 2184,
  sales_volume: '1K+ bought in past month',
  image: 'https://m.media-amazon.com/images/I/71northmoor1L._AC_UL960_QL65_.jpg',
  is_prime: true,
  is_marketplace_choice: false,
  is_sponsored: true,
  best_seller: false,
  organic_position: null,
  sponsored_position: 1,
  shipping_information: 'FREE delivery Tue, Jun 3',
  pricing_count: 4,
  manufacturer: 'Northmoor',
  is_video: false,
}

const organic: Card = {
  ...emptyCard,
  asin: 'B0SHLFX410',
  title: 'Fern Hollow Stovetop Kettle, 2 Quarts',
  url: 'https://www.amazon.com/dp/B0SHLFX410',
  price: 24.5,
  price_strikethrough: null,
  highest_price: null,
  currency: 'USD',
  rating: 4.3,
  reviews_count: null,
  sales_volume: null,
  image: 'https://m.media-amazon.com/images/I/61fernhollow4L._AC_UL960_QL65_.jpg',
  is_prime: false,
  is_marketplace_choice: true,
  is_sponsored: false,
  best_seller: true,
  organic_position: 1,
  sponsored_position: null,
  shipping_information: null,
  pricing_count: null,
  manufacturer: null,
  is_video: false,
}

/** A page of results with an ad and an organic card. */
export const searchExample: SearchResponse = {
  page: 1,
  products: [sponsored, organic],
  node: {
    id: '2841910',
    name: 'Kettles',
    ladder: [
      { name: 'Home & Kitchen', url: 'https://www.amazon.com/s?k=kettle&rh=n%3A1055398' },
      { name: 'Kettles', url: null },
    ],
  },
  refinements: [
    {
      id: 'p_72',
      name: 'Customer Reviews',
      options: [{ name: '4 Stars & Up', value: 'p_72:1248915011', is_selected: false }],
    },
    {
      id: 'p_89',
      name: 'Brands',
      options: [
        { name: 'Fernhollow', value: 'p_89:Fernhollow', is_selected: true },
        { name: 'Norwick', value: 'p_89:Norwick', is_selected: false },
      ],
    },
  ],
  html: null,
}

/** The answer when the marketplace says that nothing matched. */
export const noResultsExample: SearchResponse = {
  page: 1,
  products: [],
  node: null,
  refinements: [],
  html: null,
  no_results: true,
  total_results: 0,
}
