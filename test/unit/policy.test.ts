import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ShelfmarkError } from '../../core/index.ts'
import {
  admit,
  costOf,
  dayOf,
  EMPTY_ACCOUNT,
  formatKey,
  includedCredits,
  isIdle,
  KEY_ALPHABET,
  monthOf,
  parseKey,
  PAY_AS_YOU_GO_USD_CENTS,
  PLANS,
  releaseActivity,
  releaseCredits,
  creditsLeft,
  reachedThresholds,
  requireSpendingCap,
  reserveCredits,
  resolvePlan,
  restedActivity,
  retryAfterSeconds,
  settleCredits,
  type KeyActivity,
  type PlanName,
  type PlanOverrides,
} from '../../core/policy/index.ts'

test('plans: price, allowance and ceilings of the price list', () => {
  // Name, US cents, requests, credits, in flight, sustained, burst, MB.
  const table: [PlanName, number, number, number, number, number, number, number][] = [
    ['free', 0, 1000, 5000, 50, 2, 10, 200],
    ['vibe', 1900, 25_000, 125_000, 100, 10, 40, 2000],
    ['pro', 4900, 75_000, 375_000, 200, 25, 60, 10_000],
    ['custom', 10_000, 200_000, 1_000_000, 300, 50, 100, 40_000],
    ['unlimited', 0, 1_000_000_000, 5_000_000_000, 5000, 1000, 2000, 10_000_000],
  ]
  for (const [name, cents, requests, credits, concurrency, sustained, burst, megabytes] of table) {
    const plan = resolvePlan({ plan: name, overrides: {} })
    assert.deepEqual(Object.values(plan), [cents, requests, concurrency, sustained, burst, megabytes * 1_000_000], name)
    assert.equal(includedCredits(plan), credits, name)
  }
  assert.deepEqual(
    table.map(([name]) => name),
    Object.keys(PLANS),
  )
})

test('plans: agreed ceilings apply to the custom plan, within its range', () => {
  const overrides = {
    sustainedPerSecond: 500,
    concurrency: 5000,
    includedRequests: 4_000_000,
    monthlyUsdCents: 200_000,
    storedBytes: 100_000_000_000,
  }
  assert.deepEqual(resolvePlan({ plan: 'custom', overrides }), { ...overrides, burstPerSecond: 1000 })
  assert.equal(resolvePlan({ plan: 'custom', overrides: { sustainedPerSecond: 120 } }).burstPerSecond, 240)
  assert.equal(resolvePlan({ plan: 'pro', overrides }), PLANS.pro)
  // Earlier versions had a term more.
  const old = { ...overrides, pendingItems: 300_000 }
  assert.deepEqual(resolvePlan({ plan: 'custom', overrides: old }), { ...overrides, burstPerSecond: 1000 })

  const refused: PlanOverrides[] = [
    { sustainedPerSecond: 49 },
    { sustainedPerSecond: 501 },
    { sustainedPerSecond: 60.5 },
    { concurrency: 299 },
    { concurrency: 5001 },
    { includedRequests: 199_999 },
    { monthlyUsdCents: 9999 },
    { monthlyUsdCents: Number.NaN },
    { burstPerSecond: 100 } as PlanOverrides,
    { toString: 100 } as PlanOverrides,
  ]
  for (const overrides of refused) {
    for (const plan of ['custom', 'free'] as const) {
      assert.throws(() => resolvePlan({ plan, overrides }), ShelfmarkError, JSON.stringify(overrides))
    }
  }
})

test('cost: 5 credits for a product or a page of a search, nothing in the sandbox', () => {
  assert.equal(PAY_AS_YOU_GO_USD_CENTS, 90)
  assert.equal(costOf('live', 1, 'received'), 5)
  assert.equal(costOf('live', 10, 'received'), 50)
  assert.equal(costOf('live', 1, 'rendered'), 10)
  assert.equal(costOf('live', 3, 'rendered'), 30)
  assert.equal(costOf('live', 1, 'pictured'), 15)
  assert.equal(costOf('live', 0, 'rendered'), 0)
  assert.equal(costOf('test', 10, 'pictured'), 0)
})

test('calendar: days and months are those of UTC', () => {
  const table = [
    ['2026-02-28T23:59:59.999Z', '2026-02-28', '2026-02'],
    ['2026-03-01T00:00:00.000Z', '2026-03-01', '2026-03'],
    ['2026-12-31T23:30:00.000-01:00', '2027-01-01', '2027-01'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29', '2028-02'],
  ]
  for (const [time = '', day, month] of table) {
    assert.equal(dayOf(Date.parse(time)), day)
    assert.equal(monthOf(Date.parse(time)), month)
  }
})

test('allowance: credits are reserved until none are left', () => {
  // Included, pay as you go, used, reserved, wanted, whether granted, cap.
  const table: [number, boolean, number, number, number, boolean, number?][] = [
    [100, false, 0, 0, 5, true],
    [100, false, 95, 0, 5, true],
    [100, false, 90, 5, 5, true],
    [100, false, 95, 5, 5, false],
    [100, false, 96, 0, 5, false],
    [100, false, 0, 0, 105, false],
    [100, false, 200, 50, 0, true],
    [100, true, 100, 0, 5, true],
    [0, false, 0, 0, 5, false],
    [100, true, 140, 5, 5, true, 150],
    [100, true, 140, 6, 5, false, 150],
    [100, true, 45, 0, 5, true, 50],
    [100, false, 50, 0, 5, false, 50],
    [100, false, 95, 0, 10, false, 200],
    [100, true, 200, 0, 0, true, 0],
    [100, true, 0, 0, 5, false, 0],
  ]
  for (const [included, payAsYouGo, usedCredits, reservedCredits, wanted, isGranted, capCredits = null] of table) {
    const allowance = { includedCredits: included, payAsYouGo, capCredits }
    const account = reserveCredits({ usedCredits, reservedCredits }, allowance, wanted)
    const expected = isGranted ? { usedCredits, reservedCredits: reservedCredits + wanted } : 'insufficient_credits'
    assert.deepEqual(
      account,
      expected,
      JSON.stringify([included, payAsYouGo, usedCredits, reservedCredits, wanted, capCredits]),
    )
  }
  const account = { usedCredits: 10, reservedCredits: 50 }
  assert.deepEqual(settleCredits(account, 50, 15), { usedCredits: 25, reservedCredits: 0 })
  assert.deepEqual(releaseCredits(account, 50), { usedCredits: 10, reservedCredits: 0 })
})

test('spending cap: its thresholds, and what is left within it', () => {
  // Used, cap, thresholds.
  const table: [number, number, number[]][] = [
    [0, 100, []],
    [79, 100, []],
    [80, 100, [80]],
    [95, 100, [80]],
    [96, 100, [80, 100]],
    [100, 100, [80, 100]],
    [250, 100, [80, 100]],
    [0, 5, []],
    [0, 4, [80, 100]],
    [0, 0, [80, 100]],
  ]
  for (const [used, cap, thresholds] of table)
    assert.deepEqual(reachedThresholds(used, cap), thresholds, `${used}/${cap}`)
  const left = (includedCredits: number, capCredits: number | null): number =>
    creditsLeft({ usedCredits: 30, reservedCredits: 5 }, { includedCredits, capCredits, payAsYouGo: true })
  assert.deepEqual([left(100, null), left(100, 50), left(100, 500), left(100, 20)], [65, 15, 65, -15])
  for (const wrong of [-1, 0.5, NaN, 1e13]) assert.throws(() => requireSpendingCap(wrong), { code: 'invalid_argument' })
  for (const right of [null, 0, 1e12]) requireSpendingCap(right)
})

test('allowance: in every order, no more is spent than the allowance', () => {
  const step = fc.record({
    wanted: fc.integer({ min: 0, max: 50 }),
    ends: fc.boolean(),
    share: fc.integer({ max: 100 }),
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.array(step, { maxLength: 100 }), (included, steps) => {
      let account = EMPTY_ACCOUNT
      const inFlight: number[] = []
      for (const { wanted, ends, share } of steps) {
        const next = reserveCredits(account, { includedCredits: included, payAsYouGo: false, capCredits: null }, wanted)
        if (next !== 'insufficient_credits') {
          account = next
          inFlight.push(wanted)
        }
        const oldest = ends ? inFlight.shift() : undefined
        if (oldest !== undefined)
          account = settleCredits(account, oldest, Math.floor((oldest * Math.max(0, share)) / 100))
        assert.ok(account.usedCredits + account.reservedCredits <= included)
        assert.equal(
          account.reservedCredits,
          inFlight.reduce((sum, credits) => sum + credits, 0),
        )
      }
    }),
  )
})

/** Decisions on the requests of a key: `ok`, or the reason and the time to wait. */
function run(limits: { concurrency: number; sustainedPerSecond: number; burstPerSecond: number }, timesMs: number[]) {
  let activity: KeyActivity = restedActivity(limits, timesMs[0] ?? 0)
  return timesMs.map((nowMs, index) => {
    const decision = admit(activity, limits, { slotId: String(index), nowMs, leaseMs: 600_000 })
    activity = decision.activity
    // Each ends at once: only its rate counts.
    if (decision.ok) activity = releaseActivity(activity, String(index))
    return decision.ok ? 'ok' : `${decision.reason} ${decision.retryAfterMs}`
  })
}

test('rate: an idle key has the burst rate for 3 seconds, then the sustained rate', () => {
  for (const plan of Object.values(PLANS)) {
    const atBurst = Array.from({ length: plan.burstPerSecond * 3 }, (_, i) =>
      Math.floor((i * 1000) / plan.burstPerSecond),
    )
    assert.deepEqual(new Set(run(plan, atBurst)), new Set(['ok']), JSON.stringify(plan))

    const forMinute = Array.from({ length: plan.burstPerSecond * 60 }, (_, i) =>
      Math.floor((i * 1000) / plan.burstPerSecond),
    )
    const lastTenSeconds = run(plan, forMinute).slice(-plan.burstPerSecond * 10)
    assert.equal(lastTenSeconds.filter((outcome) => outcome === 'ok').length, plan.sustainedPerSecond * 10)
  }
})

test('rate: a table of decisions', () => {
  const limits = { concurrency: 50, sustainedPerSecond: 2, burstPerSecond: 3 }
  // Capacity: (3 - 2) x 3 + 2 = 5 requests; one more every 500 ms. At most 3 within a second.
  const table: [string, number[], string[]][] = [
    ['3 at once', [0, 0, 0, 0], ['ok', 'ok', 'ok', 'rate 1000']],
    [
      'the first of a full second decides',
      [0, 200, 400, 900, 1000, 1001],
      ['ok', 'ok', 'ok', 'rate 100', 'ok', 'rate 199'],
    ],
    [
      'a part of a token',
      [0, 0, 0, 1000, 1000, 1000, 2000, 2000, 2000, 2001],
      [...Array<string>(8).fill('ok'), 'ok', 'rate 999'],
    ],
    [
      'the bucket is used up',
      [0, 0, 0, 1000, 1000, 1000, 2000, 2000, 2000, 3000, 3000, 3000],
      [...Array<string>(11).fill('ok'), 'rate 500'],
    ],
    [
      'rest fills no more than it holds',
      [0, 99_000, 99_000, 99_000, 99_999, 100_000, 100_000, 100_000, 100_000],
      ['ok', 'ok', 'ok', 'ok', 'rate 1', 'ok', 'ok', 'ok', 'rate 1000'],
    ],
    [
      'refusals cost nothing',
      [0, 0, 0, 100, 200, 300, 1000, 1000, 1000],
      ['ok', 'ok', 'ok', 'rate 900', 'rate 800', 'rate 700', 'ok', 'ok', 'ok'],
    ],
    [
      'a clock that goes back gives nothing',
      [1000, 1000, 1000, 0, 1000, 2000],
      ['ok', 'ok', 'ok', 'rate 1000', 'rate 1000', 'ok'],
    ],
  ]
  for (const [name, times, expected] of table) assert.deepEqual(run(limits, times), expected, name)
})

test('rate: no window admits more than capacity + elapsed x rate, and no second more than the burst rate', () => {
  const limits = fc
    .record({ sustained: fc.integer({ min: 1, max: 500 }), more: fc.integer({ min: 0, max: 500 }) })
    .map(({ sustained, more }) => ({ concurrency: 1, sustainedPerSecond: sustained, burstPerSecond: sustained + more }))
  const pauses = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(limits, pauses, (limits, pauses) => {
      let nowMs = 0
      const times = pauses.map((pause) => (nowMs += pause))
      const outcomes = run(limits, times)
      const letThrough = times.filter((_, index) => outcomes[index] === 'ok')
      const capacity = (limits.burstPerSecond - limits.sustainedPerSecond) * 3 + limits.sustainedPerSecond
      for (const [from, start] of letThrough.entries()) {
        for (const [to, end] of letThrough.entries()) {
          if (to < from) continue
          const most = capacity + ((end - start) * limits.sustainedPerSecond) / 1000
          assert.ok(to - from + 1 <= most, `${to - from + 1} in ${end - start} ms`)
          const isOneSecond = end - start < 1000
          assert.ok(!isOneSecond || to - from < limits.burstPerSecond, `${to - from + 1} in ${end - start} ms`)
        }
      }
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome === 'ok') continue
        const again = (times[index] ?? 0) + Number(outcome.split(' ')[1])
        const before = times.slice(0, index)
        assert.equal(run(limits, [...before, again]).at(-1), 'ok')
        assert.notEqual(run(limits, [...before, again - 1]).at(-1), 'ok')
      }
    }),
    { numRuns: 50 },
  )
})

test('rate: the requests of the last second are counted exactly', () => {
  const limits = { concurrency: 1000, sustainedPerSecond: 500, burstPerSecond: 1000 }
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 700 }), { minLength: 1, maxLength: 100 }), (pauses) => {
      let nowMs = 0
      let activity = restedActivity(limits, 0)
      const times: number[] = []
      for (const pause of pauses) {
        nowMs += pause
        times.push(nowMs)
        activity = admit(activity, limits, { slotId: String(times.length), nowMs, leaseMs: 1 }).activity
        assert.equal(activity.rate.recentMs.length, times.filter((time) => time > nowMs - 1000).length)
      }
    }),
  )
})

test('concurrency: slots are taken, released, and freed when their lease ends', () => {
  const limits = { concurrency: 2, sustainedPerSecond: 10, burstPerSecond: 100 }
  let activity = restedActivity(limits, 0)
  const ask = (slotId: string, nowMs: number) => {
    const { activity: after, ...decision } = admit(activity, limits, { slotId, nowMs, leaseMs: 5000 })
    activity = after
    return decision
  }
  const full = { ok: false, reason: 'concurrency', retryAfterMs: 1000 }
  assert.deepEqual(ask('a', 0), { ok: true })
  assert.deepEqual(ask('b', 1), { ok: true })
  const tokens = activity.rate.milliTokens
  assert.deepEqual(ask('c', 1), full)
  assert.equal(activity.rate.milliTokens, tokens, 'a refusal costs no token')
  activity = releaseActivity(activity, 'a')
  activity = releaseActivity(activity, 'a')
  activity = releaseActivity(activity, 'of nobody')
  assert.deepEqual(ask('d', 2), { ok: true })
  assert.deepEqual(ask('e', 5000), full)
  assert.deepEqual(ask('f', 5001), { ok: true })
  assert.deepEqual(
    activity.slots.map(({ id }) => id),
    ['d', 'f'],
  )
})

test('a key is idle when nothing is in flight and its bucket is full', () => {
  const limits = { concurrency: 2, sustainedPerSecond: 2, burstPerSecond: 2 }
  const { activity } = admit(restedActivity(limits, 0), limits, { slotId: 'a', nowMs: 0, leaseMs: 5000 })
  const released = releaseActivity(activity, 'a')
  assert.equal(isIdle(activity, limits, 4999), false)
  assert.equal(isIdle(activity, limits, 5000), true)
  assert.equal(isIdle(released, limits, 999), false)
  assert.equal(isIdle(released, limits, 1000), true)
})

test('Retry-After: whole seconds, rounded up, at least 1', () => {
  for (const [ms = 0, seconds] of [
    [0, 1],
    [1, 1],
    [999, 1],
    [1000, 1],
    [1001, 2],
    [60_000, 60],
  ]) {
    assert.equal(retryAfterSeconds(ms), seconds)
  }
})

test('keys: a formatted key is parsed', () => {
  const characters = fc.string({ unit: fc.constantFrom(...KEY_ALPHABET.split('')), minLength: 44, maxLength: 44 })
  fc.assert(
    fc.property(fc.constantFrom('live' as const, 'test' as const), characters, (mode, characters) => {
      const expected = { mode, prefix: characters.slice(0, 12), secret: characters.slice(12) }
      assert.deepEqual(parseKey(formatKey(mode, characters)), expected)
    }),
  )
  assert.equal(new Set(KEY_ALPHABET).size, 62)
})

test('keys: a text of another form is not a key', () => {
  const random = 'a'.repeat(44)
  const others = [
    '',
    random,
    `svc_live_${random}a`,
    `svc_live_${random.slice(1)}`,
    `svc_live_${random.slice(1)}-`,
    `svc_live_${random.slice(1)}é`,
    `svc_live_${random}\n`,
    ` svc_live_${random}`,
    `svc_beta_${random}`,
    `SVC_LIVE_${random}`,
    `svc_live${random}`,
  ]
  for (const text of others) assert.equal(parseKey(text), null, JSON.stringify(text))
  for (const characters of ['', 'a'.repeat(43), 'a'.repeat(45), `${'a'.repeat(43)}_`]) {
    assert.throws(() => formatKey('live', characters), ShelfmarkError)
  }
})
