import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { createClient } from '../../adapters/client/index.ts'
import { contract } from '../../adapters/contract.ts'
import { inProcess } from '../../adapters/mcp/backend.ts'
import { createMcpServer } from '../../adapters/mcp/create-mcp-server.ts'
import { generateList, renderList } from '../../adapters/sandbox/index.ts'
import { startSandbox } from '../../adapters/sandbox/server/index.ts'
import { liveSource } from '../../adapters/fetch/source/live-source.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import type { PageRequest } from '../../adapters/fetch/source/page-source.ts'
import type { BestSellers, Provenance } from '../../core/index.ts'
import { extractor, makeRetriever, never } from '../support/retrievers.ts'
import { assertInvalid, headerOf, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { root } from '../support/root.ts'
import { until } from '../support/wait.ts'

const PATH = '/api/v1/market/best_sellers'

let bench: Bench
let caller: Awaited<ReturnType<Bench['createCaller']>>
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-lists-'))
before(async () => {
  bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  caller = await bench.createCaller()
})
after(async () => {
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (query: string) => bench.call(`${PATH}?${query}`, { key: caller.key })
const recordOf = (answer: Awaited<ReturnType<typeof get>>): BestSellers => {
  assert.equal(answer.status, 200, answer.bytes.toString())
  return jsonOf(answer) as BestSellers
}
const errorOf = (answer: Awaited<ReturnType<typeof get>>) => [
  answer.status,
  jsonOf(answer),
  headerOf(answer, 'Svc-Cost'),
]

test('a list: 30 cards, 50 entries, five credits', async () => {
  const answer = await get('query=kitchen&domain=de')
  assert.deepEqual(recordOf(answer), generateList({ domain: 'de', alias: 'kitchen' }).record)
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
  const { entries, has_more, list } = recordOf(answer)
  assert.deepEqual([entries.length, entries.filter(({ is_complete }) => is_complete).length], [50, 30])
  assert.deepEqual([has_more, list], [true, 'best_sellers'])
  assert.equal(headerOf(answer, 'Svc-Has-More'), 'true')
  assert.equal(headerOf(await get('query=kitchen&domain=de&page=2'), 'Svc-Has-More'), 'false')
})

test('every list, page and category is asked for and given, on several marketplaces', async () => {
  const table: readonly (readonly [query: string, truth: Parameters<typeof generateList>[0]])[] = [
    ['query=&domain=fr', { domain: 'fr' }],
    ['query=books&domain=co.jp&page=2', { domain: 'co.jp', alias: 'books', page: 2 }],
    ['query=Garden&domain=com&list=movers_and_shakers', { domain: 'com', alias: 'garden', list: 'movers_and_shakers' }],
    ['query=digital-text&domain=in&free=true', { domain: 'in', alias: 'digital-text', isFree: true }],
    [
      'query=kitchen/3147&domain=ae&list=most_gifted',
      { domain: 'ae', alias: 'kitchen', node: '3147', list: 'most_gifted' },
    ],
  ]
  for (const [query, truth] of table) assert.deepEqual(recordOf(await get(query)), generateList(truth).record, query)
})

test('complete fetches the later cards: ten credits, all entries, provenance of both requests', async () => {
  const answer = await get('query=sports&domain=es&complete=true&explain=true')
  const { provenance, ...record } = recordOf(answer) as BestSellers & { readonly provenance: Provenance }
  const truth = generateList({ domain: 'es', alias: 'sports' })
  assert.deepEqual(record, { ...truth.record, entries: truth.whole })
  assert.deepEqual([headerOf(answer, 'Svc-Cost'), headerOf(answer, 'Svc-Attempts')], ['10', '2'])
  assert.ok(provenance.winners['entries[2].title'] && provenance.winners['entries[47].title'])
  assert.ok(provenance.attempts?.some(({ field }) => field === 'entries[49].title'))
  assert.match(headerOf(answer, 'Svc-Resolved-Url') ?? '', /bestsellers\/sports$/)
  const some = recordOf(await get('query=sports&domain=es&complete=true&fields=entries,page'))
  assert.deepEqual(some, { page: 1, entries: truth.whole })
})

test('where the later cards never come, the page alone is given and charged', async () => {
  const answer = await get('query=sandbox-no-rest&complete=true')
  assert.equal(recordOf(answer).entries.filter(({ is_complete }) => is_complete).length, 30)
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
})

test('a list for a place is proven, and so is what it loads later', async () => {
  const answer = await get('query=kitchen&domain=com&zip=10001&complete=true')
  assert.equal(recordOf(answer).entries.filter(({ is_complete }) => is_complete).length, 50)
  assert.deepEqual([headerOf(answer, 'Svc-Location'), headerOf(answer, 'Svc-Cost')], ['session', '10'])
  assert.equal(headerOf(await get('query=kitchen&domain=com&zip=10001'), 'Svc-Location'), 'confirmed')
})

test('what is not there, empty, or something else', async () => {
  const { no_results, entries } = recordOf(await get('query=sandbox-empty'))
  assert.deepEqual([no_results, entries], [true, []])
  assert.deepEqual(errorOf(await get('query=sandbox-not-found')), [
    404,
    { error: 'category_not_found', retryable: false },
    '0',
  ])
  for (const query of ['sandbox-wrong-list', 'sandbox-wrong-page']) {
    const answer = await get(`query=${query}`)
    assert.deepEqual(errorOf(answer), [502, { error: 'page_mismatch' }, '0'], query)
    assert.deepEqual([headerOf(answer, 'Svc-Attempts'), headerOf(answer, 'Svc-Reason')], ['2', 'other_list'], query)
  }
  assert.deepEqual(errorOf(await get('query=sandbox-captcha')), [502, { error: 'target_unreachable' }, '0'])
})

test('a list may be named by its address, which says marketplace, list and category', async () => {
  const address = encodeURIComponent('https://www.amazon.de/gp/new-releases/garden/ref=zg_bs_tab?pg=1')
  const truth = generateList({ domain: 'de', alias: 'garden', list: 'new_releases' })
  assert.deepEqual(recordOf(await get(`query=${address}`)), truth.record)
  assert.deepEqual(recordOf(await get(`query=${address}&domain=de&list=new_releases`)), truth.record)
  assertInvalid(await get(`query=${address}&domain=fr`), ['domain'])
  assertInvalid(await get(`query=${address}&list=most_gifted`), ['list'])
  const second = encodeURIComponent('https://www.amazon.de/gp/new-releases/garden?pg=2')
  assert.deepEqual(recordOf(await get(`query=${second}`)), recordOf(await get(`query=${address}&page=2`)))
  assertInvalid(await get(`query=${second}&page=1`), ['page'])
  assertInvalid(await get(`query=${second.replace(/2$/, '9')}`), ['page'])
  for (const wrong of [
    'https://www.amazon.de/dp/B0SHLF0001',
    'https://shop.example/gp/bestsellers/kitchen',
    'http://[',
  ]) {
    assertInvalid(await get(`query=${encodeURIComponent(wrong)}`), ['query'])
  }
})

test('parameters that are wrong, or wrong together', async () => {
  assertInvalid(await get('domain=de'), ['query'])
  assertInvalid(await get('query=Home%20%26%20Kitchen&list=worst&page=3&free=maybe'), ['query', 'list', 'free', 'page'])
  assertInvalid(await get('query=kitchen&complete=true&add_html=true'), ['add_html'])
  const { html } = recordOf(await get('query=kitchen&add_html=true'))
  assert.match(html ?? '', /data-client-recs-list/)
})

test('explain names the place of each value', async () => {
  const { provenance } = recordOf(await get('query=kitchen&domain=it&explain=true')) as unknown as {
    provenance: Provenance
  }
  assert.equal(provenance.winners['entries[40].rank'], '*::attr(data-client-recs-list)')
  assert.match(provenance.winners['entries[0].title'] ?? '', /line-clamp/)
  assert.ok(provenance.winners['title'] && provenance.winners['categories'])
})

test('a batch has items of it, and its usage', async () => {
  const items = [
    { query: 'kitchen' },
    { query: '', domain: 'se', list: 'new_releases' },
    { query: 'books', complete: true },
  ]
  const created = await bench.createBatch(caller.key, { endpoint: 'market.best_sellers', items })
  assert.equal(created.status, 201, created.bytes.toString())
  const { id } = jsonOf(created) as { id: string }
  let batch: { results: { index: number; data: BestSellers; credits_charged: number }[] } = { results: [] }
  await until(
    async () => {
      batch = jsonOf(await bench.call(`/api/v1/market/batch/${id}`, { key: caller.key })) as typeof batch
      return batch.results.length === items.length
    },
    () => 'the batch ends',
  )
  const costs = batch.results.toSorted((left, right) => left.index - right.index).map((one) => one.credits_charged)
  assert.deepEqual(costs, [5, 5, 10])
  const usage = await bench.readUsage(caller.workspace)
  assert.ok(usage.some(({ kind }) => kind === 'best_sellers'))
})

test('client and description of the interface know it', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key: caller.key })
  const { data, meta } = await client.bestSellers({ query: 'kitchen', list: 'most_wished_for' })
  assert.deepEqual([data.list, data.entries[0]?.rank, meta.cost], ['most_wished_for', 1, 5])
  const { paths } = jsonOf(await bench.call('/api/v1/openapi.json')) as { paths: Record<string, { get: unknown }> }
  assert.match(JSON.stringify(paths[PATH]?.get), /getBestSellers.*category_not_found.*page_mismatch/s)
})

test('the live source posts what the page names, as the same visitor', async () => {
  const sandbox = await startSandbox({ weight: 'light' })
  const upstreams = new Map([['*', `http://127.0.0.1:${sandbox.port}`]])
  const source = liveSource({ upstreams })
  const seen: PageRequest[] = []
  try {
    const { retriever } = makeRetriever({
      source: {
        fetch: async (request, signal) => {
          seen.push(request)
          return await source.fetch(request, signal)
        },
        close: () => source.close(),
      },
    })
    const parsed = contract.parseParams('best_sellers', { query: 'kitchen', domain: 'pl', complete: true })
    assert.ok(parsed.ok)
    const retrieval = await retriever.retrieve({ record: 'best_sellers', params: parsed.params }, never)
    assert.ok('json' in retrieval, JSON.stringify(retrieval))
    const truth = generateList({ domain: 'pl', alias: 'kitchen' })
    assert.deepEqual((JSON.parse(retrieval.json) as BestSellers).entries, truth.whole)
    assert.equal(retrieval.pages, 2)
    const [first, later] = seen
    assert.ok(first && later?.post && later.after)
    assert.match(later.url, /^https:\/\/www\.amazon\.pl\/acp\/.*nextPage\?page-type=zeitgeist-lists$/)
    assert.equal(later.after.requestUrl, first.url)
    assert.match(later.cookies?.headerFor(later.url) ?? '', /i18n-prefs=PLN/)
  } finally {
    await source.close()
    await sandbox.close()
  }
})

test('a wrong page is tried again: the right one after it is the answer', async () => {
  const sandbox = sandboxSource()
  let count = 0
  const { retriever } = makeRetriever({
    source: {
      fetch: (request, signal) =>
        sandbox.fetch(++count === 1 ? { ...request, url: `${request.url}?pg=2` } : request, signal),
      close: () => sandbox.close(),
    },
  })
  const parsed = contract.parseParams('best_sellers', { query: 'kitchen' })
  assert.ok(parsed.ok)
  const retrieval = await retriever.retrieve({ record: 'best_sellers', params: parsed.params }, never)
  assert.ok('json' in retrieval)
  assert.deepEqual([retrieval.attempts, (JSON.parse(retrieval.json) as BestSellers).page], [2, 1])
})

/** Runs the command line from its sources. */
const runCli = (...args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const line = ['--import', 'tsx', 'adapters/cli/main.ts', ...args]
    execFile(process.execPath, line, { cwd: root }, (error, output, errors) =>
      error === null ? resolve(output) : reject(new Error(errors)),
    )
  })

test('command line: fetch, extract of a saved page, a table of entries, explain', async () => {
  const fetched = await runCli('fetch', 'best_sellers', 'electronics', '--domain', 'de', '--source', 'sandbox')
  assert.deepEqual(JSON.parse(fetched), generateList({ domain: 'de', alias: 'electronics' }).record)
  const file = join(folder, 'list.html')
  const truth = generateList({ domain: 'com', alias: 'books' })
  writeFileSync(file, renderList(truth))
  assert.deepEqual(JSON.parse(await runCli('extract', file)), truth.record)
  const table = join(folder, 'list.csv')
  await runCli('extract', file, '--format', 'csv', '--out', table)
  const [head = '', ...rows] = readFileSync(table, 'utf8').trim().split('\r\n')
  assert.match(head, /(?:^|,)rank,is_complete,/)
  assert.equal(rows.length, 50)
  assert.match(await runCli('explain', file, 'entries[0].title'), /won/)
})

test('MCP: a tool of its own', async () => {
  const { retriever } = makeRetriever({ source: sandboxSource(), extractor })
  const [own, other] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  const server = createMcpServer({ backend: inProcess(retriever), filesIn: '.' })
  await Promise.all([server.connect(own), client.connect(other)])
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'get_best_sellers'))
  const answer = await client.callTool({ name: 'get_best_sellers', arguments: { category: 'kitchen', limit: 2 } })
  const { records } = answer.structuredContent as { records: { rank: number }[] }
  assert.deepEqual(
    records.map(({ rank }) => rank),
    [1, 2],
  )
  await client.close()
})
