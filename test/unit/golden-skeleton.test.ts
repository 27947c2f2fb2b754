import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { collectWords, inventWords } from '../../adapters/pages/golden/invent-words.ts'
import { makeSkeletonCase } from '../../adapters/pages/golden/make-skeleton.ts'
import { runCase } from '../../adapters/pages/golden/run-case.ts'
import { extractPage, extractRecord, type RecordPage } from '../../adapters/pages/extract-page.ts'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { parsePage } from '../../core/index.ts'
import type { PageDomain } from '../../selectors/index.ts'

const known = collectWords(['In Stock', 'カートに入れる', { price: /dp\/product/ }])
const invent = inventWords(known)

for (const [text, kept] of [
  ['In Stock', 'In Stock'],
  ['$12.40', '$12.40'],
  ['500 g, 1,299.00 kr', '500 g, 1,299.00 kr'],
  ['/dp/product/', '/dp/product/'],
  ['カートに入れる', 'カートに入れる'],
] as const) {
  test(`words that pages are read by, and amounts, stay: ${text}`, () => assert.equal(invent(text), kept))
}

for (const [text, form] of [
  ['Tern Harbor', /^(?!Tern)[A-Z][a-z]{3} (?!Harbor)[A-Z][a-z]{5}$/],
  ['مصباح مكتب', /^(?!مصباح)\p{Script=Arabic}{5} \p{Script=Arabic}{4}$/u],
  ['東京の時計', /^(?!東京)[\p{Script=Han}\p{Script=Hiragana}]{5}$/u],
  ['B0CD9645MM', /^B0SHLF[A-Z0-9]{4}$/],
  ['10001', /^10000$/],
  ['A1B2C3D4E5F6G', /^(?!A1B2)[A-Z]\d[A-Z]\d[A-Z]\d[A-Z]\d[A-Z]\d[A-Z]\d[A-Z]$/],
] as const) {
  test(`what a text says is invented, how it is written stays: ${text}`, () => {
    assert.match(invent(text), form)
    assert.equal(invent(text), invent(text))
  })
}

test('ASINs that differ stay different', () => {
  const asins = Array.from({ length: 200 }, (_, index) => `B0${String(index * 7919).padStart(8, 'X')}`)
  assert.ok(new Set(asins.map(invent)).size > 195)
})

function skeletonOf(bytes: Uint8Array | string, domain?: PageDomain) {
  const extraction = extractPage(bytes, { domain, explain: true })
  assert.ok(extraction.record !== null)
  return makeSkeletonCase(parsePage(bytes), extraction, { name: 'own', why: 'a test' })
}

test('a skeleton is a case: it is read as the page, and says nothing of it', () => {
  const truth = generateProduct({ asin: 'B0SHLFS081', domain: 'de', situation: 'offered' })
  const page = renderProduct(truth)
  const { name, files, lost } = skeletonOf(page)
  assert.equal(name, 'product/de/own')
  assert.deepEqual(
    files.map((file) => file.name),
    ['page.html', 'case.json', 'expected.json'],
  )
  const [html = '', facts = '', expected = ''] = files.map(({ text }) => text)
  const result = runCase({
    name,
    facts: JSON.parse(facts) as never,
    readPage: () => Buffer.from(html),
    expectation: JSON.parse(expected) as never,
  })
  assert.deepEqual(result.differences, [])
  assert.deepEqual(lost, [])
  const { title, brand, price } = truth.record
  assert.equal((JSON.parse(expected) as { readonly price: number }).price, price)
  for (const text of [title, brand, 'B0SHLFS081'])
    assert.ok(text && !html.includes(text) && !expected.includes(text), text ?? '')
  assert.ok(html.length < page.length)
  assert.doesNotMatch(html, / on\w+=|<style|<iframe/)
})

test('skeletons of the golden cases keep nearly all fields', () => {
  const cases = readCases(GOLDEN_DIRECTORY).filter(
    ({ facts, expectation }) => expectation !== null && facts.asin === undefined,
  )
  let fields = 0
  let lost = 0
  const refused: string[] = []
  for (const { name, readPage, facts, expectation } of cases) {
    try {
      lost += skeletonOf(readPage(), facts.domain).lost.length
      fields += Object.keys(expectation ?? {}).length
    } catch (error) {
      assert.match(String(error), /do not show what the page is/, name)
      refused.push(name)
    }
  }
  assert.ok(cases.length > 50 && fields > 500, `${cases.length} cases, ${fields} fields`)
  assert.ok(refused.length < cases.length * 0.02, refused.join(', '))
  assert.ok(lost < fields * 0.02, `${lost} of ${fields} fields are lost`)
})

test('the skeleton of another record of the page names that record', () => {
  const page = renderProduct(generateProduct({ asin: 'B0SHLFS081', domain: 'de' }))
  const extraction = extractRecord('reviews', page, { explain: true })
  const { name, files } = makeSkeletonCase(parsePage(page), extraction, {
    name: 'own',
    why: 'a test',
    record: 'reviews',
  })
  assert.equal(name, 'reviews/de/own')
  const [html = '', facts = '', expected = ''] = files.map(({ text }) => text)
  const result = runCase({
    name,
    facts: JSON.parse(facts) as never,
    readPage: () => Buffer.from(html),
    expectation: JSON.parse(expected) as never,
  })
  assert.deepEqual(result.differences, [])
  assert.ok((JSON.parse(expected) as { reviews: object[] }).reviews.length > 0)
})

test('a name that can not be that of a folder is refused', () => {
  const page = renderProduct(generateProduct({ asin: 'B0SHLFS081', domain: 'de' }))
  const extraction = extractPage(page, { explain: true }) as RecordPage
  for (const name of ['../x', 'a b', '', 'A']) {
    assert.throws(() => makeSkeletonCase(parsePage(page), extraction, { name, why: 'x' }), /The name of a case/)
  }
})
