import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { records, recordSchemas } from '../../core/index.ts'
import { serveOverHttp } from '../../adapters/mcp/serve-over-http.ts'
import { cliPath } from '../support/built-path.ts'
import { startCli, type RunningCli } from '../support/cli-process.ts'
import { root } from '../support/root.ts'
import { startBench, type Bench } from '../support/service-bench.ts'
import { awaitLooks, createWatch } from '../support/watch-bench.ts'
import { GENEROUS_MS, until } from '../support/wait.ts'

const ASIN = 'B0SHLFS081'
const PAGE = 'golden/product/com/struck-price-first/page.html'
const SEARCH_PAGE = 'golden/search/de/formats-until-2019/page.html'

/** Tools of the records, in the order of their list. */
const MARKET = records.map(({ texts }) =>
  texts.operation.id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)
const PAGES = ['extract_page', 'explain_field']
const BATCHES = ['create_batch', 'get_batch']
const WATCHES = ['price_history', 'keyword_rank']

async function connectProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliPath(), 'mcp', ...args],
    cwd: root,
    env: { ...(process.env as Record<string, string>), ...env },
  })
  await client.connect(transport, { timeout: GENEROUS_MS })
  return client
}

const call = (client: Client, name: string, input: object, signal?: AbortSignal): Promise<CallToolResult> =>
  client.callTool({ name, arguments: { ...input } }, signal === undefined ? undefined : { signal })

function textOf({ content }: CallToolResult): string {
  const [first] = content
  assert.ok(first?.type === 'text')
  return first.text
}

function assertError(result: CallToolResult, pattern: RegExp): void {
  assert.equal(result.isError, true, textOf(result))
  assert.match(textOf(result), pattern)
}

suite('on standard input and output, in its own process', () => {
  let client: Client
  before(async () => {
    client = await connectProcess(['--source', 'sandbox'])
  })
  after(() => client.close())

  test('lists its tools with schemas and hints; without a server, none for batches and watches', async () => {
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...MARKET, ...PAGES],
    )
    for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
      assert.equal(inputSchema.type, 'object', name)
      assert.ok(outputSchema && description && annotations?.readOnlyHint, name)
    }
  })

  test('gives the fields of a product that were asked for, as text and as data', async () => {
    const result = await call(client, 'get_product', {
      product: ASIN,
      domain: 'de',
      fields: ['asin', 'price', 'currency'],
    })
    const { domain, record } = result.structuredContent as { domain: string; record: Record<string, unknown> }
    assert.equal(domain, 'de')
    assert.deepEqual(Object.keys(record), ['asin', 'price', 'currency'])
    assert.equal(record['currency'], 'EUR')
    assert.equal(textOf(result), `asin: ${ASIN}\nprice: ${String(record['price'])}\ncurrency: EUR`)
  })

  test('knows the marketplace of a URL; a default record is short', async () => {
    const result = await call(client, 'get_product', { product: `https://www.amazon.co.jp/x/dp/${ASIN}?th=1` })
    assert.equal((result.structuredContent as { domain: string }).domain, 'co.jp')
    assert.ok(textOf(result).length < 2000)
    const all = await call(client, 'get_product', { product: ASIN, fields: ['all'] })
    assert.ok(Object.keys((all.structuredContent as { record: object }).record).length > 50)
  })

  test('gives a summary of the whole record as Markdown', async () => {
    const result = await call(client, 'get_product', { product: ASIN, domain: 'de', format: 'markdown' })
    assert.match(textOf(result), /^# .+\n\n- asin: B0SHLFS081\n/)
    const cards = await call(client, 'search_products', { query: 'usb cable', format: 'markdown' })
    assert.match(textOf(cards), /\n\| asin \| title \|/)
  })

  test('offers questions that need several calls', async () => {
    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['compare_prices', 'what_buyers_say', 'find_products'],
    )
    const { messages } = await client.getPrompt({
      name: 'compare_prices',
      arguments: { product: ASIN, domains: 'de, fr' },
    })
    const [message] = messages
    assert.ok(message?.content.type === 'text')
    assert.match(message.content.text, /B0SHLFS081 in each of these marketplaces: de, fr\./)
    await assert.rejects(client.getPrompt({ name: 'compare_prices', arguments: {} }), /product/)
  })

  test('searches', async () => {
    const result = await call(client, 'search_products', {
      query: 'usb cable',
      limit: 3,
      fields: ['asin', 'is_sponsored'],
    })
    const { records } = result.structuredContent as { records: Record<string, unknown>[] }
    assert.equal(records.length, 3)
    assert.equal(textOf(result).split('\n').length, 3)
    assert.equal(textOf(await call(client, 'search_products', { query: 'sandbox:nothing' })), 'No results.')
  })

  test('reads saved pages, and explains their values', async () => {
    const read = await call(client, 'extract_page', { file: PAGE, fields: ['price'] })
    assert.match(textOf(read), /^A page of kind "product".*\nprice: 14\.99$/)
    const cards = await call(client, 'extract_page', { html: readFileSync(join(root, SEARCH_PAGE), 'utf8') })
    const { records } = cards.structuredContent as { records: object[] }
    assert.ok(records.length > 0)
    const reviews = await call(client, 'extract_page', { file: PAGE, record: 'reviews', fields: ['rating'] })
    assert.match(textOf(reviews), /^A page of kind "product"/)
    const none = await call(client, 'extract_page', { file: SEARCH_PAGE, record: 'reviews' })
    assert.match(textOf(none), /kind "search".*It has no record\.$/)
    const captcha = await call(client, 'extract_page', { file: 'golden/state/com/captcha-image/page.html' })
    assert.match(textOf(captcha), /kind "captcha".*It has no record\.$/)
    const explained = await call(client, 'explain_field', { file: PAGE, field: 'price' })
    const data = explained.structuredContent as { value: number; winner: string; attempts: object[] }
    assert.deepEqual([data.value, data.winner], [14.99, '#corePriceDisplay_desktop_feature_div .priceToPay'])
    assert.ok(data.attempts.length > 0)
    assert.match(textOf(explained), /^price = 14\.99\nread from: #corePrice/)
    const card = await call(client, 'explain_field', { file: SEARCH_PAGE, field: 'products[0].title' })
    assert.ok((card.structuredContent as { winner: string }).winner)
  })

  test('explains the values of a product that is fetched for it', async () => {
    const result = await call(client, 'explain_field', { product: ASIN, domain: 'de', field: 'price' })
    const data = result.structuredContent as { value: number; winner: string; attempts: { outcome: string }[] }
    assert.ok(data.value > 0 && data.winner)
    assert.ok(data.attempts.some(({ outcome }) => outcome === 'won'))
    assert.match(textOf(result), /^price = [\d.]+\nread from: .+\n.*won/s)
    assertError(await call(client, 'explain_field', { product: ASIN, field: 'prize' }), /no field "prize"/)
    assertError(await call(client, 'explain_field', { product: ASIN, file: PAGE, field: 'price' }), /not both/)
    assertError(await call(client, 'explain_field', { product: 'B0GONE0404', field: 'price' }), /^product_not_found/)
  })

  test('arguments of any form give an error of the tool or of the protocol, and end nothing', async () => {
    const wrong: readonly unknown[] = [null, 7, [], {}, '', 'x'.repeat(100_000), ['a', null], { a: [1] }, true]
    const { tools } = await client.listTools()
    for (const { name, inputSchema } of tools) {
      for (const argument of Object.keys(inputSchema.properties ?? {})) {
        // Any text is a page.
        const isPage = (value: unknown): boolean => argument === 'html' && typeof value === 'string'
        for (const value of wrong.filter((one) => !isPage(one))) {
          await call(client, name, { [argument]: value, pages: 11, field: 'none' }).then(
            (result) => assert.equal(result.isError, true, `${name} ${argument} ${JSON.stringify(value).slice(0, 40)}`),
            (error: unknown) => assert.ok(error instanceof Error),
          )
        }
      }
    }
    await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /no_such_tool/)
    assert.equal((await call(client, 'get_product', { product: ASIN })).isError ?? false, false)
  })

  test('the transcript of the README is what the tools answer', async () => {
    const readme = readFileSync(join(root, 'adapters/mcp/README.md'), 'utf8')
    const transcript = /```text\n([^]*?)```/.exec(readme)?.[1] ?? ''
    const calls = transcript.split(/^> /m).slice(1)
    assert.ok(calls.length >= 3)
    for (const one of calls) {
      const [line = '', ...answer] = one.trimEnd().split('\n')
      const [name = '', input = ''] = line.split(/ (.*)/)
      assert.equal(textOf(await call(client, name, JSON.parse(input) as object)), answer.join('\n'))
    }
  })

  test('errors say what is wrong and what to do, and end nothing', async () => {
    assertError(await call(client, 'get_product', { product: 'B0GONE0404' }), /^product_not_found: .*Do not repeat/)
    assertError(await call(client, 'get_product', { product: 'short' }), /^invalid_params: product must be an ASIN/)
    assertError(
      await call(client, 'get_product', { product: 'https://example.org/dp/x' }),
      /not the URL of a product page/,
    )
    assertError(
      await call(client, 'get_product', { product: ASIN, fields: ['prize'] }),
      /Unknown fields: prize\. Fields: asin,/,
    )
    assertError(
      await call(client, 'get_product', { product: `https://www.amazon.fr/dp/${ASIN}`, domain: 'de' }),
      /^invalid_params: The domain is "de", and .* is a URL of "fr"\./,
    )
    assertError(await call(client, 'extract_page', { file: 'nowhere.html' }), /^invalid_params: .*ENOENT/)
    for (const device of ['/dev/zero', '/dev', '/proc/self/fd']) {
      assertError(await call(client, 'extract_page', { file: device }), /^invalid_params: .*is not in /)
    }
    assertError(await call(client, 'extract_page', {}), /as a file or as html/)
    assertError(await call(client, 'explain_field', { file: PAGE, field: 'prize' }), /no field "prize"/)
    const unfit = await call(client, 'search_products', { query: 'x', pages: 11 }).catch((error: unknown) => error)
    assert.match(unfit instanceof Error ? unfit.message : textOf(unfit as CallToolResult), /pages|10/)
    assert.equal((await call(client, 'get_product', { product: ASIN })).isError ?? false, false)
  })

  test('a call that is canceled leaves the server working', async () => {
    const controller = new AbortController()
    const hanging = call(client, 'get_product', { product: 'B0HANG0000' }, controller.signal)
    controller.abort(new Error('no longer needed'))
    await assert.rejects(hanging)
    assert.ok(textOf(await call(client, 'get_product', { product: ASIN })).startsWith('asin'))
  })

  test('resources are the schemas, the fields and the marketplaces', async () => {
    const { resources } = await client.listResources()
    // The schema of each record and of its rows, the fields of each, and the marketplaces.
    assert.equal(resources.length, 2 * recordSchemas.size + 1)
    for (const { uri } of resources) {
      const [content] = (await client.readResource({ uri })).contents
      assert.ok(content && 'text' in content && content.text.length > 100, uri)
    }
  })
})

suite('with a server', () => {
  let bench: Bench
  let key: string
  before(async () => {
    bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
    key = (await bench.createCaller()).key
  })
  after(() => bench.close())

  test('has the tools for batches, charges as the server does, and outlives it', async () => {
    const client = await connectProcess(['--server', `http://127.0.0.1:${bench.port}`], { SHELFMARK_KEY: key })
    try {
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        [...MARKET, ...PAGES, ...BATCHES, ...WATCHES],
      )
      const created = await call(client, 'create_batch', { items: [ASIN, 'B0GONE0404'], domain: 'de' })
      const { id } = created.structuredContent as { id: string }
      let text = ''
      await until(
        async () => {
          text = textOf(await call(client, 'get_batch', { id, fields: ['asin', 'price'] }))
          return text.startsWith('Batch complete')
        },
        () => text,
      )
      assert.match(text, /^Batch complete: 2 of 2 done, 1 failed\./)
      assert.match(text, /B0GONE0404: product_not_found/)
      assertError(
        await call(client, 'create_batch', { items: [ASIN, 'short'] }),
        /^invalid_params: items\[1\] must be an ASIN/,
      )
      assertError(await call(client, 'get_product', { product: 'short' }), /^invalid_params: product must be an ASIN/)
      assertError(await call(client, 'get_batch', { id, fields: ['prize'] }), /Unknown fields: prize\. Fields: asin/)
      assertError(
        await call(client, 'get_batch', { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }),
        /^not_found: .*Check the id/,
      )
      const items = [{ query: ASIN, domain: 'de', reference: '書店 7' }, { query: 'B0GONE0404' }]
      const watch = await createWatch(bench, key, { endpoint: 'market.product', items, every: '6h', confirm: 1 })
      await awaitLooks(bench, key, watch.id, 2)
      const history = textOf(await call(client, 'price_history', { item: ASIN.toLowerCase() }))
      assert.match(history, /^price of 書店 7, B0SHLFS081, de \(watch .*\), last look 20\S+:\n20\S+ 24$/)
      assert.equal(textOf(await call(client, 'price_history', { item: '書店 7' })), history)
      const stock = await call(client, 'price_history', { item: '書店 7', field: 'in_stock' })
      const { items: found } = stock.structuredContent as { items: { watch: string; points: { value: unknown }[] }[] }
      assert.deepEqual(
        found.map((one) => [one.watch, one.points.map(({ value }) => value)]),
        [[watch.id, [true]]],
      )
      const gone = textOf(await call(client, 'price_history', { item: 'B0GONE0404' }))
      assert.match(gone, /last look 20\S+:\n20\S+ not seen since$/)
      assertError(await call(client, 'price_history', { item: 'nothing' }), /^not_found: No watch looks at "nothing"/)
      const backwards = { item: ASIN, from: '2026-02-02', to: '2026-02-01' }
      assertError(await call(client, 'price_history', backwards), /^invalid_params: to must not be before from/)
      const searches = { endpoint: 'market.search', items: [{ query: 'lantern', domain: 'de' }], every: '6h' }
      const ranked = await createWatch(bench, key, {
        ...searches,
        track: { asins: ['B0LTAM7JRT', ASIN], brands: ['Linden'] },
      })
      await awaitLooks(bench, key, ranked.id, 1)
      const rank = textOf(await call(client, 'keyword_rank', { keyword: 'Lantern' }))
      assert.match(
        rank,
        /^lantern, de \(watch .*\), last look 20\S+:\nB0LTAM7JRT: position \d+(, ad \d+)?, page 1, below B0/,
      )
      assert.match(rank, new RegExp(`\\n${ASIN}: not on the page\\nLinden: 0 of \\d+ cards, 0 of the first 10\\n`))
      assert.match(rank, /\nno changes$/)
      assertError(
        await call(client, 'keyword_rank', { keyword: ASIN }),
        /^not_found: No watch tracks products in a search for "B0\w+"\. POST \/api\/v1\/market\/watch creates one, /,
      )
      await bench.stop()
      assertError(
        await call(client, 'get_product', { product: ASIN }),
        /^network: .*check that the shelfmark server runs/,
      )
      assert.match(textOf(await call(client, 'extract_page', { file: PAGE })), /kind "product"/)
    } finally {
      await client.close()
    }
  })
})

suite('over HTTP', () => {
  let cli: RunningCli
  let address = ''
  before(async () => {
    cli = startCli(['mcp', '--source', 'sandbox', '--port', '0'])
    const find = (): boolean => {
      address = /http:\S+/.exec(cli.errors())?.[0] ?? ''
      return address !== ''
    }
    await until(find, () => cli.errors())
  })
  after(async () => {
    cli.kill('SIGTERM')
    assert.equal((await cli.ended).code, 0)
  })

  test('answers every call of the protocol that it offers', async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(address)))
    assert.deepEqual(Object.keys(client.getServerCapabilities() ?? {}).toSorted(), ['prompts', 'resources', 'tools'])
    await client.ping()
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...MARKET, ...PAGES],
    )
    const { resources } = await client.listResources()
    for (const { uri } of resources) assert.equal((await client.readResource({ uri })).contents.length, 1)
    await assert.rejects(client.readResource({ uri: 'shelfmark://nowhere' }))
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, [])
    const controller = new AbortController()
    const hanging = call(client, 'get_product', { product: 'B0HANG0000' }, controller.signal)
    controller.abort(new Error('no longer needed'))
    await assert.rejects(hanging)
    assert.equal((await call(client, 'get_product', { product: ASIN })).isError ?? false, false)
    await client.close()
  })

  test('serves several clients, and reads no files for them', async () => {
    const clients = await Promise.all(
      [1, 2].map(async () => {
        const client = new Client({ name: 'test', version: '1' })
        await client.connect(new StreamableHTTPClientTransport(new URL(address)))
        return client
      }),
    )
    for (const client of clients) {
      assert.match(textOf(await call(client, 'get_product', { product: ASIN, fields: ['asin'] })), /^asin/)
      const refused = await call(client, 'extract_page', { file: PAGE }).catch((error: unknown) => error)
      assert.match(refused instanceof Error ? refused.message : textOf(refused as CallToolResult), /over HTTP/)
      await client.close()
    }
  })

  test('web pages of other origins and other names of the host are refused', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
    const post = (more: Record<string, string>): Promise<Response> =>
      fetch(address, { method: 'POST', body, headers: { ...headers, ...more } })
    assert.equal((await post({ Origin: 'https://evil.example' })).status, 403)
    assert.notEqual((await post({ Origin: 'http://localhost:3000' })).status, 403)
  })

  test('a server that is closed in between ends its handler', async () => {
    const server = await serveOverHttp({ retrieve: never, batch: null, watch: null }, 0)
    await server.close(0)
    await assert.rejects(fetch(`http://127.0.0.1:${server.port}/mcp`))
  })
})

const never = (): Promise<never> => Promise.reject(new Error('not called'))
