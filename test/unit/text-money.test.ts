import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { extractBestSellers, extractOffers, extractProduct, extractSearch, parsePage } from '../../core/index.ts'
import { Words } from '../../core/marketplace/words.ts'
import { parseMoney, parseMoneyRange } from '../../core/text/money.ts'
import { com, languages } from '../../selectors/index.ts'
import { runsOf } from '../support/property-runs.ts'
import { table } from '../support/text-table.ts'

const words = new Words(languages)
const amountOf = (text: string): number | null => parseMoneyRange(text, words.saysStruck)?.amount ?? null

table('the amount is the number next to the currency', amountOf, [
  ['4 options from $439.34', 439.34, 'com 2022, a swatch'],
  ['12 gebraucht ab 3,20 EUR', 3.2, 'de'],
  ['3 Ausgaben für nur 14,85 EUR', 14.85, 'de'],
  ['2 pairs from $349', 349],
  ['2-Pack: $12.99', 12.99],
  ['2 $12.99', 12.99, 'the sign touches the price'],
  ['5 ￥1,234', 1234, 'this sign is always before its amount'],
  ['5 EUR 4,52', 4.52, 'the number with cents'],
  ['12,99 € 3 Stück', 12.99, 'the number with cents'],
  ['iPhone 16 12,99 €', 12.99],
  ['TOP $5', 5, 'three capitals that are a code of a currency too'],
  ['$0.00 or $44.99 to buy', 0],
])

table('a price that no longer holds, a unit or an instalment is not the price', amountOf, [
  ['Was $120.00 Now $60.00', 60],
  ['Statt 120,00 € jetzt 60,00 €', 60],
  ['Was: $120.00', 120, 'the only amount'],
  ['$14.99 Save $7.01', 14.99],
  ['$16.80 + $4.49 shipping', 16.8],
  ['12,99 € / 100 g (1,30 € / 10 g)', 12.99],
  ['($5.00 / count) $10.00', 10],
  ['$2.99/lb', 2.99, 'sold by weight'],
  ['33.33/mo (36 mo)', null],
  ['$33.33/mo (36 mo)', null],
])

table('of several numbers without a currency, the one with cents is the price', amountOf, [
  ['99 New from 141.00', 141, 'in 2015'],
  ['Pack of 2, 12.99', 12.99],
  ['3 4', null],
  ['2019/05/12', null],
])

table('two amounts are a range only with the mark of a range between them', parseMoneyRange, [
  ['$19.60 - $35.64', { amount: 19.6, currency: null, upper: 35.64 }],
  ['19,60 - 35,64 €', { amount: 19.6, currency: 'EUR', upper: 35.64 }],
  ['EUR 19,60 – 35,64', { amount: 19.6, currency: 'EUR', upper: 35.64 }],
  ['1 234,50 kr - 2 000 kr', { amount: 1234.5, currency: null, upper: 2000 }],
  ['KWD 3.250 - KWD 4.500', { amount: 3.25, currency: 'KWD', upper: 4.5 }],
  ['2 pairs from $349', { amount: 349, currency: null, upper: null }],
  ['$5.00 with coupon $7.00', { amount: 5, currency: null, upper: null }],
  ['$5 - 10 pcs', { amount: 5, currency: null, upper: null }],
  ['Size 10 - $12.99', { amount: 12.99, currency: null, upper: null }],
  ['Größe 10 - 12,99 €', { amount: 12.99, currency: 'EUR', upper: null }],
])

/** How the marketplaces write a price. */
const FORMATS = [
  ['en-US', 'USD'],
  ['en-GB', 'GBP'],
  ['de-DE', 'EUR'],
  ['fr-FR', 'EUR'],
  ['nl-NL', 'EUR'],
  ['it-IT', 'EUR'],
  ['pl-PL', 'PLN'],
  ['sv-SE', 'SEK'],
  ['tr-TR', 'TRY'],
  ['en-IN', 'INR'],
  ['pt-BR', 'BRL'],
  ['fr-CA', 'CAD'],
  ['es-MX', 'MXN'],
  ['de-CH', 'CHF'],
  ['ar-EG', 'EGP'],
  ['en-AE', 'AED'],
] as const
const format = fc.constantFrom(...FORMATS)
const cents = fc.integer({ min: 1, max: 99_999_999 })
const count = fc.integer({ min: 1, max: 40 })

function write(amount: number, [locale, currency]: (typeof FORMATS)[number]): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100)
}

test('a written price is read, with a count before or after it', () => {
  const counted = fc.constantFrom('', '{n} options from ', '{n} gebraucht ab ', '{n} neufs à partir de ', '{n}-Pack: ')
  const after = fc.constantFrom('', ' ({n})', ' ({n} offers)', ' / {n} g')
  fc.assert(
    fc.property(cents, format, counted, after, count, (amount, notation, before, end, n) => {
      const text = `${before}${write(amount, notation)}${end}`.replaceAll('{n}', String(n))
      assert.equal(parseMoney(text)?.amount, amount / 100, text)
    }),
    { numRuns: runsOf(2000) },
  )
})

test('a written range is read, and no other two prices are one', () => {
  const gap = fc.constantFrom(' - ', ' – ', '-', ' to ', ' + ', ' (', ' ')
  fc.assert(
    fc.property(cents, cents, format, gap, (one, other, notation, between) => {
      const [low, high] = one < other ? [one, other] : [other, one + 1]
      const text = `${write(low, notation)}${between}${write(high, notation)}`
      const upper = /[-–]/.test(between) ? high / 100 : null
      const range = parseMoneyRange(text)
      assert.deepEqual([range?.amount, range?.upper], [low / 100, upper], text)
    }),
    { numRuns: runsOf(1000) },
  )
})

/** Elements that print a price without a decimal mark. */
const SPLIT = [
  '<sup>$</sup>{whole}<sup>{cents}</sup>',
  '<span>$</span><span>{whole}</span><span>{cents}</span>',
  '<span> $ </span> <span class=price-large> {whole} </span> <span> {cents} </span>',
  '<span class=buyingPrice>{whole}</span><span class=priceToPayPadding>{cents}</span>',
  '<span><sup>$</sup>{whole}</span><sup>{cents}</sup>',
]

/** A page of each record with a price, and how the record is read. */
const RECORDS: readonly (readonly [page: string, read: (html: string) => number | null | undefined])[] = [
  [
    '<div id=dp><input id=ASIN value=B0SHLF0001><span id=productTitle>Bell</span><span id=priceblock_ourprice>{price}</span></div>',
    (html) => extractProduct(parsePage(html), com).record?.price,
  ],
  [
    '<ul id=s-results-list-atf><li id=result_0 data-asin=B0SHLF0001 class="s-result-item celwidget"><div class=s-item-container><a class=s-access-detail-page title=Bell href=/x/dp/B0SHLF0001><h2>Bell</h2></a><a href=/x/dp/B0SHLF0001><span class=sx-price>{price}</span></a></div></li></ul>',
    (html) => extractSearch(parsePage(html), com).record?.products[0]?.price,
  ],
  [
    '<div id=olpProduct><h1>Bell</h1></div><div id=olpOfferList><div class=olpOffer><span class=olpOfferPrice>{price}</span><span class=olpCondition>New</span></div></div>',
    (html) => extractOffers(parsePage(html), com, { asin: 'B0SHLF0001' }).record?.offers[0]?.price,
  ],
  [
    '<div id=zg><h1 id=zg_listTitle>Best Sellers in Bells</h1><div class=zg_itemImmersion><span class=zg_rankNumber>1.</span><div class="p13n-asin zg_itemWrapper"><a class=a-link-normal href=/x/dp/B0SHLF0001><div class=p13n-sc-truncate>Bell</div></a><span class=a-color-price><span class=p13n-sc-price>{price}</span></span></div></div></div>',
    (html) => extractBestSellers(parsePage(html), com).record?.entries[0]?.price,
  ],
]

for (const [page, read] of RECORDS) {
  test(`two digits in an element of their own are the cents: ${page.slice(0, 24)}`, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom(...SPLIT),
        (whole, fraction, markup) => {
          const shown = { whole: whole.toLocaleString('en-US'), cents: String(fraction).padStart(2, '0') }
          const price = markup.replace('{whole}', shown.whole).replace('{cents}', shown.cents)
          assert.equal(read(page.replace('{price}', price)), (whole * 100 + fraction) / 100, price)
        },
      ),
      { numRuns: runsOf(150) },
    )
  })
}
