import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { jsonOf, startBench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'
import { openInbox } from '../support/webhook-inbox.ts'

/** A receiver that never answers. */
async function openDeadEnd() {
  const seen = { open: 0, most: 0 }
  const server = createServer(() => undefined)
  server.on('connection', (socket) => {
    seen.open++
    seen.most = Math.max(seen.most, seen.open)
    socket.on('error', () => undefined).on('close', () => seen.open--)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close }
}

test('webhooks to a receiver that never answers have two connections, and the webhooks of others are sent', async () => {
  const [dead, good] = [await openDeadEnd(), await openInbox()]
  after(() => {
    dead.close()
    good.close()
  })
  const bench = await startBench({
    settings: {
      SHELFMARK_BATCH_INTERVAL_MS: '200',
      SHELFMARK_WEBHOOK_ALLOW: `${dead.origin},${good.origin}`,
      SHELFMARK_DRAIN_MS: '0',
    },
  })
  const [attacker, victim] = [await bench.createCaller(), await bench.createCaller()]
  const create = async (key: string, origin: string): Promise<void> => {
    const items = [{ query: 'B0SHLFX301' }]
    const answer = await bench.createBatch(key, { endpoint: 'market.product', items, webhook_url: `${origin}/hook` })
    assert.equal(answer.status, 201, JSON.stringify(jsonOf(answer)))
  }
  for (let count = 0; count < 12; count++) await create(attacker.key, dead.origin)
  await until(() => dead.seen.open > 0, 'an attempt at the dead receiver')
  for (let count = 0; count < 5; count++) await create(victim.key, good.origin)
  await until(() => good.posts.length === 5, 'the webhooks of the other workspace')
  assert.ok(dead.seen.most <= 2, `${dead.seen.most} connections`)
  await bench.close()
})
