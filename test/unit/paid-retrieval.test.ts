import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractFor } from '../../adapters/contract.ts'
import {
  retrievePaid,
  type PaidOutcome,
  type PaidRetrievalDeps,
  type Settle,
} from '../../adapters/fetch/paid-retrieval.ts'
import { RetrieverBusyError, type Retrieval } from '../../adapters/fetch/retriever.ts'
import { parseRetrievalRequest } from '../../adapters/fetch/parse-request.ts'
import { chargeIdOf, type KeyClaim, type KeyRefusal } from '../../adapters/store/idempotency.ts'
import type { Granted } from '../../adapters/store/ledger.ts'

const NOW = 1_700_000_000_000
const facts = {
  attempts: 1,
  sourceStatus: 200,
  resolvedUrl: null,
  fetchedAtMs: null,
  hasMore: null,
  location: null,
  winners: {},
  issues: [],
}
const onePage: Retrieval = { ...facts, pages: 1, json: '{}' }
const notFound: Retrieval = {
  ...facts,
  pages: 0,
  error: 'product_not_found',
  reason: 'status 404',
  reasonCode: 'not_listed',
  details: null,
}
const product = { endpoint: 'market.product', input: { query: 'B0SHLFS001' } } as const
const threePages = { endpoint: 'market.search', input: { query: 'kettle', pages: 3 } } as const

interface Setup {
  readonly request?: typeof product | typeof threePages | { endpoint: 'market.product'; input: object }
  /** Default: false. */
  readonly hasBrowser?: boolean
  readonly mode?: 'live' | 'test'
  readonly idempotencyKey?: string
  /** What the store answers to the claim of the key. */
  readonly claim?: KeyClaim | KeyRefusal
  /** What the retriever does. */
  readonly retrieve?: () => Promise<Retrieval>
  readonly settle?: () => Promise<boolean>
  /** Stored bytes that the workspace may have. Default: enough. */
  readonly maxBytes?: number
  readonly reserve?: (reservation: Granted) => Promise<Granted | 'insufficient_credits'>
  readonly release?: () => Promise<void>
  readonly onUnexpectedError?: (error: unknown) => void
  readonly signal?: AbortSignal
}

/** Runs a paid retrieval, and records what happened to the reservation, in order. */
async function run(setup: Setup): Promise<{ events: string[]; outcome: PaidOutcome | null; error: unknown }> {
  const events: string[] = []
  const retrieve = setup.retrieve ?? (async () => onePage)
  const retriever = { retrieve }
  const deps: PaidRetrievalDeps = {
    store: {
      ledger: {
        reserve: async (workspaceId, credits, atMs) => {
          events.push(`reserve ${credits}`)
          const reservation = { id: 'r', workspaceId, credits, atMs, leftCredits: 1000 - credits }
          return setup.reserve === undefined ? reservation : await setup.reserve(reservation)
        },
        claimKey: async (request, atMs) => {
          events.push(`claim ${request.key}`)
          return setup.claim ?? { chargeId: chargeIdOf(request, atMs), chargedAtMs: null, answer: null }
        },
        keepAnswer: async () => {
          events.push('keep')
        },
        endClaim: async ({ key }) => {
          events.push(`end claim ${key}`)
        },
        release: async () => {
          events.push('release')
          await setup.release?.()
        },
      },
      storage: { usage: async () => ({ bytes: 0, maxBytes: setup.maxBytes ?? 1000 }), hasRoom: async () => true },
    },
    retrievers: { live: retriever, test: retriever },
    metrics: {
      countRetrieval: (outcome, { domain }) => events.push(`count ${domain} ${outcome}`),
      countCredits: (kind, credits) => events.push(`count ${kind} ${credits}`),
    },
    epochMs: () => NOW,
  }
  const settle: Settle = async (outcome, reservation) => {
    const name = outcome.ok ? `${outcome.record} ${outcome.credits}` : outcome.error.error
    events.push(`settle ${name}${reservation === null ? '' : ` of ${reservation.credits}`}`)
    return (await setup.settle?.()) ?? true
  }
  const { request = product, mode = 'live', onUnexpectedError, signal = new AbortController().signal } = setup
  const paid = {
    parsed: parseRetrievalRequest(contractFor(setup.hasBrowser === true), request.endpoint, { ...request.input }),
    mode,
    workspaceId: 'ws',
    idempotencyKey: setup.idempotencyKey,
  }
  try {
    const outcome = await retrievePaid(paid, { settle, onUnexpectedError }, deps, signal)
    return { events, outcome, error: null }
  } catch (error) {
    return { events, outcome: null, error }
  }
}

const gone = new Error('the caller is gone')
const mistake = new RangeError('a mistake')
const down = new Error('the store is down')
const reject = (error: Error) => async (): Promise<never> => {
  throw error
}
const ignore = (): void => undefined

const paths: readonly (readonly [name: string, setup: Setup, events: readonly string[], error?: Error])[] = [
  ['a success is settled', {}, ['reserve 5', 'count com ok', 'settle product 5 of 5', 'count product 5']],
  [
    'the most is reserved, and what was retrieved is charged',
    { request: threePages },
    ['reserve 15', 'count com ok', 'settle search 5 of 15', 'count search 5'],
  ],
  [
    'a charge that an earlier commit wrote is not counted again',
    { settle: async () => false },
    ['reserve 5', 'count com ok', 'settle product 5 of 5'],
  ],
  [
    'a request with a new idempotency key is charged',
    { idempotencyKey: 'k' },
    ['claim k', 'reserve 5', 'count com ok', 'settle product 5 of 5', 'count product 5', 'keep', 'end claim k'],
  ],
  [
    'an answer that does not fit is not stored',
    { idempotencyKey: 'k', maxBytes: 10 },
    ['claim k', 'reserve 5', 'count com ok', 'settle product 5 of 5', 'count product 5', 'end claim k'],
  ],
  [
    'a replay retrieves again, and reserves nothing',
    { idempotencyKey: 'k', claim: { chargeId: 'c', chargedAtMs: NOW, answer: null }, settle: async () => false },
    ['claim k', 'count com ok', 'settle product 0', 'keep', 'end claim k'],
  ],
  [
    'an idempotency key of another request refuses',
    { idempotencyKey: 'k', claim: 'idempotency_conflict' },
    ['claim k', 'settle idempotency_conflict'],
  ],
  [
    'an idempotency key without replays refuses',
    { idempotencyKey: 'k', claim: 'too_many_replays' },
    ['claim k', 'settle quota_exceeded'],
  ],
  ['a sandbox key reserves nothing', { mode: 'test' }, ['count com ok', 'settle product 0', 'count product 0']],
  [
    'a failed retrieval is settled with its error',
    { retrieve: async () => notFound },
    ['reserve 5', 'count com product_not_found', 'settle product_not_found of 5'],
  ],
  [
    'wrong parameters reserve nothing',
    { request: { endpoint: 'market.product', input: {} } },
    ['settle invalid_params'],
  ],
  [
    'without enough credits, nothing is retrieved',
    { reserve: async () => 'insufficient_credits' },
    ['reserve 5', 'settle insufficient_credits'],
  ],
  ['a store that is down when it reserves', { reserve: reject(down) }, ['reserve 5'], down],
  [
    'a settlement that rejects owns the reservation',
    { settle: reject(down) },
    ['reserve 5', 'count com ok', 'settle product 5 of 5'],
    down,
  ],
  ['an unexpected error releases', { retrieve: reject(mistake) }, ['reserve 5', 'release'], mistake],
  [
    'an unexpected error that is handled is settled as internal_error',
    { retrieve: reject(mistake), onUnexpectedError: ignore },
    ['reserve 5', 'settle internal_error of 5'],
  ],
  [
    'a caller that leaves releases, also when unexpected errors are handled',
    { retrieve: reject(gone), onUnexpectedError: ignore, signal: AbortSignal.abort(gone) },
    ['reserve 5', 'release'],
    gone,
  ],
  ['a release that rejects', { retrieve: reject(mistake), release: reject(down) }, ['reserve 5', 'release'], down],
]

for (const [name, setup, expected, expectedError = null] of paths) {
  test(`the reservation ends once: ${name}`, async () => {
    const { events, outcome, error } = await run(setup)
    assert.deepEqual(events, expected)
    assert.equal(error, expectedError)
    assert.equal(outcome === null, expectedError !== null)
  })
}

test('a busy retriever releases the reservation', async () => {
  const { events, error } = await run({ retrieve: reject(new RetrieverBusyError('busy')) })
  assert.deepEqual(events, ['reserve 5', 'release'])
  assert.ok(error instanceof RetrieverBusyError)
})

test('the outcome distinguishes a refusal from a failed retrieval', async () => {
  const refused = await run({ request: { endpoint: 'market.product', input: {} } })
  assert.ok(refused.outcome !== null && !refused.outcome.ok)
  assert.equal(refused.outcome.retrieval, null)
  const failed = await run({ retrieve: async () => notFound })
  assert.deepEqual(failed.outcome, {
    ok: false,
    error: { error: 'product_not_found', retryable: false },
    retrieval: notFound,
  })
})

test('a rendered page costs 10 credits and a pictured one 15, each page of a search, and nothing when it fails', async () => {
  const rendering = (members: object) => ({
    hasBrowser: true,
    request: { endpoint: 'market.product', input: { query: 'B0SHLFS001', ...members } } as const,
  })
  const rows: readonly (readonly [Setup, string, string])[] = [
    [rendering({ render_js: false, screenshot: false }), 'reserve 5', 'settle product 5 of 5'],
    [rendering({ render_js: true }), 'reserve 10', 'settle product 10 of 10'],
    [rendering({ screenshot: true }), 'reserve 15', 'settle product 15 of 15'],
    [rendering({ render_js: true, screenshot: 'full' }), 'reserve 15', 'settle product 15 of 15'],
    [
      { ...rendering({ render_js: true }), retrieve: async () => notFound },
      'reserve 10',
      'settle product_not_found of 10',
    ],
  ]
  for (const [setup, reserved, settled] of rows) {
    const { events } = await run(setup)
    assert.equal(events[0], reserved)
    assert.ok(events.includes(settled), events.join(', '))
  }
  const search = { endpoint: 'market.search', input: { query: 'kettle', pages: 3, render_js: true } } as const
  const twoPages = await run({
    hasBrowser: true,
    request: search,
    retrieve: async () => ({ ...onePage, pages: 2 }),
  })
  assert.equal(twoPages.events[0], 'reserve 30')
  assert.ok(twoPages.events.includes('settle search 20 of 30'), twoPages.events.join(', '))
})

test('without a browser nothing is reserved for a page to render', async () => {
  const { events } = await run({
    request: { endpoint: 'market.product', input: { query: 'B0SHLFS001', render_js: false } },
  })
  assert.deepEqual(events, ['settle not_implemented'])
})
