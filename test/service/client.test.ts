import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import {
  ConnectionError,
  createClient,
  isServiceError,
  ServiceError,
  type Client,
} from '../../adapters/client/index.ts'
import { ENDPOINTS, recordEndpoint } from '../../core/contract/index.ts'
import { records } from '../../core/index.ts'
import { operations } from '../../adapters/http/operations.ts'
import { root } from '../support/root.ts'
import { startBench, type Bench } from '../support/service-bench.ts'

const ASIN = 'B0SHLFX301'
const noSleep = (): Promise<void> => Promise.resolve()

test('the endpoints, and those of the records, are those of the table of operations', () => {
  const ofRecords = records.map(({ name, texts }) => [texts.operation.id, recordEndpoint(name)] as const)
  const table = operations.map(({ operationId, method, path }) => [operationId, { method, path }] as const)
  assert.deepEqual({ ...ENDPOINTS, ...Object.fromEntries(ofRecords) }, Object.fromEntries(table))
})

suite('against the service', () => {
  let bench: Bench
  let client: Client
  let caller: Awaited<ReturnType<Bench['createCaller']>>
  /** Requests as they were sent. */
  const sent: { readonly method: string; readonly path: string; readonly idempotencyKey: string | null }[] = []

  const recordedFetch: typeof fetch = (input, init) => {
    const { method, url, headers } = new Request(input, init)
    sent.push({ method, path: new URL(url).pathname, idempotencyKey: headers.get('Idempotency-Key') })
    return fetch(input, init)
  }

  before(async () => {
    bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
    caller = await bench.createCaller()
    client = createClient({
      baseUrl: `http://127.0.0.1:${bench.port}/`,
      key: caller.key,
      fetch: recordedFetch,
    })
  })
  after(() => bench.close())

  test('a product has its record, and its headers as data', async () => {
    const { data, meta } = await client.product({ query: ASIN, domain: 'de', language: undefined })
    assert.equal(data.asin, ASIN)
    assert.equal(data.currency, 'EUR')
    assert.equal(meta.cost, 5)
    assert.equal(meta.attempts, 1)
    assert.equal(meta.sourceStatus, 200)
    assert.equal(meta.hasMore, null)
    assert.match(meta.extractorVersion ?? '', /^shelfmark@/)
    assert.match(meta.resolvedUrl ?? '', /^https:\/\/www\.amazon\.de\//)
    assert.ok((meta.creditsRemaining ?? -1) >= 0)
    assert.ok(Date.parse(meta.fetchedAt ?? '') > 0)
    assert.ok(meta.requestId && meta.concurrency && meta.rps)
  })

  test('a search has its record, and its pages one by one until there are no more', async () => {
    const { data } = await client.search({ query: 'kettle', pages: 2 })
    assert.ok(data.products.length > 0)
    const pages = []
    for await (const page of client.searchPages({ query: 'usb cable', pages: 3 })) pages.push(page)
    assert.deepEqual(
      pages.map((page) => [page.data.page, page.meta.hasMore]),
      [1, 2, 3].map((page) => [page, true]),
    )
    const all = []
    for await (const page of client.searchPages({ query: 'kettle' })) all.push(page.meta.hasMore)
    assert.equal(all.indexOf(false), all.length - 1)
    const one = await client.searchPages({ query: 'usb cable', pages: 1, start_page: 2 }).next()
    assert.equal(one.value?.data.page, 2)
    const nothing = []
    for await (const page of client.searchPages({ query: 'sandbox:nothing' })) nothing.push(page.data)
    assert.deepEqual(
      nothing.map(({ no_results }) => no_results),
      [true],
    )
  })

  test('a record is explained: the selector that gave each value, and all that was tried', async () => {
    const { data, meta } = await client.product({ query: ASIN, explain: true })
    const { winners, attempts } = data.provenance
    assert.ok(winners['price'])
    assert.ok(attempts?.some(({ field, outcome }) => field === 'price' && outcome === 'won'))
    assert.equal(meta.cost, 5)
    const search = await client.search({ query: 'kettle', explain: true })
    assert.ok(search.data.provenance.winners['products[0].title'])
    const page = await client.searchPages({ query: 'kettle', explain: true }).next()
    assert.ok(page.value?.data.provenance.winners['products[0].title'])
    const plain = await client.product({ query: ASIN })
    assert.ok(!('provenance' in plain.data))
    const { data: batch } = await client.batch.create({
      endpoint: 'market.product',
      items: [{ query: ASIN, explain: true }],
    })
    const result = await client.batch.results(batch.id, { pollMs: 20 }).next()
    assert.ok(result.value?.data?.provenance?.winners['price'])
  })

  test('what is charged is sent with an idempotency key of its own, which a caller can name', async () => {
    const from = sent.length
    const { meta } = await client.product({ query: ASIN }, { idempotencyKey: 'order-1' })
    const again = await client.product({ query: ASIN }, { idempotencyKey: 'order-1' })
    assert.deepEqual([meta.cost, again.meta.cost], [5, 0])
    await client.product({ query: ASIN })
    await client.product({ query: ASIN })
    const [first, second, third, fourth] = sent.slice(from).map(({ idempotencyKey }) => idempotencyKey)
    assert.deepEqual([first, second], ['order-1', 'order-1'])
    assert.ok(third && fourth && third !== fourth)
  })

  test('a batch is created, followed while it runs, listed, canceled', async () => {
    const items = [{ query: ASIN, reference: 'mine' }, { query: 'B0GONE0404' }]
    const created = await client.batch.create({ endpoint: 'market.product', items })
    const { id } = created.data
    const results = []
    for await (const result of client.batch.results(id, { pollMs: 20 })) results.push(result)
    results.sort((left, right) => left.index - right.index)
    assert.deepEqual(
      results.map(({ status, error, input }) => [status, error?.error ?? null, input['reference'] ?? null]),
      [
        ['ok', null, 'mine'],
        ['error', 'product_not_found', null],
      ],
    )
    const ended = await client.batch.wait(id, { pollMs: 20 })
    assert.equal(ended.status, 'complete')
    assert.ok(!('results' in ended))
    const failures = await client.batch.get(id, { status: 'error' })
    assert.deepEqual(
      failures.data.results.map(({ index }) => index),
      [1],
    )
    const ids = []
    for await (const batch of client.batch.list()) ids.push(batch.id)
    assert.ok(ids.includes(id))
    const listed = async (reference: string): Promise<readonly string[]> => {
      const batches = []
      for await (const batch of client.batch.list({ reference })) batches.push(batch.id)
      return batches
    }
    assert.deepEqual([await listed('mine'), await listed('yours')], [[id], []])
    assert.deepEqual((await client.batch.cancel(id)).data.status, 'complete')
    assert.deepEqual((await client.batch.deliveries(id)).data.deliveries, [])
    await assert.rejects(client.batch.redeliver(id), (error) => isServiceError(error, 'invalid_params'))
  })

  test('a watch is created, read, changed and removed', async () => {
    const items = [{ query: ASIN, domain: 'de' as const }]
    const { data } = await client.watch.create({ endpoint: 'market.product', items, every: '12h' })
    const { id } = data
    assert.deepEqual((await client.watch.get(id)).data.id, id)
    assert.ok((await client.watch.list({ limit: 5 })).data.watches.some((watch) => watch.id === id))
    assert.equal((await client.watch.change(id, { status: 'paused' })).data.status, 'paused')
    await client.watch.change(id, { status: 'active' })
    await client.watch.run(id)
    assert.deepEqual((await client.watch.changes(id)).data.changes, [])
    assert.ok('points' in (await client.watch.series(id, { field: 'price' })).data)
    assert.equal((await client.watch.values(id)).data.items.length, 1)
    await assert.rejects(client.watch.rank(id), (error) => isServiceError(error, 'invalid_params'))
    const added = await client.watch.addItems(id, [{ query: 'B0SHLFX305', reference: 'added' }])
    assert.equal(added.data.items.at(-1)?.input['reference'], 'added')
    const { data: removed } = await client.watch.removeItems(id, { reference: 'added' })
    assert.equal(removed.item_count, added.data.item_count - 1)
    const { webhook_signature_secret: secret } = (await client.watch.replaceSecret(id)).data
    assert.ok(secret.startsWith('whsec_') && secret !== data.webhook_signature_secret)
    // It has no receiver.
    for (const call of [client.watch.test(id), client.watch.redeliver(id)]) await assert.rejects(call)
    assert.equal((await client.watch.delete(id)).data.id, id)
  })

  test('a schedule is created, listed, paused, resumed and deleted', async () => {
    const { schedule } = client
    const { id } = (await schedule.create({ endpoint: 'market.product', items: [{ query: ASIN }], every: '1d' })).data
    const listed = (await schedule.list()).data.schedules
    assert.deepEqual(
      listed.map((one) => one.id),
      [id],
    )
    assert.equal((await schedule.pause(id)).data.status, 'paused')
    assert.equal((await schedule.resume(id)).data.status, 'active')
    assert.deepEqual((await schedule.get(id)).data.items, [{ query: ASIN }])
    assert.equal((await schedule.delete(id)).data.id, id)
  })

  test('the examples of the README work as written, with the address of this service', async () => {
    const readme = readFileSync(join(root, 'adapters/client/README.md'), 'utf8')
    const blocks = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, block = '']) => block)
    assert.equal(blocks.length, 5)
    const program = blocks.join('\n').replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${bench.port}`)
    const output = await new Promise((resolve, reject) => {
      const env = { ...process.env, SHELFMARK_KEY: caller.key }
      const child = execFile(process.execPath, ['--input-type=module'], { cwd: root, env }, (error, output, errors) => {
        if (error === null) resolve(output)
        else reject(new Error(errors, { cause: error }))
      })
      child.stdin?.end(program)
    })
    const { data } = await client.product({ query: ASIN, domain: 'de' })
    const lines = String(output).split('\n')
    assert.equal(lines[0], `${data.title} ${data.price} EUR 5 credits`)
    // Of its fields alone, and for the default marketplace.
    assert.match(String(lines.at(-3)), /^[\d.]+ USD$/)
    assert.match(String(lines.at(-2)), /^[\d.]+ New York 10001 confirmed$/)
    // The results of a batch come as they end: on a busy machine, the second item can be the first.
    const ofItems = lines.slice(1, 3).map((line) => line.split(' ')[0])
    assert.deepEqual(new Set(ofItems), new Set([ASIN, 'B0SHLFS081']), String(output))
    const explained = await client.product({ query: ASIN, domain: 'de', explain: true })
    assert.equal(lines[3], explained.data.provenance.winners.price)
  })

  test('the account and its usage', async () => {
    const { data } = await client.account()
    assert.equal(data.keys[0]?.prefix, caller.prefix)
    const usage = await client.usage()
    assert.ok(usage.data.total.credits > 0)
    const referred = await client.usageByReference({ reference: 'mine' })
    assert.deepEqual(
      referred.data.rows.map(({ reference, credits }) => [reference, credits]),
      [['mine', 5]],
    )
    await assert.rejects(client.usage({ from: 'yesterday' }), (error) => isServiceError(error, 'invalid_params'))
  })

  test('errors are typed by their code, with the members of their body', async () => {
    const gone = await client.product({ query: 'B0GONE0404' }).catch((error: unknown) => error)
    assert.ok(isServiceError(gone, 'product_not_found'))
    assert.deepEqual([gone.status, gone.retryable, gone.meta.cost, gone.name], [404, false, 0, 'ServiceError'])
    const wrong = await client.search({ query: 'x', pages: 11 }).catch((error: unknown) => error)
    assert.ok(isServiceError(wrong, 'invalid_params'))
    assert.equal(wrong.body.details[0]?.param, 'pages')
    assert.match(wrong.message, /^The service answered 400 invalid_params: pages must be an integer from 1 to 10\.$/)
    const other = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key: 'svc_live_wrong' })
    await assert.rejects(other.account(), (error) => isServiceError(error, 'unauthorized'))
    const blocked = await client.product({ query: 'B0CAPTCHA0' }).catch((error: unknown) => error)
    assert.ok(isServiceError(blocked, 'target_unreachable') && blocked.retryable)
  })

  test('keys are created, listed, rotated and revoked', async () => {
    const input = { workspace: caller.workspace, kind: 'live', name: 'manager', scopes: ['keys'] }
    const { fullKey, key: manager } = await bench.administrate('keys.create', input)
    const { keys } = createClient({ baseUrl: `http://127.0.0.1:${bench.port}`, key: fullKey, fetch: recordedFetch })
    const created = await keys.create({ name: 'report', scopes: ['read'] })
    assert.deepEqual([created.data.scopes, created.meta.cost], [['read'], 0])
    const rotated = await keys.rotate(created.data.id, { graceSeconds: 60 })
    assert.notEqual(rotated.data.full_key, created.data.full_key)
    const revoked = await keys.revoke(rotated.data.id, { cancelBatches: true })
    assert.deepEqual([revoked.data.id, revoked.data.canceled_batches], [rotated.data.id, 0])
    const { data } = await keys.list()
    assert.deepEqual(
      data.keys.map(({ id }) => id),
      [caller.keyId, manager.id, created.data.id],
    )
  })

  test('every endpoint that needs a key is called', () => {
    const called = new Set(
      sent.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|key_\w+/, ':id')}`),
    )
    const open: readonly string[] = [ENDPOINTS.getOpenApi.path, ENDPOINTS.getLiveness.path, ENDPOINTS.getReadiness.path]
    const missing = Object.values(ENDPOINTS).filter(({ method, path }) => !called.has(`${method} ${path}`))
    assert.deepEqual(
      missing.map(({ path }) => path),
      open,
    )
  })
})

/** A server that answers each request with the next of some answers, and the last one for ever. */
async function serve(...answers: RequestListener[]): Promise<{ baseUrl: string; count: () => number }> {
  let count = 0
  const server = createServer((request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)]
    count++
    answer?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count }
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))

suite('errors that pass', () => {
  test('are waited out: a busy service, a ceiling, a proxy, a broken connection', async () => {
    const { baseUrl, count } = await serve(
      json(503, { error: 'unavailable' }, { 'Retry-After': '2' }),
      json(429, { error: 'quota_exceeded', message: 'full' }, { 'Retry-After': '7' }),
      json(500, { error: 'internal_error' }),
      (_, response) => void response.writeHead(502).end('<html>Bad gateway</html>'),
      (request) => void request.socket.destroy(),
      json(200, { asin: ASIN }),
    )
    const pauses: number[] = []
    const codes: string[] = []
    const client = createClient({
      baseUrl,
      key: 'k',
      sleep: (ms) => {
        pauses.push(ms)
        return noSleep()
      },
      onRetry: (error) => codes.push('code' in error ? String(error.code) : ''),
    })
    assert.deepEqual((await client.product({ query: ASIN })).data, { asin: ASIN })
    assert.equal(count(), 6)
    assert.deepEqual(codes, ['unavailable', 'quota_exceeded', 'internal_error', 'invalid_answer', 'network'])
    const [busy = 0, full = 0, broken = 0] = pauses
    assert.ok(busy >= 2000 && busy < 3000 && full >= 7000 && full < 8000 && broken >= 500, String(pauses))
  })

  test('do not create a second key: a call without an answer is not repeated, a refused one is', async () => {
    const refusals = [json(503, { error: 'unavailable' }), json(429, { error: 'quota_exceeded', message: 'full' })]
    const broken: RequestListener = (request) => void request.socket.destroy()
    for (const unknown of [broken, json(500, { error: 'internal_error' })]) {
      const { baseUrl, count } = await serve(...refusals, unknown)
      const { keys } = createClient({ baseUrl, key: 'k', sleep: noSleep })
      await assert.rejects(keys.create({ name: 'a key' }))
      assert.equal(count(), 3)
      await assert.rejects(keys.rotate('key_1'))
      assert.equal(count(), 4)
    }
  })

  test('end the call when its patience does', async () => {
    const { baseUrl, count } = await serve(json(503, { error: 'unavailable' }, { 'Retry-After': '30' }))
    const client = createClient({ baseUrl, key: 'k', patienceMs: 70_000, sleep: noSleep })
    await assert.rejects(
      client.account(),
      (error) => isServiceError(error, 'unavailable') && error.retryAfterMs === 30_000,
    )
    assert.equal(count(), 3)
    const hasty = createClient({ baseUrl, key: 'k', patienceMs: 0, sleep: noSleep })
    await assert.rejects(hasty.account(), ServiceError)
    assert.equal(count(), 4)
  })

  test('are sent again with the same idempotency key', async () => {
    const keys: unknown[] = []
    const note =
      (answer: RequestListener): RequestListener =>
      (request, response) => {
        keys.push(request.headers['idempotency-key'])
        answer(request, response)
      }
    const { baseUrl } = await serve(note(json(503, { error: 'unavailable' })), note(json(200, {})))
    await createClient({ baseUrl, key: 'k', sleep: noSleep }).search({ query: 'x' })
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
  })
})

suite('calls that end', () => {
  const hang: RequestListener = () => undefined

  test('by their time limit', async () => {
    const { baseUrl } = await serve(hang)
    const client = createClient({ baseUrl, key: 'k', timeoutMs: 20, patienceMs: 0 })
    await assert.rejects(client.account(), (error) => error instanceof ConnectionError && error.code === 'timeout')
  })

  test("by the caller's signal, also in a pause", async () => {
    const { baseUrl } = await serve(hang)
    const controller = new AbortController()
    const reason = new Error('no longer needed')
    const called = createClient({ baseUrl, key: 'k' }).account({ signal: controller.signal })
    controller.abort(reason)
    await assert.rejects(called, reason)
    const busy = await serve(json(503, { error: 'unavailable' }, { 'Retry-After': '86400' }))
    const second = new AbortController()
    const onRetry = (): void => second.abort(reason)
    await assert.rejects(
      createClient({ baseUrl: busy.baseUrl, key: 'k', patienceMs: Infinity, onRetry }).account({
        signal: second.signal,
      }),
      reason,
    )
    assert.equal(busy.count(), 1)
  })

  test('at an address that is no service, and at none', async () => {
    const { baseUrl } = await serve((_, response) => void response.writeHead(404).end('nothing here'))
    const client = createClient({ baseUrl, key: 'k', patienceMs: 0 })
    await assert.rejects(
      client.account(),
      (error) => error instanceof ConnectionError && error.code === 'invalid_answer' && error.status === 404,
    )
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:59', key: 'k', patienceMs: 0 })
    await assert.rejects(nowhere.account(), /can't be reached: E[A-Z]+\.$/)
    assert.throws(() => createClient({ baseUrl: 'localhost', key: 'k' }), /Invalid baseUrl/)
    assert.throws(() => createClient({ baseUrl, key: '' }), /key is empty/)
  })

  test('never follow a redirect with the key', async () => {
    const other = await serve(json(200, {}))
    const { baseUrl } = await serve((_, response) => void response.writeHead(302, { Location: other.baseUrl }).end())
    const client = createClient({ baseUrl, key: 'k', patienceMs: 0 })
    await assert.rejects(client.account(), ConnectionError)
    assert.equal(other.count(), 0)
  })
})
