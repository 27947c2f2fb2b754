import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createQuarantine } from '../../adapters/work/quarantine.ts'
import { workOnItem, type ItemDeps } from '../../adapters/work/work-on-item.ts'
import { contract } from '../../adapters/contract.ts'
import type { RetrievedRecord, Retriever } from '../../adapters/fetch/retriever.ts'
import type { PageExtractor } from '../../adapters/pages/pool/page-extractor.ts'
import type { Claim, Item, ItemCommit } from '../../adapters/store/batches.ts'

const CLAIM: Claim = { batchId: 'b', index: 3 }
const PAGE = new TextEncoder().encode('<html>a page</html>')
const RECORD: RetrievedRecord = {
  json: '{"asin":"B0SHLFX301"}',
  attempts: 1,
  sourceStatus: 200,
  resolvedUrl: null,
  fetchedAtMs: null,
  hasMore: null,
  location: null,
  pages: 1,
  winners: {},
  issues: [],
}

/** Work on items of a store that remembers their deaths. `extract`: what happens to a page. */
function createWork(t: TestContext, extract: (bytes: Uint8Array) => Promise<void>) {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-quarantine-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const deaths = new Map<string, number>()
  const results: ItemCommit[] = []
  /** Writes that the store refuses, and whether it refuses results. */
  const outage = { refusals: 0, isFatal: false }
  const nameOf = ({ batchId, index }: Claim) => `${batchId} ${index}`
  const extractor: PageExtractor = {
    extract: async (bytes) => {
      await extract(bytes)
      return null as never
    },
  }
  const createRetriever = (own: PageExtractor): Retriever => {
    const retrieve = async () => {
      // As most pages come.
      const coding = { encoding: 'gzip', maxBytes: 1000 }
      await own.extract(gzipSync(PAGE), { coding }, new AbortController().signal)
      return RECORD
    }
    return { retrieve }
  }
  const createRetrievers = (own: PageExtractor) => ({ live: createRetriever(own), test: createRetriever(own) })
  const item: Omit<Item, 'deaths'> = {
    workspaceId: 'w',
    keyId: 'k',
    mode: 'live',
    endpoint: 'market.product',
    watchId: null,
    input: '{"query":"B0SHLFX301"}',
  }
  const batches: Partial<ItemDeps['store']['batches']> = {
    findItem: async (claim) => ({ ...item, deaths: deaths.get(nameOf(claim)) ?? 0 }),
    setDeaths: async (claim, count) => {
      if (outage.refusals-- > 0) throw new Error('the store is down')
      outage.refusals = 0
      deaths.set(nameOf(claim), count)
      return true
    },
    commit: async (result) => {
      if (outage.isFatal) throw new Error('the store is down')
      results.push(result)
      return 'committed'
    },
  }
  const ledger = {
    reserve: async () => ({ id: 'r', workspaceId: 'w', credits: 5, atMs: 0 }),
    release: async () => undefined,
  }
  const errors: unknown[] = []
  const log = { error: (facts: unknown) => errors.push(facts), warn: (facts: unknown) => errors.push(facts) }
  const metrics = { countRetrieval: () => undefined, countCredits: () => undefined }
  const deps = {
    store: { batches, ledger, storage: { usage: async () => ({ bytes: 0, maxBytes: 1 }) } },
    quarantine: createQuarantine({ directory, extractor, createRetrievers }),
    contract,
    retrievers: createRetrievers(extractor),
    log,
    metrics,
    epochMs: () => 0,
  } as unknown as ItemDeps
  const end = new AbortController()
  const work = (claim = CLAIM) => workOnItem(claim, deps, end.signal)
  return { work, end, deaths, results, errors, outage, directory }
}

test('work on an item is a death until it has ended', async (t) => {
  const seen: (number | undefined)[] = []
  const { work, deaths, results } = createWork(t, async () => void seen.push(deaths.get('b 3')))
  await work()
  assert.deepEqual([seen, results.length, results[0]?.credits], [[1], 1, 5])
})

test('work that is given up is not a death', async (t) => {
  const { work, end, deaths, results } = createWork(t, async () => {
    end.abort(new Error('the server ends'))
    throw new Error('the server ends')
  })
  await assert.rejects(work(), /the server ends/)
  assert.deepEqual([deaths.get('b 3'), results], [0, []])
})

test('an outage of the store is not a death: it is waited for', async (t) => {
  const { work, deaths, outage } = createWork(t, async () => {
    outage.refusals = 1
    throw new Error('the store is down')
  })
  outage.isFatal = true
  await assert.rejects(work(), /the store is down/)
  assert.deepEqual([deaths.get('b 3'), outage.refusals], [0, 0])
})

test('an item that ended its process five times fails with extraction_failed, without a charge, and is not worked on', async (t) => {
  const { work, deaths, results, errors } = createWork(t, async () => assert.fail('it was worked on'))
  deaths.set('b 3', 5)
  await work()
  const [{ isOk, credits, json, reservation } = assert.fail('no result')] = results
  assert.deepEqual([isOk, credits, reservation], [false, 0, null])
  assert.deepEqual(JSON.parse(json), {
    index: 3,
    input: { query: 'B0SHLFX301' },
    status: 'error',
    http_status: 502,
    data: null,
    error: { error: 'extraction_failed' },
    duration_ms: 0,
    credits_charged: 0,
    attempts: null,
    source_status: null,
    resolved_url: null,
    extractor_version: null,
    fetched_at: null,
  })
  assert.deepEqual(errors, [{ batch: 'b', item: 3, deaths: 5, page: null }])
})

test('the page at which a process died is kept, and named in the log', async (t) => {
  const never = new Promise<never>(() => undefined)
  let [isExtracting, extracting] = [() => {}, Promise.resolve()]
  extracting = new Promise((resolve) => {
    isExtracting = resolve
  })
  // The extraction never ends, as in a process that dies in it.
  const { work, deaths, results, errors, directory } = createWork(t, async () => {
    isExtracting()
    await never
  })
  deaths.set('b 3', 4)
  void work()
  await extracting
  assert.equal(deaths.get('b 3'), 5)
  await work()
  const page = join(directory, 'b-3.html')
  assert.deepEqual([results.length, errors], [1, [{ batch: 'b', item: 3, deaths: 5, page }]])
  assert.equal(readFileSync(page, 'utf8'), '<html>a page</html>')
})

test('items of a process that died are worked on one at a time, and leave no page', async (t) => {
  let [inside, most] = [0, 0]
  const { work, deaths, results, directory } = createWork(t, async () => {
    most = Math.max(most, ++inside)
    assert.ok(existsSync(directory))
    await new Promise((resolve) => setImmediate(resolve))
    inside--
  })
  const claims = Array.from({ length: 8 }, (_, index) => ({ batchId: 'b', index }))
  for (const { index } of claims) deaths.set(`b ${index}`, 1)
  await Promise.all(claims.map((claim) => work(claim)))
  assert.deepEqual([most, results.length, readdirSync(directory)], [1, 8, []])
  // Other items do not wait for each other.
  most = 0
  for (const { index } of claims) deaths.set(`b ${index}`, 0)
  await Promise.all(claims.map((claim) => work(claim)))
  assert.equal(most, 8)
})
