import type { Account, ReferenceUsage, SpendingEvent, Usage } from '../../../../core/contract/index.ts'
import { keyExample } from './keys.ts'

const PREFIX = keyExample.prefix

export const accountExample: Account = {
  plan: 'vibe',
  kind: 'live',
  allowance: 125_000,
  spending_cap: null,
  used: 31_415,
  remaining: 93_585,
  pay_as_you_go: false,
  resets_at: '2026-04-01T00:00:00.000Z',
  ceilings: {
    concurrency: 100,
    sustained_per_second: 10,
    burst_per_second: 40,
    pending_items: null,
    stored_bytes: 2_000_000_000,
  },
  stored_bytes: 18_230_112,
  keys: [keyExample],
}

export const usageExample: Usage = {
  from: '2026-03-14',
  to: '2026-03-15',
  total: { charges: 230, credits: 1180 },
  rows: [
    { day: '2026-03-14', key: PREFIX, endpoint: 'market.product', charges: 200, credits: 1000 },
    { day: '2026-03-15', key: PREFIX, endpoint: 'market.search', charges: 30, credits: 180 },
  ],
}

export const referenceUsageExample: ReferenceUsage = {
  from: '2026-03-14',
  to: '2026-03-15',
  total: { charges: 230, credits: 1180 },
  rows: [
    { reference: null, endpoint: 'market.search', charges: 30, credits: 180 },
    { reference: 'customer 17', endpoint: 'market.product', charges: 150, credits: 750 },
    { reference: 'customer 42', endpoint: 'market.product', charges: 50, credits: 250 },
  ],
  next_cursor: null,
}

export const spendingEventExample: SpendingEvent = {
  id: 'spending_ws_uZ3kQm7tLx0VbNdR_2026-03_50000_80',
  event: 'spending.threshold',
  created_at: '2026-03-15T12:00:44.000Z',
  workspace: 'ws_uZ3kQm7tLx0VbNdR',
  month: '2026-03',
  percent: 80,
  spending_cap: 50_000,
  used: 40_005,
}
