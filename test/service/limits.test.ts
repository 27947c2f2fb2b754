import assert from 'node:assert/strict'
import { setMaxListeners } from 'node:events'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import { headerOf, jsonOf, PRODUCT, SEARCH, startBench, type Answer, type Bench } from '../support/service-bench.ts'

/** Ceilings of the plans: in flight, sustained, burst. */
const PLANS = {
  free: [50, 2, 10],
  vibe: [100, 10, 40],
  pro: [200, 25, 60],
  custom: [300, 50, 100],
} as const
type PlanName = keyof typeof PLANS
const NAMES = Object.keys(PLANS) as PlanName[]

/** A clock that stands still unless it is moved. Unit: ms. */
let now = Date.UTC(2026, 4, 10)
let bench: Bench

before(async () => {
  bench = await startBench({ epochMs: () => now, retrieval: { totalMs: 3_600_000 } })
})
after(() => bench.close())

/** A request that passes the ceilings and costs nothing. */
const knock = async (key: string): Promise<number> => (await bench.product('x', key)).status
const knockMany = (key: string, times: number): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, () => knock(key)))
const count = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length

/** Uses all tokens of a rested key of the plan Free: in 2 seconds, because no second has more than 10 requests. */
async function exhaust(key: string): Promise<void> {
  await knockMany(key, 10)
  now += 1000
  await knockMany(key, 10)
  now += 1000
  await knockMany(key, 10)
}

function assertLimited(answer: Answer, seconds: number): void {
  const body = jsonOf(answer) as Record<string, unknown>
  assert.deepEqual([answer.status, body.error], [429, 'rate_limited'])
  assert.deepEqual(Object.keys(body), ['error', 'message', 'docs_url', 'request_id'])
  for (const value of Object.values(body)) assert.equal(typeof value, 'string')
  assert.equal(body.docs_url, `http://127.0.0.1:${bench.port}/docs`)
  assert.equal(body.request_id, headerOf(answer, 'Svc-Request-Id'))
  assert.equal(headerOf(answer, 'retry-after'), String(seconds))
  assert.equal(headerOf(answer, 'Svc-Cost'), '0')
}

for (const plan of NAMES) {
  const [, sustained, burst] = PLANS[plan]
  test(`limits: ${plan}: ${burst} requests a second for 3 s, then ${sustained} a second`, async () => {
    const { key } = await bench.createCaller({ plan }, 'test')
    const seconds: number[] = []
    for (let second = 0; second < 6; second++) {
      const statuses = await knockMany(key, burst + 5)
      seconds.push(count(statuses, 400))
      assert.equal(count(statuses, 400) + count(statuses, 429), burst + 5)
      now += 1000
    }
    assert.deepEqual(seconds, [burst, burst, burst, sustained, sustained, sustained])
  })

  test(`limits: ${plan}: no second has more than ${burst} requests`, async () => {
    const { key } = await bench.createCaller({ plan })
    const answers = await Promise.all(Array.from({ length: burst + 1 }, () => bench.product('B0SHLFX301', key)))
    const shown = answers.flatMap((answer) => headerOf(answer, 'Svc-Rps') ?? [])
    assert.deepEqual(
      shown.toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b)),
      Array.from({ length: burst }, (_, index) => `${index + 1}/${burst}`),
    )
    now += 999
    assertLimited(await bench.product('B0SHLFX301', key), 1)
    now += 1
    assert.equal(headerOf(await bench.product('B0SHLFX301', key), 'Svc-Rps'), `1/${burst}`)
  })
}

test('errors: 429 rate_limited with Retry-After, after which a request is admitted', async () => {
  const { key } = await bench.createCaller({ plan: 'free' })
  await exhaust(key)
  assertLimited(await bench.product('B0SHLFX301', key), 1)
  now += 499
  assertLimited(await bench.search('kettle', key), 1)
  now += 501
  assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
})

test('a refused request uses no tokens', async () => {
  const { key } = await bench.createCaller({ plan: 'free' })
  await exhaust(key)
  await knockMany(key, 100)
  now += 1000
  assert.deepEqual(await knockMany(key, 2), [400, 400])
})

test('docs_url leads to the page whose description has the ceilings, at the public URL if there is one', async () => {
  const settings = { SHELFMARK_PUBLIC_URL: 'https://api.example.com/shop/' }
  const own = await startBench({ settings, epochMs: () => now })
  const { key } = await own.createCaller({ plan: 'free' })
  const answers = await Promise.all(Array.from({ length: 11 }, () => own.product('x', key)))
  const refused = answers.find(({ status }) => status === 429)
  assert.ok(refused)
  assert.equal((jsonOf(refused) as { docs_url: string }).docs_url, 'https://api.example.com/shop/docs')
  assert.equal((await own.call('/docs')).status, 200)
  const { info } = jsonOf(await own.call('/api/v1/openapi.json')) as { info: { description: string } }
  for (const row of ['| free | 50 | 2 | 10 |', '| vibe | 100 | 10 | 40 |', '| pro | 200 | 25 | 60 |']) {
    assert.ok(info.description.includes(row), row)
  }
  await own.close()
})

test('limits: each key of a workspace has its own ceilings', async () => {
  const { key, workspace } = await bench.createCaller({ plan: 'free' })
  await knockMany(key, 10)
  assert.equal(await knock(key), 429)
  assert.equal(await knock((await bench.createKey(workspace)).fullKey), 400)
})

test('requests without a valid key use no tokens of any key', async () => {
  const { key } = await bench.createCaller({ plan: 'free' })
  await Promise.all(Array.from({ length: 40 }, () => bench.call(`${PRODUCT}?query=x&api_key=${key.slice(0, -1)}`)))
  assert.equal(count(await knockMany(key, 10), 400), 10)
})

test('sandbox keys obey the limits', async () => {
  const { key } = await bench.createCaller({ plan: 'free' }, 'test')
  await knockMany(key, 10)
  assertLimited(await bench.product('B0SHLFX301', key), 1)
})

test('the agreed ceilings of a custom plan apply', async () => {
  const overrides = { concurrency: 5000, sustainedPerSecond: 100 }
  const { key } = await bench.createCaller({ plan: 'custom', overrides })
  const answer = await bench.product('B0SHLFX301', key)
  assert.equal(headerOf(answer, 'Svc-Concurrency'), '1/5000 requests')
  assert.equal(headerOf(answer, 'Svc-Rps'), '1/200')
})

test('RateLimit says what is left of the burst and of the bucket', async () => {
  const { key } = await bench.createCaller({ plan: 'pro' })
  const limits = async (): Promise<(string | null)[]> => {
    const answer = await bench.product('B0SHLFX301', key)
    return [headerOf(answer, 'ratelimit-policy'), headerOf(answer, 'ratelimit')]
  }
  const policy = '"burst";q=60;w=1, "sustained";q=130;w=6'
  assert.deepEqual(await limits(), [policy, '"burst";r=59;t=1, "sustained";r=129;t=1'])
  await knockMany(key, 58)
  assert.deepEqual(await limits(), [policy, '"burst";r=0;t=1, "sustained";r=70;t=3'])
  now += 1000
  assert.deepEqual(await limits(), [policy, '"burst";r=59;t=1, "sustained";r=94;t=2'])
})

test('Svc-Rps counts the requests of the last second, with the current one', async () => {
  const { key } = await bench.createCaller({ plan: 'vibe' })
  const rps = async (): Promise<string | null> => headerOf(await bench.product('B0SHLFX301', key), 'Svc-Rps')
  assert.equal(await rps(), '1/40')
  assert.equal(await rps(), '2/40')
  await knockMany(key, 3)
  now += 999
  assert.equal(await rps(), '6/40')
  now += 1
  assert.equal(await rps(), '2/40')
})

/** Requests that never end, each on its own connection. `cut` ends all of them. */
function waitMany(key: string, times: number): { readonly cut: () => Promise<void> } {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  const agent = new Agent()
  const target = `${SEARCH}?query=sandbox:hang`
  const waiting = Array.from({ length: times }, () => bench.call(target, { key, agent, signal: controller.signal }))
  const ended = Promise.allSettled(waiting)
  return {
    cut: async () => {
      controller.abort()
      assert.deepEqual(
        (await ended).filter(({ status }) => status === 'fulfilled'),
        [],
      )
    },
  }
}

const readConcurrency = async (key: string): Promise<string | null> =>
  headerOf(await bench.product('B0SHLFX301', key), 'Svc-Concurrency')

for (const plan of NAMES) {
  const [allowed, , burst] = PLANS[plan]
  test(`limits: ${plan}: ${allowed} in flight; slots are free when their clients are gone`, async () => {
    const { key } = await bench.createCaller({ plan })
    const groups: ReturnType<typeof waitMany>[] = []
    for (let held = 0; held < allowed;) {
      const size = Math.min(allowed - held, burst)
      groups.push(waitMany(key, size))
      held += size
      await bench.awaitInFlight(held)
      now += 60_000
    }
    const answer = await bench.product('B0SHLFX301', key)
    assertLimited(answer, 1)
    assert.match((jsonOf(answer) as { message: string }).message, /same time/)
    await Promise.all(groups.map(({ cut }) => cut()))
    await bench.awaitInFlight(0)
    assert.equal(await readConcurrency(key), `1/${allowed} requests`)
  })
}

test('a slot is free after any answer, success or error', async () => {
  const { key } = await bench.createCaller({ plan: 'pro' })
  for (const asin of ['B0GONE0404', 'x', 'B0CAPTCHA0', 'B0SHLFX301']) await bench.product(asin, key)
  await bench.awaitInFlight(0)
  assert.equal(await readConcurrency(key), '1/200 requests')
})

test('limits: the requests in flight include the current one', async () => {
  const { key } = await bench.createCaller({ plan: 'vibe' })
  const held = waitMany(key, 4)
  await bench.awaitInFlight(4)
  assert.equal(await readConcurrency(key), '5/100 requests')
  await held.cut()
  await bench.awaitInFlight(0)
  assert.equal(await readConcurrency(key), '1/100 requests')
})
