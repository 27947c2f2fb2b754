import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { headerOf, jsonOf, startBench, type Bench } from '../support/service-bench.ts'

const ASIN = 'B0SHLFS081'
let bench: Bench
let key: string

before(async () => {
  bench = await startBench()
  key = (await bench.createCaller()).key
})
after(() => bench.close())

const get = (path: string, accept?: string, more: Readonly<Record<string, string>> = {}) =>
  bench.call(`/api/v1/market/${path}`, {
    headers: { Authorization: `Bearer ${key}`, ...(accept === undefined ? {} : { Accept: accept }), ...more },
  })

test('a product as CSV is a row, a search a row for each card', async () => {
  const product = await get(`product?query=${ASIN}&domain=de&format=csv`)
  assert.deepEqual([product.status, headerOf(product, 'content-type')], [200, 'text/csv; charset=utf-8'])
  assert.equal(headerOf(product, 'Svc-Cost'), '5')
  const [head = '', row = '', ...rest] = product.bytes.toString().split('\r\n')
  assert.deepEqual([head.startsWith('asin,'), row.startsWith(`${ASIN},`), rest], [true, true, ['']])
  const search = await get('search?query=kettle&domain=de&format=csv')
  const cards = jsonOf(await get('search?query=kettle&domain=de')) as { readonly products: readonly object[] }
  assert.ok(search.bytes.toString().split('\r\n').length >= cards.products.length + 2)
})

test('a table has the columns of the fields that were asked for', async () => {
  const headOf = async (path: string): Promise<string> => (await get(path)).bytes.toString().split('\r\n')[0] ?? ''
  assert.equal(await headOf(`product?query=${ASIN}&format=csv&fields=price,currency`), 'price,currency')
  assert.equal(
    await headOf('search?query=kettle&format=csv&fields=page,total_results'),
    'search.page,search.total_results',
  )
})

test('Accept asks for the same as the parameter, which wins', async () => {
  const typeOf = async (path: string, accept?: string): Promise<string> => {
    const answer = await get(path, accept)
    assert.equal(answer.status, 200)
    assert.match(headerOf(answer, 'vary') ?? '', /Accept/)
    return headerOf(answer, 'content-type') ?? ''
  }
  const path = `product?query=${ASIN}`
  assert.match(await typeOf(path, 'text/markdown'), /^text\/markdown/)
  assert.match(await typeOf(path, 'text/csv;q=0.9, application/json;q=0.5'), /^text\/csv/)
  for (const accept of [undefined, '*/*', 'text/html', 'application/json, text/csv;q=0.1'])
    assert.match(await typeOf(path, accept), /^application\/json/)
  assert.match(await typeOf(`${path}&format=json`, 'text/markdown'), /^application\/json/)
})

test('what has no formats refuses one', async () => {
  const created = jsonOf(await bench.createBatch(key, { endpoint: 'market.product', items: [{ query: ASIN }] }))
  const { id } = created as { readonly id: string }
  for (const path of ['batch', `batch/${id}`, 'watch', 'schedule']) {
    const wrong = await get(`${path}?format=xlsx`)
    assert.equal(wrong.status, 400, path)
    assert.deepEqual((jsonOf(wrong) as { readonly details: object }).details, [
      { param: 'format', message: 'must be one of: json' },
    ])
    assert.equal((await get(`${path}?format=json`)).status, 200, path)
  }
})

test('a format that does not exist is refused, and errors are JSON in any format', async () => {
  const wrong = await get(`product?query=${ASIN}&format=xml`)
  assert.equal(wrong.status, 400)
  assert.deepEqual((jsonOf(wrong) as { readonly details: object }).details, [
    { param: 'format', message: 'must be one of: json, csv, markdown' },
  ])
  const misspelled = jsonOf(await get(`product?query=${ASIN}&formt=csv`)) as { readonly details: { param: string }[] }
  assert.equal(misspelled.details[0]?.param, 'formt')
  const gone = await get('product?query=B0GONE0404&format=csv', 'text/markdown')
  assert.deepEqual([gone.status, headerOf(gone, 'content-type')], [404, 'application/json; charset=utf-8'])
})

test('an answer is given again in another format, at no charge', async () => {
  const first = await get(`product?query=${ASIN}`, undefined, { 'Idempotency-Key': 'formats' })
  const again = await get(`product?query=${ASIN}&format=markdown`, undefined, { 'Idempotency-Key': 'formats' })
  assert.deepEqual([headerOf(again, 'Svc-Replayed'), headerOf(again, 'Svc-Cost')], ['true', '0'])
  const { title } = jsonOf(first) as { readonly title: string }
  assert.ok(again.bytes.toString().startsWith(`# ${title.slice(0, 5)}`))
})
