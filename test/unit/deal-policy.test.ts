import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { dealItems, type WaitingWorkspace } from '../../core/policy/index.ts'

/** Workspaces as `name: batch and its items, ...`, separated by semicolons. */
function toWaiting(text: string): WaitingWorkspace[] {
  return text
    .split('; ')
    .filter((part) => part !== '')
    .map((part) => {
      const [id = '', batches = ''] = part.split(': ')
      const toBatch = (name: string) => ({ id: name.slice(0, 1), itemsLeft: Number(name.slice(1)) })
      return { id, batches: batches.split(' ').map(toBatch) }
    })
}

const deals: readonly [why: string, waiting: string, most: number, shares: string, queue: string][] = [
  ['nothing waits', '', 100, '', ''],
  ['one batch, more than a run', 'W: a1000', 100, 'a100', 'W: a'],
  ['one batch, less than a run', 'W: a7', 100, 'a7', ''],
  ['a batch of one item does not wait for a batch of a thousand', 'W: a1000 b1', 100, 'a99 b1', 'W: a'],
  ['600, 50 and 10', 'W: a600 b50 c10', 100, 'a45 b45 c10', 'W: a b'],
  ['more batches than items: the rest is first next time', 'W: a5 b5 c5', 2, 'a1 b1', 'W: c a b'],
  ['a batch whose last item is dealt leaves the queue', 'W: a1 b5', 2, 'a1 b1', 'W: b'],
  ['a batch without items left gets none', 'W: a0 b2', 5, 'b2', ''],
  ['a run of no items', 'W: a3', 0, '', 'W: a'],
  [
    'a workspace does not wait for the batches of another',
    'V: a9 b9 c9 d9; W: e9',
    8,
    'a1 e4 b1 c1 d1',
    'V: a b c d; W: e',
  ],
  [
    'more workspaces than items: the rest is first next time',
    'U: a5; V: b5 c5; W: d5',
    2,
    'a1 b1',
    'W: d; U: a; V: c b',
  ],
  ['what a workspace does not need goes to the others', 'V: a2; W: b9 c9', 8, 'a2 b3 c3', 'W: b c'],
  ['a workspace without items left leaves the queue', 'V: a0; W: b1', 8, 'b1', ''],
]

test('how the items of a run are dealt', () => {
  for (const [why, waiting, most, shares, queue] of deals) {
    const dealt = dealItems(toWaiting(waiting), most)
    const inOrder = new Map<string, number>()
    for (const id of dealt.order) inOrder.set(id, (inOrder.get(id) ?? 0) + 1)
    assert.equal([...inOrder].map(([id, count]) => `${id}${count}`).join(' '), shares, why)
    assert.equal(dealt.shares.map(({ id, count }) => `${id}${count}`).join(' '), shares, why)
    assert.equal(dealt.queue.map(({ id, batches }) => `${id}: ${batches.join(' ')}`).join('; '), queue, why)
  }
})

test('every deal takes at most the open items, and is unfair by one item at most: to workspaces, and to batches in one', () => {
  const batch = fc.nat({ max: 40 })
  const lane = fc.array(fc.array(batch, { minLength: 1, maxLength: 5 }), { maxLength: 6 })
  fc.assert(
    fc.property(lane, fc.nat({ max: 200 }), (sizes, most) => {
      const waiting = sizes.map((batches, workspace) => ({
        id: `${workspace}`,
        batches: batches.map((itemsLeft, index) => ({ id: `${workspace} ${index}`, itemsLeft })),
      }))
      const { shares, queue } = dealItems(waiting, most)
      const share = (id: string): number => shares.find((entry) => entry.id === id)?.count ?? 0
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
      const open = new Set(queue.flatMap(({ batches }) => batches))
      assert.equal(sum(shares.map(({ count }) => count)), Math.min(most, sum(sizes.flat())))
      const ofWorkspaces = waiting.map(({ batches }) => ({
        dealt: sum(batches.map(({ id }) => share(id))),
        isOpen: batches.some(({ id }) => open.has(id)),
      }))
      for (const { dealt } of ofWorkspaces.filter(({ isOpen }) => isOpen)) {
        for (const other of ofWorkspaces) assert.ok(other.dealt <= dealt + 1, 'another workspace got two more')
      }
      for (const { batches } of waiting) {
        for (const { id, itemsLeft } of batches) {
          assert.ok(share(id) <= itemsLeft)
          assert.equal(open.has(id), share(id) < itemsLeft)
          if (share(id) === itemsLeft) continue
          for (const other of batches) assert.ok(share(other.id) <= share(id) + 1, 'another batch got two more')
        }
      }
    }),
  )
})
