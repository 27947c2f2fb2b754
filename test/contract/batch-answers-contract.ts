import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  assertError,
  assertInvalid,
  BATCH,
  headerOf,
  jsonOf,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

interface Result {
  readonly index: number
  readonly input: Readonly<Record<string, unknown>>
  readonly status: string
}

interface Record_ {
  readonly id: string
  readonly status: string
  readonly results: readonly Result[]
}

interface Stored {
  readonly created_at: string
  readonly metadata: Readonly<Record<string, string>>
}

interface Page {
  readonly batches: readonly Omit<Record_, 'results'>[]
  readonly next_cursor: string | null
}

const LINES = { Accept: 'application/x-ndjson' }

const products = (...queries: string[]) => ({ endpoint: 'market.product', items: queries.map((query) => ({ query })) })

/** How callers read their batches, on any store. */
export function batchAnswersContract(name: string, start: () => Promise<Bench>): void {
  let bench: Bench
  before(async () => {
    bench = await start()
  })

  const created = (answer: Answer): string => {
    assert.equal(answer.status, 201, answer.bytes.toString())
    return (jsonOf(answer) as Record_).id
  }
  const finish = async (id: string, key: string): Promise<void> => {
    const isComplete = async (): Promise<boolean> =>
      (jsonOf(await bench.call(`${BATCH}/${id}?limit=0`, { key })) as Record_).status === 'complete'
    await until(isComplete, `the end of the batch ${id}`)
  }
  const readLines = (answer: Answer): readonly Result[] => {
    assert.equal(answer.status, 200, answer.bytes.toString())
    assert.equal(headerOf(answer, 'content-type'), 'application/x-ndjson; charset=utf-8')
    const lines = answer.bytes.toString().split('\n')
    assert.equal(lines.pop(), '')
    return lines.map((line) => JSON.parse(line) as Result)
  }

  test(`${name}: batches are listed newest first, a page at a time, by workspace and kind of key`, async () => {
    const { key, workspace } = await bench.createCaller()
    const stranger = await bench.createCaller()
    const sandbox = await bench.createKey(workspace, 'test')
    assert.deepEqual(jsonOf(await bench.call(BATCH, { key })), { batches: [], next_cursor: null })
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift(created(await bench.createBatch(key, products('B0SHLFX301'))))
    const foreign = created(await bench.createBatch(stranger.key, products('B0SHLFX301')))
    const simulated = created(await bench.createBatch(sandbox.fullKey, products('B0SHLFX301')))

    const ask = async (query: string, ofKey = key): Promise<Page> => {
      const answer = await bench.call(`${BATCH}${query}`, { key: ofKey })
      assert.equal(answer.status, 200, answer.bytes.toString())
      return jsonOf(answer) as Page
    }
    const idsOf = ({ batches }: Page): string[] => batches.map(({ id }) => id)
    assert.deepEqual(idsOf(await ask('')), ids)
    assert.deepEqual(idsOf(await ask('', sandbox.fullKey)), [simulated])
    const first = await ask('?limit=2')
    assert.deepEqual(idsOf(first), ids.slice(0, 2))
    const newest = created(await bench.createBatch(key, products('B0SHLFX301')))
    const second = await ask(`?limit=2&cursor=${first.next_cursor}`)
    assert.deepEqual(idsOf(second), ids.slice(2, 4))
    const last = await ask(`?limit=2&cursor=${second.next_cursor}`)
    assert.deepEqual([idsOf(last), last.next_cursor], [ids.slice(4), null])
    assert.deepEqual(idsOf(await ask('?limit=1')), [newest])
    assert.ok(!('results' in (first.batches[0] ?? {})))

    for (const cursor of [foreign, simulated, 'x', '00000000-0000-4000-8000-000000000000']) {
      assertInvalid(await bench.call(`${BATCH}?cursor=${cursor}`, { key }), ['cursor'])
    }
    for (const limit of ['0', '101', 'x', '1&limit=2']) {
      assertInvalid(await bench.call(`${BATCH}?limit=${limit}`, { key }), ['limit'])
    }
    assertError(await bench.call(BATCH), 401, { error: 'unauthorized' })
  })

  test(`${name}: results with a status, and results as lines`, async () => {
    const { key } = await bench.createCaller()
    const trap = { query: 'B0SHLFX302', reference: '","status":"error"' }
    const items = ['B0SHLFX301', 'B0GONE0404', 'B0SHLFX303', 'B0GALLERY0', 'B0GONE0404'].map((query) => ({ query }))
    const id = created(await bench.createBatch(key, { endpoint: 'market.product', items: [trap, ...items] }))
    await finish(id, key)
    const poll = async (query: string): Promise<readonly Result[]> => {
      const answer = await bench.call(`${BATCH}/${id}${query}`, { key })
      assert.equal(answer.status, 200, answer.bytes.toString())
      return (jsonOf(answer) as Record_).results
    }
    const all = await poll('')
    const failed = all.filter(({ status }) => status === 'error')
    const succeeded = all.filter(({ status }) => status === 'ok')
    assert.deepEqual([failed.length, succeeded.length], [3, 3])
    assert.deepEqual(await poll('?status=error'), failed)
    assert.deepEqual(await poll('?status=ok'), succeeded)
    assert.deepEqual(await poll('?status=error&offset=1&limit=1'), failed.slice(1, 2))
    assert.deepEqual(await poll('?status=error&limit=0'), [])
    assert.deepEqual(await poll('?status=error&offset=3'), [])
    assertInvalid(await bench.call(`${BATCH}/${id}?status=failed`, { key }), ['status'])

    const lines = async (query: string, headers = LINES) =>
      readLines(await bench.call(`${BATCH}/${id}${query}`, { key, headers }))
    assert.deepEqual(await lines(''), all)
    assert.deepEqual(await lines('?status=error&offset=1'), failed.slice(1))
    assert.deepEqual(await lines('?limit=0'), [])
    assert.deepEqual(await lines('', { Accept: 'application/json;q=0.5, application/x-ndjson' }), all)
    for (const Accept of ['application/x-ndjson;q=0', 'application/x-ndjson2', '*/*']) {
      const answer = await bench.call(`${BATCH}/${id}`, { key, headers: { Accept } })
      assert.equal(headerOf(answer, 'content-type'), 'application/json; charset=utf-8', Accept)
    }
  })

  test(`${name}: a new batch has a Location, and an id may be in upper case`, async () => {
    const { key } = await bench.createCaller()
    const once = { 'Idempotency-Key': 'once' }
    const answer = await bench.createBatch(key, products('B0SHLFX301'), once)
    const id = created(answer)
    assert.equal(headerOf(answer, 'location'), `${BATCH}/${id}`)
    const again = await bench.createBatch(key, products('B0SHLFX301'), once)
    assert.deepEqual([again.status, headerOf(again, 'Svc-Replayed')], [201, 'true'])
    for (const path of [`${BATCH}/${id.toUpperCase()}`, `${BATCH}/${id}`]) {
      assert.equal((jsonOf(await bench.call(path, { key })) as Record_).id, id)
    }
    const canceled = await bench.call(`${BATCH}/${id.toUpperCase()}`, { key, method: 'DELETE' })
    assert.equal((jsonOf(canceled) as Record_).id, id)
  })

  // Not in `after`: a Redis would end before.
  test(`${name}: metadata comes back, and lists are filtered by it, by status and by time`, async () => {
    const { key } = await bench.createCaller()
    const metadata = { order: '7', größe: '' }
    const id = created(await bench.createBatch(key, { ...products('B0SHLFX301'), metadata }))
    await finish(id, key)
    const other = created(await bench.createBatch(key, { ...products('B0SHLFX301'), metadata: { order: '8' } }))
    const plain = created(await bench.createBatch(key, { ...products('B0SHLFX301'), metadata: null }))
    await finish(other, key)
    await finish(plain, key)
    const record = jsonOf(await bench.call(`${BATCH}/${id}`, { key })) as Stored
    assert.deepEqual(record.metadata, metadata)
    assert.deepEqual((jsonOf(await bench.call(`${BATCH}/${plain}`, { key })) as Stored).metadata, {})
    const list = async (query: string): Promise<string[]> => {
      const answer = await bench.call(`${BATCH}?${query}`, { key })
      assert.equal(answer.status, 200, answer.bytes.toString())
      return (jsonOf(answer) as Page).batches.map((batch) => batch.id)
    }
    assert.deepEqual(await list('metadata[order]=7'), [id])
    assert.deepEqual(await list('metadata%5Border%5D=8'), [other])
    assert.deepEqual(await list(`metadata[order]=7&metadata[${encodeURIComponent('größe')}]=`), [id])
    assert.deepEqual(await list('metadata[order]=7&metadata[size]=1'), [])
    assert.deepEqual(await list('metadata[toString]=x'), [])
    // As generated clients send a list.
    assert.deepEqual(await list('metadata=order:7'), [id])
    assert.deepEqual(await list(`metadata=order%3A7&metadata=${encodeURIComponent('größe:')}`), [id])
    assert.deepEqual(await list('metadata=order:7&metadata=size:1'), [])
    assert.deepEqual(await list('status=complete'), [plain, other, id])
    assert.deepEqual(await list('status=failed'), [])
    assert.deepEqual(await list('created_before=2020-01-01'), [])
    const end = new Date(Date.parse(record.created_at) + 86_400_000).toISOString()
    assert.deepEqual(await list(`created_from=${record.created_at}&created_before=${end}`), [plain, other, id])
    assert.deepEqual(await list(`created_before=${record.created_at}`), [])
    for (const wrong of [
      'status=done',
      'created_from=yesterday',
      'created_from=2026-02-30',
      'created_before=2026-05',
      'metadata=[object+Object]',
      'metadata=:7',
    ]) {
      assertInvalid(await bench.call(`${BATCH}?${wrong}`, { key }), [wrong.split('=')[0] ?? ''])
    }
    const long = 'x'.repeat(200)
    const most = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`name ${index}`.padEnd(40, 'ü'), long]))
    created(await bench.createBatch(key, { ...products('B0SHLFX301'), metadata: most }))
    for (const bad of [
      'x',
      [],
      1,
      { a: 1 },
      { a: null },
      { '': 'x' },
      { a: `${long}x` },
      { ['n'.repeat(41)]: 'x' },
      { ...most, more: '' },
    ]) {
      assertInvalid(await bench.createBatch(key, { ...products('B0SHLFX301'), metadata: bad }), ['metadata'])
    }
  })

  test(`${name}: lists are filtered by the reference of an item`, async () => {
    const { key } = await bench.createCaller()
    const items = (...references: (string | null)[]) => ({
      ...products(),
      items: references.map((reference) => ({ query: 'B0SHLFX301', reference })),
    })
    const first = created(await bench.createBatch(key, items('row 1', 'größe & 7')))
    const second = created(await bench.createBatch(key, items(null, 'row 1')))
    const listed = async (query: string): Promise<readonly string[]> => {
      const answer = await bench.call(`${BATCH}?${query}`, { key })
      assert.equal(answer.status, 200, answer.bytes.toString())
      return (jsonOf(answer) as Page).batches.map((batch) => batch.id)
    }
    assert.deepEqual(await listed('reference=row+1'), [second, first])
    assert.deepEqual(await listed(`reference=row+1&limit=1&cursor=${second}`), [first])
    assert.deepEqual(await listed(`reference=${encodeURIComponent('größe & 7')}`), [first])
    assert.deepEqual(await listed('reference=row'), [])
    const stranger = await bench.createCaller()
    const others = jsonOf(await bench.call(`${BATCH}?reference=row+1`, { key: stranger.key })) as Page
    assert.deepEqual(others.batches, [])
    for (const wrong of ['reference=', `reference=${'x'.repeat(201)}`]) {
      assertInvalid(await bench.call(`${BATCH}?${wrong}`, { key }), ['reference'])
    }
  })

  test(`${name}: batches with other metadata are not the same for an Idempotency-Key, whatever its order`, async () => {
    const { key } = await bench.createCaller()
    const send = (metadata: object) =>
      bench.createBatch(key, { ...products('B0SHLFX301'), metadata }, { 'Idempotency-Key': 'order-7' })
    const id = created(await send({ a: '1', b: '2' }))
    const again = await send({ b: '2', a: '1' })
    assert.equal((jsonOf(again) as Record_).id, id)
    assert.equal((await send({ a: '1' })).status, 409)
  })

  test(`${name}: the server ends`, () => bench.close())
}
