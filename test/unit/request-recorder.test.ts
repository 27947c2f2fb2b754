import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { RequestRecorder } from '../../adapters/observe/request-recorder.ts'
import { shareOf } from '../../adapters/store/request-log.ts'

interface Row {
  readonly workspaceId: string
  readonly at: number
}

/** A recorder whose groups are kept. `refuses`: the next writes are refused. */
function createRecorder(t: TestContext) {
  const state = { refuses: false, groups: [] as Row[][] }
  const write = async (rows: readonly Row[]): Promise<void> => {
    state.groups.push([...rows])
    if (state.refuses) throw new Error('the store is down')
  }
  const recorder = new RequestRecorder<Row>({ write, intervalMs: 2 ** 30 })
  t.after(() => recorder.close())
  return { state, recorder }
}

test('requests are written in groups, and nothing is written by the request itself', async (t) => {
  const { state, recorder } = createRecorder(t)
  for (let at = 0; at < 3; at++) recorder.add({ workspaceId: 'a', at })
  assert.equal(state.groups.length, 0)
  await recorder.flush()
  await recorder.flush()
  assert.deepEqual(
    state.groups.map((group) => group.map(({ at }) => at)),
    [[0, 1, 2]],
  )
})

test('a group that the store refused is given again as it was, before newer requests', async (t) => {
  const { state, recorder } = createRecorder(t)
  state.refuses = true
  recorder.add({ workspaceId: 'a', at: 1 })
  await recorder.flush()
  recorder.add({ workspaceId: 'a', at: 2 })
  state.refuses = false
  await recorder.close()
  assert.deepEqual(
    state.groups.map((group) => group.map(({ at }) => at)),
    [[1], [1], [2]],
  )
})

test('a workspace with a flood of requests does not take the room of others, and the memory is limited', async (t) => {
  const { state, recorder } = createRecorder(t)
  for (let at = 0; at < 5000; at++) recorder.add({ workspaceId: 'loud', at })
  recorder.add({ workspaceId: 'quiet', at: 0 })
  await recorder.flush()
  const [group = []] = state.groups
  assert.equal(group.length, 2001)
  assert.equal(group.at(-1)?.workspaceId, 'quiet')
  for (let at = 0; at < 20_000; at++) recorder.add({ workspaceId: String(at), at })
  await recorder.flush()
  assert.equal(state.groups[1]?.length, 10_000)
})

for (const [counts, most, share] of [
  [[], 10, 10],
  [[3, 4], 10, 10],
  [[3, 600, 50], 83, 40],
  [[10, 10, 10], 15, 5],
  [[1000], 7, 7],
] as const) {
  test(`of ${counts.join(', ') || 'no'} rows and ${most} places, an owner keeps ${share} at most`, () => {
    assert.equal(shareOf(counts, most), share)
    const kept = counts.reduce((sum: number, count) => sum + Math.min(count, share), 0)
    assert.ok(kept <= most)
  })
}
