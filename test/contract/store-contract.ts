import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Key } from '../../adapters/store/keys.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { StoreErrorCode } from '../../adapters/store/store-error.ts'
import { ShelfmarkError } from '../../core/index.ts'
import { KEY_SCOPES, parseKey } from '../../core/policy/index.ts'
import { closedMonthsContract } from './closed-months-contract.ts'
import { ALL_DAYS, createCaller, NOW, readCredits, reserve, type Check, type StoreData } from './store-caller.ts'
import { statisticsContract } from './statistics-contract.ts'
import { unansweredContract } from './unanswered-contract.ts'

export type { StoreData } from './store-caller.ts'

/** What every implementation of `Store` does. Each test has its own data. The clock always shows `NOW`. */
export function storeContract(name: string, createData: (epochMs: () => number) => Promise<StoreData>): void {
  const check = (title: string, run: (store: Store, data: StoreData) => Promise<void>) => {
    test(`${name}: ${title}`, async () => {
      const data = await createData(() => NOW)
      const store = await data.open()
      try {
        await run(store, data)
        await store.close()
      } finally {
        await data.remove()
      }
    })
  }
  checkWorkspaces(check)
  checkKeys(check)
  checkReservations(check)
  checkCharges(check)
  checkDurability(check)
  unansweredContract(check)
  closedMonthsContract(check)
  statisticsContract(check)
}

/** Asserts that a promise rejects with a code of `StoreError`. */
async function refuses(code: StoreErrorCode, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error: Error & { code?: string }) => {
    assert.equal(error.name, 'StoreError', error.stack)
    assert.equal(error.code, code)
    assert.ok(error.message.length > 10)
    return true
  })
}

/** Reserves and charges 5 credits. */
async function charge(
  store: Store,
  { key, workspaceId }: Awaited<ReturnType<typeof createCaller>>,
  chargeId: string,
  nowMs = NOW,
) {
  const reservation = await reserve(store, workspaceId, 5, nowMs)
  return store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'product', credits: 5 })
}

function checkWorkspaces(check: Check): void {
  check('workspaces are created, listed and changed', async (store) => {
    const first = await store.workspaces.create({ name: 'First' })
    const { id, ...rest } = first
    assert.ok(id.length >= 8)
    assert.deepEqual(rest, { name: 'First', plan: 'free', payAsYouGo: false, overrides: {}, createdAtMs: NOW })
    const overrides = { sustainedPerSecond: 100 }
    const second = await store.workspaces.create({ name: 'Zweite „日本“', plan: 'custom', payAsYouGo: true, overrides })
    assert.deepEqual(await store.workspaces.list(), [first, second])

    const changed = await store.workspaces.update(first.id, { plan: 'pro' })
    assert.deepEqual(changed, { ...first, plan: 'pro' })
    const again = await store.workspaces.update(first.id, { payAsYouGo: true, name: 'Erste', overrides })
    assert.deepEqual(again, { ...first, plan: 'pro', payAsYouGo: true, name: 'Erste', overrides })
    assert.deepEqual(await store.workspaces.list(), [again, second])
  })

  check('a probe writes, and changes nothing that is read', async (store) => {
    const workspace = await store.workspaces.create({ name: 'First' })
    for (let times = 0; times < 3; times++) await store.probe()
    assert.deepEqual(await store.workspaces.list(), [workspace])
    await store.close()
    await refuses('closed', store.probe())
  })

  check('of concurrent calls that create the first workspace, one does', async (store) => {
    const created = await Promise.all([1, 2, 3].map(() => store.workspaces.createFirst({ name: 'default' })))
    const made = created.filter((workspace) => workspace !== null)
    assert.deepEqual(await store.workspaces.list(), made)
    assert.equal(made.length, 1)
    assert.equal(await store.workspaces.createFirst({ name: 'default' }), null)
  })

  check('unknown workspaces and invalid overrides are refused', async (store) => {
    const { id } = await store.workspaces.create({ name: 'First' })
    const overrides = { sustainedPerSecond: 7 }
    await assert.rejects(store.workspaces.create({ name: 'Second', plan: 'custom', overrides }), ShelfmarkError)
    await assert.rejects(store.workspaces.update(id, { overrides }), ShelfmarkError)
    assert.deepEqual(
      (await store.workspaces.list()).map(({ overrides }) => overrides),
      [{}],
    )
    await refuses('unknown_workspace', store.workspaces.update('ws_none', { plan: 'pro' }))
    await refuses('unknown_workspace', store.keys.create('ws_none', { mode: 'live', name: 'main' }))
    await refuses('unknown_workspace', store.keys.list('ws_none'))
    await refuses('unknown_workspace', store.ledger.reserve('ws_none', 5, NOW))
    await refuses('unknown_workspace', store.ledger.usage('ws_none', ALL_DAYS))
  })
}

/** The last use is written some time after it. */
const withoutUse = (key: Key): Key => ({ ...key, lastUsedAtMs: null })

function checkKeys(check: Check): void {
  check('a full key is returned once, and identifies its caller', async (store) => {
    const workspace = await store.workspaces.create({ name: 'First' })
    for (const mode of ['live', 'test'] as const) {
      const { key, fullKey } = await store.keys.create(workspace.id, { mode, name: `a ${mode} key` })
      const { prefix } = key
      assert.deepEqual(parseKey(fullKey)?.prefix, prefix)
      const { id: keyId, ...rest } = key
      const expected = {
        mode,
        workspaceId: workspace.id,
        prefix,
        name: `a ${mode} key`,
        allowedAddresses: [],
        scopes: KEY_SCOPES,
        createdAtMs: NOW,
        expiresAtMs: null,
        lastUsedAtMs: null,
        revokedAtMs: null,
      }
      assert.deepEqual(rest, expected)
      // The second call may be answered from a cache.
      for (let time = 0; time < 2; time++) {
        const caller = { mode, keyId, prefix, allowedAddresses: [], scopes: KEY_SCOPES, workspace }
        assert.deepEqual(await store.keys.authenticate(fullKey), caller)
      }
      assert.ok(!JSON.stringify(await store.keys.list(workspace.id)).includes(fullKey.slice(21)))
    }
    assert.deepEqual(
      (await store.keys.list(workspace.id)).map(({ mode }) => mode),
      ['live', 'test'],
    )
  })

  check('anything but a full key of the store is unauthorized', async (store) => {
    const { fullKey } = await createCaller(store)
    const end = fullKey.endsWith('a') ? 'b' : 'a'
    const others = ['', 'x', fullKey.slice(1), fullKey.slice(0, -1), `${fullKey.slice(0, -1)}${end}`, `${fullKey} `]
    const otherKind = fullKey.replace('live', 'test')
    const otherPrefix = `svc_live_${'0'.repeat(12)}${fullKey.slice(21)}`
    for (const text of [...others, otherKind, otherPrefix])
      assert.equal(await store.keys.authenticate(text), 'unauthorized')
  })

  check('a revoked key is refused at once', async (store) => {
    const { key, fullKey } = await createCaller(store)
    assert.equal(typeof (await store.keys.authenticate(fullKey)), 'object')
    const revoked = withoutUse(await store.keys.revoke(key.id))
    assert.deepEqual(revoked, { ...key, revokedAtMs: NOW })
    assert.equal(await store.keys.authenticate(fullKey), 'revoked')
    const end = fullKey.endsWith('a') ? 'b' : 'a'
    assert.equal(await store.keys.authenticate(`${fullKey.slice(0, -1)}${end}`), 'unauthorized')
    assert.deepEqual(withoutUse(await store.keys.revoke(key.id)), revoked)
    assert.deepEqual((await store.keys.list(key.workspaceId)).map(withoutUse), [revoked])
    await refuses('unknown_key', store.keys.revoke('key_none'))
  })

  check('a workspace has at most 20 active keys, even when many are created at once', async (store) => {
    const { id } = await store.workspaces.create({ name: 'First' })
    const asked = Array.from({ length: 25 }, (_, index) => store.keys.create(id, { mode: 'test', name: String(index) }))
    const outcomes = await Promise.allSettled(asked)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 20)
    await refuses('too_many_keys', store.keys.create(id, { mode: 'live', name: 'one more' }))
    const keys = await store.keys.list(id)
    assert.equal(keys.length, 20)
    await store.keys.revoke(keys[0]?.id ?? '')
    await store.keys.create(id, { mode: 'live', name: 'now there is room' })
    await refuses('too_many_keys', store.keys.create(id, { mode: 'live', name: 'one more' }))
    // The maximum counts for each workspace.
    await createCaller(store)
  })

  check('a key is rotated in one step, also when there are 20', async (store) => {
    const { key, fullKey, workspaceId } = await createCaller(store)
    for (let count = 1; count < 20; count++) await store.keys.create(workspaceId, { mode: 'test', name: 'more' })
    const rotated = await store.keys.rotate(key.id)
    assert.equal(await store.keys.authenticate(fullKey), 'revoked')
    const caller = await store.keys.authenticate(rotated.fullKey)
    assert.ok(typeof caller === 'object')
    assert.equal(caller.keyId, rotated.key.id)
    assert.deepEqual([rotated.key.name, rotated.key.mode], [key.name, key.mode])
    assert.notEqual(rotated.key.id, key.id)
    await refuses('key_revoked', store.keys.rotate(key.id))
    await refuses('unknown_key', store.keys.rotate('key_none'))
  })

  check('a key has a list of addresses on the plans that include it, and its successor has the same', async (store) => {
    const [office, home] = [['192.0.2.0/24', '2001:db8::/32'], ['192.0.2.7']]
    const { key, fullKey, workspaceId } = await createCaller(store, { plan: 'pro' })
    const allowedBy = async (text: string): Promise<unknown> => {
      const caller = await store.keys.authenticate(text)
      return typeof caller === 'object' ? caller.allowedAddresses : caller
    }
    assert.deepEqual(await allowedBy(fullKey), [])
    assert.deepEqual(withoutUse(await store.keys.restrict(key.id, office)), { ...key, allowedAddresses: office })
    assert.deepEqual(await allowedBy(fullKey), office)
    const rotated = await store.keys.rotate(key.id)
    assert.deepEqual(await allowedBy(rotated.fullKey), office)
    const created = await store.keys.create(workspaceId, { mode: 'live', name: 'home', allowedAddresses: home })
    assert.deepEqual(await allowedBy(created.fullKey), home)
    assert.deepEqual(
      (await store.keys.list(workspaceId)).map(({ allowedAddresses }) => allowedAddresses),
      [office, office, home],
    )
    await refuses('unknown_key', store.keys.restrict('key_none', home))

    await store.workspaces.update(workspaceId, { plan: 'vibe' })
    assert.deepEqual(await allowedBy(created.fullKey), home)
    await refuses('not_in_plan', store.keys.restrict(created.key.id, office))
    await refuses(
      'not_in_plan',
      store.keys.create(workspaceId, { mode: 'live', name: 'more', allowedAddresses: office }),
    )
    assert.deepEqual(await allowedBy(created.fullKey), home)
    assert.deepEqual((await store.keys.restrict(created.key.id, [])).allowedAddresses, [])
    assert.deepEqual(await allowedBy(created.fullKey), [])
  })

  check('another plan counts from the next request', async (store) => {
    const { fullKey, workspaceId } = await createCaller(store)
    await store.keys.authenticate(fullKey)
    const workspace = await store.workspaces.update(workspaceId, { plan: 'pro' })
    const caller = await store.keys.authenticate(fullKey)
    assert.ok(typeof caller === 'object')
    assert.deepEqual(caller.workspace, workspace)
  })
}

function checkReservations(check: Check): void {
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

  check('credits that are not a whole number are refused', async (store) => {
    const { workspaceId } = await createCaller(store)
    for (const credits of [-5, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await refuses('invalid_charge', store.ledger.reserve(workspaceId, credits, NOW))
    }
    await reserve(store, workspaceId, 5000)
  })
}

function checkCharges(check: Check): void {
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

function checkDurability(check: Check): void {
  check('all data is there when the store is opened again', async (store, data) => {
    const caller = await createCaller(store)
    const revoked = await store.keys.create(caller.workspaceId, { mode: 'live', name: 'old' })
    await store.keys.revoke(revoked.key.id)
    await charge(store, caller, 'a')
    await reserve(store, caller.workspaceId, 100)
    const before = [await store.workspaces.list(), await store.keys.list(caller.workspaceId)]
    await store.close()

    const again = await data.open()
    assert.deepEqual([await again.workspaces.list(), await again.keys.list(caller.workspaceId)], before)
    assert.equal(typeof (await again.keys.authenticate(caller.fullKey)), 'object')
    assert.equal(await again.keys.authenticate(revoked.fullKey), 'revoked')
    assert.equal(await charge(again, caller, 'a'), 'already_charged')
    await reserve(again, caller.workspaceId, 4995)
    assert.equal(await again.ledger.reserve(caller.workspaceId, 5, NOW), 'insufficient_credits')
    await again.close()
  })

  check('closing the store finishes the charges in progress; later calls are refused', async (store, data) => {
    const caller = await createCaller(store)
    const { workspaceId, key, fullKey } = caller
    const reservations = await Promise.all(Array.from({ length: 10 }, () => reserve(store, workspaceId, 5)))
    const settled = reservations.map((reservation, index) =>
      store.ledger.settle(reservation, { chargeId: String(index), keyId: key.id, record: 'product', credits: 5 }),
    )
    await store.close()
    assert.deepEqual(new Set(await Promise.all(settled)), new Set(['charged']))

    await store.close()
    await refuses('closed', store.keys.authenticate(fullKey))
    await refuses('closed', store.workspaces.list())
    await refuses('closed', store.workspaces.create({ name: 'late' }))
    await refuses('closed', store.keys.create(workspaceId, { mode: 'live', name: 'late' }))
    await refuses('closed', store.keys.revoke(key.id))
    await refuses('closed', store.ledger.reserve(workspaceId, 5, NOW))
    await refuses('closed', store.ledger.usage(workspaceId, ALL_DAYS))
    await refuses('closed', store.ledger.check())
    const [reservation] = reservations
    assert.ok(reservation)
    await refuses(
      'closed',
      store.ledger.settle(reservation, { chargeId: 'z', keyId: key.id, record: 'product', credits: 5 }),
    )
    await store.ledger.release(reservation)

    const again = await data.open()
    assert.equal(await readCredits(again, workspaceId), 50)
    await again.close()
  })

  check('keys made with a pepper work only with that pepper', async (store, data) => {
    await store.close()
    const peppered = await data.open({ pepper: 'a pepper that nobody knows' })
    const { fullKey, workspaceId } = await createCaller(peppered)
    assert.equal(typeof (await peppered.keys.authenticate(fullKey)), 'object')
    await peppered.close()
    await refuses('pepper_mismatch', data.open())
    await refuses('pepper_mismatch', data.open({ pepper: 'another' }))
    const again = await data.open({ pepper: 'a pepper that nobody knows' })
    assert.equal(typeof (await again.keys.authenticate(fullKey)), 'object')
    assert.equal((await again.keys.list(workspaceId)).length, 1)
    await again.close()
  })
}
