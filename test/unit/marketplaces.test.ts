import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compileMarketplace,
  extractProduct,
  parsePage,
  findUnknownHost,
  recognizeDomain,
  ShelfmarkError,
} from '../../core/index.ts'
import { base, com, languages, marketplaces } from '../../selectors/index.ts'

const DOMAINS = 'com co.uk de fr it es nl pl se ca com.mx com.br com.au co.jp sg in com.tr ae sa eg'.split(' ')

test('the 20 marketplaces exist, and all compile', () => {
  for (const domain of DOMAINS) assert.ok(marketplaces.has(domain), domain)
  for (const [domain, marketplace] of marketplaces) {
    const compiled = compileMarketplace(marketplace)
    assert.equal(compiled.domain, domain)
    assert.equal(compiled.host, `www.amazon.${domain}`)
    assert.match(compiled.currency, /^[A-Z]{3}$/)
    assert.match(compiled.language, /^[a-z]{2}_[A-Z]{2}$/)
  }
})

test('there are at least 12 languages, each with the words that records need', () => {
  const all = Object.values(languages)
  assert.ok(all.length >= 12)
  for (const language of all) assert.ok(Object.keys(language).length > 5, JSON.stringify(language).slice(0, 80))
})

test('a marketplace of a few lines of its own reads a page', () => {
  const mine = { ...com, domain: 'example', host: 'shop.example.org', currency: 'CHF' }
  const page = parsePage('<div id=dp><input id=ASIN value=B0SHLF0900><span id=productTitle>Bell</span></div>')
  const { record } = extractProduct(page, mine)
  assert.equal(record?.url, 'https://shop.example.org/dp/B0SHLF0900')
  assert.equal(record.currency, 'CHF')
})

test('the error for a wrong selector names its position in the map', () => {
  const wrong = { ...com, product: { ...base.product, title: ['#productTitle', 'h1:hover'] } }
  assert.throws(
    () => compileMarketplace(wrong),
    (error) =>
      error instanceof ShelfmarkError &&
      error.code === 'invalid_selector' &&
      error.message.startsWith('com.product.title[1]: selector "h1:hover"'),
  )
})

test('no list of candidates names one selector twice', () => {
  const check = (map: object, place: string): void => {
    for (const [name, entry] of Object.entries(map) as [string, string[] | object][]) {
      if (!Array.isArray(entry)) check(entry, `${place}.${name}`)
      else assert.equal(new Set(entry).size, entry.length, `${place}.${name}`)
    }
  }
  check(base.product, 'product')
})

test('the marketplace is recognized by the links of the page', () => {
  for (const domain of DOMAINS) {
    const page = parsePage(`<link rel="canonical" href="https://www.amazon.${domain}/Some-Bell/dp/B0SHLF0900">`)
    assert.equal(recognizeDomain(page, marketplaces.values()), domain)
  }
  assert.equal(recognizeDomain(parsePage('<p>nothing'), marketplaces.values()), null)
  const other = parsePage('<link rel="canonical" href="https://www.example.org/dp/B0SHLF0900">')
  assert.equal(recognizeDomain(other, marketplaces.values()), null)
})

test('the URL of a page that names no marketplace decides, and never against the page', () => {
  const part = parsePage('<span id=productTitle>A bell</span>')
  const recognize = (url: string): string | null => recognizeDomain(part, marketplaces.values(), url)
  for (const domain of DOMAINS) assert.equal(recognize(`https://www.amazon.${domain}/dp/B0SHLF0900?x=1`), domain)
  assert.equal(recognize('HTTP://WWW.AMAZON.CO.UK:80'), 'co.uk')
  assert.equal(recognize('https://smile.amazon.com/'), 'com')
  const others = ['', 'about:blank', '/dp/B0SHLF0900', 'https://www.amazon.com.example/', 'https://nowhere.example/']
  for (const url of [...others, 'https://nowhere.example/https://www.amazon.de/', 'https://a@www.amazon.de/']) {
    assert.equal(recognize(url), null, url)
  }
  const named = parsePage('<link rel="canonical" href="https://www.amazon.fr/dp/B0SHLF0900">')
  assert.equal(recognizeDomain(named, marketplaces.values(), 'https://www.amazon.de/dp/B0SHLF0900'), 'fr')
})

test('a page of a marketplace that is not known is none of one that it links to', () => {
  const own = '<link rel="canonical" href="https://www.amazon.com.ng/dp/B0SHLF0900">'
  const links = '<a href="https://www.amazon.de/dp/B0SHLF0900">DE</a><script>ue_sn = "www.amazon.de"</script>'
  const find = (html: string, url?: string): readonly (string | null)[] => [
    recognizeDomain(parsePage(html), marketplaces.values(), url),
    findUnknownHost(parsePage(html), marketplaces.values(), url),
  ]
  assert.deepEqual(find(`${own}${links}`), [null, 'www.amazon.com.ng'])
  assert.deepEqual(find(`${own}${links}`, 'https://www.amazon.fr/x'), [null, 'www.amazon.com.ng'])
  assert.deepEqual(find(links, 'https://www.amazon.pl.example/dp/B0SHLF0900'), ['de', null])
  assert.deepEqual(find(links, 'https://www.amazon.cn/dp/B0SHLF0900'), [null, 'www.amazon.cn'])
  assert.deepEqual(find('<link rel="canonical" href="https://music.amazon.com/x">' + links), ['de', null])
  assert.deepEqual(find('<link rel="canonical" href="https://m.amazon.de/x">'), ['de', null])
})

test('the marketplace of a small page without an address is recognized by the name of its shop', () => {
  const recognize = (html: string): string | null => recognizeDomain(parsePage(html), marketplaces.values())
  for (const domain of DOMAINS) {
    assert.equal(recognize(`<title>Amazon.${domain}</title><p>Sorry`), domain)
    assert.equal(recognize(`<title>Sorry</title><img alt="amazon.${domain}. Home">`), domain)
    assert.equal(recognize(`<title>Amazon.com</title><form action="https://www.amazon.${domain}/s"></form>`), domain)
  }
  assert.equal(recognize('<title>Amazon.co.jpの検索'), 'co.jp')
  assert.equal(recognize('<title>Amazon.com.bristol'), null)
  assert.equal(recognize('<title>Write to help@amazon.com'), null)
  assert.equal(recognize(`<title>Amazon.com</title><p>${'x'.repeat(30_000)}`), null, 'a large page')
})
