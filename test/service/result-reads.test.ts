import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { BATCH, jsonOf, startBench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

interface Batch {
  readonly id: string
  readonly status: string
  readonly results: readonly unknown[]
}

/** More than the buffers of a connection hold. */
const ITEMS = 150

test('a workspace reads four answers with results at a time; others wait, and another workspace does not', async () => {
  const bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '200', SHELFMARK_BATCH_ITEMS: '1000' } })
  const callers = [await bench.createCaller(), await bench.createCaller()] as const
  const items = Array.from({ length: ITEMS }, () => ({ query: 'B0SHLFX301', add_html: true }))
  const create = async (key: string): Promise<string> =>
    (jsonOf(await bench.createBatch(key, { endpoint: 'market.product', items })) as Batch).id
  const ids = await Promise.all(callers.map(({ key }) => create(key)))
  const [attack = '', own = ''] = ids
  for (const [at, id] of ids.entries()) {
    const poll = async () =>
      jsonOf(await bench.call(`${BATCH}/${id}?limit=0`, { key: callers[at]?.key ?? '' })) as Batch
    await until(async () => (await poll()).status === 'complete', 'the end of the batch')
  }

  let answered = 0
  const open = async (): Promise<Socket> => {
    const socket = connect({ port: bench.port, host: '127.0.0.1' })
    await once(socket, 'connect')
    // Reads the status, and no more. One that waits too long for its turn gets 429.
    socket.once('readable', () => {
      if (String(socket.read(12)) === 'HTTP/1.1 200') answered++
    })
    socket.write(`GET ${BATCH}/${attack} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${callers[0].key}\r\n\r\n`)
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: 8 }, open))
  await until(() => answered >= 4, 'four answers')
  const read = jsonOf(await bench.call(`${BATCH}/${own}`, { key: callers[1].key })) as Batch
  assert.equal(read.results.length, ITEMS)
  assert.equal(answered, 4)
  for (const socket of sockets) socket.destroy()
  // Clients that left have ended their turns, those that waited as well.
  const again = async () => (await bench.call(`${BATCH}/${attack}`, { key: callers[0].key })).status === 200
  await until(again, 'a turn for the first workspace')
  await bench.close()
})
