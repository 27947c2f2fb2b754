import assert from 'node:assert/strict'
import { setImmediate as tick } from 'node:timers/promises'
import { test } from 'node:test'
import { array, assert as check, asyncProperty, constantFrom, integer, oneof } from 'fast-check'
import { FairQueue } from '../../adapters/fetch/turns/fair-queue.ts'
import { LATELY_MS, mayTakeTurn, reservedTurns } from '../../core/policy/index.ts'
import { NoTurnError, type Payer, type Release } from '../../adapters/pages/pool/line.ts'
import { runsOf } from '../support/property-runs.ts'

const DAY_MS = 86_400_000
const never = new AbortController().signal
const of = (workspaceId: string, lane: Payer['lane'] = 'requests'): Payer => ({ workspaceId, lane })

/** Requests in the order in which they got their turns. */
function watch(queue: FairQueue) {
  const begun: string[] = []
  const running: Release[] = []
  /** Workspaces of the turns that run. */
  const held: (string | null)[] = []
  const ask = async (name: string, payer: Payer, signal: AbortSignal = never): Promise<void> => {
    const release = await queue.take(payer, signal)
    begun.push(name)
    running.push(release)
    held.push(payer.workspaceId)
  }
  /** Ends the turn that has run longest. */
  const end = async (): Promise<void> => {
    running.shift()?.()
    held.shift()
    await tick()
  }
  return { begun, running, held, ask, end }
}

test('turns are dealt over workspaces in turn, then first come', async () => {
  const { begun, ask, end } = watch(new FairQueue({ limits: { requests: 1, batches: 1 } }))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask(name, of('a'))
  for (const name of ['b1', 'b2']) void ask(name, of('b'))
  void ask('c1', of('c'))
  await tick()
  while (begun.length < 8) await end()
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5'])
})

test('200 requests that never end hold three quarters of the turns; others find one at once', async () => {
  const queue = new FairQueue({ limits: { requests: 16, batches: 16 } })
  const { begun, ask } = watch(queue)
  for (let count = 0; count < 200; count++) void ask('hangs', of('attacker'))
  await tick()
  assert.equal(begun.length, 12)
  for (let count = 0; count < 50; count++) (await queue.take(of(`victim ${count}`), never))()
  // The reserve is for those who hold none: a burst has one turn of it, and waits for the attacker with the others.
  const burst = await Promise.all([1, 2, 3, 4].map(() => Promise.race([queue.take(of('victim 0'), never), tick(null)])))
  assert.deepEqual(
    burst.map((turn) => turn === null),
    [false, true, true, true],
  )
  assert.equal(begun.length, 12)
})

test('a workspace that comes with others has its share, and all but the reserve when they are gone for a while', async (t) => {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const queue = new FairQueue({ limits: { requests: 16, batches: 16 } })
  const other = await queue.take(of('other'), never)
  other()
  const { begun, ask } = watch(queue)
  for (let count = 0; count < 20; count++) void ask('mine', of('mine'))
  await tick()
  assert.equal(begun.length, 8)
  nowMs = LATELY_MS
  void ask('mine', of('mine'))
  await tick()
  assert.equal(begun.length, 12)
})

test('batches have time: a workspace that comes alone may use all turns; a program without workspaces too', async () => {
  const { begun, ask } = watch(new FairQueue({ limits: { requests: 16, batches: 16 } }))
  for (let count = 0; count < 20; count++) void ask('batch', of('mine', 'batches'))
  for (let count = 0; count < 20; count++) void ask('request', { lane: 'requests', workspaceId: null })
  await tick()
  assert.deepEqual(
    ['batch', 'request'].map((name) => begun.filter((one) => one === name).length),
    [16, 16],
  )
})

test('requests and batches have turns of their own', async () => {
  const { begun, ask, end } = watch(new FairQueue({ limits: { requests: 1, batches: 1 } }))
  for (const name of ['b1', 'b2']) void ask(name, of('a', 'batches'))
  for (const name of ['r1', 'r2']) void ask(name, of('a'))
  await tick()
  assert.deepEqual(begun, ['b1', 'r1'])
  await end()
  assert.deepEqual(begun, ['b1', 'r1', 'b2'])
})

test('property: while a workspace that holds no turn waits, each other one gets at most one; no turn is lost', async () => {
  const step = oneof(
    { weight: 3, arbitrary: constantFrom('a', 'b', 'c', 'd') },
    { weight: 2, arbitrary: constantFrom('end' as const, 'leave' as const) },
  )
  await check(
    asyncProperty(array(step, { maxLength: 60 }), integer({ min: 1, max: 8 }), async (steps, limit) => {
      const { begun, running, held, ask, end } = watch(new FairQueue({ limits: { requests: limit, batches: limit } }))
      /** Requests that wait, in their order, and how many turns each workspace had meanwhile. */
      const waiting = new Map<string, { readonly leave: AbortController; readonly others: Map<string, number> }>()
      let [asked, seen, left] = [0, 0, 0]
      const pool = { turns: limit, reserved: reservedTurns(limit) }
      const comers = new Set<string>()
      const holds = (workspace: string): number => held.filter((one) => one === workspace).length
      const note = (): void => {
        for (; seen < begun.length; seen++) {
          const name = begun[seen] ?? ''
          const [workspace = ''] = name
          const first = [...waiting.keys()].find((other) => other.startsWith(workspace))
          assert.equal(name, first, 'first come within a workspace')
          waiting.delete(name)
          // Counted for the first request of each other workspace: the others wait for it too.
          for (const other of new Set([...waiting.keys()].map((key) => key[0]))) {
            const head = [...waiting].find(([key]) => key[0] === other)?.[1]
            if (other === workspace || head === undefined) continue
            // It has turns, and may hold its share.
            if (holds(other ?? '') > 0) head.others.clear()
            const turns = (head.others.get(workspace) ?? 0) + 1
            head.others.set(workspace, turns)
            assert.ok(turns <= 1, `${other} waited for ${turns} turns of ${workspace}`)
          }
          for (const [key, { others }] of waiting) if (key[0] === workspace) others.clear()
        }
        assert.ok(running.length <= limit)
        for (const name of waiting.keys()) {
          const [workspace = ''] = name
          const use = { held: running.length, own: holds(workspace), others: comers.size - 1 }
          assert.ok(!mayTakeTurn(pool, use), `a turn was free while ${name} waited`)
        }
      }
      for (const one of steps) {
        if (one === 'end') await end()
        else if (one === 'leave') {
          const [name] = [...waiting.keys()].slice(-1)
          if (name === undefined) continue
          waiting.get(name)?.leave.abort()
          waiting.delete(name)
          left++
        } else {
          const name = `${one}${++asked}`
          comers.add(one)
          const leave = new AbortController()
          waiting.set(name, { leave, others: new Map() })
          ask(name, of(one), leave.signal).catch((error: unknown) => assert.ok(error instanceof NoTurnError))
        }
        await tick()
        note()
      }
      while (running.length > 0) {
        await end()
        note()
      }
      assert.equal(begun.length, asked - left)
    }),
    { numRuns: runsOf(300) },
  )
})

test('who leaves gets no turn, before and while it waits', async () => {
  const { begun, ask, end } = watch(new FairQueue({ limits: { requests: 1, batches: 1 } }))
  await ask('first', of('a'))
  await assert.rejects(ask('gone', of('b'), AbortSignal.abort()), NoTurnError)
  const leaves = new AbortController()
  const left = assert.rejects(ask('left', of('b'), leaves.signal), NoTurnError)
  void ask('last', of('b'))
  leaves.abort()
  await left
  await end()
  assert.deepEqual(begun, ['first', 'last'])
})

test('a turn that is released twice is free once', async () => {
  const queue = new FairQueue({ limits: { requests: 1, batches: 1 } })
  const release = await queue.take(of('a'), never)
  release()
  release()
  const { begun, ask } = watch(queue)
  void ask('a1', of('a'))
  void ask('a2', of('a'))
  await tick()
  assert.deepEqual(begun, ['a1'])
})

test('the interval holds for all lanes together, also after the clock of the system was two days ahead', async (t) => {
  let [nowMs, aheadMs] = [0, 2 * DAY_MS]
  const realNow = Date.now
  t.mock.method(Date, 'now', () => realNow() + aheadMs)
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const queue = new FairQueue({ limits: { requests: 2, batches: 2 }, minTimeMs: 100 })
  const begun: string[] = []
  const take = async (name: string, payer: Payer): Promise<void> => {
    const release = await queue.take(payer, never)
    begun.push(name)
    release()
  }
  const pass = async (ms: number): Promise<readonly string[]> => {
    nowMs += ms
    t.mock.timers.tick(ms)
    await tick()
    return [...begun]
  }
  const takes = [take('first', of('a')), take('second', of('a')), take('third', of('b', 'batches'))]
  assert.deepEqual(await pass(0), ['first'])
  aheadMs = 0
  assert.deepEqual(await pass(99), ['first'])
  assert.deepEqual(await pass(1), ['first', 'second'])
  assert.deepEqual(await pass(99), ['first', 'second'])
  assert.deepEqual(await pass(1), ['first', 'second', 'third'])
  await Promise.all(takes)
})
