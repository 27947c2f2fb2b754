import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Product } from '../../core/index.ts'
import { ADMIN_TOKEN, headerOf, jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

let bench: Bench
let origin = ''

before(async () => {
  bench = await startBench({ settings: { SHELFMARK_BATCH_INTERVAL_MS: '100' } })
  origin = `http://127.0.0.1:${bench.adminPort}`
})
after(() => bench.close())

type Headers = Readonly<Record<string, string>>

/** A request without the token of the administration. `Host` is that of the port. */
function ask(method: string, path: string, headers: Headers = {}, body?: object): Promise<Answer> {
  const sent = { Host: new URL(origin).host, ...headers, Authorization: '' }
  return bench.callAdmin(path, { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

async function signIn(): Promise<{ readonly Cookie: string; readonly csrf: string }> {
  const answer = await ask('POST', '/admin/session', { Origin: origin }, { token: ADMIN_TOKEN })
  assert.equal(answer.status, 200)
  const [cookie = ''] = (headerOf(answer, 'set-cookie') ?? '').split(';')
  return { Cookie: cookie, csrf: (jsonOf(answer) as { csrf_token: string }).csrf_token }
}

const list = (headers: Headers): Promise<Answer> => ask('POST', '/admin/v1/workspaces.list', headers, {})

test('signing in with the token gives a cookie that scripts and other sites do not get', async () => {
  const answer = await ask('POST', '/admin/session', { Origin: origin }, { token: ADMIN_TOKEN })
  assert.match(
    headerOf(answer, 'set-cookie') ?? '',
    /^shelfmark_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  assert.equal((jsonOf(answer) as { idle_seconds: number }).idle_seconds, 1800)
  assert.ok(!answer.bytes.includes(ADMIN_TOKEN))
})

test('on a secure connection, the cookie is Secure', async () => {
  const headers = { Origin: 'https://shelf.example', 'Sec-Fetch-Site': 'same-origin' }
  const answer = await ask('POST', '/admin/session', headers, { token: ADMIN_TOKEN })
  assert.match(headerOf(answer, 'set-cookie') ?? '', /; HttpOnly; Secure; SameSite=Strict$/)
})

test('a wrong token gets 401 and no cookie; a wrong body 400', async () => {
  for (const token of ['', 'wrong', `${ADMIN_TOKEN} `]) {
    const answer = await ask('POST', '/admin/session', { Origin: origin }, { token })
    assert.equal(answer.status, 401)
    assert.equal(headerOf(answer, 'set-cookie'), null)
  }
  for (const body of [{}, { token: 1 }, [ADMIN_TOKEN]]) {
    assert.equal((await ask('POST', '/admin/session', { Origin: origin }, body)).status, 400)
  }
})

test('a page of another site can not sign in', async () => {
  for (const headers of [
    {},
    { Origin: 'https://evil.example' },
    { Origin: `http://127.0.0.1:${bench.port}` },
    { Origin: 'null' },
    { Origin: origin, 'Sec-Fetch-Site': 'same-site' },
  ]) {
    const answer = await ask('POST', '/admin/session', headers, { token: ADMIN_TOKEN })
    assert.deepEqual([answer.status, headerOf(answer, 'set-cookie')], [403, null])
  }
})

test('a session runs commands, when its page sends the CSRF token', async () => {
  const { Cookie, csrf } = await signIn()
  const own = { Cookie: `theme=dark; ${Cookie}`, Origin: origin, 'Shelfmark-CSRF': csrf }
  assert.equal((await list(own)).status, 200)
  assert.equal((await list({ ...own, 'Sec-Fetch-Site': 'same-origin' })).status, 200)
})

test('a forged request of a session is refused with 403', async () => {
  const { Cookie, csrf } = await signIn()
  const other = await signIn()
  for (const headers of [
    { Cookie, Origin: origin },
    { Cookie, Origin: origin, 'Shelfmark-CSRF': '' },
    { Cookie, Origin: origin, 'Shelfmark-CSRF': other.csrf },
    { Cookie, 'Shelfmark-CSRF': csrf },
    { Cookie, Origin: 'https://evil.example', 'Shelfmark-CSRF': csrf },
    { Cookie, Origin: `http://127.0.0.1:${bench.port}`, 'Shelfmark-CSRF': csrf },
    { Cookie, Origin: origin, 'Sec-Fetch-Site': 'cross-site', 'Shelfmark-CSRF': csrf },
  ]) {
    const answer = await list(headers)
    assert.deepEqual(
      [answer.status, (jsonOf(answer) as { error: string }).error],
      [403, 'forged_request'],
      JSON.stringify(headers),
    )
  }
})

test('what only reads needs no origin, which browsers then do not send on plain HTTP; the token is needed', async () => {
  const { Cookie, csrf } = await signIn()
  const read = async (headers: Headers): Promise<number> => (await ask('GET', '/admin/sessions', headers)).status
  assert.equal(await read({ Cookie, 'Shelfmark-CSRF': csrf }), 200)
  assert.equal(await read({ Cookie }), 403)
  assert.equal(await read({ Cookie, 'Shelfmark-CSRF': csrf, Origin: 'https://evil.example' }), 403)
  assert.equal(await read({ Cookie, 'Shelfmark-CSRF': csrf, 'Sec-Fetch-Site': 'cross-site' }), 403)
})

test('without a session, or with one that ended: 401', async () => {
  const { Cookie, csrf } = await signIn()
  const own = { Cookie, Origin: origin, 'Shelfmark-CSRF': csrf }
  const facts = await ask('GET', '/admin/session', { Cookie })
  assert.equal((jsonOf(facts) as { csrf_token: string }).csrf_token, csrf)
  assert.equal((await ask('DELETE', '/admin/session', { Cookie, Origin: origin })).status, 403)
  const left = await ask('DELETE', '/admin/session', own)
  assert.equal(left.status, 204)
  assert.match(
    headerOf(left, 'set-cookie') ?? '',
    /^shelfmark_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  assert.equal((await list(own)).status, 401)
  assert.equal((await ask('GET', '/admin/session', { Cookie })).status, 401)
  assert.equal((await ask('GET', '/admin/session')).status, 401)
  assert.equal((await list({ Cookie: 'shelfmark_session=unknown', Origin: origin })).status, 401)
})

test('the token of a program works as before, whatever its cookies and its origin are', async () => {
  const { Cookie } = await signIn()
  const headers = { Cookie, Origin: 'https://evil.example' }
  const answer = await bench.callAdmin('/admin/v1/workspaces.list', { method: 'POST', headers })
  assert.equal(answer.status, 200)
})

test('the page has no script of its own, and may not be framed', async () => {
  const page = await ask('GET', '/')
  assert.equal(page.status, 200)
  const policy = headerOf(page, 'content-security-policy') ?? headerOf(page, 'Content-Security-Policy') ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(page.bytes.toString(), /<script(?![^>]* src=)/)
})

/** A batch of sandbox items that has ended. The product of the last one does not exist. */
async function runBatch(): Promise<{ readonly workspace: string; readonly batch: string }> {
  const { workspace, key } = await bench.createCaller(undefined, 'test')
  const items = ['B0SHLFX301', 'B0SHLFX302', 'B0SHLF0404'].map((query) => ({ query, domain: 'de' }))
  const created = await bench.createBatch(key, { endpoint: 'market.product', items })
  assert.equal(created.status, 201, String(created.bytes))
  const batch = (jsonOf(created) as { id: string }).id
  const isDone = async () => (await bench.administrate('batches.read', { batch })).completed_at !== null
  await until(isDone, 'the end of the batch')
  return { workspace, batch }
}

test('operators read the batches of every workspace, their items and results', async () => {
  const { workspace, batch } = await runBatch()
  const listed = await bench.administrate('batches.list', {
    workspace,
    kind: 'test',
  })
  assert.deepEqual([listed.batches.map(({ id }) => id), listed.next], [[batch], null])
  const live = await bench.administrate('batches.list', { workspace, kind: 'live' })
  assert.deepEqual(live.batches, [])
  const head = await bench.administrate('batches.read', { batch })
  assert.deepEqual([head.workspace_id, head.kind, head.total_count, head.has_results], [workspace, 'test', 3, true])

  const first = await bench.administrate('batches.items', { batch, limit: 2 })
  assert.deepEqual([first.items.length, first.next], [2, 2])
  const rest = await bench.administrate('batches.items', { batch, offset: 2, limit: 2 })
  assert.deepEqual([rest.items.length, rest.next], [1, null])
  const all = [...first.items, ...rest.items]
  assert.deepEqual(
    all.map(({ index }) => index).toSorted((a, b) => a - b),
    [0, 1, 2],
  )
  assert.ok(all.every((item) => !('data' in item)))
  const failed = await bench.administrate('batches.items', { batch, status: 'error' })
  assert.equal(failed.items.length, head.failure_count)
  const ok = await bench.administrate('batches.result', {
    batch,
    status: 'ok',
    offset: 1,
  })
  const { asin } = ok.data as Product
  assert.match(asin, /^B0SHLFX30[12]$/)
})

test('operators cancel a batch; one without a webhook is not sent again: 409', async () => {
  const { batch } = await runBatch()
  const canceled = await bench.administrate('batches.cancel', { batch })
  assert.equal(canceled.processed_count, 3)
  const post = (operation: string, input: object) =>
    bench.callAdmin(`/admin/v1/${operation}`, { method: 'POST', body: JSON.stringify(input) })
  const refused = await post('batches.redeliver', { batch })
  assert.deepEqual([refused.status, (jsonOf(refused) as { error: string }).error], [409, 'no_webhook'])
  const past = await post('batches.result', { batch, offset: 3 })
  assert.deepEqual([past.status, (jsonOf(past) as { error: string }).error], [400, 'invalid_input'])
  const unknown = await post('batches.read', { batch: '00000000-0000-4000-8000-000000000000' })
  assert.deepEqual([unknown.status, (jsonOf(unknown) as { error: string }).error], [404, 'unknown_batch'])
})

test('operators read the account of a workspace, and the health of the service', async () => {
  const { workspace, key } = await bench.createCaller({ plan: 'free' })
  assert.equal((await bench.product('B0SHLFX301', key, '&domain=de')).status, 200)
  const account = await bench.administrate('workspaces.account', { workspace, kind: 'live' })
  assert.deepEqual([account.plan, account.used, account.allowance], ['free', 5, 5000])
  const health = await bench.administrate('service.health', {})
  assert.deepEqual([health.store_problem, health.has_room, health.browser], [null, true, null])
  assert.deepEqual(health.sessions, { kept: 0, counts: {} })
})
