import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDeliverMistakes } from '../../adapters/http/operations/find-deliver-mistakes.ts'
import { parseDeliver } from '../../core/contract/deliver.ts'

const REQUEST = {
  to: 's3://kettles/prices/',
  format: 'jsonl',
  credentials: { access_key_id: 'a', secret_access_key: 'b' },
}

const noAddress = 'must be publicly reachable: its host has no address'
const secrets = { hasMasterKey: true } as Parameters<typeof findDeliverMistakes>[0]['secrets']

for (const [more, param, message] of [
  [{ region: 'frankfurt' }, 'deliver.region', `means https://s3.frankfurt.amazonaws.com, which ${noAddress}`],
  [{ region: 'frankfurt', endpoint: 'https://s3.example' }, 'deliver.endpoint', noAddress],
] as const) {
  test(`a store that has no address is a mistake of ${param}`, async () => {
    const parsed = parseDeliver({ ...REQUEST, ...more })
    assert.ok(parsed.ok)
    const service = { secrets, checkWebhookUrl: () => Promise.resolve(noAddress) }
    assert.deepEqual(await findDeliverMistakes(service, parsed.deliver), [{ param, message }])
  })
}
