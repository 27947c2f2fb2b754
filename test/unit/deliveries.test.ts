import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { deliver, type DeliveryDeps } from '../../adapters/work/outbox/deliver.ts'
import { createDeliveries } from '../../adapters/work/outbox/deliveries.ts'
import { newBatchProgress } from '../../core/policy/index.ts'
import type { Batch, Lease } from '../../adapters/store/batches.ts'
import type { DeliveryClaim } from '../../adapters/store/outbox.ts'

const CLAIM: DeliveryClaim = { type: 'batch', id: 'a-batch', workspaceId: 'ws_1', body: '', attempt: 1 }

const BATCH = {
  id: CLAIM.id,
  createdAtMs: 0,
  progress: newBatchProgress(1),
  webhookUrl: 'https://receiver.example/',
  deliver: null,
} as Batch

async function settle(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await turn()
}

/** Webhooks that are due, and a receiver that never takes them. */
function startWaiting(due: DeliveryClaim[] = [CLAIM]) {
  const renewals: (readonly [DeliveryClaim, Lease])[] = []
  const ended: DeliveryClaim[] = []
  const errors: unknown[] = []
  const outbox = {
    claim: async () => due.splice(0),
    renew: async (claim: DeliveryClaim, lease: Lease) => void renewals.push([claim, lease]),
    endAttempt: async (claim: DeliveryClaim) => void ended.push(claim),
  }
  const batches = { find: async () => BATCH, results: async function* () {} }
  const sender = {
    send: (_: unknown, signal?: AbortSignal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  }
  const log = { info: () => undefined }
  const secrets = { open: () => 'whsec_x' }
  const deps = { store: { batches }, sender, secrets, log, epochMs: () => 5000 } as unknown as DeliveryDeps
  const deliveries = createDeliveries({
    outbox,
    kinds: ['batch'],
    deliver: (claim, signal) => deliver(claim, deps, signal),
    onError: (error) => errors.push(error),
    epochMs: deps.epochMs,
  })
  return { deliveries, renewals, ended, errors }
}

test('an attempt that takes long renews its lease, until it ends', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { deliveries, renewals, ended, errors } = startWaiting()
  await deliveries.start()
  await settle()
  t.mock.timers.tick(60_000)
  assert.ok(renewals.length >= 6, `${renewals.length} renewals in a minute`)
  assert.deepEqual(renewals[0], [CLAIM, { nowMs: 5000, leaseMs: 20_000 }])
  const closing = deliveries.close(1000)
  await settle()
  t.mock.timers.tick(1000)
  await closing
  const count = renewals.length
  t.mock.timers.tick(60_000)
  assert.deepEqual([renewals.length, ended, errors], [count, [], []])
})

test('as many attempts as there are slots end with the process, and Node sees no leak of listeners', async (t) => {
  const warnings: Error[] = []
  const note = (warning: Error): number => warnings.push(warning)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  const { deliveries } = startWaiting(Array.from({ length: 64 }, (_, attempt) => ({ ...CLAIM, attempt })))
  await deliveries.start()
  await settle()
  await deliveries.close(0)
  await settle()
  assert.deepEqual(
    warnings.filter(({ name }) => name === 'MaxListenersExceededWarning'),
    [],
  )
})

test('the end of the process waits for an attempt, then aborts it without an outcome', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { deliveries, ended } = startWaiting()
  await deliveries.start()
  await settle()
  let isClosed = false
  const closing = deliveries.close(5000).then(() => (isClosed = true))
  await settle()
  t.mock.timers.tick(4999)
  await settle()
  assert.equal(isClosed, false)
  t.mock.timers.tick(1)
  await closing
  assert.deepEqual(ended, [])
})
