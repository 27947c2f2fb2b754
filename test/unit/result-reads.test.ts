import assert from 'node:assert/strict'
import { randomFillSync } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { compressStream } from '../../adapters/http/route/compress.ts'
import { pacedStream } from '../../adapters/http/route/paced-stream.ts'
import { ResultReads } from '../../adapters/http/route/result-reads.ts'

const WAIT_MS = 5000

test('640 readers of one workspace take four turns, and another workspace has its turn at once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const reads = new ResultReads({ total: 64, perWorkspace: 4, waitMs: WAIT_MS })
  let begun = 0
  let refused = 0
  const releases: (() => void)[] = []
  const attacks = Array.from({ length: 640 }, async () => {
    const release = await reads.take('attacker')
    if (release === null) refused++
    else {
      begun++
      releases.push(release)
    }
  })
  const own = await reads.take('victim')
  assert.ok(own !== null)
  assert.equal(begun, 4)
  // Who ends twice does not free two turns.
  const [first] = releases
  first?.()
  first?.()
  await Promise.resolve()
  await Promise.resolve()
  assert.equal(begun, 5)
  own()
  t.mock.timers.tick(WAIT_MS)
  await Promise.all(attacks)
  assert.deepEqual([begun, refused], [5, 635])
})

test('the process has a number of turns for all workspaces, and the reader that has waited longest is next', async () => {
  const reads = new ResultReads({ total: 2, perWorkspace: 2, waitMs: WAIT_MS })
  const [a, b] = [await reads.take('a'), await reads.take('b')]
  const order: string[] = []
  const waiting = ['c', 'a', 'd'].map(async (id) => {
    const release = await reads.take(id)
    order.push(id)
    release?.()
  })
  assert.deepEqual(order, [])
  a?.()
  await Promise.all(waiting)
  assert.deepEqual(order, ['c', 'a', 'd'])
  b?.()
})

/** Random, so that compression makes it no shorter. */
const PIECE = randomFillSync(new Uint8Array(64 * 1024))

function startStream(pieces: number) {
  const seen = { read: 0, released: 0, ended: false }
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (; seen.read < pieces;) {
        seen.read++
        yield PIECE
      }
    } finally {
      seen.ended = true
    }
  }
  const release = (): void => {
    seen.released++
  }
  return { stream: pacedStream(body(), release), seen }
}

function startPlain(pieces: number) {
  const { stream, seen } = startStream(pieces)
  return { reader: stream.getReader(), seen }
}

test('pieces are read as they are taken, and the turn ends with the last', async () => {
  const { reader, seen } = startPlain(2)
  await reader.read()
  assert.deepEqual(seen, { read: 1, released: 0, ended: false })
  await reader.read()
  assert.deepEqual(await reader.read(), { done: true, value: undefined })
  assert.deepEqual(seen, { read: 2, released: 1, ended: true })
})

test('a client that reads below the least rate is cut off, and its turn ends', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { reader, seen } = startPlain(100)
  for (let count = 0; count < 10; count++) {
    await reader.read()
    t.mock.timers.tick(16_000)
  }
  assert.equal(seen.released, 0)
  await reader.read()
  t.mock.timers.tick(17_000)
  await assert.rejects(reader.read(), /reads too slowly/)
  assert.deepEqual(seen, { read: 11, released: 1, ended: true })
})

test('a client that leaves ends its turn, also before it has read', async () => {
  for (const count of [0, 1]) {
    const { reader, seen } = startPlain(3)
    for (let at = 0; at < count; at++) await reader.read()
    await reader.cancel()
    assert.equal(seen.released, 1)
  }
})

test('results that can not be read end the turn and the answer', async () => {
  let released = 0
  // eslint-disable-next-line require-yield
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    throw new Error('the store is down')
  }
  const reader = pacedStream(broken(), () => released++).getReader()
  await assert.rejects(reader.read(), /the store is down/)
  assert.equal(released, 1)
})

function startCompressed(pieces: number) {
  const { stream, seen } = startStream(pieces)
  return { reader: compressStream(stream, createGzip()).getReader(), seen }
}

test('a compressed answer that is not read makes few pieces, and is cut off', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { reader, seen } = startCompressed(1000)
  await reader.read()
  const cut = reader.closed.catch((error: unknown) => String(error))
  while (seen.released === 0) {
    t.mock.timers.tick(1000)
    await nextTurn()
  }
  assert.match(String(await cut), /reads too slowly/)
  assert.ok(seen.read < 10, `${seen.read} pieces`)
  assert.ok(seen.ended)
})

test('a client that leaves a compressed answer ends its turn', async () => {
  const { reader, seen } = startCompressed(1000)
  await reader.read()
  await reader.cancel()
  while (seen.released === 0) await nextTurn()
  assert.deepEqual([seen.released, seen.ended], [1, true])
})

test('a compressed answer has all pieces', async () => {
  const { reader, seen } = startCompressed(20)
  let sizeBytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) sizeBytes += part.value.length
  assert.ok(sizeBytes > 20 * PIECE.length)
  assert.deepEqual(seen, { read: 20, released: 1, ended: true })
})
