import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapInOrder } from '../../adapters/pages/pool/map-in-order.ts'
import { until } from '../support/wait.ts'

const hang = (): Promise<never> => new Promise(() => undefined)

/** Counts what is taken from it. */
function counted(total: number) {
  const state = { taken: 0, isEnded: false }
  function* inputs() {
    try {
      for (let input = 0; input < total; input++) {
        state.taken++
        yield input
      }
    } finally {
      state.isEnded = true
    }
  }
  return { state, inputs: inputs() }
}

test('outputs come in the order of the inputs, whichever is ready first', async () => {
  const resolvers: (() => void)[] = []
  const work = (input: number): Promise<number> =>
    new Promise((resolve) => resolvers.unshift(() => resolve(input * 10)))
  const outputs = mapInOrder([1, 2, 3], work, { room: 3 })
  const read: number[] = []
  const reading = (async () => {
    for await (const output of outputs) read.push(output)
  })()
  await until(() => resolvers.length === 3, 'all inputs are worked on')
  for (const resolve of resolvers) resolve()
  await reading
  assert.deepEqual(read, [10, 20, 30])
})

test('an input is taken only when there is room for it', async () => {
  const { state, inputs } = counted(100)
  const outputs = mapInOrder(inputs, async (input) => input, { room: 4 })
  assert.equal(state.taken, 0)
  for (let read = 0; read < 50; read++) {
    assert.equal((await outputs.next()).value, read)
    assert.ok(state.taken <= read + 4, `${state.taken} inputs were taken for ${read + 1} outputs`)
  }
  await outputs.return()
  assert.ok(state.isEnded)
  assert.ok(state.taken < 60)
})

test('an output that is ready does not wait for a next input', async () => {
  async function* inputs() {
    yield 1
    await hang()
  }
  const outputs = mapInOrder(inputs(), async (input) => input, { room: 4 })
  assert.deepEqual(await outputs.next(), { done: false, value: 1 })
})

test('an error of the inputs comes after the outputs of the inputs before it', async () => {
  function* inputs() {
    yield 1
    yield 2
    throw new Error('no third')
  }
  const read: number[] = []
  const outputs = mapInOrder(inputs(), async (input) => input, { room: 8 })
  await assert.rejects(async () => {
    for await (const output of outputs) read.push(output)
  }, /no third/)
  assert.deepEqual(read, [1, 2])
})

test('an error of the work comes in its turn, and ends the inputs', async () => {
  const { state, inputs } = counted(100)
  const read: number[] = []
  const outputs = mapInOrder(inputs, async (input) => (input === 2 ? Promise.reject(new Error('two')) : input), {
    room: 4,
  })
  await assert.rejects(async () => {
    for await (const output of outputs) read.push(output)
  }, /two/)
  assert.deepEqual([read, state.isEnded], [[0, 1], true])
})

test('an abort ends it at once, also while work or inputs hang', async () => {
  for (const inputs of [[1], { [Symbol.asyncIterator]: () => ({ next: hang }) }]) {
    const controller = new AbortController()
    const outputs = mapInOrder<number, never>(inputs, hang, { room: 1, signal: controller.signal })
    const next = outputs.next()
    controller.abort(new Error('enough'))
    await assert.rejects(next, /enough/)
  }
  const aborted = AbortSignal.abort(new Error('before'))
  await assert.rejects(mapInOrder([1], hang, { room: 1, signal: aborted }).next(), /before/)
})
