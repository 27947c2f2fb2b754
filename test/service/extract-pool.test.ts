import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { ExtractionError, type ExtractionErrorCode } from '../../adapters/pages/pool/page-extractor.ts'
import { letHeapsGrow } from '../../adapters/pages/pool/heap-growth.ts'
import { startExtractPool, type ExtractPoolOptions } from '../../adapters/pages/pool/extract-pool.ts'
import { extractPage, type ExtractPageOptions } from '../../adapters/pages/extract-page.ts'
import { generateProduct, generateSearch, renderProduct, renderSearch } from '../../adapters/sandbox/index.ts'
import type { Product, SearchResponse } from '../../core/index.ts'
import { builtPath } from '../support/built-path.ts'
import { isBuilt, root } from '../support/root.ts'

const ASIN = 'B0SHLFS001'
const pageText = renderProduct(generateProduct({ asin: ASIN, domain: 'de' }), { weight: 'light' })
const searchText = renderSearch(generateSearch({ query: 'usb kabel', domain: 'de', page: 3 }), { weight: 'light' })

/** Bytes with a buffer of their own, which may be transferred. */
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

const request: ExtractPageOptions = {
  domain: 'de',
  asin: ASIN,
  status: 200,
  url: `https://www.amazon.de/dp/${ASIN}`,
  contentType: 'text/html;charset=UTF-8',
  addHtml: false,
}
const never = new AbortController().signal

const START = `<span id="productTitle">Shelf</span><input id="ASIN" value="${ASIN}">`

/** A page that takes a second or two, and much memory. */
function largePage(): Uint8Array {
  return bytesOf(START + '<li class="a-spacing-mini" data-x=1><span class="a-list-item">x'.repeat(110_000))
}

async function open(t: TestContext, options: ExtractPoolOptions) {
  const pool = await startExtractPool(options)
  t.after(() => pool.close())
  return pool
}

async function expectError(code: ExtractionErrorCode, extraction: Promise<unknown>): Promise<void> {
  const error = await extraction.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ExtractionError, `no ExtractionError: ${String(error)}`)
  assert.equal(error.code, code, error.message)
}

test('a worker thread extracts a page as the main thread does', async (t) => {
  const pool = await open(t, { threads: 1 })
  const own = extractPage(bytesOf(pageText), request)
  const product = await pool.extract(bytesOf(pageText), request, never)
  assert.deepEqual(JSON.parse(product.recordJson ?? ''), own.record)
  assert.deepEqual(JSON.parse(product.winnersJson), own.winners)
  assert.deepEqual(JSON.parse(product.issuesJson), own.issues)
  assert.deepEqual([product.kind, product.isMismatch, product.domain], ['product', false, 'de'])

  const other = await pool.extract(bytesOf(pageText), { ...request, asin: 'B0OTHER000' }, never)
  assert.equal(other.isMismatch, true)
  assert.equal((JSON.parse(other.recordJson ?? '') as Product).asin_in_url, 'B0OTHER000')

  const { html } = JSON.parse(
    (await pool.extract(bytesOf(pageText), { ...request, addHtml: true }, never)).recordJson ?? '',
  ) as Product
  assert.equal(html, pageText)

  const searchRequest = { ...request, asin: undefined, page: 7, url: 'https://www.amazon.de/s?k=usb' }
  const search = await pool.extract(bytesOf(searchText), searchRequest, never)
  const response = JSON.parse(search.recordJson ?? '') as SearchResponse
  assert.equal(search.kind, 'search')
  assert.ok(response.products.length > 0)
  assert.equal(response.page, 7)

  const refusal = await pool.extract(bytesOf('<html></html>'), { ...request, status: 503 }, never)
  assert.deepEqual([refusal.kind, refusal.recordJson], ['throttled', null])
})

test('bytes are transferred, not copied, unless they are part of a larger buffer', async (t) => {
  const pool = await open(t, { threads: 1 })
  const whole = bytesOf(pageText)
  await pool.extract(whole, request, never)
  assert.equal(whole.byteLength, 0)
  const larger = bytesOf(`${pageText}<!-- more -->`)
  const piece = larger.subarray(0, Buffer.byteLength(pageText))
  assert.equal((await pool.extract(piece, request, never)).kind, 'product')
  assert.ok(piece.byteLength > 0)
})

/** Entry of threads in which the extraction of `endlessPage` never ends, and that of `starvedPage` waits. */
const worker = new URL(isBuilt ? '../support/endless-worker.js' : '../support/endless-worker.ts', import.meta.url)
const endlessPage = () => new Uint8Array()
const starvedPage = () => new Uint8Array(1)

test('a page beyond the time limit fails alone', async (t) => {
  const pool = await open(t, { threads: 1, timeLimitMs: 2000, worker })
  const endless = expectError('time_limit', pool.extract(endlessPage(), request, never))
  const others = Array.from({ length: 5 }, () => pool.extract(bytesOf(pageText), request, never))
  await endless
  for (const { kind } of await Promise.all(others)) assert.equal(kind, 'product')
})

test('a page is not to blame for the time in which its thread gets no processor', async (t) => {
  const pool = await open(t, { threads: 1, timeLimitMs: 500, worker })
  assert.equal((await pool.extract(starvedPage(), request, never)).kind, 'unknown')
})

// The flag of the second pool holds until the process ends.
// The second time, the process and its threads are those of a server.
for (const grows of [false, true]) {
  test(`a page beyond the memory limit fails alone${grows ? ', also where heaps grow faster' : ''}`, async (t) => {
    if (grows) letHeapsGrow()
    const pool = await open(t, { threads: 1, memoryLimitMb: 48, timeLimitMs: Infinity })
    const large = expectError('memory_limit', pool.extract(largePage(), request, never))
    const others = Array.from({ length: 3 }, () => pool.extract(bytesOf(pageText), request, never))
    await large
    for (const { kind } of await Promise.all(others)) assert.equal(kind, 'product')
  })
}

test('a page beyond a limit of the parser is refused', async (t) => {
  const pool = await open(t, { threads: 1 })
  await expectError('page_limit', pool.extract(bytesOf('<div>'.repeat(1000)), request, never))
  await expectError('page_limit', pool.extract(new Uint8Array(8 * 1024 * 1024 + 1), request, never))
})

test('waiting pages are limited by their total size; a caller that leaves frees its share', async (t) => {
  const size = Buffer.byteLength(pageText)
  const pool = await open(t, { threads: 1, maxWaitingBytes: 2 * size })
  const caller = new AbortController()
  const running = pool.extract(bytesOf(pageText), request, never)
  const second = pool.extract(bytesOf(pageText), request, never)
  const leaving = expectError('aborted', pool.extract(bytesOf(pageText), request, caller.signal))
  await expectError('busy', pool.extract(bytesOf(pageText), request, never))
  caller.abort()
  await leaving
  const third = pool.extract(bytesOf(pageText), request, never)
  for (const { kind } of await Promise.all([running, second, third])) assert.equal(kind, 'product')
})

test('a caller that leaves does not wait for its page', async (t) => {
  const pool = await open(t, { threads: 1, timeLimitMs: Infinity, worker })
  const caller = new AbortController()
  const left = expectError('aborted', pool.extract(endlessPage(), request, caller.signal))
  setTimeout(() => caller.abort(), 20)
  await left
  await expectError('aborted', pool.extract(bytesOf(pageText), request, caller.signal))
})

test('the thread of a caller that leaves finishes its page and extracts the next one', async (t) => {
  const pool = await open(t, { threads: 1, timeLimitMs: Infinity })
  const caller = new AbortController()
  const left = expectError('aborted', pool.extract(largePage(), request, caller.signal))
  caller.abort()
  await left
  assert.equal((await pool.extract(bytesOf(pageText), request, never)).kind, 'product')
})

test('closing the pool aborts running, waiting and later pages', async () => {
  const pool = await startExtractPool({ threads: 1, timeLimitMs: Infinity, worker })
  const waiting = [1, 2, 3].map(() => expectError('aborted', pool.extract(endlessPage(), request, never)))
  await pool.close()
  await Promise.all(waiting)
  await expectError('aborted', pool.extract(bytesOf(pageText), request, never))
})

test('the built pool starts its built worker', () => {
  const code = `
    import { startExtractPool } from '${builtPath('adapters/pages/pool/extract-pool.js')}'
    const pool = await startExtractPool({ threads: 1 })
    const request = { domain: 'de', status: 404, url: 'https://www.amazon.de/', addHtml: false }
    console.log((await pool.extract(new Uint8Array(3), request, new AbortController().signal)).kind)
    await pool.close()`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(stdout, 'not_found\n', stderr)
})
