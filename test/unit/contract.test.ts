import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { contract, contractFor } from '../../adapters/contract.ts'
import { errorExamples } from '../../adapters/http/openapi/examples/errors.ts'
import { errorBody, ERRORS, toErrorBody, type ParamSource, type ParsedParams } from '../../core/contract/index.ts'
import { SEARCH_SORTS } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'

const parseProductParams = (source: ParamSource) => contract.parseParams('product', source)
const parseSearchParams = (source: ParamSource) => contract.parseParams('search', source)

const ASIN = 'B0SHLFX301'
const notRendered = { render_js: false, screenshot: null }
const product = {
  query: ASIN,
  domain: 'com',
  language: null,
  zip: null,
  city: null,
  ship_to: null,
  add_html: false,
  explain: false,
  fields: null,
  timeout: null,
  ...notRendered,
}
const search = {
  query: 'kettle',
  domain: 'com',
  language: null,
  zip: null,
  city: null,
  ship_to: null,
  sort_by: 'best_match',
  start_page: 1,
  pages: 1,
  add_html: false,
  explain: false,
  fields: null,
  timeout: null,
  ...notRendered,
}

/** Names of the refused parameters; if there are none, of those on the roadmap. */
function refused(parsed: ParsedParams<unknown>): readonly string[] {
  assert.ok(!parsed.ok, `accepted: ${JSON.stringify(parsed)}`)
  const { details, roadmap } = parsed
  for (const { message } of details) assert.match(message, /^(?:must |is required(?:$| unless ))/)
  return details.length > 0 ? details.map(({ param }) => param) : roadmap
}

const query = (text: string) => new URLSearchParams(text)

test('every marketplace can be requested, and the first is the default', () => {
  for (const domain of marketplaces.keys()) {
    assert.equal(parseProductParams({ query: ASIN, domain }).ok, true, domain)
  }
  const parsed = parseProductParams({ query: ASIN })
  assert.ok(parsed.ok)
  assert.equal(parsed.params.domain, 'com')
  const refused = parseProductParams({ query: ASIN, domain: 'dee' })
  assert.ok(!refused.ok)
  assert.equal(
    refused.details[0]?.message,
    `must be one of: ${[...marketplaces.keys()].join(', ')} (did you mean "de"?)`,
  )
})

const goodProducts: readonly [why: string, source: ParamSource, params: object][] = [
  ['defaults', query(`query=${ASIN}`), product],
  ['trimmed and upper-cased', query('query=%20b0shlfx301%0A'), product],
  ['ISBN that ends with X', query('query=097522980x'), { ...product, query: '097522980X' }],
  [
    'all parameters',
    query(`query=${ASIN}&domain=co.uk&language=en_GB&add_html=true`),
    { ...product, domain: 'co.uk', language: 'en_GB', add_html: true },
  ],
  ['add_html 1', query(`query=${ASIN}&add_html=1`), { ...product, add_html: true }],
  ['add_html 0', query(`query=${ASIN}&add_html=0`), product],
  ['add_html false', query(`query=${ASIN}&add_html=false`), product],
  ['unknown parameters, api_key among them', query(`query=${ASIN}&api_key=&utm_source=99&colour=red`), product],
  ['repeated with one value', query(`query=${ASIN}&query=${ASIN}&domain=de&domain=de`), { ...product, domain: 'de' }],
  ['an item', { query: ASIN, domain: 'de', language: 'de_DE' }, { ...product, domain: 'de', language: 'de_DE' }],
  ['an item with a boolean', { query: ASIN, add_html: true }, { ...product, add_html: true }],
  ['an item with a number', { query: ASIN, add_html: 1 }, { ...product, add_html: true }],
  ['an item with texts', { query: ASIN, add_html: 'false' }, product],
  ['an item with a member that is undefined', { query: ASIN, domain: undefined }, product],
  [
    'names of built-in members are not parameters',
    JSON.parse(`{"query":"${ASIN}","__proto__":{"domain":"x"},"getAll":1}`),
    product,
  ],
]

test('valid parameters of a product', () => {
  for (const [why, source, params] of goodProducts) {
    assert.deepEqual(parseProductParams(source), { ok: true, params }, why)
  }
})

const badProducts: readonly [why: string, source: ParamSource, names: readonly string[]][] = [
  ['timeout 0', query(`query=${ASIN}&timeout=0`), ['timeout']],
  ['timeout 46', query(`query=${ASIN}&timeout=46`), ['timeout']],
  ['timeout with a fraction', query(`query=${ASIN}&timeout=1.5`), ['timeout']],
  ['query is required', query(''), ['query']],
  ['query is empty', query('query='), ['query']],
  ['9 characters', query('query=B0SHLFX30'), ['query']],
  ['11 characters', query('query=B0SHLFX3011'), ['query']],
  ['a character outside A-Z and 0-9', query('query=B0SHLFX-01'), ['query']],
  ['a letter beyond ASCII', query('query=B0SHLFX30É'), ['query']],
  ['a letter that becomes two in upper case', query('query=B0SHLFX3ß'), ['query']],
  ['a letter that is ASCII in upper case', query('query=B0SHLFX30ı'), ['query']],
  ['two lines', query(`query=${ASIN}%0A${ASIN}`), ['query']],
  ['a blank within', query('query=B0SHL%20FX30'), ['query']],
  ['domain not in the list', query(`query=${ASIN}&domain=ru`), ['domain']],
  ['domain in upper case', query(`query=${ASIN}&domain=DE`), ['domain']],
  ['domain with a blank', query(`query=${ASIN}&domain=%20de`), ['domain']],
  ['domain empty', query(`query=${ASIN}&domain=`), ['domain']],
  ['language with a hyphen', query(`query=${ASIN}&language=en-US`), ['language']],
  ['language alone', query(`query=${ASIN}&language=en`), ['language']],
  ['language in upper case', query(`query=${ASIN}&language=EN_US`), ['language']],
  ['language with a letter too many', query(`query=${ASIN}&language=en_USA`), ['language']],
  ['add_html in words', query(`query=${ASIN}&add_html=yes`), ['add_html']],
  ['add_html in upper case', query(`query=${ASIN}&add_html=TRUE`), ['add_html']],
  ['add_html empty', query(`query=${ASIN}&add_html=`), ['add_html']],
  ['repeated with two values', query(`query=${ASIN}&query=B0SHLFX302`), ['query']],
  ['repeated with two values, one of them bad', query(`query=${ASIN}&domain=x&domain=de`), ['domain']],
  [
    'all at once, in the documented order',
    query('add_html=x&language=x&domain=x&query=x'),
    ['query', 'domain', 'language', 'add_html'],
  ],
  ['wrong ones before the roadmap', query('query=x&render_js=1'), ['query']],
  ['an item with a number for a text', { query: 1_234_567_890 }, ['query']],
  ['an item with null for its query', { query: null, domain: null }, ['query']],
  ['an item with lists and objects', { query: [ASIN], domain: {}, add_html: [true] }, ['query', 'domain', 'add_html']],
  ['an item with another number', { query: ASIN, add_html: 2 }, ['add_html']],
  ['an empty item', {}, ['query']],
]

test('invalid parameters of a product are all named', () => {
  for (const [why, source, names] of badProducts) assert.deepEqual(refused(parseProductParams(source)), names, why)
})

const goodSearches: readonly [why: string, source: ParamSource, params: object][] = [
  ['defaults', query('query=kettle'), search],
  ['trimmed, case kept', query('query=%20Electric+Kettle%20'), { ...search, query: 'Electric Kettle' }],
  ['500 characters', query(`query=${'x'.repeat(500)}%20`), { ...search, query: 'x'.repeat(500) }],
  [
    '500 characters that take two units each',
    query(`query=${'🫖'.repeat(500)}`),
    { ...search, query: '🫖'.repeat(500) },
  ],
  ['last page above 10', query('query=kettle&start_page=10&pages=10'), { ...search, start_page: 10, pages: 10 }],
  ['page is start_page', query('query=kettle&page=3'), { ...search, start_page: 3 }],
  ['page and start_page agree', query('query=kettle&page=3&start_page=3'), { ...search, start_page: 3 }],
  ['add_html', query('query=kettle&add_html=true&pages=1'), { ...search, add_html: true }],
  ['several pages without html', query('query=kettle&add_html=0&pages=2'), { ...search, pages: 2 }],
  ['in a language', query('query=kettle&language=en_GB'), { ...search, language: 'en_GB' }],
  ['an item with numbers', { query: 'kettle', start_page: 2, pages: 3 }, { ...search, start_page: 2, pages: 3 }],
  ['an item with texts', { query: 'kettle', page: '2', start_page: 2 }, { ...search, start_page: 2 }],
  ['of a node', query('node=172282'), { ...search, query: null, node: '172282' }],
  ['of a seller', query('seller=%20a2shelf0003401%20'), { ...search, query: null, seller: 'A2SHELF0003401' }],
  [
    'narrowed',
    query('query=kettle&node=172282&brand=Foxglove,%20Ltd&min_price=9.5&max_price=20'),
    { ...search, node: '172282', brand: 'Foxglove, Ltd', min_price: 9.5, max_price: 20 },
  ],
  [
    'an item with amounts',
    { query: 'kettle', min_price: 0, max_price: 19.99 },
    { ...search, min_price: 0, max_price: 19.99 },
  ],
  [
    'several conditions, in any order, each once',
    query('query=kettle&refine=p_89:Norwick&refine=n:5&refine=p_89:Norwick'),
    { ...search, refine: ['n:5', 'p_89:Norwick'] },
  ],
  ['an item with a condition', { query: 'kettle', refine: 'p_72:4' }, { ...search, refine: ['p_72:4'] }],
  [
    'an item with conditions',
    { query: 'kettle', refine: ['p_76:1', 'p_72:4'] },
    { ...search, refine: ['p_72:4', 'p_76:1'] },
  ],
  ...SEARCH_SORTS.map(
    (sort_by) => [sort_by, query(`query=kettle&sort_by=${sort_by}`), { ...search, sort_by }] as const,
  ),
].map(([why, source, params]) => [why, source, params] as [string, ParamSource, object])

test('valid parameters of a search', () => {
  for (const [why, source, params] of goodSearches) {
    assert.deepEqual(parseSearchParams(source), { ok: true, params }, why)
  }
})

const badSearches: readonly [why: string, source: ParamSource, names: readonly string[]][] = [
  ['query is required', query('domain=de'), ['query']],
  ['query is blank', query('query=%20%20'), ['query']],
  ['501 characters', query(`query=${'x'.repeat(501)}`), ['query']],
  ['half a character', { query: 'kettle \ud83e' }, ['query']],
  ['sort_by not in the list', query('query=kettle&sort_by=price'), ['sort_by']],
  ['start_page 0', query('query=kettle&start_page=0'), ['start_page']],
  ['start_page 11', query('query=kettle&start_page=11'), ['start_page']],
  ['pages 0', query('query=kettle&pages=0'), ['pages']],
  ['pages 11', query('query=kettle&pages=11'), ['pages']],
  ['pages negative', query('query=kettle&pages=-1'), ['pages']],
  ['pages with a fraction', query('query=kettle&pages=1.5'), ['pages']],
  ['pages with an exponent', query('query=kettle&pages=1e0'), ['pages']],
  ['pages empty', query('query=kettle&pages='), ['pages']],
  ['pages huge', query(`query=kettle&pages=${'9'.repeat(400)}`), ['pages']],
  ['page 11', query('query=kettle&page=11'), ['page']],
  ['page and start_page differ', query('query=kettle&page=2&start_page=3'), ['start_page', 'page']],
  ['page and start_page differ, and another mistake', query('page=2&start_page=3'), ['query', 'start_page', 'page']],
  ['page bad, start_page good', query('query=kettle&page=x&start_page=3'), ['page']],
  ['add_html of two pages', query('query=kettle&add_html=1&pages=2'), ['add_html']],
  ['an item with add_html of ten pages', { query: 'kettle', add_html: true, pages: 10 }, ['add_html']],
  ['an item with a fraction', { query: 'kettle', pages: 1.5 }, ['pages']],
  ['an item with a boolean', { query: 'kettle', pages: true }, ['pages']],
  ['brand alone', query('brand=Norwick'), ['query']],
  ['prices alone', query('min_price=1&max_price=2'), ['query']],
  ['node with letters', query('node=books'), ['query', 'node']],
  ['seller too short', query('query=kettle&seller=A123'), ['seller']],
  ['brand with a bar', query('query=kettle&brand=A%7CB'), ['brand']],
  ['brand blank', query('query=kettle&brand=%20'), ['brand']],
  ['price with a comma', query('query=kettle&min_price=9,50'), ['min_price']],
  ['price with three decimals', query('query=kettle&min_price=9.505'), ['min_price']],
  ['price negative', query('query=kettle&max_price=-1'), ['max_price']],
  ['an item with three decimals', { query: 'kettle', min_price: 9.505 }, ['min_price']],
  ['prices the wrong way round', query('query=kettle&min_price=20&max_price=10'), ['min_price', 'max_price']],
  ['condition without a kind', query('query=kettle&refine=Norwick'), ['refine']],
  ['condition empty', query('query=kettle&refine='), ['refine']],
  ['no conditions', { query: 'kettle', refine: [] }, ['refine']],
  ['21 conditions', { query: 'kettle', refine: Array.from({ length: 21 }, (_, n) => `p_72:${n}`) }, ['refine']],
  ['words as a condition', query('node=5&refine=k:kettle'), ['refine']],
  ['two brands', query('query=kettle&brand=Norwick&refine=p_89:Veldora'), ['refine']],
  ['two ranges of prices', query('query=kettle&max_price=20&refine=p_36:1000-'), ['refine']],
  ['two sellers', query('seller=A2SHELF0003401&refine=p_6:A2SHELF0003402'), ['refine']],
  [
    'all at once',
    query('query=&domain=x&sort_by=x&start_page=x&pages=x&page=y&add_html=x'),
    ['query', 'domain', 'sort_by', 'start_page', 'pages', 'page', 'add_html'],
  ],
]

test('invalid parameters of a search are all named', () => {
  for (const [why, source, names] of badSearches) assert.deepEqual(refused(parseSearchParams(source)), names, why)
})

test('parameters on the roadmap are refused with every value, in a fixed order', () => {
  for (const parse of [parseProductParams, parseSearchParams]) {
    for (const value of ['true', 'false', '0', '', 'nonsense']) {
      assert.deepEqual(refused(parse(query(`query=${ASIN}&screenshot=${value}`))), ['screenshot'])
      assert.deepEqual(refused(parse(query(`screenshot=${value}&render_js=1&render_js=2&query=${ASIN}`))), [
        'render_js',
        'screenshot',
      ])
    }
    for (const value of [true, false, 0, {}]) {
      assert.deepEqual(refused(parse({ query: ASIN, render_js: value })), ['render_js'])
    }
  }
})

const rendered: readonly [why: string, source: ParamSource, params: object][] = [
  ['not rendered by default', query(`query=${ASIN}`), notRendered],
  ['not rendered', query(`query=${ASIN}&render_js=false&screenshot=0`), notRendered],
  ['rendered', query(`query=${ASIN}&render_js=1`), { render_js: true, screenshot: null }],
  ['pictured', query(`query=${ASIN}&screenshot=true`), { render_js: true, screenshot: 'viewport' }],
  ['pictured by name', query(`query=${ASIN}&screenshot=viewport`), { render_js: true, screenshot: 'viewport' }],
  ['the whole page', query(`query=${ASIN}&render_js=0&screenshot=full`), { render_js: true, screenshot: 'full' }],
  ['an item', { query: ASIN, render_js: true, screenshot: null }, { render_js: true, screenshot: null }],
  ['an item with a picture', { query: ASIN, screenshot: true }, { render_js: true, screenshot: 'viewport' }],
]

test('with a browser, pages are rendered and pictured as asked', () => {
  const parse = contractFor(true)
  for (const [why, source, params] of rendered) {
    assert.deepEqual(parse.parseParams('product', source), { ok: true, params: { ...product, ...params } }, why)
    const asSearch = parse.parseParams('search', source)
    assert.deepEqual(asSearch, { ok: true, params: { ...search, query: ASIN, ...params } }, why)
  }
})

test('with a browser, wrong values are refused, and a picture of several pages', () => {
  const { parseParams, parseBatch } = contractFor(true)
  const parseProduct = (source: ParamSource) => parseParams('product', source)
  const parseSearch = (source: ParamSource) => parseParams('search', source)
  for (const value of ['', 'nonsense', 'FULL', 'yes']) {
    const source = query(`query=${ASIN}&render_js=${value}&screenshot=${value}`)
    assert.deepEqual(refused(parseProduct(source)), ['render_js', 'screenshot'], value)
  }
  for (const value of [2, {}, []])
    assert.deepEqual(refused(parseProduct({ query: ASIN, screenshot: value })), ['screenshot'])
  assert.deepEqual(refused(parseSearch(query('query=kettle&screenshot=full&pages=2'))), ['screenshot'])
  assert.equal(parseSearch(query('query=kettle&render_js=1&screenshot=0&pages=2')).ok, true)
  const item = { query: ASIN, render_js: true, screenshot: 'full' }
  const batch = parseBatch({ endpoint: 'market.product', items: [item] })
  assert.deepEqual(batch.ok && batch.params.items, [item])
})

test('null in an item counts as not given', () => {
  const item = { query: ASIN, domain: null, language: null, add_html: null, render_js: null }
  assert.deepEqual(parseProductParams(item), { ok: true, params: product })
})

test('invalid parameters are reported before those on the roadmap', () => {
  const wrong = parseProductParams(query('query=x&screenshot=1'))
  const planned = parseProductParams(query(`query=${ASIN}&screenshot=1`))
  assert.ok(!wrong.ok && !planned.ok)
  const message = 'must be an ASIN or ISBN of 10 letters or digits, or a GTIN of 8, 12, 13 or 14 digits'
  assert.deepEqual(toErrorBody(wrong), { error: 'invalid_params', details: [{ param: 'query', message }] })
  assert.deepEqual(toErrorBody(planned), { error: 'not_implemented', params: ['screenshot'] })
})

/** Errors: code, status, members besides the code, headers. */
const errors: readonly [
  code: keyof typeof ERRORS,
  status: number,
  members: readonly string[],
  headers: readonly string[],
][] = [
  ['invalid_params', 400, ['details'], []],
  ['unauthorized', 401, [], ['WWW-Authenticate']],
  ['revoked', 401, [], ['WWW-Authenticate']],
  ['insufficient_credits', 402, [], []],
  ['forbidden_address', 403, [], []],
  ['forbidden_scope', 403, [], []],
  ['product_not_found', 404, ['retryable'], []],
  ['gtin_not_confirmed', 404, ['details'], []],
  ['category_not_found', 404, ['retryable'], []],
  ['not_found', 404, [], []],
  ['method_not_allowed', 405, [], ['Allow']],
  ['idempotency_conflict', 409, [], []],
  ['too_many_keys', 409, [], []],
  ['batch_aborted', 409, [], []],
  ['results_expired', 410, [], []],
  ['payload_too_large', 413, [], []],
  ['unsupported_media_type', 415, [], []],
  ['rate_limited', 429, ['message', 'docs_url', 'request_id'], ['Retry-After']],
  ['quota_exceeded', 429, ['message'], ['Retry-After']],
  ['internal_error', 500, [], []],
  ['not_implemented', 501, ['params'], []],
  ['target_unreachable', 502, [], []],
  ['location_not_applied', 502, ['details'], []],
  ['extraction_failed', 502, [], []],
  ['asin_mismatch', 502, [], []],
  ['reviews_withheld', 502, [], []],
  ['page_mismatch', 502, [], []],
  ['generic_gallery_page', 502, [], []],
  ['unavailable', 503, [], ['Retry-After']],
]

test('every error has its status, members and headers', () => {
  assert.deepEqual(
    errors.map(([code]) => code),
    Object.keys(ERRORS),
  )
  for (const [code, status, members, headers] of errors) {
    const { schema, ...kind } = ERRORS[code]
    assert.equal(kind.status, status, code)
    assert.deepEqual(kind.headers, headers, code)
    assert.deepEqual(Object.keys(schema.entries), ['error', ...members], code)
    assert.deepEqual(Object.keys(errorExamples[code]), ['error', ...members], code)
    assert.equal(errorExamples[code].error, code)
    assert.ok(v.is(schema, errorExamples[code]), code)
    assert.ok(!v.is(schema, { ...errorExamples[code], more: 1 }), code)
  }
})

test('the bodies of errors are printed in their order', () => {
  const bodies = [
    errorBody('unauthorized'),
    errorBody('revoked'),
    errorBody('product_not_found'),
    errorBody('rate_limited', { message: 'a', docs_url: 'b', request_id: 'c' }),
    errorBody('not_implemented', { params: ['render_js', 'screenshot'] }),
    errorBody('target_unreachable'),
  ]
  assert.deepEqual(
    bodies.map((body) => JSON.stringify(body)),
    [
      '{"error":"unauthorized"}',
      '{"error":"revoked"}',
      '{"error":"product_not_found","retryable":false}',
      '{"error":"rate_limited","message":"a","docs_url":"b","request_id":"c"}',
      '{"error":"not_implemented","params":["render_js","screenshot"]}',
      '{"error":"target_unreachable"}',
    ],
  )
})
