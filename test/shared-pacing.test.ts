import assert from 'node:assert/strict'
import { setMaxListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pacer } from '../adapters/source/pacer.ts'
import { sharedPacing } from '../adapters/source/shared-pacing.ts'
import { describeRedis } from './redis-server.ts'

describeRedis('pacing over one Redis', ['--appendonly', 'no'], (server) => {
  test('processes keep one pace together, also after a flush', async () => {
    const shared = [1, 2].map(() => sharedPacing(server.url))
    const pacers = shared.map(({ connection }) => new Pacer({ concurrency: 2, minTimeMs: 20, connection }))
    const never = new AbortController().signal
    setMaxListeners(0, never)
    let [running, most] = [0, 0]
    const starts: number[] = []
    const work = async (): Promise<void> => {
      starts.push(performance.now())
      most = Math.max(most, ++running)
      await sleep(60)
      running--
    }
    const runMany = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 6 }, () => pacers.map((pacer) => pacer.run('de', never, work))).flat())
    for (const isFlushed of [false, true, true]) {
      if (isFlushed) await server.redis.flushall()
      ;[most, starts.length] = [0, 0]
      await runMany()
      assert.equal(starts.length, 12)
      assert.equal(most, 2)
      const spans = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
      assert.ok(Math.min(...spans) >= 5, `${Math.min(...spans)} ms between two`)
    }
    // Others have a pace of their own.
    await Promise.all([pacers[0]?.run('de', never, work), pacers[1]?.run('fr', never, work)])
    await Promise.all(pacers.map((pacer) => pacer.close()))
    await Promise.all(shared.map(({ close }) => close()))
  })

  test('what an attempt rejects with is what its caller sees', async () => {
    const { connection, close } = sharedPacing(server.url)
    const pacer = new Pacer({ concurrency: 1, connection })
    const never = new AbortController().signal
    setMaxListeners(0, never)
    await assert.rejects(
      pacer.run('de', never, async () => {
        throw new Error('mine')
      }),
      /^Error: mine$/,
    )
    await pacer.close()
    await close()
  })
})
