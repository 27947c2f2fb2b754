import assert from 'node:assert/strict'
import { createReport, type Finding } from '../../adapters/work/findings/report-finding.ts'
import { deliver, type DeliveryDeps } from '../../adapters/work/outbox/deliver.ts'
import { createDeliveries, type Deliveries } from '../../adapters/work/outbox/deliveries.ts'
import type { DeliveryClaim } from '../../adapters/store/outbox.ts'
import type { Store } from '../../adapters/store/store.ts'
import { toMessageId } from '../../adapters/work/webhook/alert.ts'
import type { WebhookDelivery } from '../../adapters/work/webhook/send-webhook.ts'
import { claimDue, DAY, lease, MINUTE, SECOND, SLOTS } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

const REFUSED = { ok: false, error: 'http 500' } as const
const ODD = '{"text":"größe \\u0000 🫖"}'

/** Sends the alerts of a store as a process does, to a receiver at `https://example.com`. */
function openProcess(
  store: Store,
  own: Pick<DeliveryDeps, 'log' | 'epochMs'>,
  send: DeliveryDeps['sender']['send'],
): Deliveries {
  const alertReceiver = { url: 'https://example.com/hook?secret', secret: 'whsec_alerts' }
  const secrets = { open: () => assert.fail('alerts have the secret of the settings') }
  const deps = { ...own, store, sender: { send }, secrets, alertReceiver }
  return createDeliveries({
    outbox: store.outbox,
    kinds: ['alert'],
    deliver: (claim, signal) => deliver(claim, deps, signal),
    onError: (error) => assert.fail(String(error)),
    epochMs: own.epochMs,
  })
}

async function readBody({ body }: WebhookDelivery): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of body()) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Alerts to operators are added once, and attempted until one succeeds. */
export function checkAlerts(check: Check): void {
  const claim = (store: Store, nowMs: number, total = 10): Promise<readonly DeliveryClaim[]> =>
    claimDue(store, lease(nowMs), { ...SLOTS, total })

  check('an alert is added once, and has six attempts, as webhooks of batches do', async (store, data) => {
    const alert = { type: 'alert', id: 'layout product de', body: ODD } as const
    const added = await Promise.all([0, 1, 2].map(() => store.outbox.add(alert, NOW)))
    assert.equal(added.filter((isNew) => isNew).length, 1)
    assert.deepEqual(await store.outbox.readWaiting('alert'), { count: 1, lastError: null })
    assert.deepEqual(await claim(store, NOW - 1), [])
    const [first, ...others] = await claim(store, NOW)
    assert.deepEqual([first, others], [{ ...alert, workspaceId: '', attempt: 1 }, []])
    assert.ok(first)
    // It is leased; a lease that ends is taken again, also after the process has died.
    assert.deepEqual(await claim(store, NOW + MINUTE - 1), [])
    assert.deepEqual(await claim(store, NOW + MINUTE), [first])
    let nowMs = NOW + MINUTE
    for (const [index, minutes] of [1, 2, 5, 15, 60].entries()) {
      const attempt = { ...first, attempt: index + 1 }
      await store.outbox.endAttempt(attempt, REFUSED, nowMs)
      // The outcome of another process comes late.
      await store.outbox.endAttempt(attempt, { ok: true, status: 200 }, nowMs)
      assert.deepEqual(await store.outbox.readWaiting('alert'), { count: 1, lastError: 'http 500' })
      nowMs += minutes * MINUTE
      assert.deepEqual(await claim(store, nowMs - SECOND), [])
      assert.deepEqual(await claim(store, nowMs), [{ ...first, attempt: index + 2 }])
    }
    await store.outbox.endAttempt({ ...first, attempt: 6 }, REFUSED, nowMs)
    assert.deepEqual(await claim(store, nowMs + DAY), [])
    assert.deepEqual(await store.outbox.readWaiting('alert'), { count: 0, lastError: null })
    assert.equal(await store.outbox.add(alert, nowMs), false)
    await store.close()
    const again = await data.open()
    assert.equal(await again.outbox.add(alert, nowMs), false)
    await again.close()
  })

  check('an alert ends with a success; no more are claimed than there are slots', async (store) => {
    for (const id of ['a', 'b', 'c']) await store.outbox.add({ type: 'alert', id, body: '{}' }, NOW)
    const [one, two, ...none] = await claim(store, NOW, 2)
    assert.ok(one && two && none.length === 0)
    for (const claimed of [one, two]) await store.outbox.endAttempt(claimed, { ok: true, status: 204 }, NOW)
    const [three, ...rest] = await claim(store, NOW + DAY)
    assert.ok(three && rest.length === 0)
    assert.equal(new Set([one.id, two.id, three.id]).size, 3)
    assert.equal((await store.outbox.readWaiting('alert')).count, 1)
  })

  check('a finding is one alert of all processes, also when they die before or while they send it', async (store) => {
    const finding: Finding = {
      id: 'layout search fr products[].price vanished',
      type: 'layout.drift',
      workspaceId: null,
      facts: { record: 'search', domain: 'fr' },
      text: 'A sentence.',
    }
    let nowMs = NOW
    const audited = async (): Promise<unknown[]> => {
      const { entries } = await store.audit.list({ fromMs: 0, toMs: NOW + DAY, workspaceId: null, limit: 10 })
      return entries.map(({ actor, command, input, outcome }) => [actor, command, input, outcome])
    }
    // One dies after it has found it.
    const found = await Promise.all([0, 1].map(() => createReport(store, true)(finding, nowMs)))
    assert.equal(found.filter((isNew) => isNew).length, 1)
    const entry = ['service', 'layout.drift', finding.facts]
    assert.deepEqual(await audited(), [[...entry, null]])
    const sent: string[] = []
    const run = async (answer: 'never' | number): Promise<unknown[]> => {
      const lines: unknown[] = []
      const line = (facts: unknown): void => void lines.push(facts)
      const send = async (delivery: WebhookDelivery, signal?: AbortSignal) => {
        sent.push(await readBody(delivery))
        if (answer === 'never') return new Promise<never>((_, reject) => signal?.addEventListener('abort', reject))
        return answer < 300
          ? ({ ok: true, status: answer } as const)
          : ({ ok: false, error: `http ${answer}` } as const)
      }
      const own = { log: { info: line, warn: line }, epochMs: () => nowMs }
      const processes = [0, 1].map(() => openProcess(store, own, send))
      for (const { start } of processes) await start()
      for (const { close } of processes) await close(answer === 'never' ? 0 : 1000)
      return lines
    }
    assert.deepEqual(await run('never'), [])
    assert.deepEqual([sent.length, await audited()], [1, [[...entry, null]]])
    nowMs += MINUTE
    const facts = { alert: finding.id, receiver: 'https://example.com' }
    assert.deepEqual(await run(503), [{ ...facts, attempt: 1, ok: false, error: 'http 503' }])
    nowMs += MINUTE
    assert.deepEqual(await run(200), [{ ...facts, attempt: 2, ok: true, status: 200 }])
    assert.deepEqual(await audited(), [[...entry, 'ok']])
    // The same finding in a later round is not sent again.
    assert.equal(await createReport(store, true)(finding, nowMs), false)
    nowMs += DAY
    assert.deepEqual(await run(200), [])
    assert.deepEqual([sent.length, new Set(sent).size], [3, 1])
    const { id, ...body } = JSON.parse(sent[0] ?? '') as Record<string, unknown>
    assert.match(String(id), /^alert_[0-9a-f]{32}$/)
    const at = new Date(NOW).toISOString()
    assert.deepEqual(body, { type: 'layout.drift', at, ...finding.facts, text: 'A sentence.' })
  })

  check('without a receiver, an alert that waits is not recorded as sent, and it is never sent late', async (store) => {
    let nowMs = NOW
    const told = { type: 'layout.drift', workspaceId: null, facts: {}, text: '' } as const
    const outcomes = async (): Promise<unknown> => {
      const { entries } = await store.audit.list({ fromMs: 0, toMs: NOW + 9 * DAY, workspaceId: null, limit: 10 })
      return Object.fromEntries(entries.map(({ id, outcome }) => [id, outcome]))
    }
    const sent: string[] = []
    const lines: unknown[] = []
    const run = async (): Promise<void> => {
      const send = async ({ headers }: WebhookDelivery) => {
        sent.push(headers['webhook-id'] ?? '')
        return { ok: true, status: 200 } as const
      }
      const log = { info: () => undefined, warn: (facts: unknown) => void lines.push(facts) }
      const attempts = openProcess(store, { log, epochMs: () => nowMs }, send)
      await attempts.start()
      await attempts.close(1000)
    }
    await createReport(store, true)({ id: 'waits', ...told }, nowMs)
    const withoutReceiver = createReport(store, false)
    assert.equal(await withoutReceiver({ id: 'waits', ...told }, nowMs), false)
    assert.equal(await withoutReceiver({ id: 'untold', ...told }, nowMs), true)
    assert.deepEqual(await outcomes(), { waits: null, untold: 'ok' })
    nowMs += DAY
    await createReport(store, true)({ id: 'later', ...told }, nowMs)
    nowMs += 1
    await run()
    assert.deepEqual(sent, [toMessageId('later')])
    assert.deepEqual(lines, [
      { alert: 'waits', attempt: 1, receiver: 'https://example.com', ok: false, error: 'too old', isLast: true },
    ])
    assert.deepEqual(await outcomes(), { waits: 'too old', untold: 'ok', later: 'ok' })
    assert.deepEqual(await store.outbox.readWaiting('alert'), { count: 0, lastError: null })
  })

  check('an alert that was given up says so in the audit log', async (store) => {
    let nowMs = NOW
    const finding = { id: 'spending', type: 'spending.threshold', facts: {}, input: { spendingCap: 5 } } as const
    await createReport(store, true)({ ...finding, workspaceId: 'ws_1', text: '' }, nowMs)
    const send = async () => ({ ok: false, error: 'timeout' }) as const
    const log = { info: () => undefined, warn: () => undefined }
    for (const minutes of [0, 1, 2, 5, 15, 60]) {
      nowMs += minutes * MINUTE
      const attempts = openProcess(store, { log, epochMs: () => nowMs }, send)
      await attempts.start()
      await attempts.close(1000)
    }
    const { entries } = await store.audit.list({ fromMs: 0, toMs: NOW + DAY, workspaceId: 'ws_1', limit: 10 })
    const [entry, ...none] = entries.map(({ input, outcome }) => [input, outcome])
    assert.deepEqual([entry, none], [[{ spendingCap: 5 }, 'timeout'], []])
  })
}
