import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { runCase } from '../../adapters/pages/golden/run-case.ts'
import { simulatedCases } from '../../adapters/pages/golden/simulated-cases.ts'
import { productInvariants } from '../../core/records/product/invariants.ts'
import {
  CENTS,
  contradictionsOf,
  extractMutated,
  nameOfIssue,
  testContradiction,
  testMutation,
  testThatEachIsBroken,
  type Contradiction,
  type Mutation,
} from '../support/contradictions.ts'
import { sampleOf } from '../support/property-runs.ts'
import { root } from '../support/root.ts'

const DISCOUNTED = 'product/com/discounted-price'
const DIGITS = `<span class="a-price-symbol">$</span><span class="a-price-whole">59${CENTS}97</span>`
const SHOWN = `<span class="a-offscreen"> </span><span aria-hidden="true">${DIGITS}</span>`
const BOXED = `<span class="a-offscreen">$59.97</span><span aria-hidden="true">${DIGITS}</span>`
const STRUCK = '<span class="a-offscreen">$89.99</span><span aria-hidden="true">$89.99</span>'
const NO_OFFER = { condition: null, price_buybox: null, featured_merchant: null, buybox: [] }
const REVIEWED = 'product/com/reviews-of-2026'

const MUTATIONS: readonly Mutation[] = [
  {
    of: 'product',
    breaks: 'price: nothing costs 0',
    golden: DISCOUNTED,
    texts: [[SHOWN, '$00']],
    left: { price: null },
  },
  {
    of: 'product',
    breaks: 'price_buybox: nothing costs 0',
    golden: DISCOUNTED,
    texts: [[BOXED, '$00']],
    left: { price_buybox: null },
  },
  {
    of: 'product',
    breaks: 'currency, price: the price is printed',
    golden: 'product/de/decimal-comma',
    texts: [['162,98&nbsp;€', '$162,98']],
  },
  {
    of: 'product',
    breaks: 'currency, price_buybox: prices of one page',
    golden: DISCOUNTED,
    texts: [[SHOWN, '59,97 €']],
  },
  {
    of: 'product',
    breaks: 'price_upper, price: the upper end',
    golden: 'product/com/price-range',
    texts: [['$129.00', '$12.00']],
    left: { price_upper: null },
  },
  {
    of: 'product',
    breaks: 'price_strikethrough, price: a struck price',
    golden: DISCOUNTED,
    texts: [[STRUCK, '$49.99']],
    left: { price_strikethrough: null },
  },
  {
    of: 'product',
    breaks: 'price_strikethrough, price: a struck price',
    golden: DISCOUNTED,
    texts: [[SHOWN, '$5997']],
    left: { price: 5997 },
  },
  {
    of: 'product',
    breaks: 'discount_percentage, price_strikethrough: the saving',
    golden: DISCOUNTED,
    texts: [['-33%', '-44%']],
  },
  { of: 'product', breaks: 'price, price_buybox: the main price', golden: DISCOUNTED, texts: [[SHOWN, '$36.00']] },
  {
    of: 'product',
    breaks: 'price_sns, price: a subscription',
    golden: 'product/com/subscription-row',
    texts: [['<span class="a-price-whole">17<', '<span class="a-price-whole">77<']],
  },
  {
    of: 'product',
    breaks: 'price_prime, price: members',
    golden: 'product/com/members-price',
    texts: [['$36.00', '$56.00']],
  },
  {
    of: 'product',
    breaks: 'in_stock, stock: what the shop calls',
    golden: DISCOUNTED,
    texts: [[' In Stock ', ' Currently unavailable. ']],
    left: { in_stock: false },
  },
  {
    of: 'product',
    breaks: 'condition, stock: what can not be bought',
    golden: DISCOUNTED,
    texts: [[' In Stock ', ' Out of stock ']],
    left: NO_OFFER,
  },
  {
    of: 'product',
    breaks: 'date_first_available: a date',
    golden: DISCOUNTED,
    texts: [['March 4, 2024', 'February 30, 2024']],
    left: { date_first_available: null },
  },
  {
    of: 'product',
    breaks: 'reviews_count, rating: an average',
    golden: DISCOUNTED,
    texts: [['id="acrPopover"', 'id="other"']],
  },
  {
    of: 'product',
    breaks: 'rating, reviews_count: an average',
    golden: REVIEWED,
    texts: [
      ['id="acrCustomerReviewText"', 'id="other"'],
      ['id="acrCustomerReviewLink"', ''],
    ],
  },
  {
    of: 'product',
    breaks: 'rating_stars_distribution: shares',
    golden: REVIEWED,
    texts: [['aria-valuenow="64"', 'aria-valuenow="46"']],
  },
  {
    of: 'product',
    breaks: 'rating_stars_distribution, rating: the average',
    golden: REVIEWED,
    texts: [['title="4.3 out', 'title="2.3 out']],
  },
]

const ROW = { price: 59.97, seller_name: 'Pellworm Direct', seller_id: null, stock: 'In Stock', returns: null }

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    of: 'product',
    breaks: 'in_stock, is_deliverable: what is not sent',
    golden: DISCOUNTED,
    values: { is_deliverable: false },
  },
  {
    of: 'product',
    breaks: 'price_buybox, buybox: the featured offer',
    golden: DISCOUNTED,
    values: { buybox: [{ ...ROW, price: 36 }] },
  },
  {
    of: 'product',
    breaks: 'featured_merchant, buybox: seller, price',
    golden: DISCOUNTED,
    values: { buybox: [{ ...ROW, seller_name: 'Another' }] },
  },
  {
    of: 'product',
    breaks: 'featured_merchant, buybox: seller, price',
    golden: DISCOUNTED,
    values: { buybox: [{ ...ROW, stock: 'Only 3 left' }] },
  },
]

for (const mutation of MUTATIONS) testMutation(mutation)
for (const contradiction of CONTRADICTIONS) testContradiction(contradiction, productInvariants)
testThatEachIsBroken({ product: productInvariants }, [...MUTATIONS, ...CONTRADICTIONS])

test('an issue names both fields, their winners and their values', () => {
  const { issues } = extractMutated(DISCOUNTED, [[SHOWN, '$36.00']])
  assert.deepEqual(contradictionsOf(issues), [
    {
      field: 'discount_percentage',
      source: '#corePriceDisplay_desktop_feature_div .savingsPercentage',
      text: '33',
      problem: 'inconsistent',
      reason: 'the saving is the difference of the two prices, in percent of the struck one',
      against: {
        field: 'price_strikethrough',
        source: '#corePriceDisplay_desktop_feature_div .basisPrice .a-price[data-a-strike="true"]',
        text: '89.99',
      },
    },
    {
      field: 'price',
      source: '#corePriceDisplay_desktop_feature_div .priceToPay',
      text: '36',
      problem: 'inconsistent',
      reason: 'the main price is that of the featured offer',
      against: {
        field: 'price_buybox',
        source: '#corePrice_feature_div .a-price:not(.a-text-price, [data-a-strike="true"])',
        text: '59.97',
      },
    },
  ])
})

test('a value that another field decides names that field', () => {
  const { winners } = extractMutated(DISCOUNTED, [[' In Stock ', ' Currently unavailable. ']])
  assert.equal((winners as { readonly in_stock?: string }).in_stock, 'field: stock')
})

test('no golden or simulated page contradicts itself', () => {
  const cases = [...readCases(join(root, GOLDEN_DIRECTORY)), ...sampleOf([...simulatedCases()])]
  const found = cases.flatMap((golden) =>
    contradictionsOf(runCase(golden).extraction.issues).map((issue) => [golden.name, nameOfIssue(issue)]),
  )
  assert.deepEqual(found, [
    // One of the offers that it announces can't be read.
    [
      'offers/com/panel-without-featured-offer',
      'offers, pricing_count: a page that is the only one shows as many offers as it announces, besides the featured one',
    ],
  ])
})
