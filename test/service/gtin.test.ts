import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient, isServiceError } from '../../adapters/client/index.ts'
import type { PageSource } from '../../adapters/fetch/source/page-source.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { inProcess } from '../../adapters/mcp/backend.ts'
import { marketTools } from '../../adapters/mcp/market-tools.ts'
import type { Product } from '../../core/index.ts'
import { batchCalls, creditsOf } from '../support/batch-calls.ts'
import { runCli } from '../support/cli-process.ts'
import { makeRetriever, never, outcomeOf, productRequest } from '../support/retrievers.ts'
import { root } from '../support/root.ts'
import { assertError, assertInvalid, headerOf, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { GENEROUS_MS } from '../support/wait.ts'
import { callWatch } from '../support/watch-bench.ts'

/** Codes of the simulated marketplace: one product has it; the second of two; none of one; both of two; nothing is found. */
const [ONE, SECOND, NEITHER, BOTH, UNKNOWN] = [
  '2000000000015',
  '2000000000022',
  '2000000000046',
  '2000000000053',
  '4006381333931',
]
const BOOK = '9780306406157'

let bench: Bench
let key: string
let workspace: string

before(async () => {
  bench = await startBench({ retrieval: { totalMs: GENEROUS_MS, severalMs: GENEROUS_MS } })
  ;({ key, workspace } = await bench.createCaller())
})
after(() => bench.close())

const candidate = (asin: string, prints_gtin: boolean) => ({ asin, prints_gtin })

/** What an answer says: status, cost, attempts, reason. */
async function ask(gtin: string, rest = '') {
  const answer = await bench.product(gtin, key, rest)
  const [cost, attempts, reason] = ['Svc-Cost', 'Svc-Attempts', 'Svc-Reason'].map((name) => headerOf(answer, name))
  return { answer, outcome: [answer.status, cost, attempts, reason] }
}

test('a GTIN is found by a search, confirmed by a page, and costs the pages that are read', async () => {
  for (const [gtin, asin, printed, cost] of [
    [ONE, 'B0GTIN0001', ONE, '10'],
    [`0${ONE}`, 'B0GTIN0001', ONE, '10'],
    [SECOND, 'B0GTIN0003', SECOND, '15'],
    // Its page is known, and says itself which book it is.
    [BOOK, '0306406152', BOOK, '5'],
    ['978-0-306-40615-7', '0306406152', BOOK, '5'],
  ] as const) {
    const before = await creditsOf(workspace, bench)
    const { answer, outcome } = await ask(gtin)
    assert.deepEqual(outcome, [200, cost, String(Number(cost) / 5), null], gtin)
    const record = jsonOf(answer) as Product
    assert.deepEqual([record.asin, record.gtin], [asin, printed])
    assert.ok(headerOf(answer, 'Svc-Resolved-Url')?.endsWith(`/dp/${asin}`))
    assert.equal((await creditsOf(workspace, bench)) - before, Number(cost))
  }
  const { answer } = await ask(SECOND, '&fields=asin,title&explain=true')
  assert.deepEqual(Object.keys(jsonOf(answer) as object), ['asin', 'title', 'provenance'])
})

test('what no page confirms, or several do, is an error with its candidates, and free', async () => {
  const before = await creditsOf(workspace, bench)
  for (const [gtin, reason, attempts, candidates] of [
    [NEITHER, 'not_printed', '2', [candidate('B0GTIN0004', false)]],
    [BOTH, 'ambiguous', '3', [candidate('B0GTIN0005', true), candidate('B0GTIN0006', true)]],
    [UNKNOWN, 'no_candidate', '1', []],
  ] as const) {
    const { answer, outcome } = await ask(gtin)
    assert.deepEqual(outcome, [404, '0', attempts, reason], gtin)
    const { error, details } = jsonOf(answer) as { error: string; details: { gtin: string; candidates: Candidate[] } }
    assert.deepEqual([error, details.gtin], ['gtin_not_confirmed', gtin])
    assert.deepEqual(
      details.candidates.map(({ asin, prints_gtin }) => ({ asin, prints_gtin })),
      candidates,
    )
    for (const { title, url, asin } of details.candidates) assert.ok(title !== null && url.endsWith(`/dp/${asin}`))
  }
  assertInvalid((await ask('4006381333932')).answer, ['query'])
  assert.equal(await creditsOf(workspace, bench), before)
})

interface Candidate {
  readonly asin: string
  readonly title: string | null
  readonly url: string
  readonly prints_gtin: boolean
}

test('the most that it can cost is reserved: the search, three candidates, and the page of a book', async () => {
  const limited = async (credits: number): Promise<string> => {
    const caller = await bench.createCaller({ plan: 'free' })
    await bench.administrate('workspaces.update', { workspace: caller.workspace, spendingCap: credits })
    return caller.key
  }
  for (const [gtin, credits, cost] of [
    [ONE, 20, '10'],
    [BOOK, 25, '5'],
  ] as const) {
    assertError(await bench.product(gtin, await limited(credits - 1)), 402, { error: 'insufficient_credits' })
    const answer = await bench.product(gtin, await limited(credits))
    assert.deepEqual([answer.status, headerOf(answer, 'Svc-Cost')], [200, cost])
  }
})

test('a GTIN in an item of a batch is charged as it is alone; a watch refuses it', async () => {
  const calls = batchCalls(bench, key)
  const items = [ONE, NEITHER, BOOK].map((query) => ({ query, domain: 'de' }))
  const { id } = await calls.create({ endpoint: 'market.product', items })
  const { results } = await calls.finish(id)
  const byIndex = results.toSorted((left, right) => left.index - right.index)
  assert.deepEqual(
    byIndex.map(({ http_status, credits_charged, data, error }) => [
      http_status,
      credits_charged,
      data?.['asin'] ?? error?.['error'],
    ]),
    [
      [200, 10, 'B0GTIN0001'],
      [404, 0, 'gtin_not_confirmed'],
      [200, 5, '0306406152'],
    ],
  )
  const watch = { endpoint: 'market.product', every: '6h', items: [{ query: 'B0SHLFS081' }, { query: ONE }] }
  const refused = await callWatch(bench, key, 'POST', '', watch)
  assert.match(
    String(refused.bytes),
    /"items\[1\]\.query","message":"must be an ASIN in a watch: GET .*query=2000000000015 finds it"/,
  )
})

/** Pages of the sandbox, of which some addresses give others. */
function redirected(pages: Readonly<Record<string, string>>): PageSource {
  const source = sandboxSource({ timeLimitMs: 50 })
  return {
    fetch: (request, signal) => {
      const found = Object.entries(pages).find(([part]) => request.url.includes(part))
      return source.fetch(found === undefined ? request : { ...request, url: request.url.replace(...found) }, signal)
    },
    close: () => source.close(),
  }
}

test('a candidate that can not be had now fails the request, one that is gone does not count', async () => {
  const retrieve = async (gtin: string, pages: Readonly<Record<string, string>>): Promise<string> => {
    const { retriever } = makeRetriever({ source: redirected(pages) })
    const retrieval = await retriever.retrieve(productRequest(gtin, { gtin }), never)
    return `${outcomeOf(retrieval)}, ${retrieval.pages} pages`
  }
  assert.equal(await retrieve(BOTH, { B0GTIN0006: 'B0GTIN0002' }), 'ok 3 200, 2 pages')
  assert.equal(await retrieve(BOTH, { B0GTIN0006: 'B0GONE0404' }), 'ok 3 200, 2 pages')
  assert.equal(await retrieve(BOTH, { B0GTIN0006: 'B0CAPTCHA0' }), 'target_unreachable 6 200, 0 pages')
  assert.equal(await retrieve(ONE, { 's?k=': 's?k=sandbox:captcha&x=' }), 'target_unreachable 4 200, 0 pages')
  // The ASIN of a book that is not there, or prints another ISBN, is not trusted: the search is asked.
  assert.equal(await retrieve(BOOK, { '0306406152': 'B0GONE0404' }), 'gtin_not_confirmed 2 200, 0 pages')
  assert.equal(await retrieve(BOOK, { '0306406152': 'B0CAPTCHA0' }), 'target_unreachable 4 200, 0 pages')
})

test('the client, the command line and the tools for models take a GTIN', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key })
  const { data, meta } = await client.product({ query: ONE, domain: 'de' })
  assert.deepEqual([data.asin, data.gtin, meta.cost], ['B0GTIN0001', ONE, 10])
  await assert.rejects(client.product({ query: BOTH }), (error) => {
    assert.ok(isServiceError(error, 'gtin_not_confirmed'))
    assert.deepEqual(
      error.body.details.candidates.map(({ asin }) => asin),
      ['B0GTIN0005', 'B0GTIN0006'],
    )
    return true
  })

  const got = await runCli(['get', ONE, '-d', 'de', '--source', 'sandbox', '--fields', 'asin,gtin'])
  assert.deepEqual([got.code, JSON.parse(got.output)], [0, { asin: 'B0GTIN0001', gtin: ONE }])
  const not = await runCli(['get', BOTH, '--source', 'sandbox'])
  assert.match(not.errors, /2000000000053: gtin_not_confirmed \(.*ambiguous: B0GTIN0005, B0GTIN0006\)/)
  const wrong = await runCli(['get', '4006381333932', '--source', 'sandbox'])
  assert.match(wrong.errors, /Invalid query: it must be a GTIN: the last digit of 4006381333932 would be 1\./)

  const tool = marketTools(inProcess(makeRetriever().retriever)).find(({ name }) => name === 'get_product')
  const call = (product: string) =>
    tool?.run({ product, domain: 'de', fields: ['asin'], format: 'fields' } as never, never)
  assert.deepEqual((await call(ONE))?.data, { domain: 'de', record: { asin: 'B0GTIN0001' } })
  await assert.rejects(async () => await call(BOTH), /Several products print the GTIN.*B0GTIN0005 \(.*, B0GTIN0006 /)
})

test('the call of the README gives its answer', async () => {
  const readme = readFileSync(join(root, 'adapters/http/README.md'), 'utf8')
  const [, section = ''] = readme.split(/^## Products by GTIN$/m)
  const [, path = ''] = /'http:\/\/127\.0\.0\.1:8080([^']+)'/.exec(section) ?? []
  const [, expected = ''] = /```json\n([^]*?)```/.exec(section) ?? []
  const answer = await bench.call(path, { key })
  assert.equal(answer.status, 200)
  assert.deepEqual(jsonOf(answer), JSON.parse(expected))
})
