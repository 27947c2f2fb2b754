import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import type { BatchArgs } from '../../adapters/cli/batch-arguments.ts'
import { readBatchOptions } from '../../adapters/cli/batch-options.ts'
import { readItemList } from '../../adapters/cli/list/read-item-list.ts'
import { openResultFile } from '../../adapters/cli/list/result-file.ts'
import { runOnServer } from '../../adapters/cli/list/run-on-server.ts'
import { openListJob, type ListJob } from '../../adapters/cli/list/list-job.ts'
import { createServerClient, waitForRoom } from '../../adapters/cli/list/server-client.ts'
import type { Client } from '../../adapters/client/index.ts'
import { startBench, type Bench } from '../support/service-bench.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-long-batch-'))
after(() => rmSync(folder, { recursive: true }))
const pathOf = (name: string): string => join(folder, name)
const NEVER = new AbortController().signal

const read = (name: string, content: string | Buffer, domain?: string) =>
  readItemList(name === '-' ? null : name, Buffer.from(content), { endpoint: 'market.search', domain })

test('a list is comma-separated values or JSON lines', () => {
  const rows: readonly (readonly [string, string, readonly (readonly [number, object])[]])[] = [
    [
      'a.csv',
      'lamp\n\n"red, lamp"\r\n',
      [
        [1, { query: 'lamp' }],
        [3, { query: 'red, lamp' }],
      ],
    ],
    ['a.csv', '\uFEFFquery\rlamp\r', [[2, { query: 'lamp' }]]],
    [
      'a.CSV',
      ' Query ,DOMAIN,SKU\r\n\r\nlamp, fr ,"two\r\nlines"\r\n , ,\r\n"say ""lamp""",,7\r\nx',
      [
        [3, { query: 'lamp', domain: 'fr', SKU: 'two\nlines' }],
        [6, { query: 'say "lamp"', SKU: '7' }],
        [7, { query: 'x' }],
      ],
    ],
    ['a.csv', 'query;sort_by;pages\nlamp;price_asc;2\n', [[2, { query: 'lamp', sort_by: 'price_asc', pages: '2' }]]],
    ['a.csv', 'domain\tquery\nde\tlamp, red\t\t\n', [[2, { domain: 'de', query: 'lamp, red' }]]],
    [
      'a.jsonl',
      '\uFEFF"lamp"\r\n \r\n{"query":"x","n":[1]}',
      [
        [1, { query: 'lamp' }],
        [3, { query: 'x', n: [1] }],
      ],
    ],
    ['a.ndjson', '"a\u2028b"\n', [[1, { query: 'a\u2028b' }]]],
    ['-', '"lamp"', [[1, { query: 'lamp' }]]],
  ]
  for (const [name, content, items] of rows) {
    const expected = items.map(([line, item]) => ({ line, item }))
    assert.deepEqual(read(name, content), expected, JSON.stringify(content))
  }
  const defaulted = read('-', '"a"\n{"query":"b","domain":"de"}\n', 'fr').map(({ item }) => item)
  assert.deepEqual(defaulted, [
    { query: 'a', domain: 'fr' },
    { query: 'b', domain: 'de' },
  ])
})

test('a list of products can be plain text, name its column asin or url, and have URLs of products', () => {
  const readProducts = (name: string, content: string, domain?: string) =>
    readItemList(name, Buffer.from(content), { endpoint: 'market.product', domain }).map(({ line, item }) => [
      line,
      item['query'],
      item['domain'],
    ])
  const url = 'https://www.amazon.fr/Some-Bell/dp/B0SHLFX302/ref=sr_1_1?th=1'
  const rows: readonly (readonly [string, string, readonly (readonly unknown[])[]])[] = [
    [
      'a.txt',
      `# mine\n\n  B0SHLFX301  \r\n${url}\n`,
      [
        [3, 'B0SHLFX301', 'de'],
        [4, 'B0SHLFX302', 'fr'],
      ],
    ],
    [
      'a.csv',
      'sku,ASIN,domain\n7,B0SHLFX301,se\n8,B0SHLFX302,\n',
      [
        [2, 'B0SHLFX301', 'se'],
        [3, 'B0SHLFX302', 'de'],
      ],
    ],
    ['a.csv', `url;sku\n${url};7\n`, [[2, 'B0SHLFX302', 'fr']]],
    ['a.csv', `url,asin\n${url},B0SHLFX301\n`, [[2, 'B0SHLFX301', 'de']]],
    [
      'a.csv',
      `${url}\nB0SHLFX301\n`,
      [
        [1, 'B0SHLFX302', 'fr'],
        [2, 'B0SHLFX301', 'de'],
      ],
    ],
    [
      'a.jsonl',
      `"${url}"\n{"query":"${url}","domain":"fr"}\n`,
      [
        [1, 'B0SHLFX302', 'fr'],
        [2, 'B0SHLFX302', 'fr'],
      ],
    ],
  ]
  for (const [name, content, items] of rows) assert.deepEqual(readProducts(name, content, 'de'), items, content)
  assert.throws(
    () =>
      readProducts('a.txt', 'B0SHLFX301\nhttps://www.amazon.fr/gp/help\n\nhttps://example.com/dp/B0SHLFX301\nshort\n'),
    (error: Error) =>
      /line 2: "https:\S+help" is not the URL of a product page.*\n +line 4: .*\n +line 5: query must be/s.test(
        error.message,
      ),
  )
  assert.throws(
    () => readProducts('a.jsonl', `{"query":"${url}","domain":"de"}`),
    /line 1: The domain is "de", and "https:\S+" is a URL of "fr"/,
  )
  assert.deepEqual(
    read('a.txt', 'red lamp\n').map(({ item }) => item),
    [{ query: 'red lamp' }],
  )
  assert.deepEqual(
    read('a.csv', 'asin\n').map(({ item }) => item),
    [{ query: 'asin' }],
  )
})

const NOTHING = { _: [], fresh: false }

test('all mistakes in a list are reported, each with its line', () => {
  const rows: readonly (readonly [string, string | Buffer, readonly string[]])[] = [
    [
      'a.csv',
      'query,domain\n,de\n"a\nb",xx\n\nc,de,d\n',
      ['2: query is required', '3: domain must be', '6: has a cell in column 3'],
    ],
    ['a.csv', 'query,note,query\nx\n', ['1: names the column "query" twice']],
    ['a.csv', 'lamp\nlamp, red\n', ['2: has 2 cells']],
    ['a.csv', 'query\nlamp\n"open\nmore', ['3: has a quote that is not closed']],
    ['a.csv', 'query,pages\nlamp,x\nbo"x\n', ['2: pages must be an integer', '3: has a quote in a cell']],
    ['a.csv', 'query\n"a" b\n', ['2: has text between a closing quote']],
    ['a.csv', Buffer.from('query\nlamp\nl\xE4mp\n', 'latin1'), ['3: is not valid UTF-8']],
    ['-', 'lamp\n7\n[]\nnull\n', ['1: is not valid JSON', '2: must be a JSON object', '3: must be', '4: must be']],
    [
      '-',
      '{"query":1,"pages":11}\n{"query":"x","render_js":0}\n',
      ['1: query must', '1: pages must', '2: render_js is not supported without a browser'],
    ],
  ]
  for (const [name, content, mistakes] of rows) {
    assert.throws(
      () => read(name, content),
      ({ name: error, message }: Error) => {
        const lines = message.split('\n').slice(1)
        assert.equal(error, 'ListError')
        assert.equal(lines.length, mistakes.length, message)
        for (const [at, mistake] of mistakes.entries()) assert.ok(lines[at]?.startsWith(`  line ${mistake}`), message)
        return true
      },
    )
  }
  for (const [name, content, message] of [
    ['a.csv', 'query\n\n', /there are no items in a\.csv/],
    ['a.jsonl', '', /there are no items/],
    ['a.txt', '# nothing\n', /there are no items in a\.txt/],
    ['a.xlsx', 'x', /Unknown format of the list "a\.xlsx"\. Its name must end in \.csv, \.jsonl, \.ndjson, \.txt\./],
  ] as const) {
    assert.throws(() => read(name, content), message)
  }
})

test('invalid command lines are refused, with what to do', async (t) => {
  writeFileSync(pathOf('fine.csv'), 'B0SHLFX301')
  const file = pathOf('fine.csv')
  const server = 'http://127.0.0.1:1'
  const rows: readonly (readonly [Partial<BatchArgs>, RegExp])[] = [
    [{}, /Name one list of items/],
    [{ _: [file, file] }, /Name one list of items/],
    [{ _: [pathOf('none.csv')] }, /does not exist/],
    [{ _: [file], out: '' }, /The value of --out is missing/],
    [{ _: [file], domain: 'dee' }, /Invalid domain "dee"\. Did you mean "de"\?/],
    [{ _: [file], domain: 'uk' }, /Invalid domain "uk"\. Did you mean "co\.uk"\?/],
    [{ _: [file], domain: 'xx' }, /Invalid domain "xx"\. Choose one of: com, /],
    [
      { _: [file], endpoint: 'http://127.0.0.1' },
      /Invalid --endpoint "http:\S+"\. Choose one of: market\.product, market\.search/,
    ],
    [{ _: [file], jobs: '0' }, /Invalid --jobs "0"\. Give an integer of at least 1/],
    [{ _: [file], webhook: 'https://receiver.example/' }, /--webhook has no effect without --server/],
    [{ _: [file], fresh: true }, /--fresh has no effect without --server/],
    [{ _: [file], key: 'x' }, /--key has no effect without --server/],
    [{ _: [file], server }, /The key for the server is missing\. Set SHELFMARK_KEY, or give --key/],
    [{ _: [file], server, key: 'hunter 2' }, /Invalid key: it contains a space or another character/],
    [{ _: [file], server, key: 'x', jobs: '2' }, /--jobs has no effect with --server/],
    [{ _: [file], server: '127.0.0.1:8080', key: 'x' }, /Invalid --server "127\S+"\. Give a URL such as/],
  ]
  t.mock.method(process, 'exit', (code: number) => {
    throw new Error(`exit ${code}`)
  })
  const said = t.mock.method(process.stderr, 'write', () => true)
  delete process.env['SHELFMARK_KEY']
  for (const [args, message] of rows) {
    said.mock.resetCalls()
    await assert.rejects(readBatchOptions({ ...NOTHING, ...args } as BatchArgs), /^Error: exit 2$/)
    assert.match(String(said.mock.calls[0]?.arguments[0]), message)
  }
})

const items = read('-', '"a"\n\n"b"\n"c"\n')
const lineOf = (index: number, error: string | null = null): string =>
  `${JSON.stringify({ index, error: error === null ? null : { error }, credits_charged: 5 })}\n`

const open = (out: string | undefined, rest: Partial<Parameters<typeof openListJob>[0]> = {}): Promise<ListJob> =>
  openListJob({
    endpoint: 'market.search',
    items,
    out,
    isFresh: false,
    isOnServer: false,
    print: () => undefined,
    ...rest,
  })

/** A file of results with a state, as a run leaves them. */
async function leaveRun(name: string, content: string, batches: ListJob['state']['batches'] = []): Promise<string> {
  const run = await open(pathOf(name), { isOnServer: true })
  for (const batch of batches) run.remember(batch)
  run.close()
  writeFileSync(pathOf(name), content)
  return pathOf(name)
}

test('a run continues from its file: an incomplete line is removed, another list or an invalid line is refused', async () => {
  const cut = await leaveRun('cut.jsonl', `${lineOf(2)}${lineOf(0, 'x')}{"index":1,"err`)
  const run = await open(cut)
  assert.deepEqual(
    [0, 1, 2].map((index) => run.results.has(index)),
    [true, false, true],
  )
  run.results.add([{ index: 1, json: '{"index":1}', error: null, credits: 1 }])
  assert.equal(readFileSync(cut, 'utf8'), `${lineOf(2)}${lineOf(0, 'x')}{"index":1}\n`)
  assert.equal(run.results.counts.describe(), '3 done: 2 ok, 1 failed (x 1); 11 credits')
  run.close()

  writeFileSync(pathOf('foreign.jsonl'), lineOf(0))
  writeFileSync(pathOf('broken.jsonl.state.json'), '{"version":2}')
  const begun: ListJob['state']['batches'] = [{ id: 'x', items: [[0, 2]] }]
  const refused: readonly (readonly [string, RegExp, Partial<Parameters<typeof openListJob>[0]>])[] = [
    [pathOf('foreign.jsonl'), /is not empty, and .*state\.json is missing/, {}],
    [pathOf('broken.jsonl'), /broken\.jsonl\.state\.json is not the state of a run/, {}],
    [await leaveRun('strange.jsonl', `${lineOf(0)}{}\n`), /Line 2 of .*strange\.jsonl is not a result/, {}],
    [await leaveRun('twice.jsonl', lineOf(1) + lineOf(1)), /it has two results of item 1\./, {}],
    [await leaveRun('beyond.jsonl', lineOf(3)), /it has a result of item 3, and the list has only 3 items/, {}],
    [await leaveRun('other.jsonl', lineOf(0)), /was started with other items/, { items: items.slice(1) }],
    [await leaveRun('kind.jsonl', lineOf(0)), /started with --endpoint market\.search/, { endpoint: 'market.product' }],
    [await leaveRun('begun.jsonl', '', begun), /was started with other items/, { items: items.slice(1) }],
    [await leaveRun('server.jsonl', lineOf(0), begun), /was started on a server/, {}],
    [folder, /is not a file/, {}],
  ]
  for (const [out, message, rest] of refused) {
    const before_ = out === folder ? '' : readIfThere(out)
    await assert.rejects(open(out, rest), message)
    assert.equal(out === folder ? '' : readIfThere(out), before_)
  }
  const nothingCame = await open(await leaveRun('free.jsonl', ''), { items: items.slice(1) })
  nothingCame.close()
})

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

test('a run ends when another process writes to its file', async () => {
  const [first, second] = [
    await openResultFile(pathOf('two'), () => assert.fail()),
    await openResultFile(pathOf('two'), () => assert.fail()),
  ]
  first.append('{}\n')
  assert.throws(() => second.append('{}\n'), /Another process writes to .*two\./)
  first.append('{}\n')
  assert.equal(readFileSync(pathOf('two'), 'utf8'), '{}\n{}\n')
  first.close()
  second.close()
})

async function listen(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a call is repeated when the server answers 429 or is unavailable, and not when it refuses', async (t) => {
  const answers: (readonly [number, string, Record<string, string>?] | null)[] = []
  const server = createServer((request, response) => {
    const answer = answers.shift() ?? null
    if (answer === null) request.socket.destroy()
    else response.writeHead(answer[0], answer[2]).end(answer[1])
  })
  const said: string[] = []
  const options = { server: await listen(t, server), key: 'x', say: (message: string) => said.push(message) }
  const client = createServerClient(options)
  const call = () => waitForRoom(() => client.account(), NEVER)

  answers.push([429, '{"error":"rate_limited"}', { 'Retry-After': '1' }], [503, '{}'], null, [201, '{"a":1}'])
  assert.deepEqual((await call()).data, { a: 1 })
  assert.deepEqual(said, [
    'The server is unavailable. Calls are repeated for 300 s. The answer 503 is not one of the service: {}',
    'The server is available again.',
  ])

  const refusals: readonly (readonly [number, string, string])[] = [
    [401, '{"error":"revoked"}', 'The service answered 401 revoked: The key has been revoked, or has expired.'],
    [
      400,
      '{"error":"invalid_params","details":[{"param":"a","message":"must b"},{"param":"c","message":"must d"}]}',
      'The service answered 400 invalid_params: \n  a must b.\n  c must d.',
    ],
    [418, '{"error":"toString"}', 'The answer 418 is not one of the service: {"error":"toString"}'],
    [404, '<p>no</p>', 'The answer 404 is not one of the service: <p>no</p>'],
    [200, '<p>welcome</p>', 'The answer 200 is not one of the service: <p>welcome</p>'],
  ]
  for (const [status, body, message] of refusals) {
    answers.push([status, body])
    await assert.rejects(call(), { message })
  }
  const impatient = createServerClient({ ...options, patienceMs: 0 })
  await assert.rejects(impatient.account(), /can't be reached/)
  const leave = new AbortController()
  leave.abort(new Error('left'))
  await assert.rejects(client.account({ signal: leave.signal }), /left/)
})

let bench: Bench
before(async () => {
  bench = await startBench({
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '200', SHELFMARK_WEBHOOK_ALLOW: 'http://127.0.0.1:1,http://127.0.0.1:2' },
  })
})
after(() => bench.close())

const creditsOf = async (workspace: string): Promise<number> =>
  (await bench.readUsage(workspace)).reduce((sum, { credits }) => sum + credits, 0)

/** Runs three searches. Gives the messages, and the results. */
async function workOnServer(
  client: Client,
  options: Partial<Parameters<typeof openListJob>[0]> & { readonly webhookUrl?: string } = {},
) {
  const { webhookUrl = null, ...rest } = options
  const said: string[] = []
  let printed = ''
  const run = await open(undefined, { isOnServer: true, print: (lines) => (printed += lines), ...rest })
  const say = (message: string) => said.push(message)
  try {
    await runOnServer({ run, items, client, webhookUrl, say, onResults: () => undefined }, NEVER)
  } finally {
    run.close()
  }
  return { said, printed: printed.split('\n').slice(0, -1).toSorted() }
}

test('without a file, the same list is the same batch, unless a fresh one is requested', async () => {
  const { key, workspace } = await bench.createCaller()
  const client = createServerClient({ server: `http://127.0.0.1:${bench.port}`, key, say: assert.fail })
  const first = await workOnServer(client)
  assert.deepEqual([first.said, first.printed.length, await creditsOf(workspace)], [[], 3, 15])
  const again = await workOnServer(client)
  assert.match(String(again.said), /^Batch \S+ already exists for the same items/)
  assert.deepEqual([again.printed, await creditsOf(workspace)], [first.printed, 15])
  await assert.rejects(workOnServer(client, { webhookUrl: 'http://127.0.0.1:1/' }), /409 .* with another --webhook/)
  const fresh = await workOnServer(client, { isFresh: true, webhookUrl: 'http://127.0.0.1:2/' })
  assert.match(String(fresh.said), /^Batch \S+: the secret of its webhook is whsec_[\w+/]{43}=$/)
  assert.deepEqual([fresh.printed.length, await creditsOf(workspace)], [3, 30])
  await assert.rejects(
    workOnServer(client, { isFresh: true, webhookUrl: 'http://127.0.0.1:3/' }),
    /webhook_url must be/,
  )
})

test('lost results are fetched again, but not from a server that does not know the batch', async () => {
  const { key, workspace } = await bench.createCaller()
  const other = await bench.createCaller()
  const server = `http://127.0.0.1:${bench.port}`
  const client = createServerClient({ server, key, say: assert.fail })
  const foreign = createServerClient({ server, key: other.key, say: assert.fail })
  const out = pathOf('fetched.jsonl')
  await workOnServer(client, { out })
  const whole = readFileSync(out, 'utf8')
  const [first = '', ...rest] = whole.split(/(?<=\n)/)
  // The first result is removed: those that remain are not the first ones on the server.
  writeFileSync(out, rest.join(''))
  await workOnServer(client, { out })
  assert.equal(readFileSync(out, 'utf8'), rest.join('') + first)
  rmSync(out)
  await assert.rejects(
    workOnServer(foreign, { out }),
    /the server does not know it\. Check that it was created on this server/,
  )
  await workOnServer(client, { out, isFresh: true })
  assert.equal(readFileSync(out, 'utf8'), whole)
  assert.equal(await creditsOf(workspace), 15)
})

test('an item that a server refuses is reported by its line; items whose results are lost are not sent again', async () => {
  const refusing = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') {
      response.end('{"status":"complete","processed_count":3,"results":[]}')
      return
    }
    const details = [{ param: 'items[1].query', message: 'must be new' }]
    if (isRefusing) response.writeHead(400).end(JSON.stringify({ error: 'invalid_params', details }))
    else response.writeHead(201).end('{"id":"x","webhook_signature_secret":"s"}')
  })
  let isRefusing = true
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const server = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
  const client = createServerClient({ server, key: 'x', say: assert.fail })
  await assert.rejects(workOnServer(client), /400 invalid_params: line 3: query must be new\.$/)
  isRefusing = false
  await assert.rejects(workOnServer(client), /Can't finish batch x: the server has only 0 of its 3 results/)
  refusing.close()
})
