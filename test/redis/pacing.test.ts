import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { NoTurnError, type Payer } from '../../adapters/pages/pool/line.ts'
import { type Pacing, Pacer } from '../../adapters/fetch/turns/pacer.ts'
import { sharedPacing } from '../../adapters/fetch/turns/shared-pacing.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { describeRedis } from '../support/redis-server.ts'
import { inTime, Meeting, until } from '../support/wait.ts'

describeRedis('pacing over one Redis', ['--appendonly', 'no'], (server) => {
  test('processes keep one pace together, also after a flush', () =>
    withPacers(2, { concurrency: atMost(4), minTimeMs: 250 }, async (pacers) => {
      const never = neverAborted()
      let [running, most] = [0, 0]
      const starts: number[] = []
      const work = async (): Promise<void> => {
        starts.push(performance.now())
        most = Math.max(most, ++running)
        await sleep(60)
        running--
      }
      for (const isFlushed of [false, true, true]) {
        if (isFlushed) {
          // Turns that end after the flush would count as free ones.
          await turnsOver()
          await server.redis.flushall()
        }
        ;[most, starts.length] = [0, 0]
        await Promise.all(Array.from({ length: 4 }, () => pacers.map((pacer) => run(pacer, 'de', never, work))).flat())
        assert.equal(starts.length, 8)
        assert.ok(most <= 4, `${most} at a time`)
        // With the pace, 8 attempts begin within 1750 ms; without it, within 60 ms. The first may begin late.
        const spanMs = (starts.at(-1) ?? 0) - (starts[0] ?? 0)
        assert.ok(spanMs > 900, `8 began within ${spanMs} ms`)
      }
    }))

  test('a process whose clock is two days ahead does not make the others wait', (t) =>
    withPacers(2, { concurrency: atMost(2) }, async (pacers) => {
      const never = neverAborted()
      const realNow = Date.now
      let aheadMs = 172_800_000
      t.mock.method(Date, 'now', () => realNow() + aheadMs)
      assert.equal(await run(pacers[0], 'es', never, async () => 'page'), 'page')
      aheadMs = 0
      const next = run(pacers[1], 'es', never, async () => 'page')
      assert.equal(await inTime(next, 'the next page'), 'page')
    }))

  test('a new pace replaces the old one', async () => {
    const countMost = async (concurrency: number): Promise<number> => {
      const meeting = new Meeting(concurrency)
      await withPacers(1, { concurrency: atMost(concurrency) }, async ([pacer]) => {
        const never = neverAborted()
        const work = () => meeting.join()
        // The first turn may still be one of the old pace.
        await run(pacer, 'it', never, async () => undefined)
        await Promise.all(Array.from({ length: 8 }, async () => run(pacer, 'it', never, work)))
      })
      return meeting.most
    }
    assert.equal(await countMost(1), 1)
    assert.equal(await countMost(3), 3)
    assert.equal(await countMost(2), 2)
  })

  test('attempts at the same time stay within the limit of all processes together', () =>
    withPacers(2, { concurrency: atMost(2) }, async (pacers) => {
      const never = neverAborted()
      const meeting = new Meeting(2)
      const work = () => meeting.join()
      await Promise.all(Array.from({ length: 6 }, () => pacers.map((pacer) => run(pacer, 'pl', never, work))).flat())
      assert.equal(meeting.most, 2)
      // Others have a pace of their own.
      await Promise.all([run(pacers[0], 'pl', never, work), run(pacers[1], 'se', never, work)])
    }))

  test('the caller gets the error of its attempt', () =>
    withPacers(1, { concurrency: atMost(1) }, async ([pacer]) => {
      const work = async (): Promise<never> => {
        throw new Error('mine')
      }
      await assert.rejects(async () => run(pacer, 'de', neverAborted(), work), /^Error: mine$/)
    }))

  test('closing a connection after its last attempt causes no unhandled rejection', async () => {
    for (let index = 0; index < 10; index++) {
      await withPacers(2, { concurrency: atMost(1) }, async (pacers) => {
        await Promise.all(pacers.map((pacer) => run(pacer, 'de', neverAborted(), async () => undefined)))
      })
    }
    // An unhandled rejection fails this test.
    await sleep(50)
  })

  test('turns are dealt over the workspaces of a process; requests and batches have turns of their own', () =>
    withPacers(1, { concurrency: atMost(1) }, async ([pacer]) => {
      const never = neverAborted()
      const begun: string[] = []
      const first = (await pacer?.take('de', REQUEST, never)) ?? assert.fail('no pacer')
      const ask = (name: string, payer: Payer): Promise<void> =>
        run(pacer, 'de', never, async () => void begun.push(name), payer)
      const others = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(name, REQUEST))
      await ask('batch', { lane: 'batches', workspaceId: 'a' })
      others.push(ask('b', { ...REQUEST, workspaceId: 'b' }))
      first()
      await Promise.all(others)
      assert.deepEqual(begun, ['batch', 'a1', 'b', 'a2', 'a3', 'a4'])
    }))

  test('a full Redis deals turns', () =>
    withPacers(1, { concurrency: atMost(1) }, async ([pacer]) => {
      await server.redis.config('SET', 'maxmemory', '1')
      try {
        for (let count = 0; count < 3; count++) await run(pacer, 'de', neverAborted(), async () => undefined)
        await turnsOver()
      } finally {
        await server.redis.config('SET', 'maxmemory', '0')
      }
    }))

  test('a workspace that holds its turns for ever, in all processes, leaves some to others', () =>
    withPacers(2, { concurrency: atMost(8) }, async (pacers) => {
      const leaves = new AbortController()
      setMaxListeners(0, leaves.signal)
      let held = 0
      const hanging = Array.from({ length: 20 }, (_, index) =>
        (pacers[index % 2] ?? assert.fail('no pacer')).take('sg', REQUEST, leaves.signal).then(
          () => held++,
          () => undefined,
        ),
      )
      await until(async () => held === 6, 'three quarters are held')
      for (let count = 0; count < 10; count++) {
        await inTime(
          run(pacers[count % 2], 'sg', neverAborted(), async () => 'page', newcomer()),
          'a turn of another',
        )
      }
      assert.equal(held, 6)
      leaves.abort()
      await Promise.all(hanging)
    }))

  for (const fault of ['down', 'frozen'] as const) {
    test(`while the server is ${fault}, attempts wait; when it is back, they run`, () =>
      withPacers(1, { concurrency: atMost(2) }, async ([pacer]) => {
        const never = neverAborted()
        await run(pacer, 'de', never, async () => undefined)
        await (fault === 'down' ? server.kill() : server.freeze())
        let ran = 0
        const attempts = ['de', 'fr'].map(async (domain) => run(pacer, domain, never, async () => ran++))
        const leaves = new AbortController()
        const left = assert.rejects(async () => run(pacer, 'de', leaves.signal, async () => ran++), NoTurnError)
        leaves.abort()
        await left
        assert.equal(ran, 0)
        await (fault === 'down' ? server.start() : server.thaw())
        await Promise.all(attempts)
        assert.equal(ran, 2)
      }))
  }

  /** Waits until the Redis knows of the end of all turns. */
  async function turnsOver(): Promise<void> {
    const isOver = async () => (await server.redis.zcard('shelfmark:turns:de:requests')) === 0
    await until(isOver, 'the last turn has ended')
  }

  /** Each pacer has a connection of its own, as those of several processes have. */
  async function withPacers(count: number, pacing: Pacing, use: (pacers: Pacer[]) => Promise<void>): Promise<void> {
    const connections = Array.from({ length: count }, () => connectRedis(server.url))
    const shared = connections.map((redis) => sharedPacing({ url: server.url, redis, prefix: 'shelfmark' }))
    const pacers = shared.map(({ openPace }) => new Pacer({ ...pacing, openPace }))
    try {
      await use(pacers)
    } finally {
      await Promise.all(shared.map(({ close }) => close()))
      for (const redis of connections) redis.disconnect()
    }
  }
})

/** One workspace. */
const REQUEST: Payer = { lane: 'requests', workspaceId: 'a' }

/** A workspace that has no turns yet. */
const newcomer = (): Payer => ({ lane: 'requests', workspaceId: randomUUID() })

function atMost(turns: number): NonNullable<Pacing['concurrency']> {
  return { requests: turns, batches: turns }
}

/** Works during a turn. */
async function run<T>(
  pacer: Pacer | undefined,
  domain: string,
  signal: AbortSignal,
  work: () => Promise<T>,
  payer: Payer = newcomer(),
): Promise<T> {
  const release = (await pacer?.take(domain, payer, signal)) ?? assert.fail('no pacer')
  try {
    return await work()
  } finally {
    release()
  }
}

function neverAborted(): AbortSignal {
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  return signal
}
