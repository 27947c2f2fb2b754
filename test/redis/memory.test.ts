import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../adapters/observe/log.ts'
import { assertError, headerOf, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { describeShared } from '../support/shared-servers.ts'
import { until } from '../support/wait.ts'
import { openInbox, type Inbox } from '../support/webhook-inbox.ts'

interface SentAlert {
  readonly id: string
  readonly type: string
  readonly problem: string
}

const alertsOf = ({ posts }: Inbox): SentAlert[] => posts.map(({ body }) => JSON.parse(body.toString()) as SentAlert)

const isReady = async (bench: Bench): Promise<boolean> => (await bench.call('/readyz')).status === 200

describeShared('servers whose shared data is lost', (servers) => {
  const start = (inbox: Inbox): Promise<Bench> =>
    startBench({
      settings: {
        ...servers.settings(),
        SHELFMARK_BATCH_INTERVAL_MS: '200',
        SHELFMARK_ALERT_URL: `${inbox.origin}/`,
        SHELFMARK_ALERT_SECRET: 'a secret of the operator',
      },
    })

  test('limits that Redis has lost are one alert of all processes, which stay ready', async (t) => {
    const inbox = await openInbox(204)
    t.after(inbox.close)
    const first = await start(inbox)
    const benches = [first, await start(inbox)]
    const { key } = await first.createCaller()
    await servers.redis.redis.flushall()
    await until(() => inbox.posts.length > 0, 'the alert')
    const [alert] = alertsOf(inbox)
    assert.equal(alert?.type, 'limits.lost')
    assert.match(alert.problem, /rates and requests in flight of keys, turns and intervals/)
    for (const bench of benches) {
      assert.ok(await isReady(bench))
      assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
    }
    assert.equal(new Set(alertsOf(inbox).map(({ id }) => id)).size, 1)
    await Promise.all(benches.map((bench) => bench.close()))
  })

  test('a Redis that is down writes a line of each kind a minute', async (t) => {
    const inbox = await openInbox(204)
    t.after(inbox.close)
    const lines: string[] = []
    const stream = new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const bench = await startBench({
      log: createLog('info', stream),
      settings: { ...servers.settings(), SHELFMARK_BATCH_INTERVAL_MS: '200' },
    })
    const { key } = await bench.createCaller()
    const before = lines.length
    await servers.redis.kill()
    await until(async () => !(await isReady(bench)), 'not ready')
    for (let time = 0; time < 5; time++)
      assertError(await bench.product('B0SHLFX301', key), 503, { error: 'unavailable' })
    await sleep(3000)
    const said = lines
      .slice(before)
      .map((line) => JSON.parse(line) as { readonly level: string; readonly msg: string })
      // Each request has a line of its own.
      .flatMap(({ level, msg }) => (level === 'info' ? [] : [msg]))
    const repeated = said.filter((text, index) => said.indexOf(text) !== index)
    await servers.redis.start()
    await until(() => isReady(bench), 'ready again')
    await bench.close()
    assert.deepEqual(repeated, [])
  })

  test('a database that was restored is 503 for processes that used it, not ready, and an alert; restarted ones work', async (t) => {
    const inbox = await openInbox(500, 204)
    t.after(inbox.close)
    const bench = await start(inbox)
    const { key, workspace } = await bench.createCaller()
    const restore = await servers.postgres.copyData()
    await until(() => isReady(bench), 'ready after a restart of the server')
    const later = await bench.createKey(workspace)
    await restore()
    for (const one of [key, later.fullKey]) {
      const answer = await bench.product('B0SHLFX301', one)
      assertError(answer, 503, { error: 'unavailable' })
      assert.equal(headerOf(answer, 'Svc-Reason'), 'store')
    }
    await until(async () => !(await isReady(bench)), 'not ready')
    await until(() => inbox.posts.length > 0, 'the alert')
    const [alert] = alertsOf(inbox)
    assert.equal(alert?.type, 'store.lost')
    assert.match(alert.problem, /older than before: it was restored/)
    await bench.close()
    const again = await start(inbox)
    assert.equal((await again.product('B0SHLFX301', key)).status, 200)
    assert.deepEqual(jsonOf(await again.product('B0SHLFX301', later.fullKey)), { error: 'unauthorized' })
    await again.close()
  })
})
