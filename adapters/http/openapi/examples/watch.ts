import { DEFAULT_RECORD } from '../../../../core/index.ts'
import { endpointOf } from '../../../../core/contract/index.ts'

const endpoint = endpointOf(DEFAULT_RECORD.name)
const id = '0b3b8f0e-6d3c-4b7e-9a51-6c2f5f0d7a10'
const items = [
  { query: 'B0SHLFX301', domain: 'com', zip: '01101', reference: 'kettle' },
  { query: 'B0SHLFX302', domain: 'de' },
]
const rules = [{ field: 'price', when: 'drops_by', value: '10%', cooldown: '24h' }]

/** Works as it is. A `webhook_url` would have to be that of the reader. */
export const watchRequestExample = { endpoint, items, every: '6h', rules, max_credits_per_month: 2000 }

export const watchChangeExample = { every: '12h', rules: [{ field: 'price', when: 'below', value: 20, rearm: '5%' }] }

const head = {
  id,
  status: 'active',
  paused_by: null,
  endpoint,
  item_count: 2,
  every: '6h',
  cron: null,
  timezone: null,
  fields: null,
  rules,
  confirm: 2,
  max_credits_per_month: 2000,
  keep: '1y',
  webhook_url: 'https://receiver.example/changes',
  created_at: '2026-03-15T12:00:00.000Z',
  next_run_at: '2026-03-15T15:11:20.000Z',
  is_running: false,
  looks_count: 2,
  seen_count: 2,
  last_look_at: '2026-03-15T12:00:07.000Z',
  credits_charged: 10,
  credits_this_month: 10,
}

export const watchCreatedExample = {
  ...head,
  webhook_signature_secret: 'whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZiA=',
}

export const watchExample = {
  ...head,
  items: items.map((input, index) => ({ index, input, next_look_at: '2026-03-15T15:11:20.000Z' })),
}

export const watchHeadExample = head

export const watchListExample = { watches: [head], next_cursor: null }

export const watchActionExample = { id, events: 1 }

const change = {
  field: 'price',
  before: 24,
  after: 21.6,
  delta: -2.4,
  percent: -10,
  since: '2026-03-17T03:11:20.000Z',
  winner: '#corePrice_desktop .apexPriceToPay',
  winner_before: '#corePrice_desktop .apexPriceToPay',
  drift: false,
}
const rule = { field: 'price', when: 'drops_by', value: '10%' }

export const watchEventExample = {
  id: 'wev_5f2b1c8e9d0a4b3c7e6f1a2b3c4d5e6f',
  event: 'watch.changed',
  watch: id,
  item: items[0],
  reference: 'kettle',
  at: '2026-03-17T03:21:20.000Z',
  rule,
  incomparable: null,
  changes: [{ ...change, rule }],
}

export const watchChangesExample = {
  changes: [
    {
      ...watchEventExample,
      changes: [change],
      alerts: watchEventExample.changes,
      webhook_delivery_status: 'delivered',
      webhook_last_error: null,
    },
  ],
  next_cursor: '1',
  has_more: false,
}

const point = { series: 1, place: 'Springfield 01101', winner: '#corePrice_desktop .apexPriceToPay' }

export const watchValuesExample = {
  watch: id,
  paths: ['price', 'in_stock'],
  items: [
    {
      index: 0,
      reference: 'row 7',
      input: { query: 'B0SHLFS081', domain: 'de' },
      last_look_at: '2026-03-18T09:11:20.000Z',
      next_look_at: '2026-03-18T15:11:20.000Z',
      unseen: null,
      values: { price: 21.6, in_stock: true },
    },
    {
      index: 1,
      reference: null,
      input: { query: 'B0GONE0404', domain: 'de' },
      last_look_at: '2026-03-18T09:12:02.000Z',
      next_look_at: '2026-03-18T15:12:02.000Z',
      unseen: { reason: 'product_not_found', since: '2026-03-17T09:12:01.000Z', attempts: 5 },
      values: {},
    },
  ],
  next_from: null,
}

export const seriesExample = {
  watch: id,
  item: 0,
  field: 'price',
  from: '2026-03-15T12:00:00.000Z',
  to: '2026-03-18T12:00:00.000Z',
  points: [
    { at: '2026-03-15T12:00:41.000Z', value: 24, ...point },
    { at: '2026-03-17T03:11:20.000Z', value: 21.6, ...point },
  ],
  gaps: [{ from: '2026-03-16T09:11:20.000Z', to: '2026-03-16T15:11:20.000Z' }],
  last_look_at: '2026-03-18T09:11:20.000Z',
  next_from: null,
}

export const seriesRowExample = { kind: 'point', until: null, ...seriesExample.points[0] }
