import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { ALL_DAYS, charge, createCaller, NOW, readCredits, refuses, reserve, type Check } from './store-caller.ts'

/** Credits are reserved before work, and only once. */
export function checkReservations(check: Check): void {
  check('concurrent requests never reserve the same credits', async (store) => {
    const { workspaceId } = await createCaller(store)
    const asked = Array.from({ length: 1100 }, () => store.ledger.reserve(workspaceId, 5, NOW))
    const outcomes = await Promise.all(asked)
    const granted = outcomes.filter((outcome) => outcome !== 'insufficient_credits')
    assert.equal(granted.length, 1000)
    assert.equal(await store.ledger.reserve(workspaceId, 1, NOW), 'insufficient_credits')
    await reserve(store, workspaceId, 0)
    const [first] = granted
    assert.ok(first)
    await store.ledger.release(first)
    await store.ledger.release(first)
    await reserve(store, workspaceId, 5)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
  })

  check('credits that a request did not use are free for others', async (store) => {
    const { key, workspaceId } = await createCaller(store)
    const reservation = await reserve(store, workspaceId, 5000)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
    await store.ledger.settle(reservation, { chargeId: 'a', keyId: key.id, record: 'search', credits: 15 })
    assert.equal(await store.ledger.reserve(workspaceId, 4990, NOW), 'insufficient_credits')
    await reserve(store, workspaceId, 4985)
  })

  check('each month has its allowance, and a charge counts for the month of its reservation', async (store) => {
    const { key, workspaceId } = await createCaller(store)
    const lastMoment = Date.parse('2026-03-31T23:59:59.999Z')
    const reservation = await reserve(store, workspaceId, 5000, lastMoment)
    assert.equal(await store.ledger.reserve(workspaceId, 5, lastMoment), 'insufficient_credits')
    await reserve(store, workspaceId, 5000, lastMoment + 1)
    assert.equal(await store.ledger.reserve(workspaceId, 5, lastMoment + 1), 'insufficient_credits')
    await store.ledger.settle(reservation, { chargeId: 'a', keyId: key.id, record: 'product', credits: 5 })
    await reserve(store, workspaceId, 4995, lastMoment)
    assert.deepEqual(
      (await store.ledger.usage(workspaceId, ALL_DAYS)).map(({ day }) => day),
      ['2026-03-31'],
    )
  })

  check('a workspace with pay-as-you-go is not stopped, and a larger plan counts at once', async (store) => {
    const { workspaceId } = await createCaller(store)
    await reserve(store, workspaceId, 5000)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
    await store.workspaces.update(workspaceId, { payAsYouGo: true })
    await reserve(store, workspaceId, 5000)
    await store.workspaces.update(workspaceId, { payAsYouGo: false })
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
    await store.workspaces.update(workspaceId, { plan: 'vibe' })
    await reserve(store, workspaceId, 115_000)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
  })

  check('a spending cap stops a workspace, also one with pay-as-you-go, in its month', async (store) => {
    const { workspaceId } = await createCaller(store, { payAsYouGo: true, spendingCap: 6000 })
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => store.ledger.reserve(workspaceId, 500, NOW)))
    const granted = outcomes.flatMap((outcome) => (outcome === 'insufficient_credits' ? [] : [outcome]))
    assert.equal(granted.length, 12)
    assert.deepEqual(
      granted.map(({ leftCredits }) => leftCredits).toSorted((a, b) => b - a),
      Array.from({ length: 12 }, (_, index) => 4500 - 500 * index),
    )
    assert.equal(await store.ledger.reserve(workspaceId, 1, NOW), 'insufficient_credits')
    await reserve(store, workspaceId, 0)
    await reserve(store, workspaceId, 6000, NOW + 31 * 86_400_000)
    await store.workspaces.update(workspaceId, { spendingCap: 6005 })
    await reserve(store, workspaceId, 5)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
    await store.workspaces.update(workspaceId, { spendingCap: 0 })
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
    await store.workspaces.update(workspaceId, { spendingCap: null })
    await reserve(store, workspaceId, 5)
  })

  check('the plan unlimited grants more than a month can use, without pay-as-you-go', async (store) => {
    const { workspaceId } = await createCaller(store)
    await store.workspaces.update(workspaceId, { plan: 'unlimited' })
    await reserve(store, workspaceId, 4_000_000_000)
    await reserve(store, workspaceId, 1_000_000_000)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
  })

  check('credits that are not a whole number are refused', async (store) => {
    const { workspaceId } = await createCaller(store)
    for (const credits of [-5, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await refuses('invalid_charge', store.ledger.reserve(workspaceId, credits, NOW))
    }
    await reserve(store, workspaceId, 5000)
  })
}

/** Charges are written once, and summed. */
export function checkCharges(check: Check): void {
  check('a charge is written once, no matter how many times it is settled', async (store) => {
    const caller = await createCaller(store)
    const { workspaceId, key } = caller
    const asked = Array.from({ length: 50 }, () => charge(store, caller, 'same'))
    const outcomes = await Promise.all(asked)
    assert.deepEqual(outcomes.toSorted(), [...Array<string>(49).fill('already_charged'), 'charged'])
    assert.equal(await charge(store, caller, 'same'), 'already_charged')

    const reservation = await reserve(store, workspaceId, 5)
    const settled = { chargeId: 'other', keyId: key.id, record: 'product', credits: 5 } as const
    const both = [store.ledger.settle(reservation, settled), store.ledger.settle(reservation, settled)]
    assert.deepEqual(await Promise.all(both), ['charged', 'already_charged'])
    assert.equal(await store.ledger.settle(reservation, settled), 'already_charged')

    assert.equal(await readCredits(store, workspaceId), 10)
    await reserve(store, workspaceId, 4990)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
  })

  check('used credits are those that were charged in the month', async (store) => {
    const caller = await createCaller(store)
    const { workspaceId } = caller
    assert.equal(await store.ledger.usedCredits(workspaceId, NOW), 0)
    await charge(store, caller, 'one')
    await charge(store, caller, 'next month', Date.parse('2026-04-01T00:00:00Z'))
    await reserve(store, workspaceId, 50)
    assert.equal(await store.ledger.usedCredits(workspaceId, NOW), 5)
    await refuses('unknown_workspace', store.ledger.usedCredits('none', NOW))
  })

  check('the same charge id in another workspace is another charge', async (store) => {
    const callers = [await createCaller(store), await createCaller(store)]
    for (const caller of callers) assert.equal(await charge(store, caller, 'same'), 'charged')
    for (const { workspaceId } of callers) assert.equal(await readCredits(store, workspaceId), 5)
    assert.deepEqual(await store.ledger.check(), { charges: 2, credits: 10, differences: [] })
  })

  check('invalid charges are refused, write nothing, and leave other charges alone', async (store) => {
    const caller = await createCaller(store)
    const stranger = await createCaller(store)
    const { workspaceId, key } = caller
    const ours = { chargeId: 'a', keyId: key.id, record: 'product', credits: 5 } as const
    const invalid = [
      ['invalid_charge', { ...ours, credits: 10 }],
      ['invalid_charge', { ...ours, credits: 2.5 }],
      ['invalid_charge', { ...ours, credits: -5 }],
      ['unknown_key', { ...ours, keyId: 'key_none' }],
      ['unknown_key', { ...ours, keyId: stranger.key.id }],
    ] as const
    const others = Array.from({ length: 10 }, (_, index) => charge(store, caller, `other ${index}`))
    for (const [code, charge] of invalid)
      await refuses(code, store.ledger.settle(await reserve(store, workspaceId, 5), charge))
    await Promise.all(others)

    const released = await reserve(store, workspaceId, 5)
    await store.ledger.release(released)
    await refuses('reservation_closed', store.ledger.settle(released, ours))
    const settled = await reserve(store, workspaceId, 5)
    const twice = [
      store.ledger.settle(settled, { ...ours, chargeId: 'b' }),
      store.ledger.settle(settled, { ...ours, chargeId: 'c' }),
    ]
    const [first, second] = await Promise.allSettled(twice)
    assert.equal(first?.status, 'fulfilled')
    assert.equal(second?.status, 'rejected')
    await store.ledger.release(settled)

    assert.equal(await readCredits(store, workspaceId), 55)
    await reserve(store, workspaceId, 4945)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
  })

  check('usage is summed by day, key and kind, also for revoked keys', async (store) => {
    const { key, workspaceId } = await createCaller(store)
    const second = await store.keys.create(workspaceId, { mode: 'live', name: 'second' })
    const times = [
      '2026-02-28T23:59:59.999Z',
      '2026-03-01T00:00:00Z',
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00Z',
    ]
    for (const [index, time] of times.entries()) {
      const reservation = await reserve(store, workspaceId, 50, Date.parse(time))
      await store.ledger.settle(reservation, { chargeId: `p${index}`, keyId: key.id, record: 'product', credits: 5 })
      const other = await reserve(store, workspaceId, 50, Date.parse(time))
      await store.ledger.settle(other, { chargeId: `s${index}`, keyId: second.key.id, record: 'search', credits: 15 })
    }
    const reservation = await reserve(store, workspaceId, 50, Date.parse(times[1] ?? ''))
    await store.ledger.settle(reservation, { chargeId: 'x', keyId: key.id, record: 'search', credits: 10 })
    await store.keys.revoke(key.id)

    const rows = await store.ledger.usage(workspaceId, { from: '2026-03-01', to: '2026-03-01' })
    const expected = [
      { day: '2026-03-01', keyId: key.id, record: 'product', charges: 2, credits: 10 },
      { day: '2026-03-01', keyId: key.id, record: 'search', charges: 1, credits: 10 },
      { day: '2026-03-01', keyId: second.key.id, record: 'search', charges: 2, credits: 30 },
    ]
    assert.deepEqual(
      rows,
      expected.toSorted((a, b) => (a.keyId === b.keyId ? 0 : a.keyId < b.keyId ? -1 : 1)),
    )
    const days = (await store.ledger.usage(workspaceId, ALL_DAYS)).map(({ day }) => day)
    assert.deepEqual(days, days.toSorted())
    assert.deepEqual(new Set(days), new Set(['2026-02-28', '2026-03-01', '2026-03-02']))
    assert.deepEqual(await store.ledger.usage(workspaceId, { from: '2026-04-01', to: '2026-04-30' }), [])
    assert.deepEqual(await store.ledger.check(), { charges: 9, credits: 90, differences: [] })
  })

  check('a request that ends after its key was revoked is charged', async (store) => {
    const caller = await createCaller(store)
    await store.keys.revoke(caller.key.id)
    assert.equal(await charge(store, caller, 'a'), 'charged')
  })

  check('in any order of calls, usage is the sum of the charges', async (store) => {
    const step = fc.record({
      end: fc.constantFrom('settle', 'settle', 'release', 'settle twice'),
      id: fc.nat({ max: 30 }),
      reserved: fc.nat({ max: 50 }),
      share: fc.integer({ min: 0, max: 100 }),
      pause: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { key, workspaceId } = await createCaller(store)
        const charged = new Map<string, number>()
        const running = steps.map(async ({ end, id, reserved, share, pause }) => {
          const reservation = await reserve(store, workspaceId, reserved)
          if (pause) await new Promise((resolve) => setImmediate(resolve))
          if (end === 'release') return store.ledger.release(reservation)
          const credits = Math.floor((reserved * share) / 100)
          const charge = { chargeId: String(id), keyId: key.id, record: 'search', credits } as const
          const settled = [
            store.ledger.settle(reservation, charge),
            ...(end === 'settle' ? [] : [store.ledger.settle(reservation, charge)]),
          ]
          const [outcome, again] = await Promise.all(settled)
          if (outcome === 'charged') charged.set(charge.chargeId, credits)
          if (again !== undefined) assert.equal(again, 'already_charged')
        })
        await Promise.all(running)
        const credits = [...charged.values()].reduce((sum, credits) => sum + credits, 0)
        const rows = await store.ledger.usage(workspaceId, ALL_DAYS)
        assert.equal(rows[0]?.charges ?? 0, charged.size)
        assert.equal(rows[0]?.credits ?? 0, credits)
        await reserve(store, workspaceId, 5000 - credits)
        assert.equal(await store.ledger.reserve(workspaceId, 1, NOW), 'insufficient_credits')
      }),
      { numRuns: 20 },
    )
    assert.deepEqual((await store.ledger.check()).differences, [])
  })
}
