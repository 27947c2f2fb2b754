import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeHold, describeLoss } from '../../adapters/work/findings/describe-finding.ts'

const filled = { before: 0.98, recent: 0.97 }

test('a loss is told with the shares that show it, and without those that are not known', () => {
  const unread = { before: 0.01, recent: 0.3 }
  const start = 'Shelfmark: the pages of product on the marketplace de may have changed: '
  const said = (...fields: Parameters<typeof describeLoss>[2]): string => describeLoss('product', 'de', fields)
  assert.equal(
    said({ field: 'price', drift: 'unread', filled, unread }, { field: 'title', drift: 'rarer', filled }),
    `${start}price can't be read on more pages (1 % before, 30 % now), title is on fewer pages (98 % had it before, 97 % now).`,
  )
  assert.equal(
    said(
      { field: 'price', drift: 'vanished', filled: { before: 0.98, recent: null } },
      { field: 'title', drift: 'vanished', filled: { before: null, recent: 0 } },
      { field: 'rating', drift: 'vanished', filled: { before: null, recent: null } },
    ),
    `${start}price has vanished (98 % had it before), title has vanished (0 % now), rating has vanished.`,
  )
})

test('fields whose alerts wait are told by whose alerts wait', () => {
  const start = 'Shelfmark: many watched pages of product on the marketplace de have another layout: '
  const said = (...fields: Parameters<typeof describeHold>[2]): string => describeHold('product', 'de', fields)
  const [price, rating, title] = [
    { field: 'price', reach: 'all' },
    { field: 'rating', reach: 'one' },
    { field: 'title', reach: 'one' },
  ] as const
  assert.equal(said(price), `${start}alerts of price wait.`)
  assert.equal(said(rating), `${start}of rating, only alerts of the workspace that has seen it wait.`)
  assert.equal(
    said(rating, price, title),
    `${start}alerts of price wait; of rating, title, only alerts of the workspace that has seen it wait.`,
  )
})
