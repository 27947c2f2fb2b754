import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAmounts, parseOfferCount } from '../../core/text/amounts.ts'
import { parseCount } from '../../core/text/count.ts'
import { findCurrency } from '../../core/text/currency.ts'
import { parseDate } from '../../core/text/date.ts'
import { foldLines, foldSpace } from '../../core/text/fold-space.ts'
import { cleanImageUrl, toFullSize } from '../../core/text/image-url.ts'
import { readLiteral } from '../../core/text/js-literal.ts'
import { toPlain } from '../support/plain-literal.ts'
import { foldLabel, trimLabel } from '../../core/text/label.ts'
import { parseMoney, parseMoneyRange } from '../../core/text/money.ts'
import { parseDecimal } from '../../core/text/number.ts'
import { parseRating } from '../../core/text/rating.ts'
import { cleanUrl, findAsin, productUrl } from '../../core/text/url.ts'
import { Words } from '../../core/marketplace/words.ts'
import { coJp, de, languages, site } from '../../selectors/index.ts'

const words = new Words(languages)

/** One subtest a row, named after what is read. */
function table<Input, Output>(
  name: string,
  read: (input: Input) => Output,
  rows: readonly (readonly [input: Input, expected: Output, origin?: string])[],
): void {
  test(name, () => {
    for (const [input, expected, origin] of rows) {
      assert.deepEqual(read(input), expected, `${JSON.stringify(input)}${origin === undefined ? '' : ` (${origin})`}`)
    }
  })
}

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

table('dates', (text: string) => parseDate(text, words.findMonth, false), [
  ['5 December 2024', '2024-12-05'],
  ['December 5, 2024', '2024-12-05'],
  ['24. November 2016', '2016-11-24', 'de'],
  ['1. März 2020', '2020-03-01', 'de'],
  ['8 août 2023', '2023-08-08', 'fr'],
  ['8 agosto 2024', '2024-08-08', 'pt'],
  ['5 de enero de 2026', '2026-01-05', 'es'],
  ['10 gennaio 2021', '2021-01-10', 'it'],
  ['5 januari 2026', '2026-01-05', 'nl, sv'],
  ['12 stycznia 2026', '2026-01-12', 'pl'],
  ['12 Ocak 2026', '2026-01-12', 'tr'],
  ['5 يناير 2026', '2026-01-05', 'ar'],
  ['٥ يناير ٢٠٢٦', '2026-01-05', 'ar, Arabic digits'],
  ['2026年1月5日', '2026-01-05', 'ja'],
  ['2024/12/5', '2024-12-05', 'ja'],
  ['2024-12-05', '2024-12-05'],
  ['05.12.2024', '2024-12-05'],
  ['31/12/2024', '2024-12-31'],
  ['May 2024', null, 'no day'],
  ['12 Foo 2024', null],
  ['', null],
  ['3 maart 2024', '2024-03-03', 'nl'],
  ['3 mrt. 2024', '2024-03-03', 'nl'],
  ['3 marca 2024', '2024-03-03', 'pl'],
  ['24 sie 2024', '2024-08-24', 'pl'],
  ['3 mars 2024', '2024-03-03', 'sv, fr'],
  ['24 augusti 2024', '2024-08-24', 'sv'],
  ['3 Mart 2024', '2024-03-03', 'tr'],
  ['24 AĞUSTOS 2024', '2024-08-24', 'tr'],
  ['14 Şub 2024', '2024-02-14', 'tr'],
  ['2024年3月3日', '2024-03-03', 'ja'],
  ['2024/3/3', '2024-03-03', 'ja'],
  ['٣ مارس ٢٠٢٤', '2024-03-03', 'ar, Arabic digits'],
  ['24 إبريل 2024', '2024-04-24', 'ar'],
  ['24 أغسطس، 2024', '2024-08-24', 'ar'],
  ['juill. 24 2024', '2024-07-24', 'ca in French'],
  ['1er avril 2024', '2024-04-01', 'fr'],
  ['3 मार्च 2024', '2024-03-03', 'hi'],
  ['24 अगस्त 2024', '2024-08-24', 'hi'],
  ['2024년 3월 3일', '2024-03-03', 'com in Korean'],
  ['Reviewed in Poland on 3 March 2024', '2024-03-03'],
  ['Recenzja z Polski 🇵🇱 dnia 3 marca 2024', '2024-03-03', 'pl'],
  ['Recenserad i Sverige den 3 mars 2024', '2024-03-03', 'sv'],
  ['Beoordeeld in Nederland op 3 maart 2024', '2024-03-03', 'nl'],
  ["3 Mart 2024 tarihinde Türkiye'de değerlendirildi", '2024-03-03', 'tr'],
  ['2024年3月3日に日本でレビュー済み', '2024-03-03', 'ja'],
  ['تمت المراجعة في السعودية بتاريخ ٣ مارس ٢٠٢٤', '2024-03-03', 'ar'],
  ['Évalué au Canada le 3 mars 2024', '2024-03-03', 'ca in French'],
])

test('dates without words follow the marketplace', () => {
  assert.equal(parseDate('05/12/2024', words.findMonth, true), '2024-05-12')
  assert.equal(parseDate('25/12/2024', words.findMonth, true), '2024-12-25')
})

table('white space', foldSpace, [
  ['  a\u00a0b\u202fc\t\nd ', 'a b c d'],
  ['\u200eMarke\u200f \u200b: X', 'Marke : X', 'direction marks and a zero-width space'],
  ['\ufeff', ''],
])

table('lines', foldLines, [['a \n\n\u00a0\n b\u00a0c\n', 'a\nb c']])

table('labels', foldLabel, [
  ['Hersteller\u200f : \u200e', 'hersteller'],
  ['Wymiary opakowania:', 'wymiary opakowania'],
  ['Üretici', 'uretici'],
  ['İSTANBUL', 'istanbul'],
  ['Größe：', 'grosse'],
  ['Produit d’origine', "produit d'origine"],
  ['Użytkownik łódź', 'uzytkownik lodz'],
  ['e\u0315\u0301 é', 'e e', 'marks apart from their letter, and with it'],
])

test('displayed labels lose only their colon', () => {
  assert.equal(trimLabel(' ISBN-10 \u200f : \u200e '), 'ISBN-10')
  assert.equal(trimLabel('色：'), '色')
})

table('what rows of the detail tables are about', (label: string) => words.labelKind(label), [
  ['Best Sellers Rank', 'sales_rank'],
  ['Amazon Bestseller-Rang', 'sales_rank'],
  ["Classement des meilleures ventes d'Amazon", 'sales_rank'],
  ['Posizione nella classifica Bestseller di Amazon', 'sales_rank'],
  ['Clasificación en los más vendidos de Amazon', 'sales_rank'],
  ['Plaats in bestsellerlijst', 'sales_rank'],
  ['Ranking najlepiej sprzedających się produktów', 'sales_rank'],
  ['Rangordning för bästsäljare', 'sales_rank'],
  ['Ranking dos mais vendidos', 'sales_rank'],
  ['Amazon 売れ筋ランキング', 'sales_rank'],
  ['En Çok Satanlar Sıralaması', 'sales_rank'],
  ['تصنيف الأفضل مبيعاً', 'sales_rank'],
  ['Date First Available', 'date_first_available'],
  ['Im Angebot von Amazon.de seit', 'date_first_available'],
  ['Date de mise en ligne sur Amazon.fr', 'date_first_available'],
  ['Disponibile su Amazon.it a partire dal', 'date_first_available'],
  ['Producto en Amazon.com.mx desde', 'date_first_available'],
  ['Disponível para compra desde', 'date_first_available'],
  ['Amazon.co.jp での取り扱い開始日', 'date_first_available'],
  ['Satışa Sunulduğu İlk Tarih', 'date_first_available'],
  ['Manufacturer', 'manufacturer'],
  ['Üretici firma', 'manufacturer'],
  ['الصانع', 'manufacturer'],
  ['メーカー', 'manufacturer'],
  ['Herstellerreferenz', null],
  ['Manufacturer recommended age', null],
  ['Rango de medición', null, 'contains "rang", and is not about a rank'],
  ['Wasserbeständigkeit', null, 'contains "best", and is not about a rank'],
  ['Composizione della batteria', null, 'contains "posizione", and is not about a rank'],
  ['Dimensions du produit (L x l x h)', 'product_dimensions', 'a remark in brackets'],
  ['Manufacturer Part Number', null, 'the whole label counts'],
  ['Item Dimensions LxWxH', 'product_dimensions'],
  ['Package Dimensions', 'package_dimensions'],
  ['Publisher', null],
  ['Klantenrecensies', 'customer_reviews'],
  ['Productafmetingen', 'product_dimensions'],
  ['Afmetingen item L x B x H', 'product_dimensions'],
  ['Afmetingen verpakking', 'package_dimensions'],
  ['Datum eerste beschikbaarheid', 'date_first_available'],
  ['Fabrikant', 'manufacturer'],
  ['Uitgever', null],
  ['Modelnummer item', null],
  ['Merknaam', 'brand'],
  ['Wymiary produktu', 'product_dimensions'],
  ['Wymiary przedmiotu (dł. x szer. x wys.)', 'product_dimensions'],
  ['Wymiary opakowania', 'package_dimensions'],
  ['Data pierwszej dostępności w Amazon.pl', 'date_first_available'],
  ['Producent', 'manufacturer'],
  ['Wydawca', null],
  ['Numer modelu producenta', null],
  ['Oceny klientów', 'customer_reviews'],
  ['Nazwa marki', 'brand'],
  ['Produktens mått', 'product_dimensions'],
  ['Artikeldimensioner L x B x H', 'product_dimensions'],
  ['Förpackningens mått', 'package_dimensions'],
  ['Datum för första tillgänglighet', 'date_first_available'],
  ['Första tillgängliga datum', 'date_first_available'],
  ['Tillverkare', 'manufacturer'],
  ['Tillverkarens artikelnummer', null],
  ['Bästsäljarranking', 'sales_rank'],
  ['Kundrecensioner', 'customer_reviews'],
  ['Märke', 'brand'],
  ['製品サイズ', 'product_dimensions'],
  ['商品の寸法 長さ x 幅 x 高さ', 'product_dimensions'],
  ['梱包サイズ', 'package_dimensions'],
  ['カスタマーレビュー', 'customer_reviews'],
  ['メーカー型番', null],
  ['発売日', null, 'a release date is not a first availability'],
  ['ブランド名', 'brand'],
  ['Ürün Boyutları', 'product_dimensions'],
  ['Öğe Boyutları U x G x Y', 'product_dimensions'],
  ['Paket Boyutları', 'package_dimensions'],
  ['Üretici', 'manufacturer'],
  ['Üretici Parça Numarası', null],
  ['Yayıncı', null],
  ['Müşteri Yorumları', 'customer_reviews'],
  ['ÜRETİCİ', 'manufacturer'],
  ['Marka', 'brand'],
  ['أبعاد المنتج', 'product_dimensions'],
  ['أبعاد السلعة الطول × العرض × الارتفاع', 'product_dimensions'],
  ['أبعاد العبوة', 'package_dimensions'],
  ['الشركة المصنّعة', 'manufacturer'],
  ['الناشر', null],
  ['تاريخ توفر أول منتج', 'date_first_available'],
  ['المرتبة الأكثر مبيعًا على أمازون', 'sales_rank'],
  ['مراجعات المستخدمين', 'customer_reviews'],
  ['العلامة التجارية', 'brand'],
  ["Classement des meilleurs vendeurs d'Amazon", 'sales_rank'],
  ['Date de première disponibilité', 'date_first_available'],
  ['Dimensions de l’article L x l x h', 'product_dimensions'],
  ['Évaluations des clients', 'customer_reviews'],
  ['Éditeur', null],
  ['निर्माता', 'manufacturer'],
  ['प्रोडक्ट डाइमेंशन', 'product_dimensions'],
  ['Amazon बेस्टसेलर रैंक', 'sales_rank'],
  ['Dimensões do item C x L x A', 'product_dimensions'],
  ['Opinión media de los clientes', 'customer_reviews'],
  ['Language', null],
  ['ISBN-13', null],
])

table('brands in bylines', (byline: string) => words.findBrand(byline), [
  ['Visit the Instant Pot Store', 'Instant Pot'],
  ['Brand: WMF', 'WMF'],
  ['Besuche den Bosch-Store', 'Bosch'],
  ['Besuchen Sie den Bosch-Store', 'Bosch'],
  ['Marke: WMF', 'WMF'],
  ['Visiter la boutique Lenovo', 'Lenovo'],
  ['Marque\u00a0: Lenovo', 'Lenovo'],
  ['Visita lo Store di Lenovo', 'Lenovo'],
  ['Visita la Store de Lenovo', 'Lenovo'],
  ['Visita la tienda de Lenovo', 'Lenovo'],
  ['De Lenovo Store openen', 'Lenovo'],
  ['Lenovo-Store bezoeken', 'Lenovo'],
  ['Odwiedź sklep Lenovo', 'Lenovo'],
  ['Besök Lenovo-butiken', 'Lenovo'],
  ['Visite a loja WAP', 'WAP'],
  ['Visite a Loja da Hi-Spec (em Espanhol)', 'Hi-Spec'],
  ['香源のストアを表示', '香源'],
  ["Apple Store'u ziyaret edin", 'Apple'],
  ['العلامة التجارية: بيكو', 'بيكو'],
  ['قم بزيارة متجر بيكو', 'بيكو'],
  ['Omega', null],
  ['Bezoek de Lenovo-store', 'Lenovo'],
  ['Bezoek de Lenovo Store', 'Lenovo'],
  ['Merk: Lenovo', 'Lenovo'],
  ['Odwiedź sklep marki Lenovo', 'Lenovo', 'not "marki Lenovo"'],
  ['Marka: Lenovo', 'Lenovo', 'pl, tr'],
  ['Märke: Lenovo', 'Lenovo'],
  ['Besök Lenovo Store', 'Lenovo'],
  ['Lenovo Store’u ziyaret edin', 'Lenovo'],
  ["Lenovo Mağazası'nı Ziyaret Edin", 'Lenovo'],
  ['ブランド: Lenovo', 'Lenovo'],
  ['ブランド：Lenovo', 'Lenovo'],
  ['تفضل بزيارة متجر لينوفو', 'لينوفو'],
  ['تفضّل بزيارة متجر لينوفو', 'لينوفو', 'with a vowel mark'],
  ['Marque\u00a0: La Lune', 'La Lune', 'ca in French'],
  ['Visiter la boutique Lenovo', 'Lenovo'],
  ['Lenovo स्टोर पर जाएं', 'Lenovo'],
  ['ब्रांड: Lenovo', 'Lenovo'],
])

table('best-seller ranks', (text: string) => words.findRank(text), [
  ['#548,340 in Automotive', { rank: '548,340', category: 'Automotive' }],
  ['1,104,828 in DIY & Tools', { rank: '1,104,828', category: 'DIY & Tools' }, 'co.uk'],
  ['Nr. 1.010.110 in Baumarkt', { rank: '1.010.110', category: 'Baumarkt' }],
  ['1 264 457 en Cuisine et Maison', { rank: '1 264 457', category: 'Cuisine et Maison' }],
  ['n. 1.858 in Fai da te', { rank: '1.858', category: 'Fai da te' }],
  ['nº1.830 en Jardín', { rank: '1.830', category: 'Jardín' }],
  ['#237.463 in Klussen & gereedschap', { rank: '237.463', category: 'Klussen & gereedschap' }],
  [
    'Pozycja 105 136 w kategorii Narzędzia',
    { rank: '105 136', category: 'Narzędzia' },
    'pl: words between rank and category',
  ],
  ['#49 449 i Bygg', { rank: '49 449', category: 'Bygg' }],
  ['Nº 1.234 em Cozinha', { rank: '1.234', category: 'Cozinha' }],
  ['4,312位ペット用品', { rank: '4,312', category: 'ペット用品' }],
  ['Mutfak kategorisinde 1.234. sırada', { rank: '1.234', category: 'Mutfak' }],
  ['Mutfak kategorisinde #1.234', { rank: '1.234', category: 'Mutfak' }],
  ['#1,234 في المطبخ', { rank: '1,234', category: 'المطبخ' }],
  ['Nr. 12.345 in Bücher', { rank: '12.345', category: 'Bücher' }],
  ['n° 12 dans Boutique Kindle', { rank: '12', category: 'Boutique Kindle' }],
  ['n°12 en Livres', { rank: '12', category: 'Livres' }],
  ['n.º 12 en Libros', { rank: '12', category: 'Libros' }],
  ['nº 123 em Livros', { rank: '123', category: 'Livros' }],
  ['Plats 1 234 i Böcker', { rank: '1 234', category: 'Böcker' }],
  ['Nr 1 234 i Böcker', { rank: '1 234', category: 'Böcker' }],
  ['Nr 12 w kategorii Książki', { rank: '12', category: 'Książki' }],
  ['#12 w kategorii Książki', { rank: '12', category: 'Książki' }],
  ['nummer 12 in Boeken', { rank: '12', category: 'Boeken' }],
  ['#1.234 kategorisinde', null],
  ['Kitap kategorisinde 5.678 sırada', { rank: '5.678', category: 'Kitap' }],
  ['5.678. sırada Kitap', { rank: '5.678', category: 'Kitap' }],
  ['1,234位ホビー', { rank: '1,234', category: 'ホビー' }],
  ['ホビー - 1,234位', { rank: '1,234', category: 'ホビー' }],
  ['#12 في الكتب', { rank: '12', category: 'الكتب' }],
  ['المرتبة 12 في الكتب', { rank: '12', category: 'الكتب' }],
  ['Amazon Best Sellers Rank: #12 in Books', { rank: '12', category: 'Books' }, 'until 2016, the label in the line'],
  ['किताबें में #12', { rank: '12', category: 'किताबें' }],
  ['Books', null],
])

table('delivery locations', (line: string) => words.findPlace(line), [
  ['Delivering to Dubai', 'Dubai'],
  ['Deliver to', ''],
  ['A entrega será feita em Londrina 86050000', 'Londrina 86050000'],
  ['配送至 153-0064', '153-0064'],
  ['Hello', null],
  ['Olá', null],
  ['Bezorgen in Amsterdam 1012 AB', 'Amsterdam 1012 AB'],
  ['Dostawa do: Warszawa 00-001', 'Warszawa 00-001'],
  ['Levererar till Stockholm 111 22', 'Stockholm 111 22'],
  ['お届け先 100-0001', '100-0001'],
  ['お届け先：東京', '東京'],
  ['Ankara konumuna teslim ediliyor', 'Ankara'],
  ['التوصيل الى الرياض', 'الرياض'],
  ['Livraison à Montréal H2X', 'Montréal H2X'],
])

table('conditions', (text: string) => words.findCondition(text), [
  ['Used: Very Good', 'used_very_good'],
  ['Save with Used - Like New', 'used_like_new'],
  ['Used: Good', 'used_good'],
  ['Gebraucht: Sehr gut', 'used_very_good'],
  ["D'occasion: Très bon", 'used_very_good'],
  ["D'occasion: Bon", 'used_good'],
  ['非全新品: 成色好', 'used_good'],
  ['Buy new:', null],
  ['Goodies', null],
  ['Generalüberholt – Gut', 'refurbished', 'a separate grade'],
  ['Collectible - Very Good', 'collectible'],
  ['Tweedehands: Zeer goed', 'used_very_good'],
  ['Używany – bardzo dobry', 'used_very_good'],
  ['Używany – dobry', 'used_good'],
  ['Begagnad – Mycket bra', 'used_very_good'],
  ['Begagnad – Bra', 'used_good'],
  ['İkinci El: Çok İyi', 'used_very_good'],
  ['İkinci El: Kabul Edilebilir', 'used_acceptable'],
  ['中古品 - ほぼ新品', 'used_like_new'],
  ['中古品 - 可', 'used_acceptable'],
  ['中古品 - 良い (返品可能)', 'used_good', 'a letter of another word'],
  ['مستعمل: جيد جدًا', 'used_very_good'],
  ['مستعمل - مقبول', 'used_acceptable'],
  ['(Reacondicionada)', 'refurbished'],
  ['(Ricondizionata)', 'refurbished'],
  ['(Odnowione)', 'refurbished'],
  ['(Yenilenmiş)', 'refurbished'],
  ['(مُجدد)', 'refurbished'],
  ['【整備済み品】', 'refurbished'],
])

table('free delivery', (text: string) => words.says('free', text), [
  ['Consegna GRATUITA', true],
  ['Consegna senza costi aggiuntivi', true],
  ['FREE', true],
  ['Freeze-dried', false],
  ['2,99 €', false],
  ['GRATIS bezorging', true],
  ['DARMOWA dostawa', true],
  ['Darmową dostawę', true],
  ['Bezpłatna dostawa', true],
  ['FRI leverans', true],
  ['Fri, 5 Mar', false, 'a day in English'],
  ['ÜCRETSİZ teslimat', true],
  ['無料配送', true],
  ['توصيل مجانًا', true],
  ['شحن مجاني', true],
  ['Livraison GRATUITE', true],
  ['मुफ़्त डिलीवरी', true],
  ['フリー', false],
])

table('messages that say unavailable', (message: string) => words.saysUnavailable(message), [
  ['Derzeit nicht verfügbar.', true],
  ['Tijdelijk uitverkocht.', true],
  ['Chwilowo brak w magazynie.', true],
  ['غير متوفر حالياً.', true],
  ['In Stock', false],
  ['Currently unavailable.', true],
  ['Actuellement indisponible.', true],
  ['Momenteel niet verkrijgbaar.', true],
  ['Op voorraad', false],
  ['Nog slechts 3 op voorraad', false],
  ['Obecnie niedostępny.', true],
  ['Produkt obecnie niedostępny.', true],
  ['Dostępny', false],
  ['Pozostało tylko 3 szt.', false],
  ['För närvarande inte tillgänglig.', true],
  ['Tillfälligt slut.', true],
  ['I lager', false],
  ['Endast 3 kvar i lager', false],
  ['現在在庫切れです。', true],
  ['この商品は現在お取り扱いできません。', true],
  ['在庫あり。', false],
  ['残り3点 ご注文はお早めに', false],
  ['Şu anda mevcut değil.', true],
  ['Stokta yok.', true],
  ['Stokta var', false],
  ['Stokta sadece 3 adet kaldı', false],
  ['غير متوفر مؤقتًا.', true],
  ['نفدت الكمية', true],
  ['متوفر', false],
  ['تبقى 3 فقط', false],
  ['No disponible por el momento.', true],
  ['Não disponível.', true],
  ['फ़िलहाल उपलब्ध नहीं है।', true],
  ['Nicht alle Größen vorrätig', false],
])

table('links', (href: string) => cleanUrl(href, de), [
  ['/dp/B0CG6P1P64/ref=sr_1_1?th=1', 'https://www.amazon.de/dp/B0CG6P1P64'],
  ['/-/pt/Some-Name/dp/b0cg6p1p64?psc=1', 'https://www.amazon.de/dp/B0CG6P1P64'],
  ['/gp/product/B0CG6P1P64/', 'https://www.amazon.de/dp/B0CG6P1P64'],
  ['/b/ref=dp_bc_1?ie=UTF8&node=66', 'https://www.amazon.de/b?node=66'],
  ['/-/en/stores/X/page/1-2?ref_=ast_bln&lp_asin=B0', 'https://www.amazon.de/-/en/stores/X/page/1-2'],
  ['/gp/aw/s/ref=mw_dp_a_s/181-4881885-2362412?k=x', 'https://www.amazon.de/gp/aw/s?k=x'],
  ['/s?field-keywords=A+B&search-alias=dvd&ie=UTF8', 'https://www.amazon.de/s?field-keywords=A+B&search-alias=dvd'],
  [
    '/gp/offer-listing/B0CG6P1P64/ref=x?condition=ALL&qid=1',
    'https://www.amazon.de/gp/offer-listing/B0CG6P1P64?condition=ALL',
  ],
  ['https://smile.amazon.de/b?node=1&pd_rd_w=x&pf_rd_p=y', 'https://www.amazon.de/b?node=1'],
  ['http://www.amazon.de/b?node=1', 'https://www.amazon.de/b?node=1'],
  ['https://other.example/x?ref=1&y=2', 'https://other.example/x?y=2'],
  ['/b?node=1&tomorrows_tracker=9', 'https://www.amazon.de/b?node=1'],
  ['https://other.example/x?tomorrows_tracker=9', 'https://other.example/x?tomorrows_tracker=9'],
  ['https://evil-amazon.de/dp/B0CG6P1P64', 'https://evil-amazon.de/dp/B0CG6P1P64', 'not of the marketplace'],
  ['javascript:void(0)', null],
  ['#customerReviews', null],
  ['', null],
  ['http://', null],
  [`http://${'x.'.repeat(126)}de/a`, `https://${'x.'.repeat(126)}de/a`],
  [`\t ht\ntp:\\\\${'x.'.repeat(200)}de/a`, null, 'no host is that long'],
  [`/${'x'.repeat(300)}/a`, `https://www.amazon.de/${'x'.repeat(300)}/a`],
])

table('where a date begins', (text: string) => words.findDate(text), [
  ['vrijdag 5 maart', 0],
  ['w środę, 5 marca', 2],
  ['jutro, 5 marca', 0],
  ['i morgon, 5 mars', 2],
  ['yarın, 5 Mart', 0],
  ['5 Mart Cuma', 0],
  ['明日 3月5日', 0],
  ['3月5日 金曜日', 0],
  ['غدًا، ٥ مارس', 0],
  ['الجمعة، 5 مارس', 0],
  ['vendredi 5 mars', 0],
  ['कल, 5 मार्च', 0],
  ['Details', -1],
])

table('notes that count views', (note: string) => words.says('viewed', note), [
  ['200+ keer bekeken in de afgelopen maand', true],
  ['Ponad 200 wyświetleń w zeszłym miesiącu', true],
  ['200+ visade under den senaste månaden', true],
  ['Geçen ay 200+ kez görüntülendi', true],
  ['過去1か月で200回以上閲覧されました', true],
  ['أكثر من 200 مشاهدة في الشهر الماضي', true],
  ['200+ vus au cours du mois dernier', true],
  ['Meer dan 200 gekocht in de afgelopen maand', false],
  ['Kupiono ponad 200 w zeszłym miesiącu', false],
  ['200+ köpta under den senaste månaden', false],
  ['Geçen ay 200+ adet satın alındı', false],
  ['過去1か月で200点以上購入されました', false],
  ['تم شراء أكثر من 200 في الشهر الماضي', false],
  ['200+ achetés au cours du mois dernier', false],
  ['पिछले महीने 1 हज़ार से ज़्यादा बार खरीदा गया', false],
])

test('numbers and words are found at the start of a text', () => {
  const long = `${'x '.repeat(2000)}5`
  assert.equal(toCount(long), null)
  assert.equal(parseMoney(long), null)
  assert.equal(words.findDate(long), -1)
  assert.equal(toCount(`5 ${long}`), 5)
})

test('product addresses', () => {
  assert.equal(productUrl(coJp, 'B002XA6AU4'), 'https://www.amazon.co.jp/dp/B002XA6AU4')
  assert.equal(findAsin('/C-Programming/dp/0131103628/ref=x', site.links), '0131103628')
  assert.equal(findAsin('/dp/B0CG6P1P64X', site.links), null)
  assert.equal(findAsin('/gp/video/detail/B0SHLFL010/ref=atv_dp', site.links), 'B0SHLFL010')
  assert.equal(findAsin('/gp/video/detail/0ABCDEFGHIJKLMNOPQRSTUVWXY', site.links), null)
  assert.equal(findAsin('/s?k=dp', site.links), null)
})

test('image addresses', () => {
  assert.equal(
    toFullSize('https://m.media-amazon.com/images/I/41x._AC_US40_.jpg', site.images),
    'https://m.media-amazon.com/images/I/41x.jpg',
  )
  assert.equal(
    toFullSize('https://m.media-amazon.com/images/I/41x.jpg', site.images),
    'https://m.media-amazon.com/images/I/41x.jpg',
  )
  assert.equal(toFullSize('https://m.example/a._b/c._d_e_.JPG', site.images), 'https://m.example/a._b/c.JPG')
  for (const address of ['https://m.example/a._.jpg', 'https://m.example/a._b_.j2', 'a._b_', '._/_.jpg', '']) {
    assert.equal(toFullSize(address, site.images), address)
  }
  assert.equal(cleanImageUrl(`https://${'a.'.repeat(200)}example/a.jpg`), null)
  assert.equal(cleanImageUrl('data:image/gif;base64,AAAA'), null)
  assert.equal(cleanImageUrl('//m.example/a.jpg'), 'https://m.example/a.jpg')
  assert.equal(cleanImageUrl('http://m.example/a.jpg'), 'https://m.example/a.jpg')
  assert.equal(site.images.placeholder.test('https://m.example/images/G/01/x-locale/common/grey-pixel.gif'), true)
})

table('literals of scripts', (script: string) => toPlain(readLiteral(script, 0).value), [
  ['{"a": [1, -2.5, 1e3, true, false, null]}', { a: [1, -2.5, 1000, true, false, null] }],
  ['{ \'initial\': [{hiRes: null, large: "x"}, ] }', { initial: [{ hiRes: null, large: 'x' }] }],
  ['{a: undefined, /* b */ c: d, // e\n}', { a: null, c: null }],
  [String.raw`"a\"b\\\u00e9\x41\n"`, 'a"b\\éA\n'],
  ['[1, // a\n /* b */ 2 /**/ /* c\n */]', [1, 2]],
  ['[1 // a', undefined],
  ['[1 /* a ]', undefined],
  ['[1 / 2]', undefined],
  ['{"a": ', undefined],
  ['{"a" 1}', undefined],
  ['"abc', undefined],
  ['[1, 2', undefined],
  [')', undefined],
  ['', undefined],
])

test('the keys of a literal keep their order, and cannot change a prototype', () => {
  const { value } = readLiteral('{"b": 1, "1234567122": 2, "__proto__": {"polluted": true}, "12": 3}', 0)
  assert.ok(value instanceof Map)
  assert.deepEqual([...value.keys()], ['b', '1234567122', '__proto__', '12'])
  assert.equal('polluted' in {}, false)
})

test('a literal that is nested too deeply is refused', () => {
  assert.equal(readLiteral('['.repeat(100_000), 0).value, undefined)
})
