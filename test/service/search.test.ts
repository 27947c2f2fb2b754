import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  assertError,
  assertInvalid,
  headerOf,
  jsonOf,
  SEARCH,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { CARD_ROWS } from '../support/service-shapes.ts'

type Json = Readonly<Record<string, unknown>>

interface Found {
  readonly page: number
  readonly products: readonly Json[]
  readonly html: string | null
}

const DOMAINS = 'com co.uk de fr it es nl pl se ca com.mx com.br com.au co.jp sg in com.tr ae sa eg'.split(' ')

let bench: Bench
let key: string
let found: readonly Found[]
const ask = (query: string, rest = ''): Promise<Answer> => bench.search(query, key, rest)
const call = (query: string): Promise<Answer> => bench.call(`${SEARCH}?${query}`, { key })
const foundBy = (answer: Answer): Found => jsonOf(answer) as Found

before(async () => {
  bench = await startBench()
  ;({ key } = await bench.createCaller())
  const queries = ['kettle', 'desk lamp', 'usb cable', 'garden hose', 'novel', 'shoes']
  const answers = await Promise.all(
    queries.flatMap((query) => DOMAINS.slice(0, 4).map((domain) => ask(query, `&domain=${domain}`))),
  )
  found = answers.map(foundBy)
})
after(() => bench.close())

for (const [field, isShape] of Object.entries(CARD_ROWS)) {
  test(`search card: ${field}`, () => {
    const cards = found.flatMap(({ products }) => products)
    for (const card of cards) {
      assert.equal(isShape(card[field], false), true, `${String(card.asin)}: ${JSON.stringify(card[field])}`)
    }
    assert.equal(
      cards.some((card) => isShape(card[field], true)),
      true,
      'no card has it',
    )
  })
}

test('search card: exactly these fields', () => {
  const cards = found.flatMap(({ products }) => products)
  for (const card of cards) assert.deepEqual(Object.keys(card).toSorted(), Object.keys(CARD_ROWS).toSorted())
})

test('search card: highest_price is price_strikethrough, which is above price', () => {
  const cards = found.flatMap(({ products }) => products)
  for (const { price, price_strikethrough, highest_price } of cards) {
    assert.equal(highest_price, price_strikethrough)
    if (price_strikethrough !== null) assert.equal(Number(price_strikethrough) > Number(price), true)
  }
  assert.equal(
    cards.some(({ price_strikethrough }) => price_strikethrough === null),
    true,
  )
})

for (const [rank, isSponsored] of [
  ['organic_position', false],
  ['sponsored_position', true],
] as const) {
  test(`search card: ${rank} counts from 1, and is null for other cards`, () => {
    for (const { products } of found) {
      const [own, others] = [true, false].map((is) =>
        products.filter((card) => (card.is_sponsored === isSponsored) === is),
      )
      assert.deepEqual(
        own?.map((card) => card[rank]),
        own?.map((_, at) => at + 1),
      )
      assert.deepEqual(
        others?.filter((card) => card[rank] !== null),
        [],
      )
    }
  })
}

test('search response: only page, products, node, refinements and html when there are results', () => {
  for (const response of found) {
    assert.deepEqual(Object.keys(response), ['page', 'products', 'node', 'refinements', 'html'])
    assert.equal(response.page, 1)
    assert.equal(response.html, null)
    assert.equal(response.products.length > 0, true)
  }
})

test('search: nothing matches: 200, no_results true, total_results 0', async () => {
  const answer = await ask('sandbox:nothing')
  assert.equal(answer.status, 200)
  const empty = { page: 1, products: [], node: null, refinements: [], html: null, no_results: true, total_results: 0 }
  assert.deepEqual(jsonOf(answer), empty)
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
})

test('search: query is required', async () => {
  assertInvalid(await call('domain=de'), ['query'])
})

for (const [what, query] of [
  ['empty', ''],
  ['blank', '%20%09'],
  ['501 characters', 'a'.repeat(501)],
  ['invalid UTF-8', 'kettle%FF'],
  ['a cut sequence of UTF-8', 'kettle%E2%82'],
  ['20 KB', 'a'.repeat(20_000)],
] as const) {
  test(`a query that is ${what}: 400`, async () => {
    assertInvalid(await call(`query=${query}`), ['query'])
  })
}

for (const [what, query] of [
  ['500 characters', 'a'.repeat(500)],
  ['500 characters of four bytes', '%F0%9F%98%80'.repeat(500)],
  ['500 characters between blanks', `%20${'a'.repeat(500)}%20`],
  ['a plus for a blank', 'desk+lamp'],
  ['a percent sign that encodes nothing', '50%+off'],
  ['another script', '%E9%9B%BB%E6%B0%97'],
] as const) {
  test(`a query of ${what}: 200`, async () => {
    assert.equal((await call(`query=${query}`)).status, 200)
  })
}

test('a query is trimmed', async () => {
  const answer = await call('query=%20%20kettle+')
  assert.equal(headerOf(answer, 'Svc-Resolved-Url'), 'https://www.amazon.com/s?k=kettle')
})

for (const domain of DOMAINS) {
  test(`search: domain ${domain}`, async () => {
    const answer = await ask('kettle', `&domain=${domain}`)
    assert.equal(answer.status, 200)
    assert.equal(headerOf(answer, 'Svc-Resolved-Url'), `https://www.amazon.${domain}/s?k=kettle`)
    assert.equal(foundBy(answer).products.length > 0, true)
  })
}

test('search: domain is in the enum, or 400', async () => {
  assertInvalid(await ask('kettle', '&domain=be'), ['domain'])
})

for (const [sort, address] of [
  ['best_match', ''],
  ['price_asc', '&s=price-asc-rank'],
  ['price_desc', '&s=price-desc-rank'],
  ['avg_customer_review', '&s=review-rank'],
  ['newest', '&s=date-desc-rank'],
] as const) {
  test(`search: sort_by ${sort}`, async () => {
    const answer = await ask('kettle', `&sort_by=${sort}`)
    assert.equal(answer.status, 200)
    assert.equal(headerOf(answer, 'Svc-Resolved-Url'), `https://www.amazon.com/s?k=kettle${address}`)
    if (sort === 'best_match') assert.deepEqual(answer.bytes, (await ask('kettle')).bytes)
  })
}

for (const sort of ['', 'price', 'PRICE_ASC']) {
  test(`search: sort_by "${sort}" is not in the enum: 400`, async () => {
    assertInvalid(await ask('kettle', `&sort_by=${sort}`), ['sort_by'])
  })
}

for (const name of ['start_page', 'pages', 'page']) {
  for (const value of ['0', '11', '-1', '1.5', '', 'two', '1e1', '99999999999', '%2B1']) {
    test(`search: ${name}=${value} is not from 1 to 10: 400`, async () => {
      assertInvalid(await ask('kettle', `&${name}=${value}`), [name])
    })
  }
}

test('search: start_page is 1 by default, and is the page of the response', async () => {
  const [first, third] = await Promise.all([ask('kettle', '&start_page=1'), ask('kettle', '&start_page=3')])
  assert.deepEqual(first.bytes, (await ask('kettle')).bytes)
  assert.equal(foundBy(third).page, 3)
  assert.equal(headerOf(third, 'Svc-Resolved-Url'), 'https://www.amazon.com/s?k=kettle&page=3')
})

test('page is another name for start_page', async () => {
  assert.deepEqual((await ask('kettle', '&page=3')).bytes, (await ask('kettle', '&start_page=3')).bytes)
  assert.equal((await ask('kettle', '&page=3&start_page=3')).status, 200)
  assert.equal((await ask('kettle', '&page=3&start_page=03')).status, 200)
})

test('page and start_page with different values: 400', async () => {
  assertInvalid(await ask('kettle', '&page=1&start_page=2'), ['start_page', 'page'])
})

test('start_page + pages - 1 may exceed 10', async () => {
  const answer = await ask('kettle', '&start_page=10&pages=2')
  assert.equal(answer.status, 200)
  assert.equal(foundBy(answer).page, 10)
})

test('add_html is accepted on a search as well', async () => {
  const [plain, withHtml] = await Promise.all([ask('kettle', '&add_html=0'), ask('kettle', '&add_html=1')])
  const { html, ...rest } = foundBy(withHtml)
  assert.match(html ?? '', /^<!doctype html>/i)
  assert.deepEqual({ ...rest, html: null }, foundBy(plain))
})

test('add_html with several pages is refused, in a batch too', async () => {
  assertInvalid(await ask('kettle', '&add_html=1&pages=2'), ['add_html'])
  const items = [
    { query: 'kettle', pages: 2 },
    { query: 'kettle', pages: 2, add_html: true },
  ]
  assertInvalid(await bench.createBatch(key, { endpoint: 'market.search', items }), ['items[1].add_html'])
})

test('several pages come in order, as one', async () => {
  const pages = await Promise.all([1, 2, 3].map(async (page) => foundBy(await ask('usb cable', `&page=${page}`))))
  const answer = await ask('usb cable', '&pages=3')
  const { page, products } = foundBy(answer)
  assert.equal(page, 1)
  assert.deepEqual(
    products.map(({ asin }) => asin),
    pages.flatMap((one) => one.products.map(({ asin }) => asin)),
  )
  assert.equal(headerOf(answer, 'Svc-Cost'), '15')
  assert.equal(headerOf(answer, 'Svc-Attempts'), '3')
})

test('a page without cards after the first ends the run, and only pages with cards are charged', async () => {
  const answer = await ask('kettle', '&pages=10')
  const attempts = Number(headerOf(answer, 'Svc-Attempts'))
  const paid = Number(headerOf(answer, 'Svc-Cost')) / 5
  // The page without cards, and up to two that were fetched ahead, are not charged.
  assert.ok(paid >= 1 && attempts > paid && attempts <= paid + 3, `${attempts} attempts, ${paid} paid`)
  assert.equal(headerOf(answer, 'Svc-Has-More'), 'false')
  const empty = await ask('sandbox:nothing', '&pages=10')
  assert.equal(headerOf(empty, 'Svc-Cost'), '5')
})

test('a page that fails after all attempts fails the request, which is free', async () => {
  assertError(await ask('sandbox:captcha', '&pages=3'), 502, { error: 'target_unreachable' })
})

test('render_js and screenshot answer 501 on a search too', async () => {
  const answer = await ask('kettle', '&screenshot=&render_js=0')
  assertError(answer, 501, { error: 'not_implemented', params: ['render_js', 'screenshot'] })
})

test('search: a language is asked for in its address, and must have its form', async () => {
  const answer = await ask('kettle', '&language=en_GB')
  assert.equal(headerOf(answer, 'Svc-Resolved-Url'), 'https://www.amazon.com/s?k=kettle&language=en_GB')
  assertInvalid(await ask('kettle', '&language=nonsense'), ['language'])
})

const HEADERS: readonly (readonly [string, RegExp])[] = [
  ['Svc-Cost', /^5$/],
  ['Svc-Resolved-Url', /^https:\/\/www\.amazon\.de\/s\?k=kettle$/],
  ['Svc-Source-Status', /^200$/],
  ['Svc-Attempts', /^1$/],
  ['Svc-Fetched-At', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
  ['Svc-Has-More', /^true$/],
  ['Svc-Extractor-Version', /^[a-z-]+@\d+\.\d+\.\d+(?:-[\da-z.-]+)?$/],
  ['Svc-Concurrency', /^[1-9]\d*\/1000 requests$/],
  ['Svc-Rps', /^[1-9]\d*\/1000$/],
]
for (const [name, value] of HEADERS) {
  test(`search headers: ${name}`, async () => {
    assert.match(headerOf(await ask('kettle', '&domain=de'), name) ?? 'absent', value)
  })
}
