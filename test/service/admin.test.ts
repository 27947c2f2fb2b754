import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_TOKEN, headerOf, jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'

let bench: Bench

before(async () => {
  bench = await startBench()
})
after(() => bench.close())

const post = (operation: string, input: unknown, key = ADMIN_TOKEN): Promise<Answer> =>
  bench.callAdmin(`/admin/v1/${operation}`, {
    method: 'POST',
    body: typeof input === 'string' ? input : JSON.stringify(input),
    key,
  })

async function assertRefused(answer: Promise<Answer>, status: number, error: string): Promise<void> {
  const { error: code, message } = jsonOf(await answer) as { error: string; message?: string }
  assert.deepEqual([(await answer).status, code], [status, error], message)
}

test('administration: a wrong token, or none: 401', async () => {
  for (const token of ['', 'wrong', `${ADMIN_TOKEN}x`, ADMIN_TOKEN.slice(1)]) {
    await assertRefused(post('workspaces.list', {}, token), 401, 'unauthorized')
    await assertRefused(post('no.operation', {}, token), 401, 'unauthorized')
  }
  const headers = { Authorization: `Basic ${ADMIN_TOKEN}` }
  await assertRefused(bench.callAdmin('/admin/v1/workspaces.list', { method: 'POST', headers }), 401, 'unauthorized')
})

test('the port for operators is asked by local names, IP addresses and configured names only', async () => {
  const own = await startBench({ settings: { SHELFMARK_ADMIN_NAMES: 'admin.example.com, shelfmark' } })
  const ask = (host: string, path = '/metrics') => own.callAdmin(path, { headers: { Host: host } })
  for (const host of [
    'localhost:8081',
    '127.0.0.1',
    '10.1.2.3:8081',
    '[::1]:8081',
    'Admin.Example.com',
    'shelfmark:8081',
  ])
    assert.equal((await ask(host)).status, 200, host)
  for (const host of [
    'evil.example',
    'admin.example.com.evil.example:8081',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ])
    for (const path of ['/metrics', '/', '/livez']) {
      const answer = await ask(host, path)
      assert.equal(answer.status, 421, `${host} ${path}`)
      const { error, message } = jsonOf(answer) as { error: string; message: string }
      assert.deepEqual([error, message.includes('SHELFMARK_ADMIN_NAMES')], ['unknown_host', true])
    }
  await own.close()
})

test('administration: API keys are refused', async () => {
  const { key } = await bench.createCaller()
  await assertRefused(post('workspaces.list', {}, key), 401, 'unauthorized')
})

test('administration: an unknown operation: 404', async () => {
  for (const operation of ['no.operation', 'constructor', '__proto__', 'workspaces.list.x']) {
    await assertRefused(post(operation, {}), 404, 'not_found')
  }
  await assertRefused(bench.callAdmin('/admin/v1'), 404, 'not_found')
  await assertRefused(bench.callAdmin('/api/v1/market/product'), 404, 'not_found')
})

test('administration: another method: 405', async () => {
  const answer = await bench.callAdmin('/admin/v1/workspaces.list')
  assert.deepEqual([answer.status, headerOf(answer, 'allow')], [405, 'POST, OPTIONS'])
})

for (const [operation, input] of [
  ['workspaces.list', 'no JSON'],
  ['workspaces.list', '[]'],
  ['workspaces.list', 'null'],
  ['workspaces.list', { more: 1 }],
  ['workspaces.create', {}],
  ['workspaces.create', { name: ' ' }],
  ['workspaces.create', { name: 1 }],
  ['workspaces.create', { name: 'x', plan: 'gold' }],
  ['workspaces.create', { name: 'x', payAsYouGo: 'yes' }],
  ['workspaces.create', { name: 'x', overrides: { concurrency: 5001 } }],
  ['workspaces.create', { name: 'x', overrides: { burst: 1 } }],
  ['keys.create', { workspace: 'x', kind: 'gold', name: 'x' }],
  ['keys.create', { kind: 'live', name: 'x' }],
  ['usage.read', { workspace: 'x', from: 'yesterday', to: '2026-01-01' }],
] as const) {
  test(`administration: ${operation} with ${JSON.stringify(input)}: 400`, async () => {
    await assertRefused(post(operation, input), 400, 'invalid_input')
  })
}

for (const [operation, input, error] of [
  ['workspaces.update', { workspace: 'none' }, 'unknown_workspace'],
  ['keys.create', { workspace: 'none', kind: 'live', name: 'x' }, 'unknown_workspace'],
  ['keys.list', { workspace: 'none' }, 'unknown_workspace'],
  ['usage.read', { workspace: 'none', from: '2026-01-01', to: '2026-01-01' }, 'unknown_workspace'],
  ['keys.revoke', { key: 'none' }, 'unknown_key'],
  ['keys.rotate', { key: 'none' }, 'unknown_key'],
  ['batches.deliveries', { batch: '00000000-0000-4000-8000-000000000000' }, 'unknown_batch'],
] as const) {
  test(`administration: ${operation} of what does not exist: 404`, async () => {
    await assertRefused(post(operation, input), 404, error)
  })
}

test('administration: a revoked key is not rotated: 409', async () => {
  const { keyId } = await bench.createCaller()
  await bench.administrate('keys.revoke', { key: keyId })
  await assertRefused(post('keys.rotate', { key: keyId }), 409, 'key_revoked')
})

test('administration: a body of more than 64 KiB: 413', async () => {
  await assertRefused(post('workspaces.create', { name: 'x'.repeat(70_000) }), 413, 'payload_too_large')
})

test('administration: workspaces are created, changed and listed', async () => {
  const id = await bench.createWorkspace({ plan: 'vibe' })
  const updated = await bench.administrate('workspaces.update', { workspace: id, name: 'new', plan: 'pro' })
  const { eventsSecret, ...changed } = updated
  assert.equal(eventsSecret, null)
  assert.deepEqual([changed.id, changed.name, changed.plan, changed.payAsYouGo], [id, 'new', 'pro', false])
  const all = await bench.administrate('workspaces.list', {})
  assert.deepEqual(
    all.filter((workspace) => workspace.id === id),
    [changed],
  )
})

test('administration: keys are created, revoked and listed', async () => {
  const { workspace, keyId, prefix } = await bench.createCaller()
  await bench.administrate('keys.revoke', { key: keyId })
  const [key] = await bench.administrate('keys.list', { workspace })
  assert.deepEqual([key?.id, key?.prefix, typeof key?.revokedAtMs], [keyId, prefix, 'number'])
})

test('metrics count answers, credits, outcomes and winning candidates of fields', async () => {
  const { key } = await bench.createCaller()
  await bench.product('B0SHLFX301', key, '&domain=de')
  await bench.search('kettle', key)
  await bench.product('B0GONE0404', key)
  await bench.call('/no/such/path')
  await bench.awaitInFlight(0)
  const answer = await bench.callAdmin('/metrics')
  assert.equal(answer.status, 200)
  assert.match(headerOf(answer, 'content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const text = answer.bytes.toString()
  for (const line of [
    /^shelfmark_requests_total\{route="\/api\/v1\/market\/product",status="200"\} 1$/m,
    /^shelfmark_requests_total\{route="\/api\/v1\/market\/product",status="404"\} 1$/m,
    /^shelfmark_requests_total\{route="other",status="404"\} /m,
    /^shelfmark_request_duration_seconds_count\{route="\/api\/v1\/market\/search"\} 1$/m,
    /^shelfmark_credits_total\{route="product"\} 5$/m,
    /^shelfmark_credits_total\{route="search"\} 5$/m,
    /^shelfmark_source_answers_total\{domain="de",outcome="ok"\} 1$/m,
    /^shelfmark_source_answers_total\{domain="com",outcome="product_not_found"\} 1$/m,
    /^shelfmark_winning_candidates_total\{record="product",domain="de",field="title",source="[^"]+"\} 1$/m,
    /^shelfmark_winning_candidates_total\{record="search",domain="com",field="products\[\]\.price",source="[^\n]+"\} [1-9]/m,
    /^shelfmark_records_read_total\{record="product",domain="de",field=""\} 1$/m,
    /^shelfmark_requests_in_flight 1$/m,
  ]) {
    assert.match(text, line)
  }
  assert.doesNotMatch(text, /svc_(?:live|test)_/)
})

test('/livez of the admin port needs no token', async () => {
  assert.deepEqual(jsonOf(await bench.callAdmin('/livez', { key: '' })), { status: 'ok' })
})

test('the public port has neither metrics nor administration', async () => {
  assert.equal((await bench.call('/metrics')).status, 404)
  assert.equal((await bench.call('/admin/v1/workspaces.list', { method: 'POST', key: ADMIN_TOKEN })).status, 404)
})

test('administration: a day that no calendar has is refused, and a leap day is not', async () => {
  const { workspace } = await bench.createCaller()
  const create = (expiresAt: string): Promise<Answer> =>
    post('keys.create', { workspace, kind: 'live', name: 'expiring', expiresAt })
  for (const day of ['2027-02-29', '2027-02-30', '2027-06-31T10:00:00Z', '2027-13-01', '2027-00-10']) {
    await assertRefused(create(day), 400, 'invalid_input')
  }
  for (const day of ['2028-02-29', '2027-12-31T23:59:59Z']) assert.equal((await create(day)).status, 200, day)
  await assertRefused(post('usage.read', { workspace, from: '2026-02-30', to: '2026-03-01' }), 400, 'invalid_input')
})
