// Runs alone: a file that others share defines its tests.
import { entryInvariants, listInvariants } from '../../core/records/best-sellers/invariants.ts'
import { offerInvariants, offersInvariants } from '../../core/records/offers/invariants.ts'
import { reviewInvariants, reviewsInvariants } from '../../core/records/reviews/invariants.ts'
import { cardInvariants, searchInvariants } from '../../core/records/search/invariants.ts'
import {
  CENTS,
  testContradiction,
  testMutation,
  testThatEachIsBroken,
  type AllInvariants,
  type Contradiction,
  type Mutation,
} from '../support/contradictions.ts'

const INVARIANTS: AllInvariants = {
  card: cardInvariants,
  search: searchInvariants,
  entry: entryInvariants,
  list: listInvariants,
  review: reviewInvariants,
  reviews: reviewsInvariants,
  offer: offerInvariants,
  offers: offersInvariants,
}

const CARDS = 'search/com/unit-price-beside-price'
const CARD_PRICE = `<span class="a-offscreen">$24.00</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">24${CENTS}00</span></span>`
const RANKED = 'best_sellers/com/price-ranges-and-offers'
const LISTED = 'best_sellers/de/list-with-cards-to-load'
const LIST = 'reviews/com/list-of-2024'
const PANEL = 'offers/com/panel-of-2025'

const MUTATIONS: readonly Mutation[] = [
  { of: 'card', breaks: 'price: nothing costs 0', golden: CARDS, texts: [[CARD_PRICE, '00']], left: { price: null } },
  {
    of: 'card',
    breaks: 'currency, price: the price is printed',
    golden: 'search/de/decimal-comma-and-badges-in-two-spans',
    texts: [['€', '$']],
  },
  {
    of: 'card',
    breaks: 'price_strikethrough, price: a struck price',
    golden: CARDS,
    texts: [['$15.99', '$5.99']],
    left: { price_strikethrough: null, highest_price: null },
  },
  { of: 'card', breaks: 'reviews_count, rating: an average', golden: CARDS, texts: [['4.7 out of 5 stars', 'stars']] },
  { of: 'search', breaks: 'products, result_range: a page', golden: CARDS, texts: [['1-4 of over', '1-5 of over']] },
  {
    of: 'search',
    breaks: 'products, result_range: a page',
    golden: 'search/co.jp/rating-scale-first',
    texts: [['1-3件', '49～96件']],
  },
  { of: 'search', breaks: 'products: a result is shown once', golden: CARDS, texts: [['B0SHLSA102', 'B0SHLSA101']] },
  {
    of: 'entry',
    breaks: 'price: nothing costs 0',
    golden: RANKED,
    texts: [['>$24.00<', '>00<']],
    left: { price: null },
  },
  {
    of: 'entry',
    breaks: 'currency, price: the price is printed',
    golden: 'best_sellers/fr/books',
    texts: [['€', '$']],
  },
  {
    of: 'entry',
    breaks: 'price_upper, price: the upper end',
    golden: RANKED,
    texts: [['$19.99', '$1.99']],
    left: { price_upper: null },
  },
  {
    of: 'entry',
    breaks: 'reviews_count, rating: an average',
    golden: 'best_sellers/com/movers-of-2019',
    texts: [['4.4 out of 5 stars', 'stars']],
  },
  { of: 'entry', breaks: 'rank, rank: the badge', golden: LISTED, texts: [['#51', '#57']] },
  {
    of: 'list',
    breaks: 'entries: ranks rise',
    golden: LISTED,
    texts: [['rank&quot;:&quot;52', 'rank&quot;:&quot;42']],
  },
  { of: 'list', breaks: 'entries: a product has one rank', golden: LISTED, texts: [['B0SHLFD102', 'B0SHLFD101']] },
  { of: 'reviews', breaks: 'reviews_count, rating: an average', golden: LIST, texts: [['4.3 out of 5', '']] },
  { of: 'reviews', breaks: 'rating, reviews_count: an average', golden: LIST, texts: [['1,382 global', 'no global']] },
  { of: 'reviews', breaks: 'rating_stars_distribution: shares', golden: LIST, texts: [['62%', '26%']] },
  {
    of: 'reviews',
    breaks: 'rating_stars_distribution, rating: the average',
    golden: LIST,
    texts: [['4.3 out of 5', '1.3 out of 5']],
  },
  {
    of: 'review',
    breaks: 'date, timestamp: a date',
    golden: LIST,
    texts: [['February 29, 2024', 'February 29, 2023']],
    left: { date: null },
  },
  {
    of: 'offer',
    breaks: 'price: nothing costs 0',
    golden: PANEL,
    texts: [[`<span class="a-price-whole">24${CENTS}50</span>`, '00']],
    left: { price: null },
  },
  {
    of: 'offer',
    breaks: 'currency, price: the price is printed',
    golden: 'offers/de/used-and-renewed',
    texts: [['€', '$']],
  },
  {
    of: 'offer',
    breaks: 'price_strikethrough, price: a struck price',
    golden: PANEL,
    texts: [['$25.00', '$5.00']],
    left: { price_strikethrough: null },
  },
  {
    of: 'offer',
    breaks: 'discount_percentage, price_strikethrough: the saving',
    golden: PANEL,
    texts: [['-12%', '-21%']],
  },
  {
    of: 'offer',
    breaks: 'seller_rating, seller_ratings_count: an average',
    golden: PANEL,
    texts: [['(48,112 ratings)', '(0 ratings)']],
  },
  {
    of: 'offers',
    breaks: 'offers, pricing_count: a page',
    golden: 'offers/de/used-and-renewed',
    texts: [['value="2"', 'value="1"']],
  },
  {
    of: 'offers',
    breaks: 'offers, currency: prices of one page',
    golden: 'offers/de/used-and-renewed',
    texts: [
      ['<span class="a-price-whole">750', '<span class="a-price-symbol">£</span><span class="a-price-whole">750'],
    ],
  },
]

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    of: 'search',
    breaks: 'products: results are numbered',
    golden: CARDS,
    values: { result_range: null, products: [{ is_sponsored: false, organic_position: 2 }] },
  },
  {
    of: 'search',
    breaks: 'products: results are numbered',
    golden: CARDS,
    values: { result_range: null, products: [{ is_sponsored: true, sponsored_position: null }] },
  },
  {
    of: 'entry',
    breaks: 'rank_change_percentage, previous_rank: what rises',
    golden: 'best_sellers/com/movers-of-2019',
    values: { previous_rank: 12, sales_rank: 340, rank_change_percentage: 2733 },
  },
  {
    of: 'offer',
    breaks: 'min_quantity, max_quantity: the least',
    golden: PANEL,
    values: { min_quantity: 3, max_quantity: 2 },
  },
  {
    of: 'offers',
    breaks: 'offers: one offer is featured',
    golden: PANEL,
    values: {
      offers: [
        { is_featured: false, position: 1 },
        { is_featured: true, position: 2 },
      ],
    },
  },
  {
    of: 'offers',
    breaks: 'offers: offers are numbered',
    golden: PANEL,
    values: { offers: [{ is_featured: true, position: 2 }] },
  },
]

for (const mutation of MUTATIONS) testMutation(mutation)
for (const contradiction of CONTRADICTIONS) testContradiction(contradiction, INVARIANTS[contradiction.of])
testThatEachIsBroken(INVARIANTS, [...MUTATIONS, ...CONTRADICTIONS])
