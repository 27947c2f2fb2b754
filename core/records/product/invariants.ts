import type { Invariant } from '../../record/invariants.ts'
import {
  isDay,
  ofDiscount,
  ofPrice,
  ofRange,
  ofStars,
  ofRating,
  ofStruckPrice,
  saysFree,
  textOf,
} from '../../record/shared-invariants.ts'
import { isInOtherCurrency } from '../../text/currency.ts'
import type { Product, ReadProductField } from './schema.ts'

type Values = Pick<Product, ReadProductField>

/** What a product has that nobody can buy. */
const NO_OFFER = { condition: null, price_buybox: null, featured_merchant: null, buybox: [] } as const

/** What the fields of a right product have in common. */
export const productInvariants: readonly Invariant<Values>[] = [
  ...ofPrice,
  ...ofRange,
  ...ofStruckPrice,
  ...ofDiscount,
  ...ofRating,
  ...ofStars,
  {
    fields: ['price_buybox'],
    reason: 'nothing costs 0, unless its page says so',
    isBroken: ({ price_buybox }, evidence) => price_buybox === 0 && !saysFree('price_buybox', evidence),
    settle: () => ({ price_buybox: null }),
  },
  {
    fields: ['in_stock', 'stock'],
    reason: 'what the shop calls unavailable can not be bought, whatever buttons its page has',
    isBroken: ({ in_stock, stock }, { words }) => in_stock === true && stock !== null && words.saysUnavailable(stock),
    settle: () => ({ in_stock: false }),
  },
  {
    fields: ['condition', 'stock'],
    reason: 'what can not be bought has no condition',
    isBroken: ({ condition, stock }, { words }) => condition !== null && stock !== null && words.saysUnavailable(stock),
    settle: () => NO_OFFER,
  },
  {
    fields: ['in_stock', 'is_deliverable'],
    reason: 'what is not sent to the place can not be bought for it',
    isBroken: ({ in_stock, is_deliverable }) => in_stock === true && is_deliverable === false,
    settle: () => ({ in_stock: null }),
  },
  {
    fields: ['price', 'price_buybox'],
    reason: 'the main price is that of the featured offer',
    isBroken: ({ price, price_upper, price_buybox }) =>
      price !== null && price_buybox !== null && (price_buybox < price || price_buybox > (price_upper ?? price)),
  },
  {
    fields: ['currency', 'price_buybox'],
    reason: 'prices of one page are in one currency',
    isBroken: ({ currency }, evidence) => isInOtherCurrency(textOf('price_buybox', evidence), currency),
  },
  {
    fields: ['price_buybox', 'buybox'],
    reason: 'the featured offer is one of the offers in the buy box',
    isBroken: ({ price_buybox, buybox }) =>
      price_buybox !== null && buybox.length > 0 && buybox.every(({ price }) => price !== price_buybox),
  },
  {
    fields: ['featured_merchant', 'buybox'],
    reason: 'seller, price and stock of the featured offer are those of one row',
    isBroken: ({ featured_merchant: seller, price_buybox, stock, buybox }) =>
      seller !== null &&
      buybox.length > 0 &&
      !buybox.some((row) => row.seller_name === seller.name && row.price === price_buybox && row.stock === stock),
  },
  {
    fields: ['price_sns', 'price'],
    reason: 'a subscription costs at most as much as one unit bought once',
    isBroken: ({ price, price_sns }) => price !== null && price_sns !== null && price_sns > price,
  },
  {
    fields: ['price_prime', 'price'],
    reason: 'members pay at most what everybody pays',
    isBroken: ({ price, price_prime }) => price !== null && price_prime !== null && price_prime > price,
  },
  {
    fields: ['date_first_available'],
    reason: 'a date is a day of the calendar',
    isBroken: ({ date_first_available: date }) => date !== null && !isDay(date),
    settle: () => ({ date_first_available: null }),
  },
]
