import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  assertError,
  assertInvalid,
  headerOf,
  jsonOf,
  PRODUCT,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { productSchema } from '../../core/index.ts'
import { PRODUCT_ROWS } from '../support/service-shapes.ts'

type Json = Readonly<Record<string, unknown>>

const CURRENCIES = {
  com: 'USD',
  'co.uk': 'GBP',
  de: 'EUR',
  fr: 'EUR',
  it: 'EUR',
  es: 'EUR',
  nl: 'EUR',
  pl: 'PLN',
  se: 'SEK',
  ca: 'CAD',
  'com.mx': 'MXN',
  'com.br': 'BRL',
  'com.au': 'AUD',
  'co.jp': 'JPY',
  sg: 'SGD',
  in: 'INR',
  'com.tr': 'TRY',
  ae: 'AED',
  sa: 'SAR',
  eg: 'EGP',
}

let bench: Bench
let key: string
let records: readonly Json[]
const ask = (query: string, rest = ''): Promise<Answer> => bench.product(query, key, rest)
const call = (query: string): Promise<Answer> => bench.call(`${PRODUCT}?${query}`, { key })

before(async () => {
  bench = await startBench()
  ;({ key } = await bench.createCaller())
  const asins = [
    'B0CHILD000',
    'B0DEAL0000',
    'B0UNAVAIL0',
    'B0RANGE000',
    ...Array.from({ length: 16 }, (_, i) => `B0SHLFX${300 + i}`),
  ]
  const answers = await Promise.all(
    asins.flatMap((asin) => [ask(asin), ask(asin, '&domain=de'), ask(asin, '&domain=co.jp')]),
  )
  records = answers.map((answer) => jsonOf(answer) as Json)
})
after(() => bench.close())

for (const [field, isShape] of Object.entries(PRODUCT_ROWS)) {
  test(`product record: ${field}`, () => {
    for (const record of records) {
      assert.ok(Object.hasOwn(record, field))
      assert.ok(isShape(record[field], false), `${String(record.asin)}: ${JSON.stringify(record[field])}`)
    }
    assert.ok(
      records.some((record) => isShape(record[field], true)),
      'no record has it without null inside',
    )
  })
}

test('product record: html is there only when add_html is true', async () => {
  const [without, refused, withHtml] = await Promise.all([
    ask('B0SHLFX301'),
    ask('B0SHLFX301', '&add_html=false'),
    ask('B0SHLFX301', '&add_html=true'),
  ])
  assert.ok(!Object.hasOwn(jsonOf(without) as Json, 'html'))
  assert.deepEqual(refused.bytes, without.bytes)
  const { html, ...record } = jsonOf(withHtml) as Json
  assert.match(String(html), /^<!doctype html>/i)
  assert.deepEqual(record, jsonOf(without))
})

test('product record: bullet points are separated by newlines, stars go from 5 to 1', () => {
  assert.ok(records.some(({ bullet_points }) => String(bullet_points).includes('\n')))
  const stars = records.map(({ rating_stars_distribution }) => rating_stars_distribution as { rating: number }[])
  assert.ok(stars.some((rows) => rows.map(({ rating }) => rating).join() === '5,4,3,2,1'))
})

/** Fields of a product without `html`, in the order of the wire. */
const FIELDS = Object.keys(productSchema.entries).filter((field) => field !== 'html')

test('product record: at least 54 fields, in the order of the wire; at most 13 reviews', () => {
  assert.ok(FIELDS.length >= 54)
  for (const record of records) assert.deepEqual(Object.keys(record), FIELDS)
  assert.ok(records.every(({ reviews }) => (reviews as unknown[]).length <= 13))
})

test('product: query is required', async () => {
  assertInvalid(await call('domain=de'), ['query'])
  assertInvalid(await call('query='), ['query'])
})

for (const query of [
  'B0SHLFX30',
  'B0SHLFX3011',
  'B0SHLFX30-',
  'B0SHLFX%C3%9F1',
  '%F0%9F%98%80aaaaaaaa',
  'B0SHLFX%FF01',
  'B0SHL%00FX3',
  'B0SHLFX30%',
]) {
  test(`product: query ${query} is not 10 alphanumeric characters: 400`, async () => {
    assertInvalid(await ask(query), ['query'])
  })
}

test('product: query may be an ISBN', async () => {
  const answer = await ask('0306406152')
  assert.equal(answer.status, 200)
  assert.equal((jsonOf(answer) as Json).asin_in_url, '0306406152')
})

test('query is trimmed and upper-cased', async () => {
  const answer = await ask('%20b0shlfx301%09')
  assert.equal(headerOf(answer, 'Svc-Resolved-Url'), 'https://www.amazon.com/dp/B0SHLFX301')
  assert.deepEqual(jsonOf(answer), jsonOf(await ask('B0SHLFX301')))
})

for (const [domain, currency] of Object.entries(CURRENCIES)) {
  test(`product: domain ${domain}`, async () => {
    const answer = await ask('B0SHLFX301', `&domain=${domain}`)
    assert.equal(answer.status, 200)
    const { currency: own, asin } = jsonOf(answer) as Json
    assert.deepEqual([asin, own ?? currency], ['B0SHLFX301', currency])
    assert.equal(headerOf(answer, 'Svc-Resolved-Url'), `https://www.amazon.${domain}/dp/B0SHLFX301`)
  })
}

test('product: domain is com by default', async () => {
  assert.deepEqual((await ask('B0SHLFX301')).bytes, (await ask('B0SHLFX301', '&domain=com')).bytes)
})

for (const domain of ['', 'xx', 'COM', 'De', 'www.amazon.com', 'com.', 'constructor', 'co.uk%00']) {
  test(`product: domain "${domain}" is not in the enum: 400`, async () => {
    assertInvalid(await ask('B0SHLFX301', `&domain=${domain}`), ['domain'])
  })
}

test('product: a language of the form xx_YY is accepted', async () => {
  assert.equal((await ask('B0SHLFX301', '&domain=de&language=en_GB')).status, 200)
})

for (const language of ['', 'en', 'EN_us', 'en-US', 'en_USA', 'eng_US', 'en_U1']) {
  test(`language "${language}": 400`, async () => {
    assertInvalid(await ask('B0SHLFX301', `&language=${language}`), ['language'])
  })
}

for (const [value, isTrue] of [
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
] as const) {
  test(`add_html=${value}`, async () => {
    const answer = await ask('B0SHLFX301', `&add_html=${value}`)
    assert.equal(Object.hasOwn(jsonOf(answer) as Json, 'html'), isTrue)
  })
}

for (const value of ['', 'yes', 'TRUE', '2', 'null']) {
  test(`add_html=${value}: 400`, async () => {
    assertInvalid(await ask('B0SHLFX301', `&add_html=${value}`), ['add_html'])
  })
}

for (const [rest, params] of [
  ['&render_js=true', ['render_js']],
  ['&render_js=false', ['render_js']],
  ['&render_js=', ['render_js']],
  ['&screenshot=1', ['screenshot']],
  ['&screenshot=nonsense', ['screenshot']],
  ['&screenshot=true&render_js=true', ['render_js', 'screenshot']],
] as const) {
  test(`product: ${rest.slice(1)} is on the roadmap: 501`, async () => {
    assertError(await ask('B0SHLFX301', rest), 501, { error: 'not_implemented', params })
  })
}

test('product: unknown names are ignored, but for those that another record has', async () => {
  const answer = await ask('B0SHLFX301', '&utm_source=x&constructor=1&__proto__=2&%FF=%FF')
  assert.deepEqual(answer.bytes, (await ask('B0SHLFX301')).bytes)
  assertInvalid(await ask('B0SHLFX301', '&sort_by=no&pages=99'), ['sort_by', 'pages'])
})

test('a repeated parameter is accepted with one value, and refused with two', async () => {
  assert.equal((await ask('B0SHLFX301', '&query=B0SHLFX301&domain=de&domain=de')).status, 200)
  assertInvalid(await ask('B0SHLFX301', '&query=B0SHLFX302&domain=de&domain=fr'), ['query', 'domain'])
})

test('every bad parameter is named once, in the documented order', async () => {
  const answer = await call('timeout=46&add_html=x&language=x&domain=x&query=%FF&query=%FE')
  assertInvalid(answer, ['query', 'domain', 'language', 'add_html', 'timeout'])
})

const HEADERS: readonly (readonly [string, RegExp])[] = [
  ['Svc-Cost', /^5$/],
  ['Svc-Resolved-Url', /^https:\/\/www\.amazon\.de\/dp\/B0BLOCKED2$/],
  ['Svc-Source-Status', /^200$/],
  ['Svc-Attempts', /^3$/],
  ['Svc-Fetched-At', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
  ['Svc-Extractor-Version', /^[a-z-]+@\d+\.\d+\.\d+(?:-[\da-z.-]+)?$/],
  ['Svc-Concurrency', /^[1-9]\d*\/1000 requests$/],
  ['Svc-Rps', /^[1-9]\d*\/1000$/],
  ['Svc-Request-Id', /^[0-9a-f-]{36}$/],
]
let answered: Promise<Answer> | undefined
for (const [name, value] of HEADERS) {
  test(`product headers: ${name}`, async () => {
    answered ??= ask('B0BLOCKED2', '&domain=de')
    assert.match(headerOf(await answered, name) ?? 'absent', value)
  })
}
