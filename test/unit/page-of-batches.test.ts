import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOfBatches } from '../../adapters/http/route/page-of-batches.ts'
import type { Batch, Batches, BatchPage } from '../../adapters/store/batches.ts'

const OWNER = { workspaceId: 'w', mode: 'live' } as const

/** So many batches, named by their position. It notes what is read. */
function listOf(count: number) {
  const reads: BatchPage[] = []
  const all = Array.from({ length: count }, (_, index) => ({ id: String(index) }) as Batch)
  const list: Batches['list'] = async (_, page) => {
    reads.push(page)
    const start = page.after === null ? 0 : Number(page.after) + 1
    return all.slice(start, start + page.limit)
  }
  return { batches: { list } as Batches, reads }
}

const every =
  (step: number) =>
  ({ id }: Batch): boolean =>
    Number(id) % step === step - 1

test('a page without a filter is one read', async () => {
  const { batches, reads } = listOf(5)
  const page = await pageOfBatches(batches, OWNER, { limit: 2, after: '0', createdFromMs: 7 })
  assert.deepEqual([page?.batches.map(({ id }) => id), page?.next], [['1', '2'], '2'])
  assert.deepEqual(reads, [{ limit: 3, after: '0', createdFromMs: 7 }])
  assert.deepEqual((await pageOfBatches(batches, OWNER, { limit: 2, after: '2' }))?.next, null)
})

test('pages of a filter have each batch that is wanted once, whatever their size', async () => {
  for (const [count, step, limit] of [
    [250, 3, 2],
    [1200, 7, 100],
    [1200, 600, 1],
    [100, 100, 1],
    [0, 1, 1],
  ] as const) {
    const { batches } = listOf(count)
    const found: string[] = []
    for (let after: string | undefined | null; after !== null;) {
      const page = await pageOfBatches(batches, OWNER, { limit, after, isWanted: every(step) })
      assert.ok(page !== null && page.batches.length <= limit)
      found.push(...page.batches.map(({ id }) => id))
      after = page.next
    }
    const wanted = Array.from({ length: count }, (_, index) => String(index)).filter((id) =>
      every(step)({ id } as Batch),
    )
    assert.deepEqual(found, wanted)
  }
})

test('a page looks at 500 batches at most, and says where to go on', async () => {
  const { batches, reads } = listOf(2000)
  const page = await pageOfBatches(batches, OWNER, { limit: 1, isWanted: () => false })
  assert.deepEqual(page, { batches: [], next: '499' })
  assert.equal(
    reads.reduce((sum, { limit }) => sum + limit, 0),
    500,
  )
})
