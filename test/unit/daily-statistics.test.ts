import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DailyStatistics, type DailyStatisticsOptions } from '../../adapters/observe/daily-statistics.ts'
import { countRetrievals } from '../../adapters/fetch/create-retriever.ts'
import { RetrieverBusyError, type Retrieval, type Retriever } from '../../adapters/fetch/retriever.ts'
import type { RecordRequest } from '../../adapters/fetch/parse-request.ts'
import type { ParamsOf } from '../../core/contract/index.ts'

type Entry = Parameters<DailyStatisticsOptions['write']>[0]

const DAY = Date.parse('2026-03-15T23:59:59Z')

/** Statistics whose entries are kept. `refuse`: the next writes are refused. */
function createStatistics(t: TestContext) {
  const state = { nowMs: DAY, refuses: false, entries: [] as Entry[] }
  const write = async (entry: Entry): Promise<void> => {
    state.entries.push(entry)
    if (state.refuses) throw new Error('the store is down')
  }
  const statistics = new DailyStatistics({ write, epochMs: () => state.nowMs, intervalMs: 2 ** 30 })
  t.after(() => statistics.close())
  return { state, statistics }
}

const print = ({ counts }: Entry): string[] =>
  counts.map(({ series, day, name, count }) => `${series} ${day} ${name.join('/')} ${count}`)

test('counts are written together, by the day on which they were counted', async (t) => {
  const { state, statistics } = createStatistics(t)
  await statistics.flush()
  statistics.countAttempt('de', 'captcha')
  statistics.countAttempt('de', 'captcha')
  state.nowMs += 1000
  statistics.countAttempt('de', 'record')
  await statistics.flush()
  await statistics.flush()
  assert.deepEqual(state.entries.map(print), [['attempts 2026-03-15 de/captcha 2', 'attempts 2026-03-16 de/record 1']])
})

test('an entry that the store refused is written again as it was, before newer counts', async (t) => {
  const { state, statistics } = createStatistics(t)
  state.refuses = true
  statistics.countAttempt('de', 'record')
  await statistics.flush()
  statistics.countAttempt('fr', 'record')
  state.refuses = false
  await statistics.flush()
  await statistics.flush()
  const [refused, again, newer] = state.entries
  assert.deepEqual(again, refused)
  assert.notEqual(newer?.id, again?.id)
  assert.deepEqual(newer && print(newer), ['attempts 2026-03-15 fr/record 1'])
})

test('closing writes what was counted last', async (t) => {
  const { state, statistics } = createStatistics(t)
  statistics.countAttempt('de', 'record')
  await statistics.close()
  assert.equal(state.entries.length, 1)
})

test('a retrieval counts with its duration, its outcome and the winners of its fields', async (t) => {
  const { state, statistics } = createStatistics(t)
  const clock = { nowMs: 0 }
  const facts = { attempts: 1, sourceStatus: 200, resolvedUrl: null, fetchedAtMs: null, hasMore: null, location: null }
  const outcomes: (() => Retrieval)[] = [
    () => ({
      ...facts,
      pages: 1,
      json: '{}',
      winners: { title: '#productTitle', brand: 'detail row: Marke' },
      issues: [{ field: 'price', problem: 'unreadable', against: null } as const],
    }),
    () => ({
      ...facts,
      pages: 0,
      winners: {},
      issues: [],
      error: 'product_not_found',
      reason: '',
      reasonCode: 'not_listed',
      details: null,
    }),
    () => {
      throw new RetrieverBusyError('busy')
    },
    () => {
      throw new Error('aborted by its caller')
    },
  ]
  const retrieve = async (): Promise<Retrieval> => {
    clock.nowMs += 700
    return (outcomes.shift() ?? assert.fail())()
  }
  const retriever: Retriever = countRetrievals({ retrieve }, 'live', statistics, () => clock.nowMs)
  const request: RecordRequest = { record: 'product', params: { domain: 'de' } as ParamsOf<'product'> }
  const { signal } = new AbortController()
  await retriever.retrieve(request, signal, 'ws_1')
  await retriever.retrieve(request, signal, 'ws_1')
  await assert.rejects(retriever.retrieve(request, signal, 'ws_1'))
  await assert.rejects(retriever.retrieve(request, signal, 'ws_1'))
  await statistics.flush()
  assert.deepEqual(state.entries.map(print), [
    [
      'requests 2026-03-15 ws_1/market.product/ok/1000 1',
      'requests 2026-03-15 ws_1/market.product/product_not_found/1000 1',
      'requests 2026-03-15 ws_1/market.product/unavailable/1000 1',
      'reads 2026-03-15 product/de/ 1',
      'unread 2026-03-15 product/de/price 1',
      'winners 2026-03-15 product/de/title/#productTitle 1',
      'winners 2026-03-15 product/de/brand/detail row 1',
    ],
  ])
})

test('a retrieval for a sandbox key counts apart, and not the winners of its fields', async (t) => {
  const { state, statistics } = createStatistics(t)
  const retrieval = {
    attempts: 1,
    sourceStatus: 200,
    resolvedUrl: null,
    fetchedAtMs: null,
    hasMore: null,
    location: null,
    pages: 1,
    json: '{}',
    winners: { title: '#productTitle' },
    issues: [{ field: 'price', problem: 'unreadable', against: null } as const],
  }
  const retriever = countRetrievals({ retrieve: () => Promise.resolve(retrieval) }, 'test', statistics, () => 0)
  const request: RecordRequest = { record: 'product', params: { domain: 'de' } as ParamsOf<'product'> }
  await retriever.retrieve(request, new AbortController().signal, 'ws_1')
  await statistics.flush()
  assert.deepEqual(state.entries.map(print), [['requests 2026-03-15 ws_1/market.product/ok/250/test 1']])
})
