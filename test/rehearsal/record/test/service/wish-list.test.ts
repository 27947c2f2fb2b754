import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client, InMemoryTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { parquetReadObjects, asyncBufferFromFile } from 'hyparquet'
import { createClient, type ItemResult } from '../../adapters/client/index.ts'
import { contract } from '../../adapters/contract.ts'
import { measureCoverage } from '../../adapters/pages/golden/coverage.ts'
import { readCases } from '../../adapters/pages/golden/golden-case.ts'
import { runCase } from '../../adapters/pages/golden/run-case.ts'
import { inProcess } from '../../adapters/mcp/backend.ts'
import { createMcpServer } from '../../adapters/mcp/create-mcp-server.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import { createRetriever } from '../../adapters/fetch/create-retriever.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { serializeExtraction } from '../../adapters/pages/pool/serialize-extraction.ts'
import { csv, parquet } from '../../adapters/pages/table/formats.ts'
import { itemTables, pageTable, retrievalTables } from '../../adapters/pages/table/tables.ts'
import { sumBy } from '../../adapters/web/dashboard/usage/sum-usage.ts'
import { startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const QUERY = '1SHELFMARK001'
const PATH = '/api/v1/market/wish_list'
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-toy-'))
const PAGE = join(root, 'golden/wish_list/com/two-things/page.html')

let bench: Bench
let caller: Awaited<ReturnType<Bench['createCaller']>>
before(async () => {
  bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
  caller = await bench.createCaller()
})
after(async () => {
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
})

interface List {
  readonly name: string
  readonly things: readonly { readonly asin: string; readonly title: string; readonly price: number | null }[]
}
/** Runs the command line from its sources. */
const runCli = (...args: readonly string[]): Promise<{ readonly output: string; readonly errors: string }> =>
  new Promise((resolve) => {
    const line = ['--import', 'tsx', 'adapters/cli/main.ts', ...args]
    execFile(process.execPath, line, { cwd: root }, (_, output, errors) => resolve({ output, errors }))
  })
const jsonOf = (bytes: Buffer): unknown => JSON.parse(bytes.toString())
/** What the simulated marketplace shows, as each door must give it. */
const assertList = (list: unknown): void => {
  const { name, things } = list as List
  assert.ok(name !== '' && things.length > 1)
  assert.ok(things.every(({ asin, title, price }) => /^[A-Z0-9]{10}$/.test(asin) && title !== '' && price !== null))
}

test('library: a saved page of its kind gives the record, with winners', () => {
  const page = extractPage(readFileSync(PAGE), { explain: true })
  assert.ok(page.kind === 'list' && page.record !== null)
  const { things }: List = page.record
  assert.deepEqual([things.length, page.rowElements?.length], [2, 2])
  assert.equal(page.winners['things[1].price'], '.a-price')
})

test('HTTP: the record, its parameters, its errors and its place in the description', async () => {
  const answer = await bench.call(`${PATH}?query=${QUERY}`, { key: caller.key })
  assert.equal(answer.status, 200, answer.bytes.toString())
  assertList(jsonOf(answer.bytes))
  const explained = await bench.call(`${PATH}?query=${QUERY}&explain=true`, { key: caller.key })
  const { provenance } = jsonOf(explained.bytes) as { provenance: { winners: Record<string, string> } }
  assert.equal(provenance.winners['things[0].title'], 'h2 a')
  const wrong = await bench.call(`${PATH}?query=short&filter=some`, { key: caller.key })
  const { details } = jsonOf(wrong.bytes) as { details: { param: string }[] }
  assert.deepEqual(
    details.map(({ param }) => param),
    ['query', 'filter'],
  )
  const { paths, components } = jsonOf((await bench.call('/api/v1/openapi.json')).bytes) as {
    paths: Record<string, { get: { operationId: string; parameters: { name: string }[] } }>
    components: { schemas: Record<string, unknown> }
  }
  assert.equal(paths[PATH]?.get.operationId, 'getWishList')
  assert.ok(paths[PATH]?.get.parameters.some(({ name }) => name === 'filter'))
  assert.ok(components.schemas['WishList'] && components.schemas['Thing'])
})

test('batch: an item gives the record, and a wrong one is named', async () => {
  const endpoint = 'market.wish_list'
  const wrong = await bench.createBatch(caller.key, { endpoint, items: [{ query: QUERY, filter: 'some' }] })
  assert.deepEqual(
    (jsonOf(wrong.bytes) as { details: { param: string }[] }).details.map(({ param }) => param),
    ['items[0].filter'],
  )
  const created = await bench.createBatch(caller.key, { endpoint, items: [{ query: QUERY, filter: 'bought' }] })
  assert.equal(created.status, 201, created.bytes.toString())
  const { id } = jsonOf(created.bytes) as { id: string }
  let results: { input: object; data: unknown }[] = []
  await until(
    async () => {
      const { bytes } = await bench.call(`/api/v1/market/batch/${id}`, { key: caller.key })
      ;({ results } = jsonOf(bytes) as { results: typeof results })
      return results.length === 1
    },
    () => 'the batch ends',
  )
  assert.deepEqual(results[0]?.input, { query: QUERY, filter: 'bought' })
  assertList(results[0]?.data)
})

test('client: a method of its own, and typed results of a batch', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key: caller.key })
  const { data, meta } = await client.wishList({ query: QUERY, filter: 'bought' })
  assertList(data)
  assert.equal(meta.cost, 5)
  const { data: batch } = await client.batch.create({ endpoint: 'market.wish_list', items: [{ query: QUERY }] })
  let result: ItemResult<'wish_list'> | undefined
  for await (const one of client.batch.results<'wish_list'>(batch.id, { pollMs: 50 })) result = one
  const title: string | undefined = result?.data?.things[0]?.title
  assert.ok(title)
})

test('usage and the series of the dashboard have its endpoint', async () => {
  const answer = await bench.call('/api/v1/usage', { key: caller.key })
  const { rows } = jsonOf(answer.bytes) as { rows: { endpoint: string; credits: number }[] }
  assert.ok(rows.some(({ endpoint, credits }) => endpoint === 'market.wish_list' && credits > 0))
  const usage = await bench.readUsage(caller.workspace)
  assert.ok(usage.some(({ kind }) => kind === 'wish_list'))
  assert.ok(sumBy(usage, 'kind').some(({ group }) => group === 'wish_list'))
})

test('tables: a row for each thing, as CSV and Parquet', async () => {
  const page = serializeExtraction(extractPage(readFileSync(PAGE)))
  const result = JSON.stringify({ kind: page.kind, record: JSON.parse(String(page.recordJson)) as unknown })
  const csvFile = join(folder, 'out.csv')
  const text = await csv.open(pageTable, csvFile)
  await text.write(result)
  await text.end()
  const [head = '', first = ''] = readFileSync(csvFile, 'utf8').split('\r\n')
  assert.match(head, /(?:^|,)asin,.*wish_list\.name/)
  assert.match(first, /B0SHLFW001/)
  const parquetFile = join(folder, 'out.parquet')
  const file = await parquet.open(retrievalTables['market.wish_list'], parquetFile)
  await file.write(
    JSON.stringify({ query: QUERY, domain: 'com', record: JSON.parse(String(page.recordJson)), error: null }),
  )
  await file.end()
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(parquetFile) })
  assert.deepEqual(
    rows.map((row) => row['asin']),
    ['B0SHLFW001', 'B0SHLFW002'],
  )
  assert.ok(itemTables['market.wish_list'].columns.some(({ name }) => name === 'price'))
})

test('golden: its case passes, is sparse, and counts in the coverage', () => {
  const cases = readCases(join(root, 'golden/wish_list'))
  assert.equal(cases.length, 1)
  const [golden] = cases
  assert.ok(golden)
  assert.deepEqual(runCase(golden).differences, [])
  const wrong = runCase({ ...golden, expectation: { name: 'Another' } }).differences ?? []
  assert.ok(wrong.some(({ field }) => field === 'name') && wrong.some(({ field }) => field.startsWith('things')))
  const coverage: Readonly<Record<string, { rows: readonly { field: string; counts: readonly number[] }[] }>> =
    measureCoverage(cases)
  const title = Object.values(coverage).flatMap(({ rows }) => rows.filter(({ field }) => field === 'title'))
  assert.ok(title.some(({ counts }) => counts.includes(1)))
})

test('command line: fetch, extract, explain and schema know it', async () => {
  const fetched = await runCli('fetch', 'wish_list', QUERY, '--set', 'filter=bought', '--source', 'sandbox')
  assertList(JSON.parse(fetched.output))
  const wrong = await runCli('fetch', 'wish_lists', QUERY, '--source', 'sandbox')
  assert.match(wrong.errors, /wish_list/)
  const extracted = await runCli('extract', PAGE)
  assert.equal((JSON.parse(extracted.output) as List).things.length, 2)
  const explained = await runCli('explain', PAGE, 'things[0].price')
  assert.match(explained.output, /won/)
  const schema = await runCli('schema', 'wish_list')
  assert.match(schema.output, /Name of the list/)
})

test('MCP: a tool of its own, and explain_field of its pages', async () => {
  const retriever = createRetriever({
    source: sandboxSource(),
    extractor: {
      extract: (bytes, options) => Promise.resolve(serializeExtraction(extractPage(bytes, options))),
    },
  })
  const [own, other] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  const server = createMcpServer({ backend: inProcess(retriever), filesIn: '.' })
  await Promise.all([server.connect(own), client.connect(other)])
  const call = async (name: string, input: Record<string, unknown>): Promise<CallToolResult> =>
    client.callTool({ name, arguments: input })
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'get_wish_list'))
  const { structuredContent } = await call('get_wish_list', { list: QUERY, limit: 1 })
  const { records } = structuredContent as { records: { title: string }[] }
  assert.equal(records.length, 1)
  const explained = await call('explain_field', { file: PAGE, field: 'things[1].title' })
  assert.equal((explained.structuredContent as { winner: string }).winner, 'h2 a')
  await client.close()
})

test('a page that should have it and does not is extraction_failed, not another page', () => {
  const parsed = contract.parseParams('wish_list', { query: QUERY })
  assert.ok(parsed.ok)
  const retriever = createRetriever({
    source: {
      fetch: ({ url }) => Promise.resolve({ status: 200, url, bytes: Buffer.from('<div id="g-items"></div></body>') }),
      close: () => Promise.resolve(),
    },
    extractor: {
      extract: (bytes, options) => Promise.resolve(serializeExtraction(extractPage(bytes, options))),
    },
    limits: { pauseMs: 1 },
  })
  return retriever
    .retrieve({ record: 'wish_list', params: parsed.params }, new AbortController().signal)
    .then((retrieval) => assert.equal('error' in retrieval && retrieval.error, 'extraction_failed'))
})
