import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient, isServiceError } from '../../adapters/client/index.ts'
import { batchCalls, creditsOf } from '../support/batch-calls.ts'
import { cliPath } from '../support/built-path.ts'
import { assertInvalid, headerOf, jsonOf, PRODUCT, SEARCH, startBench } from '../support/service-bench.ts'

const ASIN = 'B0SHLFX301'
const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200' } })
after(() => bench.close())
const { key, workspace } = await bench.createCaller()
const { create, finish } = batchCalls(bench, key)

const ask = (rest: string, headers: Record<string, string> = {}, path = PRODUCT) =>
  bench.call(`${path}?query=${ASIN}&${rest}`, { key, headers })

test('an answer says how its place was proven; without a place it says nothing', async () => {
  for (const [rest, shown] of [
    ['zip=10001', 'New York 10001'],
    ['zip=auto&domain=co.uk', 'London NW1 6'],
    ['zip=nw16xe&domain=co.uk', 'London NW1 6'],
    ['zip=2000&city=Sydney&domain=com.au', 'SYDNEY 2000'],
    ['zip=auto&domain=com.au', 'SYDNEY 2000'],
    ['zip=1530064&domain=co.jp', '153-0064'],
    ['city=dubai&domain=ae', 'Dubai'],
    ['city=Riyadh&domain=sa', 'الرياض'],
    ['ship_to=be&domain=nl', 'België'],
    ['ship_to=CZ&domain=com', 'Czechia'],
  ] as const) {
    const answer = await ask(rest)
    assert.equal(answer.status, 200, `${rest} ${answer.bytes.toString()}`.slice(0, 300))
    assert.equal(headerOf(answer, 'Svc-Location'), 'confirmed', rest)
    assert.equal(headerOf(answer, 'Svc-Cost'), '5')
    assert.equal((jsonOf(answer) as { delivery_location: string }).delivery_location, shown, rest)
  }
  const search = await bench.call(`${SEARCH}?query=lantern&pages=2&zip=10001`, { key })
  assert.deepEqual([search.status, headerOf(search, 'Svc-Location')], [200, 'confirmed'])
  const plain = await ask('domain=com')
  assert.deepEqual([plain.status, headerOf(plain, 'Svc-Location')], [200, null])
})

test('a place of a form that the marketplace does not have is refused, with its rule', async () => {
  for (const [rest, param, message] of [
    ['zip=1234', 'zip', /^must be 5 digits, such as 10001, or auto$/],
    ['zip=1', 'zip', /^must be 3 to 12 letters, digits, spaces and hyphens, or auto$/],
    ['zip=10001&domain=co.uk', 'zip', /^must be a postcode, such as NW1 6XE, or auto$/],
    ['zip=10001&domain=ae', 'zip', /^must not be passed with domain ae, which has city and ship_to$/],
    ['zip=auto&domain=nl', 'zip', /^must not be passed with domain nl, which has ship_to alone$/],
    ['city=Berlin&domain=de', 'city', /^must not be passed with domain de, which has zip and ship_to$/],
    ['zip=2000&domain=com.au', 'city', /^must be given with zip on com\.au$/],
    ['city=Sydney&domain=com.au', 'zip', /^must be given with city on com\.au$/],
    ['zip=auto&city=Sydney&domain=com.au', 'city', /^must not be passed with zip auto/],
    ['city=%20', 'city', /^must be the name of a city$/],
    ['ship_to=US', 'ship_to', /^must be another country than that of com, US$/],
    ['ship_to=ZZ', 'ship_to', /^must be a country/],
    ['ship_to=DEU', 'ship_to', /^must be a country/],
    ['ship_to=DE&zip=10001', 'ship_to', /^must not be passed with zip or city$/],
    ['zpi=10001', 'zpi', /zip/],
  ] as const) {
    for (const path of [PRODUCT, SEARCH]) {
      const answer = await ask(rest, {}, path)
      assertInvalid(answer, [param])
      const { details } = jsonOf(answer) as { details: readonly { message: string }[] }
      assert.match(details[0]?.message ?? '', message, rest)
    }
  }
})

test('a page for another place is 502 and free, with the place asked for and the one shown', async () => {
  const before = await creditsOf(workspace, bench)
  const answer = await bench.call(`${PRODUCT}?query=B0ELSEWHER&zip=10001`, { key })
  assert.equal(answer.status, 502)
  assert.deepEqual(
    ['Svc-Cost', 'Svc-Reason', 'Svc-Attempts', 'Svc-Location'].map((name) => headerOf(answer, name)),
    ['0', 'other_place', '4', null],
  )
  const { error, details } = jsonOf(answer) as { error: string; details: { asked: object; shown: string } }
  assert.equal(error, 'location_not_applied')
  assert.deepEqual(details.asked, { zip: '10001', city: null, ship_to: null })
  assert.match(details.shown, /^[A-Z][\w ]+ \d{5}$/)
  assert.equal(await creditsOf(workspace, bench), before)
  const problem = await bench.call(`${PRODUCT}?query=B0ELSEWHER&zip=10001`, {
    key,
    headers: { Accept: 'application/problem+json' },
  })
  assert.match((jsonOf(problem) as { detail: string }).detail, /another place/)
  // Without a place, the same product is an ordinary one.
  assert.equal((await bench.call(`${PRODUCT}?query=B0ELSEWHER`, { key })).status, 200)
})

test('a place is part of what an idempotency key is for, and a replay has the header again', async () => {
  const named = (name: string) => ({ 'Idempotency-Key': name })
  const first = await ask('zip=10001', named('place/1'))
  const again = await ask('zip=%2010001', named('place/1'))
  assert.deepEqual([headerOf(first, 'Svc-Replayed'), headerOf(again, 'Svc-Replayed')], [null, 'true'])
  assert.deepEqual([first.bytes, headerOf(again, 'Svc-Location')], [again.bytes, 'confirmed'])
  for (const other of ['zip=10002', 'ship_to=DE', 'domain=com']) {
    assert.equal((await ask(other, named('place/1'))).status, 409, other)
  }
  const auto = await ask('domain=co.jp&zip=auto', named('place/2'))
  const same = await ask('domain=co.jp&zip=1530064', named('place/2'))
  assert.deepEqual([auto.status, headerOf(same, 'Svc-Replayed')], [200, 'true'])
})

test('items of a batch have places of their own, and their results how they were proven', async () => {
  const items = [
    { query: ASIN, zip: '10001' },
    { query: ASIN },
    { query: 'B0ELSEWHER', zip: '10001' },
    { query: ASIN, domain: 'ae', city: 'Dubai' },
  ]
  const { id } = await create({ endpoint: 'market.product', items })
  const { results, credits_charged } = await finish(id)
  const sorted = results.toSorted((left, right) => left.index - right.index)
  assert.deepEqual(
    sorted.map((result) => ('location' in result ? result.location : undefined)),
    ['confirmed', undefined, undefined, 'confirmed'],
  )
  assert.deepEqual(
    sorted.map(({ status }) => status),
    ['ok', 'ok', 'error', 'ok'],
  )
  const { error, details } = (sorted[2]?.error ?? {}) as { error?: string; details?: { asked: object } }
  assert.equal(error, 'location_not_applied')
  assert.deepEqual(details?.asked, { zip: '10001', city: null, ship_to: null })
  assert.deepEqual(sorted[0]?.input, items[0])
  assert.equal(credits_charged, 15)
  const refused = await bench.createBatch(key, {
    endpoint: 'market.product',
    items: [
      { query: ASIN, zip: '1' },
      { query: ASIN, zip: 10001 },
    ],
  })
  assertInvalid(refused, ['items[0].zip', 'items[1].zip'])
})

test('the client has the place as parameters, the proof as data, and both places of the error', async () => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${bench.port}/`, key })
  const { data, meta } = await client.product({ query: ASIN, zip: '10001' })
  assert.deepEqual([data.delivery_location, meta.location], ['New York 10001', 'confirmed'])
  assert.equal((await client.product({ query: ASIN })).meta.location, null)
  const error = await client.product({ query: 'B0ELSEWHER', ship_to: 'DE' }).catch((reason: unknown) => reason)
  assert.ok(isServiceError(error, 'location_not_applied'))
  assert.equal(error.body.details.asked.ship_to, 'DE')
})

test('a sandbox key can try places too', async () => {
  const { key: sandboxKey } = await bench.createCaller(undefined, 'test')
  const answer = await bench.call(`${PRODUCT}?query=${ASIN}&domain=de&zip=10117`, { key: sandboxKey })
  assert.deepEqual([answer.status, headerOf(answer, 'Svc-Location')], [200, 'confirmed'])
  const undelivered = await bench.call(`${PRODUCT}?query=B0NOTHERE0&zip=10001&explain=true`, { key: sandboxKey })
  const { price, provenance } = jsonOf(undelivered) as {
    price: number | null
    provenance: { issues: readonly { field: string; problem: string }[] }
  }
  assert.equal(price, null)
  assert.deepEqual(
    provenance.issues.filter(({ field }) => field === 'price').map(({ problem }) => problem),
    ['not delivered to this place'],
  )
})

interface Run {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs a command of the built program on simulated pages. */
function run(...args: string[]): Promise<Run> {
  const env = { PATH: process.env.PATH, SHELFMARK_WORKERS: '1', SHELFMARK_SOURCE: 'sandbox' }
  return new Promise((resolve) => {
    execFile(process.execPath, [cliPath(), ...args], { env }, (error, output, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors }),
    )
  })
}

test('get, search and fetch take a place', async () => {
  const got = await run('get', ASIN, '--zip', '10001', '--fields', 'delivery_location')
  assert.deepEqual([got.code, JSON.parse(got.output)], [0, { delivery_location: 'New York 10001' }])
  const fetched = await run(
    'fetch',
    'product',
    ASIN,
    '--domain',
    'ae',
    '--city',
    'Dubai',
    '--fields',
    'delivery_location',
  )
  assert.deepEqual(JSON.parse(fetched.output), { delivery_location: 'Dubai' })
  assert.equal((await run('search', 'lantern', '--ship-to', 'DE')).code, 0)
  const other = await run('get', 'B0ELSEWHER', '--zip', '10001')
  assert.equal(other.code, 1)
  assert.match(other.errors, /^shelfmark: B0ELSEWHER: location_not_applied \(the page is for "/)
  const wrong = await run('get', ASIN, '--zip', '1234')
  assert.match(wrong.errors, /Invalid zip: it must be 5 digits, such as 10001, or auto\./)
})

test('a column of a list is a place', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-places-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const list = join(folder, 'list.csv')
  writeFileSync(list, `query,domain,zip,city,ship_to\n${ASIN},it,00184,,\n${ASIN},eg,,Cairo,\n${ASIN},nl,,,BE\n`)
  const { code, output, errors } = await run('batch', list)
  assert.equal(code, 0, errors)
  const results = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { index: number; location: string; data: { delivery_location: string } })
    .toSorted((left, right) => left.index - right.index)
  assert.deepEqual(
    results.map(({ location, data }) => [location, data.delivery_location]),
    [
      ['confirmed', 'Roma 00184'],
      ['confirmed', 'القاهرة'],
      ['confirmed', 'België'],
    ],
  )
})
