// Runs alone: it adds marketplaces to those of its process.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { compareRecords, describeDifference } from '../../adapters/pages/golden/compare.ts'
import {
  generateProduct,
  generateSearch,
  pageStates,
  PRODUCT_LAYOUTS,
  renderProduct,
  renderSearch,
  renderState,
  requireLocale,
  SITUATIONS_OF,
} from '../../adapters/sandbox/index.ts'
import { builtInPages, Sandbox } from '../../adapters/sandbox/server/index.ts'
import { Locale } from '../../adapters/sandbox/locale/locale.ts'
import { extractProduct, extractSearch, parsePage, recognizeDomain, type Marketplace } from '../../core/index.ts'
import { pageMarketplaces, type BaseMaps } from '../../selectors/index.ts'

/** A marketplace that the project does not have. */
function createMarketplace(domain: string, language: string, currency: string): Marketplace<string, BaseMaps> {
  const [known] = pageMarketplaces.values()
  assert.ok(known)
  const { isMonthFirst: _, ...shared } = known
  return { ...shared, domain, host: `www.amazon.${domain}`, language, currency }
}

const conventions: readonly (readonly [
  language: string,
  currency: string,
  /** The amount 1234567.5. */
  money: string,
  date: string,
  button: string,
])[] = [
  ['fr_BE', 'EUR', '1\u202f234\u202f567,50\u00a0€', 'vendredi 17 juillet', 'Ajouter au panier'],
  ['de_AT', 'EUR', '1.234.567,50\u00a0€', 'Freitag, 17. Juli', 'In den Einkaufswagen'],
  ['en_IE', 'EUR', '€1,234,567.50', 'Friday, 17 July', 'Add to cart'],
  ['en_US', 'USD', '$1,234,567.50', 'Friday, July 17', 'Add to cart'],
  ['en_IN', 'INR', '₹12,34,567.50', 'Friday, 17 July', 'Add to cart'],
  ['es_MX', 'MXN', '$1,234,567.50', 'viernes, 17 de julio', 'Agregar al carrito'],
  ['es_CL', 'CLP', '1.234.567,50\u00a0CLP', 'viernes, 17 de julio', 'Añadir a la cesta'],
  ['ja_JP', 'JPY', '￥1,234,568', '7月17日 金曜日', 'カートに入れる'],
  ['ko_KR', 'KRW', 'KRW\u00a01,234,567.50', 'Friday, 17 July', 'Add to cart'],
]

test('language and currency of a marketplace decide how it prints', () => {
  for (const [language, currency, money, date, button] of conventions) {
    const locale = new Locale(createMarketplace('example', language, currency))
    assert.deepEqual(
      [
        locale.money(1_234_567.5).text,
        locale.date({ year: 2026, month: 7, day: 17 }, 'delivery'),
        locale.phrases.offer.add_to_cart,
      ],
      [money, date, button],
      language,
    )
    assert.equal(locale.shopName, 'Amazon.example')
  }
})

test('pages of right-to-left languages say so', () => {
  const isRightToLeft = (language: string) => new Locale(createMarketplace('example', language, 'USD')).isRightToLeft
  assert.deepEqual(['ar_AE', 'he_IL', 'en_US', 'arn_CL'].map(isRightToLeft), [true, true, false, false])
})

test('the error for an unknown domain lists the known ones', () => {
  assert.throws(() => requireLocale('dee'), /Unknown domain "dee".*\bco\.uk\b/)
})

/** New marketplaces: in a known language, and in one without phrases. */
const newcomers = [createMarketplace('lu', 'fr_LU', 'EUR'), createMarketplace('co.kr', 'ko_KR', 'KRW')].filter(
  ({ domain }) => !pageMarketplaces.has(domain),
)

before(() => {
  for (const marketplace of newcomers)
    (pageMarketplaces as Map<string, Marketplace<string, BaseMaps>>).set(marketplace.domain, marketplace)
})

for (const marketplace of newcomers) {
  const { domain, host, language } = marketplace

  test(`a new marketplace needs no change in the sandbox (${language}): products are read as printed`, () => {
    for (const layout of PRODUCT_LAYOUTS) {
      for (const [index, situation] of SITUATIONS_OF[layout].entries()) {
        const asin = layout.includes('book') ? `12345678${10 + index}` : `B0NEW${index + 10}000`
        const truth = generateProduct({ asin, domain, layout, situation })
        const page = parsePage(Buffer.from(renderProduct(truth)))
        const { record, winners } = extractProduct(page, marketplace)
        const differences = compareRecords(truth.record, record, winners).map(describeDifference)
        assert.deepEqual(differences, [], `${layout}, ${situation}`)
        assert.equal(recognizeDomain(page, pageMarketplaces.values()), domain)
      }
    }
  })

  test(`a new marketplace needs no change in the sandbox (${language}): searches are read as printed`, () => {
    for (const query of ['kettle', 'lamp', 'tray', 'rug']) {
      const { response: expected, ...truth } = generateSearch({ query, domain })
      assert.ok(expected.products.length > 0)
      const html = renderSearch({ ...truth, response: expected })
      assert.deepEqual(extractSearch(parsePage(html), marketplace, {}).record, expected, query)
    }
  })

  test(`a new marketplace needs no change in the sandbox (${language}): states and server`, () => {
    for (const state of pageStates) {
      assert.ok(renderState(state, requireLocale(domain), { path: '/' }).html.length > 100, state)
    }
    const sandbox = new Sandbox({ pages: builtInPages, weight: 'light' })
    const ask = (target: string, hostHeader: string) =>
      sandbox.answer({ method: 'GET', target, host: hostHeader, acceptEncoding: undefined, faults: undefined })
    const answer = ask('/dp/B0SHLFS001', host)
    assert.equal(answer.headers['Content-Language'], language.replace('_', '-'))
    assert.deepEqual(ask(`/${domain}/dp/B0SHLFS001`, 'localhost').body, answer.body)
    assert.deepEqual(ask('/dp/B0SHLFS001', `${domain}.localhost`).body, answer.body)
  })
}
