import { errorBody } from '../../../../core/contract/index.ts'
import { productExample } from './product.ts'

const WEBHOOK_URL = 'https://receiver.example/batches'
const items = [
  { query: 'B0SHLFX301', domain: 'com', zip: '01101' },
  { query: 'B0SHLFX302', domain: 'de', language: 'de_DE' },
]

/** Works as it is. A `webhook_url` would have to be that of the reader. */
export const batchRequestExample = { endpoint: 'market.product', items, metadata: { order: '7', shop: 'kettles' } }

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const facts = { id, status: 'pending', total_count: 2, created_at: '2026-03-15T12:00:00.000Z' }
const poll_url = `/api/v1/market/batch/${id}`

export const batchCreatedExample = {
  ...facts,
  webhook_signature_secret: 'whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZiA=',
  poll_url,
}

export const batchExample = {
  id,
  status: 'complete',
  endpoint: 'market.product',
  total_count: 2,
  processed_count: 2,
  success_count: 1,
  failure_count: 1,
  credits_charged: 5,
  created_at: '2026-03-15T12:00:00.000Z',
  started_at: '2026-03-15T12:00:41.210Z',
  completed_at: '2026-03-15T12:00:43.927Z',
  estimated_completion_at: null,
  webhook_url: WEBHOOK_URL,
  webhook_delivery_status: 'delivered',
  webhook_last_error: null,
  webhook_delivered_at: '2026-03-15T12:00:44.302Z',
  metadata: { order: '7', shop: 'kettles' },
  schedule_id: null,
  deliver: {
    to: 's3://kettles/prices/',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    format: 'parquet',
    file: `s3://kettles/prices/20260315T120000Z-${id}.parquet`,
    manifest: `s3://kettles/prices/20260315T120000Z-${id}.manifest.json`,
    status: 'delivered',
    last_error: null,
    delivered_at: '2026-03-15T12:00:44.110Z',
  },
  results: [
    {
      index: 1,
      input: items[1],
      status: 'error',
      http_status: 404,
      data: null,
      error: errorBody('product_not_found'),
      duration_ms: 640,
      credits_charged: 0,
      attempts: 1,
      source_status: 404,
      resolved_url: 'https://www.amazon.de/dp/B0SHLFX302',
      extractor_version: 'shelfmark@1.0.0',
      fetched_at: '2026-03-15T12:00:41.840Z',
    },
    {
      index: 0,
      input: items[0],
      status: 'ok',
      http_status: 200,
      data: productExample,
      error: null,
      duration_ms: 2710,
      credits_charged: 5,
      attempts: 2,
      source_status: 200,
      resolved_url: 'https://www.amazon.com/dp/B0SHLFX301',
      extractor_version: 'shelfmark@1.0.0',
      fetched_at: '2026-03-15T12:00:43.890Z',
      location: 'confirmed',
    },
  ],
}

const { results, ...head } = batchExample

export const batchListExample = { batches: [head], next_cursor: null }

export const deliveriesExample = {
  id,
  webhook_url: WEBHOOK_URL,
  webhook_delivery_status: 'delivered',
  deliveries: [
    { attempt: 1, started_at: '2026-03-15T12:00:44.000Z', duration_ms: 212, http_status: 503, error: 'http 503' },
    { attempt: 2, started_at: '2026-03-15T12:01:44.310Z', duration_ms: 10_003, http_status: null, error: 'timeout' },
    { attempt: 3, started_at: '2026-03-15T12:03:54.402Z', duration_ms: 187, http_status: 204, error: null },
  ],
}
