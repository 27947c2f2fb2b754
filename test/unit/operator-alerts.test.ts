import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT_COMMANDS } from '../../adapters/http/admin/account-commands.ts'
import type { CommandContext } from '../../adapters/http/admin/define-command.ts'
import { Metrics } from '../../adapters/observe/metrics.ts'
import { describeOutcome } from '../../adapters/store/audit.ts'
import type { Store } from '../../adapters/store/store.ts'

test('while the store can not answer, how many alerts wait is unknown, and not 0', async () => {
  const store = { probe: () => Promise.reject(new Error('the disk is full')) } as unknown as Store
  const context = { nowMs: 0, browser: null, visitors: null, serviceUrl: null } as unknown as CommandContext
  const alerts = { origin: 'https://alerts.example.com', send: async () => assert.fail('nothing is sent') }
  const read = (own: CommandContext['alerts']) =>
    ACCOUNT_COMMANDS['service.health'].run(store, {}, { ...context, alerts: own }, 'service.health')
  const health = await read(alerts)
  assert.equal(health.store_problem, 'the disk is full')
  assert.deepEqual(health.alerts, { receiver: alerts.origin, waiting: null, last_error: null })
  assert.equal((await read(null)).alerts, null)
})

test('attempts at alerts are counted from 0, when there is a receiver', async () => {
  const metrics = new Metrics(() => 0)
  const read = async (): Promise<string[]> =>
    (await metrics.print()).text.split('\n').filter((line) => line.startsWith('shelfmark_alert_attempts_total'))
  assert.deepEqual(await read(), [])
  metrics.watchAlerts()
  metrics.countAlert(false)
  assert.deepEqual(await read(), [
    'shelfmark_alert_attempts_total{outcome="ok"} 0',
    'shelfmark_alert_attempts_total{outcome="failed"} 1',
  ])
})

test('an entry without an outcome waits for its alert, or is of a command that may have had its effect', () => {
  assert.equal(describeOutcome({ actor: 'service', outcome: null }), 'not sent yet')
  assert.equal(describeOutcome({ actor: 'token', outcome: null }), 'unknown')
  assert.equal(describeOutcome({ actor: 'service', outcome: 'too old' }), 'too old')
})
