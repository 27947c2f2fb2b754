import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCases } from '../../adapters/pages/golden/golden-case.ts'
import { classifyPage, extractProduct, extractSearch, parsePage, type Marketplace } from '../../core/index.ts'
import * as selectors from '../../selectors/index.ts'
import { root } from '../support/root.ts'

const { languages, pageMarketplaces, site } = selectors

/** The marketplaces that `shelfmark/selectors` exports by name. */
const named = Object.values<object>({ ...selectors }).filter(
  (value): value is Marketplace<string, selectors.BaseMaps> => typeof value === 'object' && 'host' in value,
)

test('a marketplace reads English and its own language, in the order of all languages', () => {
  assert.deepEqual(new Set(named.map(({ domain }) => domain)), new Set(pageMarketplaces.keys()))
  for (const { domain, language, site: own } of named) {
    const codes = own.languages.map(({ code }) => code)
    assert.ok(codes.includes('en') && codes.includes(language.slice(0, 2)), domain)
    assert.deepEqual(
      own.languages,
      languages.filter(({ code }) => codes.includes(code)),
      domain,
    )
    assert.equal(pageMarketplaces.get(domain)?.site, site, 'in the map of all marketplaces, it reads all')
  }
})

/** The comment after a word: marketplaces and years of saved pages that show it. */
const SEEN = /(?<=(?:\/\/|;) )((?:[a-z.]+, )*[a-z.]+) (?=20\d\d)/g

test('a marketplace reads each language whose words were seen on its pages', () => {
  let seen = 0
  for (const language of languages) {
    const source = readFileSync(join(root, `selectors/languages/${language.code}.ts`), 'utf8')
    const domains = new Set([...source.matchAll(SEEN)].flatMap(([, list = '']) => list.split(', ')))
    for (const domain of domains) {
      seen++
      const own = named.find((marketplace) => marketplace.domain === domain)
      assert.ok(own?.site.languages.includes(language), `${domain} does not read ${language.code}`)
    }
  }
  assert.ok(seen > 20, `${seen} pairs of language and marketplace`)
})

test('a marketplace with its own languages reads every golden page as with all languages', () => {
  const cases = readCases(join(root, 'golden'))
  assert.ok(cases.length > 100, `${cases.length} cases`)
  for (const { name, facts, readPage } of cases) {
    const own = named.find(({ domain }) => domain === facts.domain)
    const all = pageMarketplaces.get(facts.domain)
    assert.ok(own && all)
    const read = (marketplace: Marketplace<string, selectors.BaseMaps>) => {
      const page = parsePage(readPage())
      const { kind, evidence } = classifyPage(
        { status: facts.status, url: facts.url, bytes: readPage(), page },
        marketplace.site,
      )
      if (kind === 'product') return extractProduct(page, marketplace)
      return kind === 'search' ? extractSearch(page, marketplace) : { kind, evidence }
    }
    assert.deepEqual(read(own), read(all), name)
  }
})
