import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  comparePlace,
  listCountries,
  parsePage,
  readLocation,
  readZip,
  type Place,
  type PlaceVerdict,
} from '../../core/index.ts'
import { marketplaces, site } from '../../selectors/index.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'
import { runsOf } from '../support/property-runs.ts'

const zip = (code: string): Place => ({ zip: code, city: null, shipTo: null })
const city = (name: string): Place => ({ zip: null, city: name, shipTo: null })
const shipTo = (code: string): Place => ({ zip: null, city: null, shipTo: code })

/** The header of a page in one line, or in two. */
function locationOf(...lines: readonly string[]): string | null {
  const spans = lines.map((line, index) => `<span id="glow-ingress-line${index + 1}"> ${line} </span>`)
  return readLocation(
    parsePage(`<html><body><div id="nav-global-location-slot">${spans.join('')}</div></body></html>`),
    site,
  )
}

/** Marketplace, place that was asked for, lines of the header, verdict. */
const TABLE: readonly (readonly [string, Place, readonly string[], PlaceVerdict])[] = [
  // Headers as real pages print them, 2018 to 2026.
  ['com', zip('10001'), ['Deliver to', 'New York 10001\u200c'], 'shown'],
  ['com', zip('10010'), ['Deliver to', 'New York 10001\u200c'], 'other'],
  ['com', zip('07024'), ['Delivering to Palisades... 07024', 'Update location'], 'shown'],
  ['com', zip('60602'), ['Delivering to Chicago 60602', 'Choose location for most accurate options'], 'shown'],
  ['com', zip('94568'), ['Deliver to Ann', 'Dublin 94568\u200c'], 'shown'],
  ['com', zip('10001'), ['Hello', 'Select your address'], 'other'],
  ['com', zip('10001'), ['Deliver to', 'Germany'], 'other'],
  ['com', zip('10001'), [], 'none'],
  // Another code in the line, and digits that are no code.
  ['com', zip('10001'), ['Deliver to', 'Chicago 60602 (also 10001)'], 'other'],
  ['com', zip('10001'), ['Deliver to', 'Chicago 10 001'], 'other'],
  ['com', zip('10001'), ['Deliver to', 'New York 10001 10001'], 'shown'],
  ['com', shipTo('CZ'), ['Deliver to', 'Czech Republic'], 'shown'],
  ['com', shipTo('TW'), ['交貨到', '臺灣'], 'shown'],
  ['com', shipTo('CN'), ['配送至:', '中国大陆'], 'shown'],
  ['com', shipTo('HK'), ['配送至:', '香港'], 'shown'],
  ['com', shipTo('CN'), ['配送至:', '香港'], 'other'],
  ['com', shipTo('BR'), ['Enviar para', 'Brasil'], 'shown'],
  ['com', shipTo('PT'), ['Enviar para', 'Brasil'], 'other'],
  ['de', zip('76437'), ['Lieferung an Rastatt 76437', 'Standort aktualisieren'], 'shown'],
  ['de', zip('76437'), ['Hallo', 'Lieferadresse wählen'], 'other'],
  ['de', shipTo('LT'), ['Liefern nach', 'Litauen'], 'shown'],
  ['de', shipTo('US'), ['Liefern nach', 'Vereinigte Staate...'], 'shown'],
  ['de', shipTo('AE'), ['Liefern nach', 'Vereinigte Staate...'], 'other'],
  ['fr', shipTo('US'), ['Votre adresse de livraison:', 'États-Unis'], 'shown'],
  ['fr', zip('75001'), ['Bonjour', 'Entrez votre adresse'], 'other'],
  ['es', zip('28002'), ['Entrega en Madrid 28002', 'Actualizar ubicación'], 'shown'],
  ['es', shipTo('BR'), ['Entregar em', 'Brasil'], 'shown'],
  ['nl', shipTo('BE'), ['Wordt bezorgd aan Amsterdam 1079', 'Locatie bijwerken'], 'other'],
  ['com.br', zip('22790-000'), ['A entrega será feita em Rio De Ja... 22790000', 'Atualizar CEP'], 'shown'],
  ['com.br', zip('01319-900'), ['Olá', 'Selecione o endereço'], 'other'],
  ['co.jp', zip('153-0064'), ['配送至 153-0064', '更新位置'], 'shown'],
  ['co.jp', shipTo('TW'), ['台湾にお届け ⌵'], 'shown'],
  ['in', zip('400001'), ['Delivering to Mumbai 400001', 'Update location'], 'shown'],
  ['ae', city('Dubai'), ['Delivering to Dubai', 'Update location'], 'shown'],
  ['ae', city('Dubai'), ['Deliver to', 'Dubai, Al B...'], 'shown'],
  ['ae', city('Umm Al Quwain'), ['Deliver to', 'Um..., Al R...'], 'other'],
  ['eg', shipTo('EG'), ['التوصيل إلى', 'مصر'], 'shown'],
  // The same in other forms, scripts and digits.
  ['co.uk', zip('NW1 6XE'), ['Deliver to', 'London NW1 6\u200c'], 'shown'],
  ['co.uk', zip('NW1 6XE'), ['Deliver to', 'London NW1 6XE'], 'shown'],
  ['co.uk', zip('NW1 6XE'), ['Deliver to', 'London NW1'], 'other'],
  ['co.uk', zip('NW1 6XE'), ['Deliver to', 'London NW16'], 'other'],
  ['co.uk', zip('NW1 6XE'), ['Deliver to', 'London NW1 6AB'], 'other'],
  ['co.uk', zip('E1 6AN'), ['Deliver to', 'London E16 2'], 'other'],
  ['co.uk', zip('N1 6XE'), ['Deliver to', 'London NW1 6'], 'other'],
  ['ca', zip('T0A 0A0'), ['Deliver to', 'Abee T0A 0A\u200c'], 'shown'],
  ['ca', zip('T0A 0A0'), ['Deliver to', 'Abee T0A 0B'], 'other'],
  ['ca', zip('T0A 0A0'), ['Deliver to', 'Abee T0A'], 'other'],
  ['pl', zip('00-001'), ['Adres dostawy:', 'Warszawa 00-001'], 'shown'],
  ['pl', zip('00-001'), ['Adres dostawy:', 'Warszawa 00001'], 'shown'],
  ['pl', zip('00-001'), ['Adres dostawy:', 'Kraków 31-044'], 'other'],
  ['se', zip('111 20'), ['Leverera till', 'Stockholm 111 20'], 'shown'],
  ['se', zip('111 20'), ['Leverera till', 'Stockholm 11120'], 'shown'],
  ['co.jp', zip('153-0064'), ['お届け先 〒１５３－００６４', '場所を更新'], 'shown'],
  ['co.jp', zip('153-0064'), ['153-0064へお届け'], 'shown'],
  ['co.jp', zip('153-0064'), ['お届け先', '604-8006'], 'other'],
  ['com', zip('10001'), ['التوصيل إلى', '\u200fنيويورك ١٠٠٠١\u200f'], 'shown'],
  ['com', zip('10001'), ['Deliver to', 'New York 100010'], 'other'],
  ['com', zip('10001'), ['Deliver to', 'New York 10001-2345'], 'shown'],
  ['com.au', { zip: '2000', city: 'SYDNEY', shipTo: null }, ['Deliver to', 'Sydney 2000'], 'shown'],
  ['com.au', { zip: '2000', city: 'SYDNEY', shipTo: null }, ['Deliver to', 'Millers Point 2000'], 'other'],
  ['com.au', { zip: '2000', city: 'SYDNEY', shipTo: null }, ['Deliver to', 'Sydney 2010'], 'other'],
  ['com.au', { zip: '3004', city: 'ST KILDA ROAD CENTRAL', shipTo: null }, ['Deliver to', 'St Kild... 3004'], 'other'],
  [
    'com.au',
    { zip: '3004', city: 'ST KILDA ROAD CENTRAL', shipTo: null },
    ['Deliver to', 'St Kilda Ro... 3004'],
    'shown',
  ],
  ['ae', city('Dubai'), ['التوصيل إلى', 'دبي'], 'shown'],
  ['ae', city('دبي'), ['Deliver to', 'Dubai'], 'shown'],
  ['ae', city('Abu Dhabi'), ['التوصيل إلى', 'أبوظبي، الخالدية'], 'shown'],
  ['ae', city('Ras Al Khaimah'), ['Deliver to', 'Ras al-Khaimah'], 'shown'],
  ['ae', city('Ras Al Khaimah'), ['Deliver to', 'Ras A...'], 'other'],
  ['sa', city('Mecca'), ['التوصيل إلى', 'مكة المكرمة'], 'shown'],
  ['sa', city('Riyadh'), ['التوصيل إلى', 'جدة'], 'other'],
  ['eg', city('Cairo'), ['Deliver to', 'New Cairo'], 'other'],
  ['eg', city('Alexandria'), ['التوصيل إلى', 'الاسكندرية'], 'shown'],
  ['com', shipTo('GN'), ['Deliver to', 'Equatorial Guinea'], 'other'],
  ['com', shipTo('NE'), ['Deliver to', 'Nigeria'], 'other'],
  ['com', shipTo('GB'), ['Deliver to', 'United...'], 'other'],
  ['com', shipTo('CI'), ['Deliver to', "Cote d'Ivoire"], 'shown'],
  ['com', shipTo('TG'), ['इसे डिलीवर करें', 'टोगो'], 'shown'],
  ['com', shipTo('TO'), ['इसे डिलीवर करें', 'टोगो'], 'other'],
  // Words that are not known: the lines count one by one.
  ['com', shipTo('FI'), ['Kohaletoimetamine:', 'Finland'], 'shown'],
  ['com', zip('10001'), ['Kohaletoimetamine: New York 10001', 'Muuda asukohta'], 'shown'],
  ['com', zip('10001'), ['Tere', 'Vali oma aadress'], 'other'],
  ['com', zip('10001'), ['', ''], 'none'],
]

for (const [domain, place, lines, verdict] of TABLE) {
  test(`${domain} ${Object.values(place).join(' ').trim()}: "${lines.join('" "')}" is ${verdict}`, () => {
    assert.equal(comparePlace(place, locationOf(...lines), requireMarketplace(domain)), verdict)
  })
}

test('a country is named in the language that was asked for', () => {
  const shown = locationOf('배송지:', '대한민국')
  assert.equal(comparePlace(shipTo('KR'), shown, requireMarketplace('com')), 'other')
  assert.equal(comparePlace(shipTo('KR'), shown, requireMarketplace('com'), { language: 'ko_KR' }), 'shown')
  assert.equal(comparePlace(shipTo('KR'), shown, requireMarketplace('com'), { language: 'xx_YY' }), 'other')
})

test('every country is proven by its own name alone, in every language of the site', () => {
  const marketplace = requireMarketplace('com')
  for (const language of ['en', 'de', 'ja', 'ar', 'hi', 'zh-Hant']) {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    for (const shown of listCountries()) {
      const name = names.of(shown) ?? ''
      assert.equal(comparePlace(shipTo(shown), name, marketplace), 'shown', `${language} ${name}`)
      const proven = ['DE', 'US', 'CD', 'CG', 'TG', 'TO', 'MF', 'SX'].filter(
        (code) => comparePlace(shipTo(code), name, marketplace) === 'shown',
      )
      assert.deepEqual(
        proven.filter((code) => code !== shown),
        [],
        `${language} ${name}`,
      )
    }
  }
  assert.equal(listCountries().size, 250)
})

test('the known place of a marketplace is what its header shows then', () => {
  for (const marketplace of marketplaces.values()) {
    const { known, zip: form, locationType } = marketplace.places
    assert.equal(known === null, locationType.own === null, marketplace.domain)
    if (known === null) continue
    const { shown, ...place } = known
    assert.equal(comparePlace({ ...place, shipTo: null }, shown, marketplace), 'shown', marketplace.domain)
    if (form !== null && known.zip !== null) assert.equal(readZip(known.zip, form), known.zip)
  }
})

const withZip = [...marketplaces.values()].flatMap(({ domain, places }) =>
  places.zip === null || places.city !== null ? [] : [{ domain, form: places.zip }],
)
const words = [
  'Deliver to {}',
  'Delivering to Springfield {}',
  '{}にお届け',
  'Liefern nach Berlin {}',
  'التوصيل إلى {}',
  '{}',
]
const codes = fc.constantFrom(...withZip).chain(({ domain, form }) =>
  fc.tuple(fc.stringMatching(form.pattern), fc.stringMatching(form.pattern)).map((pair) => ({
    domain,
    form,
    codes: pair.map((code) => readZip(code, form) ?? ''),
  })),
)

test('property: a code is proven by itself with any words around it, as far as the shop prints it, and by no other code', () => {
  fc.assert(
    fc.property(
      codes,
      fc.constantFrom(...words),
      fc.boolean(),
      ({ domain, form, codes: [own = '', other = ''] }, line, isCut) => {
        const print = (code: string) => line.replace('{}', isCut && form.cut > 0 ? code.slice(0, -form.cut) : code)
        const verdict = (text: string) => comparePlace(zip(own), text, requireMarketplace(domain))
        assert.equal(verdict(print(own)), 'shown')
        if (print(own) !== print(other)) assert.equal(verdict(print(other)), 'other')
        assert.notEqual(verdict(line.replace('{}', own.slice(0, -form.cut - 1).trimEnd())), 'shown')
      },
    ),
    { numRuns: runsOf(400) },
  )
})

test('property: no text of a page makes the comparison throw or hang', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom(zip('NW1 6XE'), city('Dubai'), shipTo('US')),
      (text, place) => {
        assert.ok(['shown', 'other', 'none'].includes(comparePlace(place, text, requireMarketplace('co.uk'))))
      },
    ),
    { numRuns: runsOf(200) },
  )
  const long = `${'1 '.repeat(100_000)}${'.'.repeat(100_000)}`
  assert.equal(comparePlace(zip('NW1 6XE'), long, requireMarketplace('co.uk')), 'other')
})

test('the place of a page is in its visible header, and nowhere else', () => {
  const slot = (lines: string): string => `<div id="nav-global-location-slot">${lines}</div>`
  const line = (text: string, attributes = ''): string => `<span id="glow-ingress-line2" ${attributes}>${text}</span>`
  const chicago = slot(line('Chicago 60602'))
  const cases: readonly (readonly [html: string, location: string | null])[] = [
    [`<div class="review">${line('New York 10001')}</div>`, null],
    [`<div class="review">${line('New York 10001')}</div>${chicago}`, 'Chicago 60602'],
    [slot(line('New York 10001', 'hidden')), null],
    [slot(line('New York 10001', 'style="display: none"')), null],
    [`<div style="display:none">${slot(line('New York 10001'))}</div>${chicago}`, 'Chicago 60602'],
    [slot(line('<svg><title>New York 10001</title></svg>Chicago 60602')), 'Chicago 60602'],
  ]
  for (const [html, location] of cases) {
    assert.equal(readLocation(parsePage(`<html><body>${html}</body></html>`), site), location, html)
  }
})
