import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { guardSource } from '../../adapters/fetch/source/guard-source.ts'
import { liveSource } from '../../adapters/fetch/source/live-source.ts'
import type { PageRequest, PageSource } from '../../adapters/fetch/source/page-source.ts'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { extractor, makeRetriever, never, outcomeOf, productRequest } from '../support/retrievers.ts'

const MAX_BYTES = 1_000_000
/** Compressed, more bytes than any pool of Node has: a body of its own is not copied. */
const NOISE = `<!-- ${randomBytes(40_000).toString('hex')} -->`
const pageOf = (asin: string): Buffer =>
  Buffer.from(renderProduct(generateProduct({ asin, domain: 'de' }), { weight: 'light' }) + NOISE)
const cut = (body: Buffer): Buffer => body.subarray(0, body.length / 2)

type Body = readonly [encoding: string, body: (page: Buffer) => Buffer, outcome: string]

/** By ASIN. */
const BODIES: Readonly<Record<string, Body>> = {
  B0PLAIN000: ['identity', (page) => page, 'ok 1 200'],
  B0GZIP0000: ['gzip', (page) => gzipSync(page), 'ok 1 200'],
  B0XGZIP000: [' X-GZIP', (page) => gzipSync(page), 'ok 1 200'],
  B0BROTLI00: ['br', (page) => brotliCompressSync(page), 'ok 1 200'],
  B0DEFLATE0: ['deflate', (page) => deflateSync(page), 'ok 1 200'],
  B0RAWDEFL0: ['deflate', (page) => deflateRawSync(page), 'ok 1 200'],
  B0TIGHT000: ['gzip', (page) => gzipSync(Buffer.concat([page, Buffer.alloc(400_000, 32)])), 'ok 1 200'],
  B0BOMB0000: ['gzip', () => gzipSync(Buffer.alloc(MAX_BYTES + 1)), 'extraction_failed 1 200'],
  B0BOMBBR00: ['br', () => brotliCompressSync(Buffer.alloc(20 * MAX_BYTES)), 'extraction_failed 1 200'],
  B0WIDE0000: ['gzip', () => Buffer.alloc(MAX_BYTES + 1), 'extraction_failed 1 200'],
  B0CUTGZIP0: ['gzip', (page) => cut(gzipSync(page)), 'extraction_failed 4 200'],
  B0CUTBR000: ['br', (page) => cut(brotliCompressSync(page)), 'extraction_failed 4 200'],
  B0NOGZIP00: ['gzip', (page) => page, 'extraction_failed 4 200'],
  B0TWICE000: ['gzip, gzip', (page) => gzipSync(gzipSync(page)), 'extraction_failed 4 200'],
  B0COMPRESS: ['compress', (page) => page, 'extraction_failed 4 200'],
}

const server = createServer(({ url = '' }, response) => {
  const asin = /\/dp\/(\w{10})/.exec(url)?.[1] ?? ''
  const [encoding = '', body] = BODIES[asin] ?? []
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': encoding })
  response.end(body?.(pageOf(asin)))
})
let live: PageSource
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const upstreams = new Map([['www.amazon.de', `http://127.0.0.1:${(server.address() as AddressInfo).port}`]])
  live = liveSource({ upstreams, maxBytes: MAX_BYTES })
})
after(async () => {
  await live.close()
  server.close()
})

/** Another source with the same pages, which decodes them itself. */
const decoding: PageSource = {
  fetch: ({ takesCoded: _, ...request }, signal) => live.fetch(request, signal),
  close: async () => undefined,
}

for (const [asin, [encoding, , outcome]] of Object.entries(BODIES)) {
  test(`${asin} (${encoding}): a body that a thread decodes ends as one that its source decodes`, async () => {
    const [inThread, inSource] = await Promise.all(
      [live, decoding].map(async (source) => {
        const { retriever, requests } = makeRetriever({ source })
        const retrieval = await retriever.retrieve(productRequest(asin), never)
        return { retrieval: { ...retrieval, fetchedAtMs: null }, attempts: requests.length }
      }),
    )
    assert.deepEqual(inThread, inSource)
    assert.equal(inThread && outcomeOf(inThread.retrieval), outcome)
  })
}

const request: PageRequest = {
  record: 'product',
  domain: 'de',
  url: 'https://www.amazon.de/dp/B0GZIP0000',
  language: null,
  attempt: 1,
}

test('a body comes as it was sent to a receiver that decodes it, and goes to a thread without a copy', async () => {
  const { bytes, coding, ...answer } = await live.fetch({ ...request, takesCoded: true }, never)
  assert.deepEqual(Buffer.from(bytes), gzipSync(pageOf('B0GZIP0000')))
  assert.deepEqual(coding, { encoding: 'gzip', maxBytes: MAX_BYTES })
  const { kind } = await extractor.extract(bytes, { domain: 'de', ...answer, coding }, never)
  assert.equal(kind, 'product')
  assert.equal(bytes.byteLength, 0)
  const decoded = await live.fetch(request, never)
  assert.deepEqual([Buffer.from(decoded.bytes), decoded.coding], [pageOf('B0GZIP0000'), undefined])
})

test("a source of somebody else's is never asked for a body as it was sent", async () => {
  const page = await guardSource(live).fetch({ ...request, takesCoded: true }, never)
  assert.deepEqual(Buffer.from(page.bytes), pageOf('B0GZIP0000'))
})
