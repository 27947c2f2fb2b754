import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertInvalid, BATCH, PRODUCT, SEARCH, startBench } from '../support/service-bench.ts'

const bench = await startBench()
after(() => bench.close())
const { key } = await bench.createCaller()
const created = await bench.createBatch(key, { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] })
const { id } = JSON.parse(created.bytes.toString()) as { id: string }

for (const [target, misspelled, unknown] of [
  [`${PRODUCT}?query=B0SHLFX301`, 'explian=true', 'utm_source=x'],
  [`${SEARCH}?query=kettle`, 'start_pge=2', 'utm_source=x'],
  [`${BATCH}?`, 'limti=5', 'page=2'],
  [`${BATCH}/${id}?`, 'ofset=5', 'page=2'],
  ['/api/v1/usage?', 'form=2026-05-01', 'group=day'],
] as const) {
  test(`${target} refuses ${misspelled}, and ignores ${unknown}`, async () => {
    const refused = await bench.call(`${target}&${misspelled}`, { key })
    assertInvalid(refused, [misspelled.split('=')[0] ?? ''])
    assert.equal((await bench.call(`${target}&${unknown}`, { key })).status, 200)
  })
}

test('a request with a misspelled name is not charged', async () => {
  // The item of the batch is charged to the other workspace meanwhile.
  const own = await bench.createCaller()
  assertInvalid(await bench.product('B0SHLFX301', own.key, '&domian=de'), ['domian'])
  assert.deepEqual(await bench.readUsage(own.workspace), [])
})

test('a batch with a misspelled name is not created', async () => {
  const items = [{ query: 'B0SHLFX301' }, { query: 'B0SHLFX302', lanugage: 'de_DE' }]
  assertInvalid(await bench.createBatch(key, { endpoint: 'market.product', items }), ['items[1].lanugage'])
})
