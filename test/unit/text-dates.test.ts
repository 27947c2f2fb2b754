import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Words } from '../../core/marketplace/words.ts'
import { parseDate } from '../../core/text/date.ts'
import { languages } from '../../selectors/index.ts'
import { table } from '../support/text-table.ts'

const words = new Words(languages)

table('dates', (text: string) => parseDate(text, words.date.findMonth, false), [
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
  assert.equal(parseDate('05/12/2024', words.date.findMonth, true), '2024-05-12')
  assert.equal(parseDate('25/12/2024', words.date.findMonth, true), '2024-12-25')
})

table('where a date begins', (text: string) => words.date.find(text), [
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

table('the date at the start of a text', (text: string) => words.date.cut(text), [
  ['Dec. 24 - 31 when you choose Standard', 'Dec. 24 - 31'],
  ['24. - 31. Dez. bei Standardversand', '24. - 31. Dez.'],
  ['martes 8 de septiembre si lo pides hoy', 'martes 8 de septiembre'],
  ['5 March. 2 left', '5 March', 'the point ends the sentence'],
  ['Dec. 24 - 31 for $5.99 at checkout', 'Dec. 24 - 31', 'an amount'],
  ['Dec. 24 - 31 if you buy 2', 'Dec. 24 - 31', 'two words'],
  ['9月8日', '9月8日', 'ja'],
  ['Saturday Shipping', 'Saturday'],
  ['21 hours', '', 'a number is no date'],
  ['Standard', ''],
])

table('whether a text is a date', (text: string) => words.date.isDate(text), [
  ['Dienstag, 8. Sept.', true],
  ['Tomorrow 10 AM - 2 PM', true],
  ['Monday, September 8.', true],
  ['martes 8 de septiembre', true],
  ['9月8日', true],
  ['Saturday Shipping', false],
  ['5 hrs and 2 mins', false],
])

table('whether a text names a weekday and a day of a month', (text: string) => words.date.hasFullDay(text), [
  ['Lieferung bis Fr, 1. Feb', true],
  ['Get it by Sunday, Aug 20', true],
  ['Price may vary by color', false, 'a verb'],
  ['9€ di sconto', false, 'a short weekday in Dutch'],
  ['Save $8.78 at checkout', false],
  ['4.5 out of 5 stars', false, 'a short month in Portuguese'],
])

table('the author at the end of a line', (line: string) => words.findAuthor(line), [
  ['Published 2 months ago by Wren', 'Wren'],
  ['Published on May 3, 2016 by Ann de Luc', 'Ann de Luc', 'the first word that can come before a name'],
  ['Publicado el 3 de mayo de 2016 por Juan', 'Juan', 'after the last number'],
  ['Veröffentlicht vor 2 Monaten von Ida', 'Ida'],
  ['Published 2 months ago', null],
  ['Published 2 months ago by bob123', 'bob123', 'a number in the name'],
  ['Published on May 3, 2016 by Amazon Customer 7', 'Amazon Customer 7'],
])

table('an author without the word before the name', (name: string) => words.cutBy(name), [
  ['By Edda Moor', 'Edda Moor'],
  ['par Luc Armand', 'Luc Armand'],
  ['Byron Vale', 'Byron Vale'],
  ['Van Morrison', 'Van Morrison', 'a part of the name'],
  ['von Edda Moor', 'Edda Moor'],
])

table('the text after the label of a seller', (text: string) => words.offer.cutLabel('seller', text), [
  ['Sold by Nordlicht', 'Nordlicht'],
  ['Vendu par : Éditions du Phare', 'Éditions du Phare'],
  ['Venduto da: Borgo', 'Borgo'],
  ['Verkauf und Versand durch Foo Media', 'Foo Media', 'the longest label'],
  ['Ships in 2 days', null],
])
