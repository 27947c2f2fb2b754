/**
 * What an agent asks for in five tasks, over MCP with the official client: the transcript is printed, with the tokens
 * of each answer as JSON and as it was given.
 */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { Client, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { cliPath } from '../support/built-path.ts'
import { countTokens } from '../support/count-tokens.ts'
import { movingShop, SETTINGS } from '../support/moving-shop.ts'
import { root } from '../support/root.ts'
import { startBench, type Bench } from '../support/service-bench.ts'
import { DAY_MS, START_MS } from '../support/simulated-watch.ts'
import { GENEROUS_MS } from '../support/wait.ts'
import { createWatch, runNext, StillClock } from '../support/watch-bench.ts'

const ASIN = 'B0SHLFX301'
/** Lines of an answer that the transcript shows, and characters of a line. */
const SHOWN = [12, 160] as const

const clock = new StillClock(START_MS)
let bench: Bench
let key: string
let client: Client

before(async () => {
  bench = await startBench({
    settings: SETTINGS,
    source: movingShop(clock).source,
    epochMs: clock.epochMs,
  })
  key = (await bench.createCaller()).key
  client = new Client({ name: 'agent', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliPath(), 'mcp', '--server', `http://127.0.0.1:${bench.port}`],
    cwd: root,
    env: { ...(process.env as Record<string, string>), SHELFMARK_KEY: key },
  })
  await client.connect(transport, { timeout: GENEROUS_MS })
})
after(async () => {
  await client.close()
  await bench.close()
})

/** Calls a tool, prints the call and its answer, and counts both forms of the answer. */
async function ask(t: TestContext, name: string, input: object): Promise<{ text: string; tokens: number }> {
  const result: CallToolResult = await client.callTool({ name, arguments: { ...input } })
  const [first] = result.content
  assert.ok(first?.type === 'text' && result.isError !== true, JSON.stringify(result.content))
  const { text } = first
  const tokens = countTokens(text)
  t.diagnostic(`> ${name} ${JSON.stringify(input)}`)
  for (const line of text.trimEnd().split('\n').slice(0, SHOWN[0])) t.diagnostic(line.slice(0, SHOWN[1]))
  t.diagnostic(`${text.length} characters, ${tokens} tokens`)
  return { text, tokens }
}

/** The whole record as JSON, as the service gives it. */
async function wholeTokens(t: TestContext, path: string): Promise<number> {
  const json = (await bench.call(`/api/v1/market/${path}`, { key })).bytes.toString()
  const tokens = countTokens(json)
  t.diagnostic(`the same as JSON: ${json.length} characters, ${tokens} tokens`)
  return tokens
}

test('the price of a product takes a few tokens, and its Markdown fewer than its JSON', async (t) => {
  const named = await ask(t, 'get_product', { product: ASIN, domain: 'de', fields: ['title', 'price', 'currency'] })
  assert.match(named.text, /^price: [\d.]+\ncurrency: EUR$/m)
  const whole = await ask(t, 'get_product', { product: ASIN, domain: 'de', format: 'markdown' })
  const json = await wholeTokens(t, `product?query=${ASIN}&domain=de`)
  assert.ok(named.tokens < whole.tokens && whole.tokens < json, `${named.tokens}, ${whole.tokens}, ${json}`)
})

test('two marketplaces are compared by two calls, each with its currency', async (t) => {
  const fields = ['price', 'currency', 'in_stock', 'delivery']
  const texts: string[] = []
  for (const domain of ['de', 'co.uk'])
    texts.push((await ask(t, 'get_product', { product: ASIN, domain, fields })).text)
  assert.deepEqual(
    texts.map((text) => /^currency: (.*)$/m.exec(text)?.[1]),
    ['EUR', 'GBP'],
  )
  for (const text of texts) assert.match(text, /^price: [\d.]+$/m)
})

test('the cheapest product of a search is the first of a sorted one', async (t) => {
  const query = { query: 'kettle', domain: 'de', sort_by: 'price_asc' }
  const fields = ['asin', 'title', 'price', 'is_sponsored']
  const short = await ask(t, 'search_products', { ...query, limit: 5, fields })
  assert.equal(short.text.split('\n').length, 5)
  const whole = await ask(t, 'search_products', { ...query, format: 'markdown' })
  const json = await wholeTokens(t, 'search?query=kettle&domain=de&sort_by=price_asc')
  assert.ok(short.tokens < whole.tokens && whole.tokens < json, `${short.tokens}, ${whole.tokens}, ${json}`)
})

test('what buyers dislike is in the reviews', async (t) => {
  const whole = await ask(t, 'get_reviews', { product: ASIN, domain: 'com', format: 'markdown' })
  assert.match(whole.text, /\| .*rating.* \|/)
  const json = await wholeTokens(t, `reviews?query=${ASIN}`)
  assert.ok(whole.tokens < json, `${whole.tokens}, ${json}`)
})

test('the history of a price has a line for each value', async (t) => {
  const items = [{ query: ASIN, domain: 'de' }]
  const watch = await createWatch(bench, key, { endpoint: 'market.product', items, every: '1d', confirm: 1 })
  const begin = clock.ms
  while (clock.ms < begin + 10 * DAY_MS) await runNext(bench, key, watch.id, { clock })
  const { text } = await ask(t, 'price_history', { item: ASIN })
  const [head = '', ...rows] = text.split('\n')
  assert.match(head, /^price of B0SHLFX301/)
  assert.ok(rows.length > 1, text)
  for (const row of rows) assert.match(row, /^20\S+ [\d.]+$/)
})
