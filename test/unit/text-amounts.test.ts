import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Words } from '../../core/marketplace/words.ts'
import { findAmounts, parseOfferCount } from '../../core/text/amounts.ts'
import { parseCount } from '../../core/text/count.ts'
import { findCurrency } from '../../core/text/currency.ts'
import { parseMoney, parseMoneyRange } from '../../core/text/money.ts'
import { parseDecimal } from '../../core/text/number.ts'
import { isUnrated, parseRating } from '../../core/text/rating.ts'
import { languages } from '../../selectors/index.ts'
import { table } from '../support/text-table.ts'

const words = new Words(languages)

table('money: amount and currency', parseMoney, [
  ['$1,234.56', { amount: 1234.56, currency: null }, 'com'],
  ['$24.99', { amount: 24.99, currency: null }],
  ['CDN$ 99.99', { amount: 99.99, currency: 'CAD' }, 'ca, until 2019'],
  ['1 234,56 $', { amount: 1234.56, currency: null }, 'ca in French'],
  ['R$\u00a01.234,56', { amount: 1234.56, currency: 'BRL' }, 'com.br'],
  ['₹1,23,456.00', { amount: 123456, currency: 'INR' }, 'in, lakh'],
  ['₹1,799', { amount: 1799, currency: 'INR' }],
  ['15,10\u00a0€', { amount: 15.1, currency: 'EUR' }, 'de'],
  ['162,98 €', { amount: 162.98, currency: 'EUR' }, 'de: the comma is decimal'],
  ['1.226 €', { amount: 1226, currency: 'EUR' }, 'de, es: the point groups'],
  ['EUR 1.199,99', { amount: 1199.99, currency: 'EUR' }, 'it, until 2019'],
  ['1\u202f770 €', { amount: 1770, currency: 'EUR' }, 'fr: a narrow space groups'],
  ['1\u00a0770,00\u00a0€', { amount: 1770, currency: 'EUR' }, 'fr'],
  ['383,99€', { amount: 383.99, currency: 'EUR' }, 'it, es: the comma is decimal'],
  ['€\u00a0506,14', { amount: 506.14, currency: 'EUR' }, 'nl'],
  ['1 234,56 zł', { amount: 1234.56, currency: 'PLN' }, 'pl'],
  ['1 234,56 kr', { amount: 1234.56, currency: null }, 'se'],
  ['1.234,56 TL', { amount: 1234.56, currency: 'TRY' }, 'com.tr'],
  ['30.348,64 TL', { amount: 30348.64, currency: 'TRY' }, 'com.tr'],
  ['￥1,638', { amount: 1638, currency: null }, 'co.jp'],
  ['JP¥917', { amount: 917, currency: 'JPY' }, 'co.jp in Chinese'],
  ['AED\u00a01,234.56', { amount: 1234.56, currency: 'AED' }, 'ae'],
  ['١٬٢٣٤٫٥٦ ريال', { amount: 1234.56, currency: null }, 'sa, Arabic digits'],
  ['جنيه ٣٦٬٤٩٩', { amount: 36499, currency: 'EGP' }, 'eg, Arabic digits'],
  ['EUR19.61', { amount: 19.61, currency: 'EUR' }, 'co.uk seen from abroad'],
  ['KZT15,528.39', { amount: 15528.39, currency: 'KZT' }, 'com seen from abroad'],
  ['S$12.90', { amount: 12.9, currency: 'SGD' }, 'sg'],
  ['KWD 3.250', { amount: 3.25, currency: 'KWD' }, 'com seen from Kuwait: thousandths'],
  ['KWD 1,203.250', { amount: 1203.25, currency: 'KWD' }],
  ["1'234.50 CHF", { amount: 1234.5, currency: 'CHF' }, 'apostrophes'],
  ['0,99 €', { amount: 0.99, currency: 'EUR' }],
  ['$0.125', { amount: 0.125, currency: null }, 'a unit price: after a zero, a point groups nothing'],
  ['1,23,456.789.0', { amount: 1234567890, currency: null }, 'not a real amount: all separators group'],
  ['-15 % 12,99 €', { amount: 12.99, currency: 'EUR' }, 'a saving before the price'],
  ['%20 5,99 TL', { amount: 5.99, currency: 'TRY' }, 'com.tr: the sign first'],
  ['15%', null],
  ['$99,999,999,999,999,999.00', null, 'more than a number holds exactly'],
  ['', null],
  ['Currently unavailable.', null],
  ['€', null],
  ['\u20c1 1,234.50', { amount: 1234.5, currency: 'SAR' }, 'sa, the sign of 2025'],
  ['1\u00a0234,56\u00a0$', { amount: 1234.56, currency: null }, 'ca in French'],
  ['1\u202f234,50\u00a0zł', { amount: 1234.5, currency: 'PLN' }, 'pl'],
  ['1\u00a0234\u00a0kr', { amount: 1234, currency: null }, 'se'],
  ['1.234,56TL', { amount: 1234.56, currency: 'TRY' }, 'com.tr'],
  ['₺1.234,56', { amount: 1234.56, currency: 'TRY' }, 'com.tr, until 2021'],
  ['1,234円', { amount: 1234, currency: null }, 'co.jp'],
  ['\u200f123.45 \u200fج.م.\u200f', { amount: 123.45, currency: 'EGP' }, 'eg'],
  ['درهم\u200e123.45', { amount: 123.45, currency: 'AED' }, 'ae in Arabic'],
  ['.75 €', { amount: 0.75, currency: 'EUR' }, 'no digit before the decimal mark'],
  [',75\u00a0€', { amount: 0.75, currency: 'EUR' }],
  ['$.99', { amount: 0.99, currency: null }],
  ['Rs.75', { amount: 75, currency: 'INR' }, 'the point ends an abbreviation'],
  ['Rs. 75.50', { amount: 75.5, currency: 'INR' }],
  ['kr.95', { amount: 95, currency: null }],
  ['$8. 94', { amount: 8.94, currency: null }, 'a space after the decimal mark'],
  ['118, 99 TL', { amount: 118.99, currency: 'TRY' }],
  ['1.837, 32\u00a0€', { amount: 1837.32, currency: 'EUR' }],
  ['€ 1.299, 00', { amount: 1299, currency: 'EUR' }],
  ['R$\u00a02.345, 60', { amount: 2345.6, currency: 'BRL' }],
  ['35€ 99', { amount: 35.99, currency: 'EUR' }, 'the sign in place of the decimal mark'],
  ['35€99', { amount: 35.99, currency: 'EUR' }],
  ['£4 50', { amount: 4, currency: 'GBP' }, 'the sign comes first: nothing says that 50 are pence'],
  ['35 € 12 Monate', { amount: 35, currency: 'EUR' }, 'a number of something else'],
  ['423.923 KD', { amount: 423.923, currency: 'KWD' }, 'thousandths'],
  ['1,423.923 KD', { amount: 1423.923, currency: 'KWD' }],
  ['د.ك.\u200f 3.250', { amount: 3.25, currency: 'KWD' }],
  ['3.250 ر.ع.', { amount: 3.25, currency: 'OMR' }],
  ['2019', null, 'a year'],
  ['$2019', { amount: 2019, currency: null }, 'a price'],
  ['12.05.2019', null, 'a date'],
  ['2019/05/12', null],
  ['250 g', null, 'a measure'],
  ['1,5 kg', null],
  ['16 oz', null],
  ['12.99', { amount: 12.99, currency: null }, 'a price without a sign'],
])

table('money: ranges', parseMoneyRange, [
  ['$19.60 - $35.64', { amount: 19.6, currency: null, upper: 35.64 }],
  ['12,90 € – 24,90 €', { amount: 12.9, currency: 'EUR', upper: 24.9 }],
  ['￥1,000 ～ ￥2,000', { amount: 1000, currency: null, upper: 2000 }],
  ['$35.64', { amount: 35.64, currency: null, upper: null }],
  ['$35.64 $19.60', { amount: 35.64, currency: null, upper: null }, 'not a range: the second is lower'],
  ['EUR 15,00 (83%)', { amount: 15, currency: 'EUR', upper: null }, 'a saving'],
  ['$5.00 /100 g', { amount: 5, currency: null, upper: null }, 'a unit price'],
  ['$5.00 (12 months)', { amount: 5, currency: null, upper: null }],
  ['', null],
])

table('decimals', parseDecimal, [
  ['1.226', 1226],
  ['1,226', 1226],
  ['12.26', 12.26],
  ['1.2', 1.2],
  ['1.2345', 1.2345],
  ['1234.567', 1234.567, 'four digits are not a group'],
  ['1.234.567', 1234567],
  ['1,234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['abc', null],
  ['', null],
  ['1.', null],
  ['9'.repeat(400), null, 'more than a number holds'],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', null, 'more than a number holds exactly'],
])

const toCount = (text: string) => parseCount(text, words.findMultiplier)

table('counts', toCount, [
  ['1,234 ratings', 1234],
  ['(14,369)', 14369],
  ['14,369 Reviews', 14369],
  ['1.234 Sternebewertungen', 1234, 'de'],
  ['8\u202f043 évaluations', 8043, 'fr'],
  ['12,34,567 ratings', 1234567, 'in, lakh'],
  ['(3K)', 3000],
  ['1.2K', 1200],
  ['1,2 mil', 1200, 'es'],
  ['5 mil calificaciones', 5000, 'com.mx'],
  ['2,5 tys.', 2500, 'pl'],
  ['3 Tsd.', 3000, 'de'],
  ['5万件', 50000, 'ja, a counting word after it'],
  ['1,234個の評価', 1234, 'ja'],
  ['5万', 50000, 'ja'],
  ['1,234個の評価', 1234, 'ja'],
  ['201 レビュー', 201, 'ja'],
  ['٢٠١ تقييم', 201, 'ar'],
  ['621 customer reviews', 621],
  ['1 rating', 1],
  ['4.7 out of 5', null],
  ['4,7 de 5', null],
  ['One person found this helpful', null],
  ['99999999999999999999 ratings', null, 'more than a number holds exactly'],
  ['9999999999999999K', null],
  ['', null],
  ['1\u00a0234 ocen', 1234, 'pl'],
  ['(1,2 tys.)', 1200, 'pl'],
  ['1\u00a0234 betyg', 1234, 'sv'],
  ['(1,2 tn)', 1200, 'sv'],
  ['1.234 değerlendirme', 1234, 'tr'],
  ['(1,2 B)', 1200, 'tr'],
  ['3 bin', 3000, 'tr'],
  ['1.234 beoordelingen', 1234, 'nl'],
  ['(1,2K)', 1200, 'nl'],
  ['5 mila', 5000, 'it'],
  ['1\u00a0234 évaluations', 1234, 'ca in French'],
  ['1,234件のグローバル評価', 1234, 'ja'],
  ['\u200f1,234 تقييمًا', 1234, 'ar'],
  ['(1.2 ألف)', 1200, 'ar'],
  ['(٣ آلاف)', 3000, 'ar'],
  ['12,345 रेटिंग', 12345, 'hi'],
  ['(1.2 हज़ार)', 1200, 'hi, a mark inside the word'],
  ['2 लाख', 200000, 'hi'],
])

table('ratings of none', isUnrated, [
  ['0.0 out of 5 stars', true, 'com 2018'],
  ['5つ星のうち0', true, 'co.jp'],
  ['0', true],
  ['no stars', true],
  ['4.6 out of 5 stars', false],
  ['41', false],
])

table('ratings', parseRating, [
  ['4.6 out of 5 stars', 4.6],
  ['4,6 von 5 Sternen', 4.6, 'de'],
  ['4,6 étoile(s) sur 5', 4.6, 'fr'],
  ['4,6 su 5 stelle', 4.6, 'it'],
  ['4,7 de 5 estrelas', 4.7, 'com.br: the comma is decimal'],
  ['4,6 van 5 sterren', 4.6, 'nl'],
  ['4,6 z 5 gwiazdek', 4.6, 'pl'],
  ['4,6 av 5 stjärnor', 4.6, 'se'],
  ['5つ星のうち4.6', 4.6, 'co.jp: the rating is the last number'],
  ['5つ星のうち 5', 5, 'co.jp: the rating is the last number'],
  ['5 yıldız üzerinden 4,3', 4.3, 'com.tr: the rating is the last number'],
  ['4.6 من 5 نجوم', 4.6, 'ar'],
  ['٤٫٦ من ٥ نجوم', 4.6, 'ar, Arabic digits'],
  ['5.0 out of 5 stars', 5],
  ['5 out of 5 stars', 5],
  ['1.0 out of 5 stars', 1],
  ['4.1', 4.1, 'a number alone'],
  ['0 out of 5', null],
  ['41', null],
  ['', null],
  ['4,3 su 5 stelle', 4.3, 'it'],
  ['4,3 van 5 sterren', 4.3, 'nl'],
  ['4,3 sur 5 étoiles', 4.3, 'ca in French'],
  ['4,3 na 5 gwiazdek', 4.3, 'pl'],
  ['4.3 من أصل 5 نجوم', 4.3, 'ar'],
  ['5 में से 4.3 स्टार', 4.3, 'hi'],
  ['5 yıldız üzerinden 5', 5, 'tr'],
])

table('offers that a link announces', (text: string) => parseOfferCount(text, words.isOrdinal), [
  ['New & Used (10) from $5.99', 10],
  ['39 used & new', 39],
  ['Comparar outras 12 ofertas a partir de R$1.645,19', 12],
  ['8 Used from CDN$ 51.98', 8],
  ['5 gebraucht ab EUR 4,52', 5],
  ['3件の出品をすべて比較する', 3],
  ['新品和二手商品(22)，起始价 JP¥557 + JP¥350 配送', 22],
  ['1 Novo a partir de 17,99 €', 1],
  ['USED & NEW (109) FROM $3.92', 109],
  ['CDN$ 12.98', null],
  ['Other Sellers from $19.60', null],
  ['最低価格: 新品 ￥ 1,430 + ￥1,540 配送料', null],
  ['See All Buying Options', null],
  ['12 ofert od 123,45 zł', 12, 'pl'],
  ['Nowe i używane (12) od 123,45 zł', 12, 'pl'],
  ['12 andra från 1\u00a0234,50 kr', 12, 'sv'],
  ["12 yeni ürün 123,45 TL'den başlayan fiyatlarla", 12, 'tr'],
  ['2. el ve yeni (12) 123,45 TL', 12, 'tr, the second hand'],
  ['2e hands (3) vanaf € 12,34', 3, 'nl, the second hand'],
  ['Nieuw en tweedehands (12) vanaf € 12,34', 12, 'nl'],
  ['2.ª mano (4) desde 12,34 €', 4, 'es, the second hand'],
  ['中古品の出品：5￥1,234より', 5, 'ja, the sign is of the next number'],
  ['￥1,480 (6点の新品)', 6, 'ja'],
  ['12 عرضًا من 123.45 ريال', 12, 'ar'],
  ['ريال 123.45 (12 عروض)', 12, 'ar'],
])

table(
  'prices in a text',
  (text: string) =>
    findAmounts(text, words.isOrdinal)
      .filter(({ isMoney }) => isMoney)
      .map(({ value }) => value),
  [
    ['+ £1.26 delivery', [1.26]],
    ['FREE Shipping on orders over CDN$ 35.', [35]],
    ['Livraison à 19,50 €', [19.5]],
    ['Entrega para o CEP 80010-000 por EUR 4,50', [4.5], 'the code of a place is not a currency'],
    ['Delivery Tuesday, March 1', []],
    ['1 234,50 kr', [1234.5]],
  ],
)

table('currency of a price', findCurrency, [
  ['EUR 34.40', 'EUR', 'co.jp seen from abroad'],
  ['$34.40', null],
  ['100 kr', null],
  ['100 TL', 'TRY'],
  ['US$10', 'USD'],
  ['ABC 10', null, 'no currency'],
  ['HTML', null],
])

test('numbers and words are found at the start of a text', () => {
  const long = `${'x '.repeat(2000)}5`
  assert.equal(toCount(long), null)
  assert.equal(parseMoney(long), null)
  assert.equal(words.date.find(long), -1)
  assert.equal(toCount(`5 ${long}`), 5)
})
