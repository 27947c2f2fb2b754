import { emptyProduct, type Product } from '../../../../core/index.ts'

const store = 'https://www.amazon.com/stores/Northmoor/page/2F0C1A7E-0000-4000-8000-5E5E5E5E0301'

const kitchen = [
  { name: 'Home & Kitchen', url: 'https://www.amazon.com/home-garden-kitchen-furniture-bedding/b?node=1055398' },
  { name: 'Electric Kettles', url: 'https://www.amazon.com/electric-kettles/b?node=9147443011' },
]

/** An invented product with a value in every field that can have one. */
export const productExample: Product = {
  ...emptyProduct,
  asin: 'B0SHLFX301',
  asin_in_url: 'B0SHLFX301',
  parent_asin: 'B0SHLFX300',
  url: 'https://www.amazon.com/dp/B0SHLFX301',
  page: 1,
  page_type: 'kitchen',
  title: 'Northmoor Gooseneck Electric Kettle, 0.9 L, Slate - Holds the Temperature for an Hour',
  product_name: 'Northmoor Gooseneck Electric Kettle, 0.9 L, Slate',
  description: 'A kettle for people who weigh their coffee.\nThe spout pours a thread or a stream.',
  bullet_points: 'Five temperatures from 60 to 100 °C\nBoils 0.9 L in four minutes\nSwitches itself off when empty',
  brand: 'Northmoor',
  manufacturer: 'Northmoor Hearth Ltd.',
  store_url: store,
  price: 59.9,
  price_buybox: 59.9,
  price_strikethrough: 79.9,
  currency: 'USD',
  pricing_count: 4,
  stock: 'In Stock',
  is_prime: true,
  max_quantity: 10,
  delivery: [
    { date: { by: 'Tuesday, June 3' }, type: 'FREE delivery' },
    { date: { by: 'Sunday, June 1' }, type: 'Or fastest delivery' },
  ],
  featured_merchant: { name: 'Northmoor Hearth', seller_id: 'A1SHELF0000040', is_marketplace_fulfilled: true },
  buybox: [
    {
      price: 59.9,
      seller_name: 'Northmoor Hearth',
      seller_id: 'A1SHELF0000040',
      stock: 'In Stock',
      returns: '30-day refund / replacement',
    },
  ],
  category: [{ ladder: kitchen }],
  rating: 4.6,
  reviews_count: 2184,
  rating_stars_distribution: [
    { rating: 5, percentage: 76 },
    { rating: 4, percentage: 14 },
    { rating: 3, percentage: 5 },
    { rating: 2, percentage: 2 },
    { rating: 1, percentage: 3 },
  ],
  reviews: [
    {
      id: 'R1SHELFMARK001',
      author: 'M. Alder',
      title: 'Pours where I look',
      content: 'Two years of daily use.\nThe handle stays cool.',
      rating: 5,
      timestamp: 'Reviewed in the United States on May 2, 2025',
      is_verified: true,
      helpful_count: 12,
    },
    {
      id: 'R1SHELFMARK002',
      author: 'Rowan',
      title: 'Good, but it beeps',
      content: 'It beeps at every button.',
      rating: 4,
      timestamp: 'Reviewed in the United States on April 19, 2025',
      is_verified: false,
      helpful_count: 0,
    },
  ],
  answered_questions_count: 37,
  variations: [
    { asin: 'B0SHLFX301', dimensions: { Color: 'Slate', Capacity: '0.9 L' }, selected: true },
    { asin: 'B0SHLFX302', dimensions: { Color: 'Chalk', Capacity: '0.9 L' }, selected: false },
  ],
  images: [
    'https://m.media-amazon.com/images/I/71northmoor1L._AC_SL1500_.jpg',
    'https://m.media-amazon.com/images/I/71northmoor2L._AC_SL1500_.jpg',
  ],
  has_videos: true,
  product_details: {
    Brand: 'Northmoor',
    Manufacturer: 'Northmoor Hearth Ltd.',
    'Product Dimensions': '11.4 x 6.3 x 8.1 inches',
    'Date First Available': 'March 14, 2023',
    UPC: '200000000011',
  },
  product_dimensions: '11.4 x 6.3 x 8.1 inches',
  sales_rank: [
    { ladder: [{ name: 'Kitchen & Dining', url: 'https://www.amazon.com/gp/bestsellers/kitchen' }], rank: 812 },
    {
      ladder: [{ name: 'Electric Kettles', url: 'https://www.amazon.com/gp/bestsellers/kitchen/9147443011' }],
      rank: 9,
    },
  ],
  sales_volume: '1K+ bought in past month',
  in_stock: true,
  condition: 'new',
  price_upper: null,
  price_shipping: 0,
  price_sns: 56.91,
  price_per_unit: { price: 59.9, unit: 'count' },
  discount_percentage: 25,
  coupon: 'Apply $5 coupon',
  deal_type: 'Limited time deal',
  is_marketplace_choice: true,
  best_seller: false,
  pricing_url: 'https://www.amazon.com/gp/offer-listing/B0SHLFX301?condition=new',
  product_overview: [
    { title: 'Capacity', description: '0.9 Liters' },
    { title: 'Material', description: 'Stainless Steel' },
  ],
  date_first_available: '2023-03-14',
  formats: [],
  review_ai_summary: 'Customers say the kettle pours precisely and heats fast. Some find its beeps loud.',
  delivery_location: 'Springfield 01101',
  price_prime: 56.9,
  pricing_lowest: 48.5,
  is_deliverable: true,
  coupon_discount: { amount: 5, percentage: null, code: null, needs: 'clip' },
  gtin: '200000000011',
}

/** The same product with `add_html`; a real page is one to three megabytes. */
export const productWithHtmlExample: Product = {
  ...productExample,
  html: '<!doctype html><html><head><title>Northmoor Gooseneck Electric Kettle</title></head><body>...</body></html>',
}

/** The same product with `screenshot`; this picture is one white pixel. */
export const productWithScreenshotExample: Product & { readonly screenshot: string } = {
  ...productExample,
  screenshot: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4//8/AAX+Av4zEpUUAAAAAElFTkSuQmCC',
}
