import { DEFAULT_RECORD } from '../../../../core/index.ts'
import { endpointOf } from '../../../../core/contract/index.ts'
import { batchListExample } from './batch.ts'

const endpoint = endpointOf(DEFAULT_RECORD.name)
const id = '3f0c6a52-7b1d-4c8e-8f6a-2f9b1e0d5c11'
const items = [
  { query: 'B0SHLFX301', domain: 'com', zip: '01101' },
  { query: 'B0SHLFX302', domain: 'de' },
]

/** Works as it is. A `deliver` would need the keys of the reader. */
export const scheduleRequestExample = { endpoint, items, cron: '0 6 * * 1', timezone: 'Europe/Berlin' }

const [batch] = batchListExample.batches
const { to, endpoint: store, region, format } = batch?.deliver ?? { to: '', endpoint: '', region: '', format: 'csv' }

const head = {
  id,
  status: 'active',
  paused_by: null,
  endpoint,
  item_count: 2,
  every: null,
  cron: '0 6 * * 1',
  timezone: 'Europe/Berlin',
  metadata: {},
  deliver: { to, endpoint: store, region, format },
  webhook_url: 'https://receiver.example/batches',
  created_at: '2026-03-14T09:12:00.000Z',
  next_run_at: '2026-03-23T05:00:00.000Z',
  last_batch_id: batch?.id ?? null,
  last_problem: null,
}

export const scheduleCreatedExample = {
  ...head,
  last_batch_id: null,
  webhook_signature_secret: 'whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZiA=',
}

export const scheduleExample = { ...head, items, runs: [{ ...batch, schedule_id: id }] }

export const scheduleListExample = { schedules: [head], next_cursor: null }
