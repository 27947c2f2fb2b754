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

export const trackedRequestExample = {
  endpoint: 'market.search',
  items: [{ query: 'electric kettle', domain: 'com', pages: 2 }],
  every: '1d',
  track: { asins: ['B0SHLFX301'], brands: ['Linden'] },
}

export const watchChangeExample = { every: '12h', rules: [{ field: 'price', when: 'below', value: 20, rearm: '5%' }] }

export const watchItemsExample = { items: [{ query: 'B0SHLFX303', domain: 'de', reference: 'mill' }] }

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
  track: null,
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

const rankedProduct = {
  asin: 'B0SHLFX301',
  organic_position: 4,
  sponsored_position: null,
  page: 1,
  is_first_page: true,
  above: ['B0SHLFX307', 'B0SHLFX302', 'B0SHLFX311'],
}
const rankPoint = {
  at: '2026-03-15T12:00:41.000Z',
  series: 1,
  place: null,
  first_page: 1,
  pages: 2,
  cards: 110,
  products: [{ ...rankedProduct, organic_position: 6 }],
  brands: [{ brand: 'Linden', cards: 11, share: 0.1, top10_cards: 2, top10_share: 0.2 }],
}

export const rankExample = {
  watch: id,
  item: 0,
  input: { query: 'electric kettle', domain: 'com', pages: 2 },
  track: { asins: ['B0SHLFX301'], brands: ['Linden'] },
  from: '2026-03-15T12:00:00.000Z',
  to: '2026-03-18T12:00:00.000Z',
  points: [rankPoint, { ...rankPoint, at: '2026-03-17T03:11:20.000Z', products: [rankedProduct] }],
  changes: [
    {
      at: '2026-03-17T03:11:20.000Z',
      asin: 'B0SHLFX301',
      change: 'position',
      before: 6,
      after: 4,
      by: 2,
      top10: null,
    },
  ],
  gaps: [],
  last_look_at: '2026-03-18T09:11:20.000Z',
  next_from: null,
}

export const rankRowExample = {
  kind: 'position',
  at: rankPoint.at,
  until: null,
  query: 'electric kettle',
  ...rankedProduct,
  above: rankedProduct.above.join(' '),
  pages: 2,
  brand: null,
  cards: null,
  share: null,
  top10_cards: null,
  top10_share: null,
  change: null,
  before: null,
  after: null,
  by: null,
  top10: null,
  series: 1,
  place: null,
}
