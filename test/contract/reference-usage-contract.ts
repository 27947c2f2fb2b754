import assert from 'node:assert/strict'
import type { Store } from '../../adapters/store/store.ts'
import { DAY_MS, dayOf, MAX_REFERENCES_PER_DAY } from '../../core/policy/index.ts'
import { claim, create, createCaller, DAY, fail, readUsage, succeed, type Caller } from './batch-calls.ts'
import { ALL_DAYS, NOW, refuses, type Check } from './store-caller.ts'

const item = (reference?: unknown): string => JSON.stringify({ query: 'B0SHLFX301', reference })

/** Charges are summed by the references of items. */
export function checkReferenceUsage(check: Check): void {
  const read = async (
    store: Store,
    { workspaceId }: Caller,
    days = ALL_DAYS,
  ): Promise<readonly (readonly unknown[])[]> => {
    const usage = await store.ledger.usageByReference(workspaceId, days)
    return usage.map(({ reference, record, charges, credits }) => [reference, record, charges, credits])
  }

  check('what items cost is summed by their references', async (store, data) => {
    const [caller, other] = [await createCaller(store), await createCaller(store)]
    const odd = 'größe: 7 * "x"\n🫖'
    await create(store, caller, 1, {
      inputs: [item('B'), item('A'), item('A'), item(odd), item(), item(''), item(null)],
    })
    const first = await claim(store)
    assert.equal(first.length, 7)
    for (const one of first.slice(0, 4)) assert.equal(await succeed(store, caller, one), 'committed')
    const [again] = first
    assert.ok(again)
    assert.equal(await succeed(store, caller, again), 'already_committed')
    for (const one of first.slice(4)) assert.equal(await succeed(store, caller, one, NOW + DAY), 'committed')
    await create(store, caller, 1, { inputs: [item('A'), item('A')], endpoint: 'market.search' })
    const [later, failed] = await claim(store)
    assert.ok(later && failed)
    assert.equal(await succeed(store, caller, later, NOW + DAY), 'committed')
    assert.equal(await fail(store, failed, NOW + DAY), 'committed')
    await create(store, other, 1, { inputs: [item('A')] })
    for (const one of await claim(store)) await succeed(store, other, one)
    const expected = [
      ['A', 'product', 2, 10],
      ['A', 'search', 1, 5],
      ['B', 'product', 1, 5],
      [odd, 'product', 1, 5],
    ]
    assert.deepEqual(await read(store, caller), expected)
    assert.deepEqual(await readUsage(store, caller), [8, 40])
    const [today, tomorrow] = [dayOf(NOW), dayOf(NOW + DAY)]
    assert.deepEqual(await read(store, caller, { from: tomorrow, to: tomorrow }), [['A', 'search', 1, 5]])
    assert.deepEqual((await read(store, caller, { from: today, to: today })).length, 3)
    assert.deepEqual(await read(store, other), [['A', 'product', 1, 5]])
    await refuses('unknown_workspace', store.ledger.usageByReference('ws_none', ALL_DAYS))
    await store.close()
    const opened = await data.open()
    assert.deepEqual(await read(opened, caller), expected)
    await opened.ledger.forgetReferences(dayOf(NOW - 90 * DAY_MS))
    assert.deepEqual(await read(opened, caller), expected)
    await opened.close()
  })

  check('of a day, so many references are kept apart as fit, those that came first', async (store) => {
    const caller = await createCaller(store)
    const inputs = Array.from({ length: MAX_REFERENCES_PER_DAY + 1 }, (_, index) => item(`row ${index}`))
    await create(store, caller, 1, { inputs: [...inputs, item('row 0')] })
    const claims = await claim(store, inputs.length + 1)
    for (const one of claims) await succeed(store, caller, one)
    const rows = await read(store, caller)
    assert.equal(rows.length, MAX_REFERENCES_PER_DAY)
    assert.deepEqual(
      rows.filter(([name]) => [`row ${MAX_REFERENCES_PER_DAY}`, 'row 0'].includes(String(name))),
      [['row 0', 'product', 2, 10]],
    )
    assert.deepEqual(await readUsage(store, caller), [inputs.length + 1, 5 * (inputs.length + 1)])
    // The next day begins anew.
    await create(store, caller, 1, { inputs: [item('another')] })
    for (const one of await claim(store)) await succeed(store, caller, one, NOW + DAY)
    const tomorrow = dayOf(NOW + DAY)
    assert.deepEqual(await read(store, caller, { from: tomorrow, to: tomorrow }), [['another', 'product', 1, 5]])
  })
}
