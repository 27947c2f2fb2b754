import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHelpful } from '../../core/records/product/read-review.ts'
import { parseDate } from '../../core/text/date.ts'
import { compileMarketplace } from '../../core/index.ts'
import { languages, marketplaces } from '../../selectors/index.ts'

const marketplace = marketplaces.get('com')
assert.ok(marketplace)
const { words } = compileMarketplace(marketplace).site

/** Lines that name a country and a date, with both. Form: of the shop, in its languages. */
const lines: readonly (readonly [language: string, line: string, date: string, country: string | null])[] = [
  ['en', 'Reviewed in the United States on January 5, 2026', '2026-01-05', 'US'],
  ['en', 'Reviewed in the United Arab Emirates on 18 October 2024', '2024-10-18', 'AE'],
  ['en', 'Reviewed in the United Kingdom 🇬🇧 on November 9, 2017', '2017-11-09', 'GB'],
  ['en', 'Reviewed in Turkey on May 31, 2023', '2023-05-31', 'TR'],
  ['en', 'Reviewed in Atlantis 🇳🇴 on May 31, 2023', '2023-05-31', 'NO'],
  ['en', 'Reviewed in Atlantis on May 31, 2023', '2023-05-31', null],
  ['en', 'on February 29, 2012', '2012-02-29', null],
  ['en', 'Sept. 3 2013', '2013-09-03', null],
  ['de', 'Rezension aus Deutschland vom 24. März 2026', '2026-03-24', 'DE'],
  ['de', 'Rezension aus den Vereinigten Staaten vom 1. Mai 2025', '2025-05-01', 'US'],
  ['de', 'Kundenrezension aus dem Vereinigten Königreich 🇬🇧 vom 31. Dezember 2021', '2021-12-31', 'GB'],
  ['de', 'Bewertet in den Niederlanden am 5. Juli 2023', '2023-07-05', 'NL'],
  ['fr', 'Avis laissé en France le 5 août 2025', '2025-08-05', 'FR'],
  ['fr', 'Commenté aux États-Unis le 1 décembre 2019', '2019-12-01', 'US'],
  ['fr', 'Évalué au Canada le 14 février 2024', '2024-02-14', 'CA'],
  ['fr', 'Avis laissé aux Émirats arabes unis le 1 mars 2024', '2024-03-01', 'AE'],
  ['it', 'Recensito in Italia il 5 gennaio 2026', '2026-01-05', 'IT'],
  ['it', 'Recensito negli Stati Uniti il 12 agosto 2024', '2024-08-12', 'US'],
  ['it', 'Recensito nei Paesi Bassi il 30 settembre 2023', '2023-09-30', 'NL'],
  ['es', 'Revisado en España el 5 de enero de 2026', '2026-01-05', 'ES'],
  ['es', 'Reseñado en Estados Unidos el 9 de septiembre de 2024', '2024-09-09', 'US'],
  ['es', 'Opinión emitida en los Países Bajos el 3 de mayo de 2025', '2025-05-03', 'NL'],
  ['es', 'Calificado en México el 20 de octubre de 2022', '2022-10-20', 'MX'],
  ['nl', 'Beoordeeld in Nederland op 5 maart 2026', '2026-03-05', 'NL'],
  ['nl', 'Beoordeeld in de Verenigde Staten op 11 augustus 2025', '2025-08-11', 'US'],
  ['nl', 'Beoordeeld in België op 1 oktober 2023', '2023-10-01', 'BE'],
  ['pl', 'Recenzja z Polski z dnia 12 stycznia 2026', '2026-01-12', 'PL'],
  ['pl', 'Recenzja z Wielkiej Brytanii z dnia 4 października 2025', '2025-10-04', 'GB'],
  ['pl', 'Zrecenzowano w Stanach Zjednoczonych w dniu 30 maja 2024', '2024-05-30', 'US'],
  ['pl', 'Zrecenzowano w Niemczech w dniu 2 marca 2023', '2023-03-02', 'DE'],
  ['sv', 'Recenserad i Sverige den 5 januari 2026', '2026-01-05', 'SE'],
  ['sv', 'Recenserad i Storbritannien den 17 maj 2024', '2024-05-17', 'GB'],
  ['pt', 'Avaliado no Brasil em 5 de janeiro de 2026', '2026-01-05', 'BR'],
  ['pt', 'Avaliado na Alemanha em 31 de maio de 2021', '2021-05-31', 'DE'],
  ['pt', 'Avaliado nos Estados Unidos em 8 de março de 2022', '2022-03-08', 'US'],
  ['pt', 'Avaliado na Holanda em 2 de outubro de 2025', '2025-10-02', 'NL'],
  ['ja', '2026年1月5日に日本でレビュー済み', '2026-01-05', 'JP'],
  ['ja', '2025年12月31日にアメリカ合衆国でレビュー済み', '2025-12-31', 'US'],
  ['ja', '2025年7月1日に英国でレビュー済み', '2025-07-01', 'GB'],
  ['tr', 'İncelendiği ülke: Türkiye. 12 Ocak 2026 tarihinde incelendi', '2026-01-12', 'TR'],
  ['tr', "8 Ağustos 2024 tarihinde Almanya'da değerlendirildi", '2024-08-08', 'DE'],
  ['tr', 'İncelendiği ülke: Amerika Birleşik Devletleri. 1 Şubat 2023 tarihinde incelendi', '2023-02-01', 'US'],
  ['ar', 'تمت كتابة هذه المراجعة في مصر في 17 أكتوبر 2023', '2023-10-17', 'EG'],
  ['ar', 'تمت كتابة هذه المراجعة في المملكة العربية السعودية في ٥ يناير ٢٠٢٦', '2026-01-05', 'SA'],
  ['ar', 'تمت مراجعته في الولايات المتحدة في 2 ديسمبر 2022', '2022-12-02', 'US'],
  ['hi', 'भारत में 5 जनवरी 2026 को समीक्षा की गई', '2026-01-05', 'IN'],
  ['zh', '2021年5月8日 在日本审核', '2021-05-08', 'JP'],
  ['zh', '2024年3月2日在美国审核', '2024-03-02', 'US'],
]

for (const [language, line, date, country] of lines) {
  test(`${language}: the date and the country of "${line}"`, () => {
    assert.equal(parseDate(line, words.date.findMonth, false), date)
    assert.equal(words.country.find(line), country)
  })
}

test('a line with a date is there in every language, and every language names all countries', () => {
  const [first] = languages
  assert.ok(first)
  // The first ones are those of the marketplaces. A language adds others that `Intl` spells in another way.
  const codes = Object.keys(first.countries).slice(0, 24)
  assert.deepEqual([codes[0], codes.at(-1)], ['US', 'AU'])
  for (const { code, countries } of languages) {
    assert.ok(
      lines.some(([language]) => language === code),
      code,
    )
    assert.deepEqual(Object.keys(countries).slice(0, codes.length), codes, code)
  }
})

test('no name of a country is that of another in any language', () => {
  let looked = 0
  for (const { code: language, countries } of languages) {
    for (const [code, names] of Object.entries(countries)) {
      for (const name of names) {
        looked += 1
        assert.equal(words.country.find(name), code, `${language}: ${name}`)
      }
    }
  }
  assert.ok(looked > 400, `${looked} names`)
})

test('a month of another language that is a word of the line does not win over the month next to the day', () => {
  // "out" is October in Portuguese, "set" September in Italian.
  assert.equal(parseDate('set out in Germany on 3 May 2025', words.date.findMonth, false), '2025-05-03')
  assert.equal(parseDate('Published 2 months ago', words.date.findMonth, false), null)
})

/** Statements about votes, and their number. */
const statements: readonly (readonly [language: string, statement: string, count: number])[] = [
  ['en', 'One person found this helpful', 1],
  ['en', '1,204 people found this helpful', 1204],
  ['en', '6 of 9 people found the following review helpful', 6],
  ['en', '7 people found this helpful. Was this review helpful to you? Yes No', 7],
  ['en', 'Was this review helpful to you? Yes No', 0],
  ['de', 'Eine Person fand diese Informationen hilfreich', 1],
  ['de', '1.204 Personen fanden diese Informationen hilfreich', 1204],
  ['fr', 'Une personne a trouvé cela utile', 1],
  ['fr', '1 204 personnes ont trouvé cela utile', 1204],
  ['it', "Una persona l'ha trovato utile", 1],
  ['it', "12 persone l'hanno trovato utile", 12],
  ['es', 'A una persona le resultó útil', 1],
  ['es', 'A 3 personas les resultó útil', 3],
  ['nl', 'Eén persoon vond dit nuttig', 1],
  ['nl', '24 mensen vonden dit nuttig', 24],
  ['pl', 'Jedna osoba uznała to za przydatne', 1],
  ['pl', 'Liczba osób, które uznały to za przydatne: 4', 4],
  ['sv', 'En person tyckte detta var till hjälp', 1],
  ['sv', '2 personer tyckte detta var till hjälp', 2],
  ['pt', 'Uma pessoa achou isso útil', 1],
  ['pt', '1.006 pessoas acharam isso útil', 1006],
  ['ja', '1人のお客様がこれが役に立ったと考えています', 1],
  ['ja', '5人中、3人の方が、「このレビューが参考になった」と投票しています。', 3],
  ['tr', 'Bir kişi bunu faydalı buldu', 1],
  ['tr', '5 kişi bunu faydalı buldu', 5],
  ['ar', 'وجد شخص واحد هذه المراجعة مفيدة', 1],
  ['ar', 'وجد شخصان هذه المراجعة مفيدة', 2],
  ['ar', '٤ مستخدمين وجدوا هذه المراجعة مفيدة', 4],
  ['hi', 'एक व्यक्ति को यह उपयोगी लगा', 1],
  ['hi', '3 लोगों को यह उपयोगी लगा', 3],
  ['zh', '1 个人发现此评论有用', 1],
  ['zh', '12 个人发现此评论有用', 12],
]

for (const [language, statement, count] of statements) {
  test(`${language}: the votes of "${statement}"`, () => assert.equal(parseHelpful(statement, words), count))
}
