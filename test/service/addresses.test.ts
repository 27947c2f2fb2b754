import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import {
  ADMIN_TOKEN,
  assertError,
  jsonOf,
  PRODUCT,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'

const lines: Record<string, unknown>[] = []
const stream = new Writable({
  write(chunk: Buffer, _, done) {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
    done()
  },
})
let bench: Bench

before(async () => {
  bench = await startBench({ log: pino({}, stream), settings: { SHELFMARK_TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => bench.close())

/** A request that comes from an address, through the trusted proxy. */
const ask = (key: string, address: string, headers = {}): Promise<Answer> =>
  bench.call(`${PRODUCT}?query=B0SHLFX301`, { key, headers: { 'X-Forwarded-For': address, ...headers } })

test('a key with a list of addresses gets 403 from others, before its limits, and is not charged', async () => {
  const { workspace, key, keyId } = await bench.createCaller({ plan: 'pro' })
  assert.equal((await ask(key, '192.0.2.7')).status, 200)
  await bench.administrate('keys.restrict', { key: keyId, allowedAddresses: ['192.0.2.0/24', '2001:db8::/32'] })
  for (let times = 0; times < 3; times++) {
    assert.equal((await ask(key, '192.0.2.7')).status, 200)
    assert.equal((await ask(key, '2001:db8::7')).status, 200)
    assertError(await ask(key, '192.0.3.7'), 403, { error: 'forbidden_address' })
    assertError(await ask(key, 'unknown'), 403, { error: 'forbidden_address' })
  }
  await bench.administrate('keys.restrict', { key: keyId, allowedAddresses: [] })
  assert.equal((await ask(key, '192.0.3.7')).status, 200)
  assert.equal((await bench.readUsage(workspace))[0]?.charges, 8)
})

test('keys from a wrong address and without the scope are answered later and later, and right ones at once', async () => {
  const { key, keyId } = await bench.createCaller({ plan: 'pro' })
  const { workspace } = await bench.createCaller({ plan: 'pro' })
  const reader = { workspace, kind: 'live', name: 'reader', scopes: ['read'] } as const
  const { fullKey: other } = await bench.administrate('keys.create', reader)
  await bench.administrate('keys.restrict', { key: keyId, allowedAddresses: ['192.0.2.0/24'] })
  for (const [wrongKey, address, error] of [
    [key, '198.51.100.11', 'forbidden_address'],
    [other, '198.51.100.12', 'forbidden_scope'],
  ] as const) {
    const { key: right } = await bench.createCaller()
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(wrongKey, address)))
    for (const answer of answers) assertError(answer, 403, { error })
    const order: string[] = []
    const late = ask(wrongKey, address).then(({ status }) => order.push(`late ${status}`))
    await ask(right, address).then(({ status }) => order.push(`right ${status}`))
    await late
    assert.deepEqual(order, ['right 200', 'late 403'])
  }
})

test('lists of addresses are for Pro and Custom, and hold only addresses', async () => {
  const { keyId, workspace } = await bench.createCaller({ plan: 'vibe' })
  const restrict = async (command: string, input: object): Promise<unknown[]> => {
    const answer = await bench.callAdmin(`/admin/v1/${command}`, { method: 'POST', body: JSON.stringify(input) })
    return [answer.status, (jsonOf(answer) as { error: string }).error]
  }
  const allowedAddresses = ['192.0.2.0/24']
  assert.deepEqual(await restrict('keys.restrict', { key: keyId, allowedAddresses }), [409, 'not_in_plan'])
  const created = { workspace, kind: 'live', name: 'x', allowedAddresses }
  assert.deepEqual(await restrict('keys.create', created), [409, 'not_in_plan'])
  const wrong = { key: keyId, allowedAddresses: ['192.0.2.0/33'] }
  assert.deepEqual(await restrict('keys.restrict', wrong), [400, 'invalid_input'])
})

test('the log has the address of the client', async () => {
  const { key } = await bench.createCaller()
  await ask(key, '203.0.113.9', { 'X-Request-Id': 'from-afar' })
  assert.equal(lines.find(({ request }) => request === 'from-afar')?.address, '203.0.113.9')
})

test('wrong keys and tokens from one address are answered later and later; right ones and other addresses are not', async () => {
  const { key } = await bench.createCaller()
  const wrong = (address: string): Promise<Answer> => ask(`svc_live_${'x'.repeat(44)}`, address)
  const token = (given: string, address: string): Promise<Answer> =>
    bench.callAdmin('/admin/v1/workspaces.list', {
      method: 'POST',
      key: given,
      body: '{}',
      headers: { 'X-Forwarded-For': address },
    })
  const answers = await Promise.all(Array.from({ length: 200 }, () => wrong('198.51.100.1')))
  for (const answer of answers) assertError(answer, 401, { error: 'unauthorized' })
  for (const send of [() => wrong('198.51.100.1'), () => token('wrong', '198.51.100.1')]) {
    const order: string[] = []
    const late = send().then(({ status }) => order.push(`late ${status}`))
    await Promise.all([
      wrong('198.51.100.2').then(({ status }) => order.push(`other ${status}`)),
      ask(key, '198.51.100.1').then(({ status }) => order.push(`right ${status}`)),
      token(ADMIN_TOKEN, '198.51.100.1').then(({ status }) => order.push(`token ${status}`)),
      late,
    ])
    assert.equal(order.at(-1), 'late 401', order.join(', '))
  }
})
