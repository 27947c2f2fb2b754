import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startExtractPool } from '../../adapters/pages/pool/extract-pool.ts'
import { ExtractionError, type PageExtractor } from '../../adapters/pages/pool/page-extractor.ts'
import { GOLDEN_DIRECTORY } from '../../adapters/pages/golden/golden-case.ts'
import { createRetriever } from '../../adapters/fetch/create-retriever.ts'
import { RetrieverBusyError, type Retrieval, type Retriever } from '../../adapters/fetch/retriever.ts'
import { generateProduct, generateSearch } from '../../adapters/sandbox/index.ts'
import { magicAsins } from '../../adapters/sandbox/records/product/magic.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { SourceError, type PageSource } from '../../adapters/fetch/source/page-source.ts'
import type { Product, RecordName } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import {
  extractor,
  makeRetriever,
  never,
  outcomeOf,
  productRequest,
  recordOf,
  searchRequest,
} from '../support/retrievers.ts'
import { root } from '../support/root.ts'
import { GENEROUS_MS } from '../support/wait.ts'

/** Retrieves many pages at the same time, each with its own clock. */
async function outcomesOf(
  names: readonly string[],
  ask: (retriever: Retriever, name: string) => Promise<Retrieval>,
): Promise<Record<string, string>> {
  const source = sandboxSource({ timeLimitMs: 50 })
  const entries = names.map(async (name) => [name, outcomeOf(await ask(makeRetriever({ source }).retriever, name))])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>
}

/** The outcome of each magic ASIN, its attempts, and the status of its last answer. */
const products: Readonly<Record<string, string>> = {
  B0SHLFS001: 'ok 1 200',
  B0CAPTCHA0: 'target_unreachable 4 200',
  B0GATE0000: 'target_unreachable 4 200',
  B0WAF00202: 'target_unreachable 4 202',
  B0AKAMAI00: 'target_unreachable 4 200',
  B0BUSY0503: 'target_unreachable 4 503',
  B0MANY0429: 'target_unreachable 4 429',
  B0ERROR500: 'target_unreachable 4 500',
  B0SIGNIN00: 'target_unreachable 4 200',
  B0GONE0404: 'product_not_found 1 404',
  B0GONE0200: 'product_not_found 1 200',
  B0GALLERY0: 'generic_gallery_page 1 200',
  B0WRONG000: 'asin_mismatch 1 200',
  B0PARENT00: 'ok 1 200',
  B0SIBLING0: 'asin_mismatch 1 200',
  B0CHILD000: 'ok 1 200',
  B0EMPTY000: 'extraction_failed 2 200',
  B0SHELL000: 'extraction_failed 4 200',
  B0CUTPAGE0: 'extraction_failed 2 200',
  B0CUTLINE0: 'target_unreachable 4 200',
  B0CHARSET0: 'ok 1 200',
  B0BADGZIP0: 'extraction_failed 4 200',
  B0HUGE0000: 'extraction_failed 1 200',
  B0IMAGE000: 'extraction_failed 2 200',
  B0SLOW2000: 'target_unreachable 4 null',
  B0DRIP0000: 'target_unreachable 4 200',
  B0HANG0000: 'target_unreachable 4 null',
  B0RESET000: 'target_unreachable 4 null',
  B0LOOP0000: 'target_unreachable 4 null',
  B0AWAY0000: 'target_unreachable 4 null',
  B0BLOCKED2: 'ok 3 200',
  B0BLOCKED3: 'ok 4 200',
}

test('every magic ASIN has its outcome after its number of attempts', async () => {
  const expected = { ...Object.fromEntries(magicAsins.map(({ asin }) => [asin, 'ok 1 200'])), ...products }
  const actual = await outcomesOf(Object.keys(expected), (retriever, asin) =>
    retriever.retrieve(productRequest(asin), never),
  )
  assert.deepEqual(actual, expected)
})

test('searches follow the same rules', async () => {
  const expected = {
    'usb kabel': 'ok 1 200',
    'sandbox:nothing': 'ok 1 200',
    'sandbox:captcha*3': 'ok 4 200',
    'sandbox:captcha': 'target_unreachable 4 200',
    'sandbox:shell*1': 'ok 2 200',
    'sandbox:shell*3': 'ok 4 200',
    'sandbox:truncated*1': 'ok 2 200',
    'sandbox:truncated*2': 'extraction_failed 2 200',
    'sandbox:shell*1,captcha*2': 'ok 4 200',
    'sandbox:captcha*1,truncated*2': 'extraction_failed 3 200',
    'sandbox:status=403*3,shell': 'extraction_failed 4 200',
    'sandbox:status=418': 'target_unreachable 4 418',
    'sandbox:not_found': 'product_not_found 1 404',
    'sandbox:truncate=300': 'extraction_failed 2 200',
    'sandbox:break=100*2': 'ok 3 200',
    'sandbox:status=410': 'product_not_found 1 410',
  }
  const actual = await outcomesOf(Object.keys(expected), (retriever, query) =>
    retriever.retrieve(searchRequest(query), never),
  )
  assert.deepEqual(actual, expected)
})

test('a product comes as JSON, with the URL that was requested and the one it came from', async () => {
  const { retriever, requests } = makeRetriever()
  for (const domain of marketplaces.keys()) {
    const retrieval = await retriever.retrieve(productRequest('B0SHLFS001', { domain }), never)
    const record = recordOf(retrieval, domain) as Product
    const truth = generateProduct({ asin: 'B0SHLFS001', domain }).record
    assert.equal(record.title, truth.title, domain)
    assert.equal(retrieval.pages, 1)
    assert.equal(retrieval.resolvedUrl, `https://www.amazon.${domain}/dp/B0SHLFS001`)
    assert.ok('title' in retrieval.winners)
    assert.equal(record.html, undefined)
  }
  const request = productRequest('B0PARENT00', { add_html: true, language: 'en_GB' })
  const child = recordOf(await retriever.retrieve(request, never)) as Product
  assert.deepEqual([child.asin, child.asin_in_url], ['B0CHILD000', 'B0PARENT00'])
  assert.match(child.html ?? '', /<html/)
  assert.equal(requests[0]?.url, `https://www.amazon.${requests[0]?.domain}/dp/B0SHLFS001?th=1&psc=1`)
  assert.equal(requests.at(-1)?.url, 'https://www.amazon.de/dp/B0PARENT00?th=1&psc=1&language=en_GB')
  assert.equal(requests.at(-1)?.language, 'en_GB')
})

test('attempts are numbered, and each pause is twice as long, half of it random', async () => {
  for (const [chance, expected] of [
    [0, [250, 500, 1000]],
    [0.5, [375, 750, 1500]],
    [1, [500, 1000, 2000]],
  ] as const) {
    const { retriever, requests, pauses } = makeRetriever({ random: () => chance })
    await retriever.retrieve(productRequest('B0CAPTCHA0'), never)
    assert.deepEqual(
      requests.map(({ attempt }) => attempt),
      [1, 2, 3, 4],
    )
    assert.deepEqual(pauses, expected)
  }
})

test('no attempt is made when its pause would exceed the time limit', async () => {
  const { retriever, pauses } = makeRetriever({ limits: { totalMs: 100_000, pauseMs: 50_000 } })
  assert.equal(outcomeOf(await retriever.retrieve(productRequest('B0CAPTCHA0'), never)), 'target_unreachable 2 200')
  assert.deepEqual(pauses, [37_500])

  const { retriever: hanging } = makeRetriever({ limits: { totalMs: 500 }, source: sandboxSource() })
  const retrieval = await hanging.retrieve(productRequest('B0HANG0000'), never)
  assert.equal(outcomeOf(retrieval), 'target_unreachable 1 null')
})

test('a source that is busy is asked again when it says; one that refuses is not asked again', async () => {
  const failing = (...errors: SourceError[]) =>
    makeRetriever({ source: { fetch: () => Promise.reject(errors.shift()), close: async () => undefined } })
  const busy = (retryAfterMs?: number) => new SourceError('busy', 'later', { retryAfterMs })
  const patient = failing(busy(7000), busy(10), busy(Number.NaN), busy())
  assert.equal(
    outcomeOf(await patient.retriever.retrieve(productRequest('B0SHLFS001'), never)),
    'target_unreachable 4 null',
  )
  assert.deepEqual(patient.pauses, [7000, 750, 1500])
  const late = failing(busy(45_000))
  assert.equal(
    outcomeOf(await late.retriever.retrieve(productRequest('B0SHLFS001'), never)),
    'target_unreachable 1 null',
  )
  const refused = failing(new SourceError('refused', 'wrong key'))
  assert.equal(
    outcomeOf(await refused.retriever.retrieve(productRequest('B0SHLFS001'), never)),
    'target_unreachable 1 null',
  )
})

test('a page that the shop could not make is fetched once more', async () => {
  const readCase = (name: string): string =>
    readFileSync(join(root, GOLDEN_DIRECTORY, 'product/com', name, 'page.html'), 'utf8')
  const [asin, url] = ['B0SHLFA002', 'https://www.amazon.com/dp/B0SHLFA002']
  const broken = readCase('sorry-block').replaceAll('B0SHLD9A01', asin)
  const whole = readCase('discounted-price')
  const outcomeOfPages = async (...pages: readonly string[]): Promise<string> => {
    const source: PageSource = {
      fetch: ({ attempt }) => Promise.resolve({ status: 200, url, bytes: Buffer.from(pages[attempt - 1] ?? '') }),
      close: () => Promise.resolve(),
    }
    return outcomeOf(await makeRetriever({ source }).retriever.retrieve(productRequest(asin, { domain: 'com' }), never))
  }
  assert.equal(await outcomeOfPages(broken, whole), 'ok 2 200')
  assert.equal(await outcomeOfPages(broken, broken), 'extraction_failed 2 200')
})

test('a caller can leave before and during an attempt, and during a pause', { timeout: GENEROUS_MS }, async () => {
  const reason = new Error('gone')
  await assert.rejects(
    makeRetriever().retriever.retrieve(productRequest('B0SHLFS001'), AbortSignal.abort(reason)),
    reason,
  )
  const HOUR_MS = 3_600_000
  const source = sandboxSource({ timeLimitMs: HOUR_MS })
  const retriever = createRetriever({ source, extractor, limits: { totalMs: HOUR_MS, pauseMs: HOUR_MS / 4 } })
  for (const asin of ['B0HANG0000', 'B0CAPTCHA0']) {
    const caller = new AbortController()
    setTimeout(() => caller.abort(reason), 100)
    await assert.rejects(retriever.retrieve(productRequest(asin), caller.signal), reason)
  }
})

test('a busy pool rejects with RetrieverBusyError; a page above a limit is a failed extraction', async () => {
  const fullPool = await startExtractPool({ threads: 1, maxWaitingBytes: 0, timeLimitMs: GENEROUS_MS })
  try {
    const { retriever } = makeRetriever({ extractor: fullPool })
    const first = retriever.retrieve(productRequest('B0SHLFS001'), never)
    await assert.rejects(retriever.retrieve(productRequest('B0SHLFS002'), never), RetrieverBusyError)
    assert.equal(outcomeOf(await first), 'ok 1 200')
  } finally {
    await fullPool.close()
  }
  const late: PageExtractor = { extract: () => Promise.reject(new ExtractionError('time_limit', 'late')) }
  const retrieval = await makeRetriever({ extractor: late }).retriever.retrieve(productRequest('B0SHLFS001'), never)
  assert.equal(outcomeOf(retrieval), 'extraction_failed 1 200')
})

test('an unexpected error is thrown, and is not an outcome of the retrieval', async () => {
  const broken: PageExtractor = { extract: () => Promise.reject(new RangeError('a mistake')) }
  await assert.rejects(
    makeRetriever({ extractor: broken }).retriever.retrieve(productRequest('B0SHLFS001'), never),
    RangeError,
  )
  await assert.rejects(makeRetriever().retriever.retrieve(productRequest('B0SHLFS001', { domain: 'nowhere' }), never), {
    code: 'invalid_argument',
  })
})

test('a page of another kind than the requested one is a failed extraction', async () => {
  const wrong: Readonly<Partial<Record<RecordName, string>>> = {
    search: 'https://www.amazon.de/dp/B0SHLFS001',
    product: 'https://www.amazon.de/s?k=usb',
  }
  const pages = sandboxSource()
  const source: PageSource = {
    fetch: (request, signal) => pages.fetch({ ...request, url: wrong[request.record] ?? request.url }, signal),
    close: () => pages.close(),
  }
  const { retriever } = makeRetriever({ source })
  assert.equal(outcomeOf(await retriever.retrieve(productRequest('B0SHLFS001'), never)), 'extraction_failed 2 200')
  assert.equal(outcomeOf(await retriever.retrieve(searchRequest('usb'), never)), 'extraction_failed 2 200')
})

test('a body that can not be decoded is not one of the two whole pages that end a retrieval', async () => {
  const pages = sandboxSource()
  const source: PageSource = {
    fetch: async (request, signal) => {
      if (request.attempt === 1) throw new SourceError('unreadable', 'half of a body')
      return await pages.fetch(request, signal)
    },
    close: () => pages.close(),
  }
  const { retriever } = makeRetriever({ source })
  assert.equal(outcomeOf(await retriever.retrieve(searchRequest('sandbox:truncated*1'), never)), 'ok 3 200')
  const twice = await retriever.retrieve(searchRequest('sandbox:truncated*2'), never)
  assert.equal(outcomeOf(twice), 'extraction_failed 3 200')
})

test('a retrieval says when its page arrived, and whether there are more results', async () => {
  const epochMs = () => 1_700_000_000_000
  const { retriever } = makeRetriever({ epochMs })
  const first = await retriever.retrieve(searchRequest('usb kabel'), never)
  assert.deepEqual([first.fetchedAtMs, first.hasMore], [epochMs(), true])
  const { total, size } = generateSearch({ query: 'usb kabel', domain: 'de' })
  const last = await retriever.retrieve(searchRequest('usb kabel', { start_page: Math.ceil(total / size) }), never)
  assert.equal(last.hasMore, false)
  const product = await retriever.retrieve(productRequest('B0SHLFS001'), never)
  assert.deepEqual([product.fetchedAtMs, product.hasMore], [epochMs(), null])
  const hanging = await retriever.retrieve(productRequest('B0RESET000'), never)
  assert.deepEqual([hanging.fetchedAtMs, hanging.hasMore], [null, null])
})
