import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  assertError,
  headerOf,
  jsonOf,
  PRODUCT,
  SEARCH,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'

const UNAUTHORIZED = { error: 'unauthorized' }
const REVOKED = { error: 'revoked' }
const WHOLE = `${PRODUCT}?query=B0SHLFX301`

let bench: Bench
let key: string
let workspace: string

before(async () => {
  bench = await startBench()
  ;({ key, workspace } = await bench.createCaller())
})
after(() => bench.close())

const show = (authorization: string | null, parameter: string | null = null): Promise<Answer> =>
  bench.call(parameter === null ? WHOLE : `${WHOLE}&api_key=${parameter}`, {
    headers: authorization === null ? {} : { Authorization: authorization },
  })

const GARBAGE = `svc_live_${'x'.repeat(44)}`

test('authentication: the header Authorization: Bearer', async () => {
  assert.equal((await show(`Bearer ${key}`)).status, 200)
})

test('authentication: the query parameter api_key', async () => {
  assert.equal((await show(null, key)).status, 200)
  assert.equal((await bench.call(`${SEARCH}?api_key=${key}&query=kettle`)).status, 200)
})

test('authentication: the scheme is case-insensitive', async () => {
  assert.equal((await show(`bearer ${key}`)).status, 200)
  assert.equal((await show(`BEARER  ${key}`)).status, 200)
})

test('the header wins over the query', async () => {
  assert.equal((await show(`Bearer ${key}`, GARBAGE)).status, 200)
  assertError(await show(`Bearer ${GARBAGE}`, key), 401, UNAUTHORIZED)
})

test('an empty api_key is ignored when the header has a key', async () => {
  assert.equal((await show(`Bearer ${key}`, '')).status, 200)
})

for (const path of [PRODUCT, SEARCH]) {
  test(`errors: 401 unauthorized, without a key, at ${path}`, async () => {
    assertError(await bench.call(`${path}?query=B0SHLFX301`), 401, UNAUTHORIZED)
  })
}

test('errors: 401 unauthorized, for invalid keys', async () => {
  const almost = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  const others = ['', 'x', GARBAGE, almost, key.slice(0, -1), `${key}x`, key.toUpperCase(), key.replace('live', 'test')]
  for (const other of others) {
    assertError(await show(`Bearer ${other}`), 401, UNAUTHORIZED)
    assertError(await show(null, other), 401, UNAUTHORIZED)
  }
  for (const header of [key, `Basic ${key}`, `Bearer${key}`, `Bearer ${key} x`, 'Bearer', `Token ${key}`]) {
    assertError(await show(header), 401, UNAUTHORIZED)
  }
  for (const other of ['%FF', '%00', 'a'.repeat(10_000), "'%20OR%201=1--", '%F0%9F%94%91']) {
    assertError(await show(null, other), 401, UNAUTHORIZED)
  }
})

test('errors: 401 revoked, at once in the same process', async () => {
  const created = await bench.createKey(workspace)
  const use = (): Promise<Answer> => show(`Bearer ${created.fullKey}`)
  assert.equal((await use()).status, 200)
  await bench.administrate('keys.revoke', { key: created.key.id })
  assertError(await use(), 401, REVOKED)
  assertError(await show(null, created.fullKey), 401, REVOKED)
  // A caller without the whole key learns nothing.
  const almost = created.fullKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  assertError(await show(`Bearer ${almost}`), 401, UNAUTHORIZED)
})

for (const mode of ['live', 'test'] as const) {
  test(`authentication: keys begin with svc_${mode}_, then their short prefix`, async () => {
    const created = await bench.createKey(workspace, mode)
    assert.match(created.fullKey, new RegExp(`^svc_${mode}_[A-Za-z0-9]{12}[A-Za-z0-9]{32}$`))
    assert.equal(created.fullKey.slice(9, 21), created.key.prefix)
    assert.equal(created.key.kind, mode)
  })
}

test('authentication: the full key is shown once', async () => {
  const created = await bench.createKey(workspace)
  const answer = await bench.callAdmin('/admin/v1/keys.list', { method: 'POST', body: JSON.stringify({ workspace }) })
  const text = answer.bytes.toString()
  assert.equal(text.includes(created.key.prefix), true)
  assert.equal(text.includes(created.fullKey.slice(21)), false)
})

test('only a hash of a key is stored', async () => {
  const { fullKey } = await bench.createKey(workspace)
  const files = readdirSync(bench.folder).map((name) => readFileSync(join(bench.folder, name)))
  assert.equal(
    files.some((bytes) => bytes.includes(fullKey.slice(9, 21))),
    true,
  )
  assert.equal(
    files.some((bytes) => bytes.includes(fullKey.slice(21))),
    false,
  )
})

test('the 21st active key of a workspace is refused', async () => {
  const crowded = await bench.createWorkspace()
  const created = await Promise.all(Array.from({ length: 20 }, () => bench.createKey(crowded)))
  const create = (): Promise<Answer> =>
    bench.callAdmin('/admin/v1/keys.create', {
      method: 'POST',
      body: JSON.stringify({ workspace: crowded, kind: 'test', name: 'one more' }),
    })
  const refused = await create()
  assert.equal(refused.status, 409)
  assert.equal((jsonOf(refused) as { error: string }).error, 'too_many_keys')
  await bench.administrate('keys.revoke', { key: created[0]?.key.id })
  assert.equal((await create()).status, 200)
  assert.equal((await create()).status, 409)
  const all = await bench.administrate('keys.list', { workspace: crowded })
  assert.equal(all.filter(({ revokedAtMs }) => revokedAtMs === null).length, 20)
})

test('authentication: rotation: create, deploy, revoke', async () => {
  const old = await bench.createKey(workspace)
  const fresh = await bench.createKey(workspace)
  assert.equal((await show(`Bearer ${old.fullKey}`)).status, 200)
  await bench.administrate('keys.revoke', { key: old.key.id })
  assertError(await show(`Bearer ${old.fullKey}`), 401, REVOKED)
  assert.equal((await show(`Bearer ${fresh.fullKey}`)).status, 200)
})

test('a key can be rotated in one step', async () => {
  const old = await bench.createKey(workspace)
  const fresh = await bench.administrate('keys.rotate', { key: old.key.id })
  assertError(await show(`Bearer ${old.fullKey}`), 401, REVOKED)
  assert.equal((await show(`Bearer ${fresh.fullKey}`)).status, 200)
})

test('authentication: usage of a revoked key stays visible', async () => {
  const { workspace, key, keyId } = await bench.createCaller()
  assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
  await bench.administrate('keys.revoke', { key: keyId })
  const [usage] = await bench.readUsage(workspace)
  assert.deepEqual([usage?.keyId, usage?.charges, usage?.credits], [keyId, 1, 5])
})

test('sandbox keys work, and give the same bytes for the same request', async () => {
  const { key, workspace } = await bench.createCaller(undefined, 'test')
  for (const target of [WHOLE, `${WHOLE}&domain=co.jp&add_html=1`, `${SEARCH}?query=kettle&pages=2`]) {
    const [one, other] = [await bench.call(target, { key }), await bench.call(target, { key })]
    assert.equal(one.status, 200)
    assert.equal(one.bytes.equals(other.bytes), true)
    assert.equal(headerOf(one, 'Svc-Cost'), '0')
  }
  assert.deepEqual(await bench.readUsage(workspace), [])
})

test('the first start creates a sandbox key that works', async () => {
  assert.match(bench.firstKey ?? '', /^svc_test_/)
  assert.equal((await bench.product('B0SHLFX301', bench.firstKey ?? '')).status, 200)
})
