import assert from 'node:assert/strict'
import type { LoggedRequest, RequestQuery } from '../../adapters/store/request-log.ts'
import type { Store } from '../../adapters/store/store.ts'
import { createCaller, NOW, type Check } from './store-caller.ts'

const WORKSPACE = 'ws_logged'
let next = 0

/** A request of the log. Ids are in the order of their calls. */
function logged(change: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    id: `id-${String(next++).padStart(8, '0')}`,
    atMs: NOW,
    workspaceId: WORKSPACE,
    keyId: 'key_1',
    mode: 'live',
    requestId: 'request-1',
    batchId: null,
    endpoint: 'GET /api/v1/x',
    record: 'product',
    input: 'query=B08N5WRWNW domain=de',
    place: null,
    outcome: 'ok',
    reason: null,
    attempts: 1,
    durationMs: 120,
    credits: 5,
    ...change,
  }
}

const list = (store: Store, query: Partial<RequestQuery> = {}) =>
  store.requestLog.list({ workspaceId: WORKSPACE, fromMs: 0, toMs: NOW + 1, limit: 100, ...query })

const inputs = async (store: Store, query: Partial<RequestQuery> = {}): Promise<string[]> =>
  (await list(store, query)).requests.map(({ input }) => input)

/** All pages of a query. */
async function readAll(store: Store, query: Partial<RequestQuery>): Promise<string[]> {
  const all: string[] = []
  let after: string | null = null
  do {
    const { requests, next: more } = await list(store, { ...query, after })
    all.push(...requests.map(({ id }) => id))
    after = more
  } while (after !== null)
  return all
}

/** What every store does with the log of requests. */
export function requestLogContract(check: Check): void {
  check(
    'request log: a request is added once, and is read as it was, also when the store is opened again',
    async (store, data) => {
      const input = 'query=書店 "quoted"\n'
      const request = logged({ input, place: 'zip=10115', reason: 'captcha', batchId: 'b', isPart: true })
      await store.requestLog.add([request])
      await store.requestLog.add([request])
      assert.deepEqual(await list(store), { requests: [request], next: null })
      assert.deepEqual(await inputs(store, { workspaceId: 'ws_other' }), [])
      await store.close()
      const again = await data.open()
      assert.deepEqual((await list(again)).requests, [request])
      await again.close()
    },
  )

  check(
    'request log: newest first, within the asked time, page by page, also within one millisecond',
    async (store) => {
      const added = [...Array(7).keys()].map((at) => logged({ atMs: NOW - (at < 5 ? 1 : 50), input: String(at) }))
      await store.requestLog.add(added)
      const newest = added.toSorted((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
      assert.deepEqual(await readAll(store, { limit: 2 }), newest)
      assert.deepEqual(await readAll(store, { limit: 7 }), newest)
      assert.deepEqual(await inputs(store, { fromMs: NOW - 50, toMs: NOW - 1 }), ['6', '5'])
      assert.deepEqual((await inputs(store, { fromMs: NOW - 1 })).length, 5)
    },
  )

  check('request log: filters, each alone and together', async (store) => {
    await store.requestLog.add([
      logged({ input: 'a' }),
      logged({ input: 'b', outcome: 'product_not_found', requestId: 'Request-Of-B' }),
      logged({ input: 'c', outcome: 'target_unreachable', reason: 'captcha', keyId: 'key_2', place: 'city=Berlin' }),
      logged({ input: 'd', outcome: 'target_unreachable', reason: 'timeout', record: null, batchId: 'batch-1' }),
    ])
    const found = async (query: Partial<RequestQuery>): Promise<string> =>
      (await inputs(store, query)).toSorted().join('')
    assert.equal(await found({}), 'abcd')
    assert.equal(await found({ outcome: 'failed' }), 'bcd')
    assert.equal(await found({ outcome: 'ok' }), 'a')
    assert.equal(await found({ outcome: 'target_unreachable' }), 'cd')
    assert.equal(await found({ reason: 'captcha' }), 'c')
    assert.equal(await found({ keyId: 'key_2' }), 'c')
    assert.equal(await found({ record: 'product' }), 'abc')
    assert.equal(await found({ batchId: 'batch-1' }), 'd')
    assert.equal(await found({ text: 'request-of' }), 'b')
    assert.equal(await found({ text: 'BERLIN' }), 'c')
    assert.equal(await found({ outcome: 'failed', keyId: 'key_1', reason: 'timeout' }), 'd')
    assert.equal(await found({ text: 'nothing' }), '')
  })

  check('request log: a rare match among many is found, page by page', async (store) => {
    const isRare = (at: number): boolean => at === 0 || at === 1100
    const many = [...Array(1200).keys()].map((at) =>
      logged({ atMs: NOW - 2000 + at, outcome: isRare(at) ? 'x' : 'ok' }),
    )
    await store.requestLog.add(many)
    assert.equal((await readAll(store, { outcome: 'x', limit: 1 })).length, 2)
    assert.equal(new Set(await readAll(store, { limit: 100 })).size, 1200)
  })

  check('request log: a workspace with many requests does not push out those of others', async (store) => {
    const own = (workspaceId: string, count: number) =>
      [...Array(count).keys()].map((at) => logged({ workspaceId, atMs: NOW - 1000 + at, input: String(at) }))
    await store.requestLog.add([...own('ws_loud', 600), ...own(WORKSPACE, 3), ...own('ws_busy', 50)])
    await store.requestLog.forget({ beforeMs: 0, most: 83 })
    assert.equal((await inputs(store)).length, 3)
    const busy = await inputs(store, { workspaceId: 'ws_busy' })
    const loud = await inputs(store, { workspaceId: 'ws_loud' })
    assert.deepEqual([busy.length, busy[0], loud.length, loud[0]], [40, '49', 40, '599'])
    await store.requestLog.forget({ beforeMs: NOW - 998, most: 1000 })
    assert.deepEqual(await inputs(store), ['2'])
    await store.requestLog.forget({ beforeMs: NOW + 1, most: 1000 })
    assert.deepEqual([await inputs(store), await inputs(store, { workspaceId: 'ws_loud' })], [[], []])
  })

  check('request log: of thousands of requests, the newest are kept', async (store) => {
    const loud = [...Array(4100).keys()].map((at) => logged({ workspaceId: 'ws_loud', atMs: NOW - 5000 + at }))
    await store.requestLog.add([...loud, logged(), logged(), logged()])
    await store.requestLog.forget({ beforeMs: NOW - 5000 + 4090, most: 8 })
    const kept = await readAll(store, { workspaceId: 'ws_loud' })
    assert.deepEqual([kept.length, kept[0], (await inputs(store)).length], [5, loud.at(-1)?.id, 3])
  })

  check('request log: an erased workspace has no requests, and gets none', async (store) => {
    const { workspaceId } = await createCaller(store)
    await store.requestLog.add([logged({ workspaceId }), logged()])
    await store.erase(workspaceId)
    await store.requestLog.add([logged({ workspaceId })])
    assert.deepEqual(await inputs(store, { workspaceId }), [])
    assert.equal((await inputs(store)).length, 1)
  })
}
