import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { extractPage } from '../../adapters/pages/index.ts'
import { createPool, ExtractionError, type Pool, type PoolPage } from '../../adapters/pages/pool/index.ts'
import { root } from '../support/root.ts'
import { GENEROUS_MS } from '../support/wait.ts'

const golden = join(root, 'golden')
const read = (name: string): Buffer => readFileSync(join(golden, name, 'page.html'))
const product = read('product/de/decimal-comma')
const captcha = read('state/com/captcha-image')
const search = read('state/com/search-grid')

let pool: Pool
before(async () => {
  pool = await createPool({ threads: 2, timeLimitMs: GENEROUS_MS })
})
after(() => pool.close())

async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const result of results) all.push(result)
  return all
}

test('a pool gives the pages as extractPage does, in their order, with their own members', async () => {
  const pages = Array.from({ length: 60 }, (_, id) => ({
    id,
    bytes: [product, captcha, search, product.toString(), new Uint8Array(search).buffer][id % 5] ?? '',
    explain: id % 2 === 0,
  }))
  const results = await collect(pool.extract(pages))
  assert.deepEqual(
    results.map(({ input }) => input.id),
    pages.map(({ id }) => id),
  )
  for (const { input, page } of results) assert.deepEqual(page, extractPage(input.bytes, { explain: input.explain }))
})

test('the bytes of the caller stay its own', async () => {
  const bytes = new Uint8Array(product)
  const [first, again] = await collect(pool.extract([{ bytes }, { bytes }]))
  assert.equal(bytes.length, product.length)
  assert.deepEqual(first?.page, again?.page)
})

test('options of all pages; those of a page win', async () => {
  const pages: PoolPage[] = [
    { bytes: captcha },
    { bytes: captcha, domain: 'fr' },
    { bytes: captcha, domain: undefined },
  ]
  const results = await collect(pool.extract(pages, { domain: 'de' }))
  assert.deepEqual(
    results.map(({ page }) => page?.domain),
    ['de', 'fr', 'de'],
  )
  const [nameless] = await collect(pool.extract([{ bytes: '<span id=productTitle>A bell</span>' }]))
  assert.deepEqual([nameless?.error, nameless?.page?.kind, nameless?.page?.domain], [null, 'unknown', null])
})

test('text has no encoding, whatever its page declares', async () => {
  const text = product.toString().replace(/<meta charset[^>]*>/i, '<meta charset="windows-1252">')
  const [result] = await collect(pool.extract([{ bytes: text, contentType: 'text/html; charset=koi8-r' }]))
  assert.deepEqual(result?.page, extractPage(text))
})

test('an error of a page is a result, and the others go on', async () => {
  const pages = [
    { bytes: '<div>'.repeat(100_000) },
    { bytes: 5 },
    null,
    {},
    { bytes: product, domain: 'dee' },
    { bytes: product },
  ]
  const results = await collect(pool.extract(pages as PoolPage[]))
  assert.deepEqual(
    results.map(({ error }) => error && [error.name, error.code]),
    [
      ['ShelfmarkError', 'page_too_deep'],
      ['ShelfmarkError', 'invalid_argument'],
      ['ShelfmarkError', 'invalid_argument'],
      ['ShelfmarkError', 'invalid_argument'],
      ['ShelfmarkError', 'invalid_argument'],
      null,
    ],
  )
  assert.match(results[1]?.error?.message ?? '', /not a number/)
})

test('a page beyond the time limit is a result with an ExtractionError', async () => {
  await using hurried = await createPool({ threads: 1, timeLimitMs: 1 })
  const large = `${product.toString()}${'<p>more</p>'.repeat(300_000)}`
  const [result] = await collect(hurried.extract([{ bytes: large }]))
  assert.ok(result?.error instanceof ExtractionError)
  assert.equal(result.error.code, 'time_limit')
})

test('pages are taken only when there is room for them', async () => {
  let taken = 0
  async function* pages() {
    for (; taken < 500; taken++) yield { bytes: captcha }
  }
  let results = 0
  for await (const { page } of pool.extract(pages())) {
    assert.equal(page?.kind, 'captcha')
    results++
    assert.ok(taken <= results + 2 * 16, `${taken} pages were taken for ${results} results`)
    if (results === 100) break
  }
  assert.ok(taken < 200)
})

test('an abort ends a loop with its reason; a pool that closes ends it too', async () => {
  const controller = new AbortController()
  await assert.rejects(async () => {
    for await (const { input } of pool.extract([{ bytes: product }, { bytes: product }], {
      signal: controller.signal,
    })) {
      assert.ok(input)
      controller.abort(new Error('enough'))
    }
  }, /enough/)
  const closing = await createPool({ threads: 1 })
  await assert.rejects(async () => {
    for await (const { page } of closing.extract([{ bytes: product }, { bytes: product }])) {
      assert.ok(page)
      await closing.close()
    }
  }, /The pool was closed/)
  await assert.rejects(collect(closing.extract([{ bytes: product }])), { code: 'invalid_argument' })
})

test('two loops share a pool', async () => {
  const pages = Array.from({ length: 40 }, () => ({ bytes: product }))
  const [one, other] = await Promise.all([collect(pool.extract(pages)), collect(pool.extract(pages))])
  assert.deepEqual([one.length, other.length], [40, 40])
})

test('a pool has at least one thread', async () => {
  await assert.rejects(createPool({ threads: 0 }), { code: 'invalid_argument' })
})
