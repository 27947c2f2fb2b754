import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExtractionError, type PageExtractor } from '../../adapters/pages/pool/page-extractor.ts'
import { NoTurnError, type Payer } from '../../adapters/pages/pool/line.ts'
import type { Turns } from '../../adapters/fetch/turns/turns.ts'
import { RetrieverBusyError } from '../../adapters/fetch/retriever.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { extractor, makeRetriever, never, outcomeOf, productRequest } from '../support/retrievers.ts'
import { until } from '../support/wait.ts'

/** Turns that are given when a test says so. */
function heldTurns() {
  const given: (() => void)[] = []
  let free = 0
  const turns: Turns = {
    take: (_, __, signal) =>
      new Promise((resolve, reject) => {
        given.push(() => resolve(() => free++))
        signal.addEventListener('abort', () => reject(new NoTurnError('left')))
      }),
  }
  return { turns, given, countFree: () => free }
}

test('waiting for a turn is no attempt: who gets none in time is told to come again', async () => {
  const { turns } = heldTurns()
  const { retriever, requests } = makeRetriever({ turns, limits: { totalMs: 20 } })
  await assert.rejects(retriever.retrieve(productRequest('B0SHLFS001'), never), RetrieverBusyError)
  await assert.rejects(retriever.retrieve(productRequest('B0SHLFS001', { timeout: 1 }), never), RetrieverBusyError)
  assert.equal(requests.length, 0)
})

test('a page that is cut because its turn came late is not the fault of the marketplace', async () => {
  for (const [waitMs, expected] of [
    [400, 'busy'],
    [100, 'target_unreachable 1 null'],
  ] as const) {
    let clock = 0
    const turns: Turns = {
      take: async () => {
        clock += waitMs
        return () => undefined
      },
    }
    const { retriever } = makeRetriever({
      turns,
      monotonicMs: () => clock,
      limits: { totalMs: 500 },
      source: sandboxSource(),
    })
    const outcome = await retriever.retrieve(productRequest('B0HANG0000'), never).then(outcomeOf, (error: unknown) => {
      assert.ok(error instanceof RetrieverBusyError, String(error))
      return 'busy'
    })
    assert.equal(outcome, expected)
  }
})

test('a turn ends with its fetch, for the workspace that asked', async () => {
  const payers: Payer[] = []
  const { turns, given, countFree } = heldTurns()
  const noted: Turns = {
    take: (domain, payer, signal) => {
      payers.push(payer)
      return turns.take(domain, payer, signal)
    },
  }
  const extracting: PageExtractor = {
    extract: (bytes, options, signal) => {
      assert.equal(countFree(), 1, 'the turn has ended before the extraction')
      return extractor.extract(bytes, options, signal)
    },
  }
  const { retriever } = makeRetriever({ turns: noted, extractor: extracting, lane: 'batches' })
  const retrieval = retriever.retrieve(productRequest('B0SHLFS001'), never, 'workspace')
  await until(() => given.length === 1, 'it waits for its turn')
  given[0]?.()
  assert.equal(outcomeOf(await retrieval), 'ok 1 200')
  assert.deepEqual(payers, [{ lane: 'batches', workspaceId: 'workspace' }])
})

test('an extraction that the time limit aborts is no failed extraction', async () => {
  const aborting: PageExtractor = {
    extract: (_, __, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new ExtractionError('aborted', 'left')))
      }),
  }
  const { retriever } = makeRetriever({ extractor: aborting, limits: { totalMs: 20 } })
  await assert.rejects(retriever.retrieve(productRequest('B0SHLFS001'), never), RetrieverBusyError)
})
