import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import * as v from 'valibot'
import { verifyWebhook } from '../../adapters/work/webhook/signature.ts'
import { spendingEventSchema } from '../../core/contract/index.ts'
import { startBench, type BenchOptions } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const MINUTE_MS = 60_000

test('a spending cap that is reached is a signed event, repeated until the receiver takes it', async () => {
  const received: Received[] = []
  const statuses = [500]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(statuses.shift() ?? 204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  after(() => server.close())
  let offset = 0
  const masterKey = 'a master key of thirty-two characters or more'
  const settings = {
    SHELFMARK_BATCH_INTERVAL_MS: '200',
    SHELFMARK_WEBHOOK_ALLOW: origin,
    SHELFMARK_MASTER_KEY: masterKey,
  }
  const options: BenchOptions = { epochMs: () => Date.now() + offset, settings }

  const first = await startBench(options)
  const { key, workspace } = await first.createCaller({ payAsYouGo: true, spendingCap: 12 })
  for (const wrong of ['http://example.com/', 'https://10.0.0.1/', 'https://localhost/', 'none', '']) {
    await assert.rejects(
      first.administrate('workspaces.update', { workspace, eventsUrl: wrong }),
      /eventsUrl/,
      `accepts ${wrong}`,
    )
  }
  const set = await first.administrate('workspaces.update', { workspace, eventsUrl: `${origin}/events` })
  const again = await first.administrate('workspaces.update', { workspace, eventsUrl: `${origin}/events?a=1` })
  assert.equal(again.eventsUrl, `${origin}/events?a=1`)
  const secret = again.eventsSecret ?? ''
  assert.match(secret, /^whsec_/)
  assert.notEqual(secret, set.eventsSecret)
  const other = await first.administrate('workspaces.update', { workspace, payAsYouGo: true })
  assert.deepEqual([other.eventsUrl, other.eventsSecret], [again.eventsUrl, null])
  assert.ok(!JSON.stringify(await first.administrate('workspaces.list', {})).includes('whsec_'))
  const { entries } = await first.administrate('audit.list', { from: '2020-01-01', to: '2100-01-01' })
  assert.ok(!JSON.stringify(entries).includes(origin))
  assert.equal((await first.product('B0SHLFX301', key)).status, 200)
  assert.equal((await first.product('B0SHLFX301', key)).status, 200)
  await first.stop()

  // A server looks for thresholds when it starts, and then once a minute. 80 and 100 % are reached: two events.
  const second = await startBench({ ...options, folder: first.folder })
  await until(() => received.length >= 2, 'the events')
  const [refused] = received
  assert.ok(refused)
  offset += MINUTE_MS
  await until(() => received.length === 3, 'the second attempt')
  const repeated = received[2]
  assert.ok(repeated !== undefined)
  const attempts = received.filter(({ body }) => body.equals(refused.body))
  assert.deepEqual(attempts, [refused, repeated])
  assert.equal(repeated.headers['webhook-id'], refused.headers['webhook-id'])
  const events = received.slice(0, 2).map(({ body }) => v.parse(spendingEventSchema, JSON.parse(body.toString())))
  const facts = events.map(({ percent, spending_cap, used }) => `${percent} ${spending_cap} ${used}`)
  assert.deepEqual(new Set(facts), new Set(['80 12 10', '100 12 10']))
  for (const { headers, body } of received) {
    const { id, workspace: own } = JSON.parse(body.toString()) as { id: string; workspace: string }
    assert.deepEqual([headers['webhook-id'], own], [id, workspace])
    assert.equal(headers['x-svc-event'], 'spending.threshold')
    assert.equal(headers['x-svc-batch-id'], undefined)
    assert.equal(await verifyWebhook(body, String(headers['x-svc-signature']), secret), true)
    const now = (): number => Date.now() + offset
    assert.equal(await verifyWebhook(body, headers, secret, { now }), true)
    assert.equal(await verifyWebhook(body, headers, set.eventsSecret ?? '', { now }), false)
  }
  const resealed = await second.administrate('secrets.reseal', {})
  assert.deepEqual([resealed.resealed, resealed.unreadable], [0, 0])
  await second.stop()

  const third = await startBench({
    ...options,
    folder: first.folder,
    settings: { ...settings, SHELFMARK_MASTER_KEY: `another ${masterKey}`, SHELFMARK_MASTER_KEY_OLD: masterKey },
  })
  assert.equal((await third.administrate('secrets.reseal', {})).resealed, 1)
  const none = await third.administrate('workspaces.update', { workspace, eventsUrl: null })
  assert.deepEqual([none.eventsUrl, none.eventsSecret], [null, null])
  await third.close()
  assert.equal(received.length, 3)
})
