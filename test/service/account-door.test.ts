import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, BatchList, Key, KeyCreated, KeyList, Usage } from '../../core/contract/index.ts'
import { doorRoutes } from '../../adapters/http/operations.ts'
import { openLink, PASSWORD, visitDoor } from '../support/door-visits.ts'
import { headerOf, jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'

const DAY_MS = 86_400_000
let nowMs = Date.parse('2026-03-15T12:00:00Z')
const settings = { SHELFMARK_CUSTOMER_DOOR: 'on' }
const bench = await startBench({ settings, epochMs: () => nowMs })
test.after(() => bench.close())

const { send, invite, choose, enter, createMember } = visitDoor(bench)

const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status
const codeOf = (answer: Answer): unknown => (jsonOf(answer) as { readonly error?: unknown }).error

async function actorsOf(workspace: string, command: string): Promise<string[]> {
  const range = { from: '2026-01-01', to: '2027-01-01', workspace, limit: 500 }
  const { entries } = await bench.administrate('audit.list', range)
  return entries.filter((entry) => entry.command === command).map(({ actor }) => actor)
}

test('the door is shut unless a setting opens it', async () => {
  const shut = await startBench()
  for (const { method, path } of doorRoutes) {
    assert.equal(
      await statusOf(visitDoor(shut).send(method, path.replace(':kind', 'live').replace(':id', 'key_1'))),
      404,
      path,
    )
  }
  await shut.close()
})

test('the page is not shown in a frame, and its cookie is for it alone', async () => {
  const page = await send('GET', '/account')
  assert.equal(page.status, 200)
  assert.match(
    headerOf(page, 'Content-Security-Policy') ?? headerOf(page, 'content-security-policy') ?? '',
    /frame-ancestors 'none'/,
  )
  await createMember('cookie@example.com')
  const answer = await send('POST', '/account/session', { name: 'Cookie@Example.com ', password: PASSWORD })
  assert.match(
    headerOf(answer, 'set-cookie') ?? '',
    /^shelfmark_account=[\w-]{43}; Path=\/account; HttpOnly; SameSite=Strict$/,
  )
})

test('the cookie is secure where the public URL is https', async () => {
  const own = await startBench({ settings: { ...settings, SHELFMARK_PUBLIC_URL: 'https://shop.example' } })
  const door = visitDoor(own)
  const workspace = await own.createWorkspace()
  const invited = await door.invite(workspace, 'ada')
  assert.match(invited.link, /^https:\/\/shop\.example\/account#name=ada&link=[\w-]{43}$/)
  assert.equal((await door.choose(invited)).status, 204)
  const answer = await door.send('POST', '/account/session', { name: 'ada', password: PASSWORD })
  assert.match(headerOf(answer, 'set-cookie') ?? '', /; HttpOnly; Secure; SameSite=Strict$/)
  await own.close()
})

test('a link works once, and for 7 days', async () => {
  const workspace = await bench.createWorkspace()
  const invited = await invite(workspace, 'link@example.com')
  assert.equal((await choose(invited, 'too short')).status, 400)
  const wrong = { ...openLink(invited), link: 'another', password: PASSWORD }
  assert.equal(await statusOf(send('POST', '/account/password', wrong)), 403)
  assert.equal((await choose(invited)).status, 204)
  const again = await choose(invited, 'a password of a thief')
  assert.deepEqual([again.status, codeOf(again)], [403, 'wrong_link'])
  await enter('link@example.com')
  assert.deepEqual(await actorsOf(workspace, 'members.password'), ['member:link@example.com'])

  const late = await invite(workspace, 'late@example.com')
  nowMs += 7 * DAY_MS
  assert.equal((await choose(late)).status, 403)
  const renewed = await bench.administrate('members.reset', { workspace, member: 'late@example.com' })
  nowMs += 7 * DAY_MS - 1
  assert.equal((await choose(renewed)).status, 204)
})

test('a wrong password, an unknown name and an invitation without a password are the same', async () => {
  const { workspace } = await createMember('right@example.com')
  await invite(workspace, 'invited@example.com')
  for (const [name, password] of [
    ['right@example.com', 'a wrong password'],
    ['nobody@example.com', PASSWORD],
    ['invited@example.com', ''],
  ]) {
    const answer = await send('POST', '/account/session', { name, password })
    assert.deepEqual([answer.status, codeOf(answer), headerOf(answer, 'set-cookie')], [401, 'unauthorized', null], name)
  }
  const { entries } = await bench.administrate('audit.list', { from: '2026-01-01', to: '2027-01-01', limit: 500 })
  assert.ok(entries.some(({ command, outcome }) => command === 'session.open' && outcome === 'unauthorized'))
})

test('what other sites send in the name of a member is refused', async () => {
  const { send: ask, cookie } = await createMember('forged@example.com')
  for (const { method, path } of doorRoutes) {
    if (method === 'GET') continue
    const target = path.replace(':kind', 'live').replace(':id', 'key_1')
    for (const headers of [
      { Origin: 'https://other.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]) {
      const answer = await ask(method, target, {}, headers)
      assert.deepEqual([answer.status, codeOf(answer)], [403, 'forged_request'], `${method} ${target}`)
    }
  }
  for (const path of ['/account/live/keys', '/account/live/usage']) {
    assert.equal(await statusOf(send('GET', path, undefined, { Cookie: cookie })), 403, 'without the token')
    assert.equal(await statusOf(ask('GET', path, undefined, { 'Sec-Fetch-Site': 'cross-site' })), 403)
  }
  assert.equal(await statusOf(ask('GET', '/account/session')), 200, 'the session goes on')
})

test('without a session, nothing is answered', async () => {
  const open = ['GET /account', 'POST /account/session', 'POST /account/password']
  for (const { method, path } of doorRoutes) {
    if (open.includes(`${method} ${path}`)) continue
    const target = path.replace(':kind', 'live').replace(':id', 'key_1')
    assert.equal(await statusOf(send(method, target, method === 'POST' ? {} : undefined)), 401, target)
    const { key } = await bench.createCaller()
    const withKey = send(method, target, undefined, { Authorization: `Bearer ${key}` })
    assert.equal(await statusOf(withKey), 401, `${target} with a key`)
  }
})

test('a key is created, rotated and revoked, and the audit log says by whom', async () => {
  const { send: ask, workspace } = await createMember('keys@example.com')
  const made = await ask('POST', '/account/live/keys', { name: 'shop' })
  assert.equal(made.status, 201)
  const created = jsonOf(made) as KeyCreated
  assert.deepEqual([created.kind, created.name], ['live', 'shop'])
  assert.equal((await bench.product('B0SHLFS081', created.full_key)).status, 200)
  const sandbox = jsonOf(await ask('POST', '/account/test/keys', { name: 'trial' })) as KeyCreated
  assert.equal(sandbox.kind, 'test')
  assert.equal((await ask('POST', '/account/live/keys', { name: 'x', scopes: ['keys'] })).status, 400)
  assert.equal((await ask('POST', '/account/other/keys', { name: 'x' })).status, 404)

  const rotated = jsonOf(await ask('POST', `/account/live/keys/${created.id}/rotate`, {})) as KeyCreated
  assert.equal((await bench.product('B0SHLFS081', created.full_key)).status, 401)
  assert.equal((await bench.product('B0SHLFS081', rotated.full_key)).status, 200)
  assert.equal((await ask('DELETE', `/account/live/keys/${rotated.id}`)).status, 200)
  assert.equal((await bench.product('B0SHLFS081', rotated.full_key)).status, 401)
  const listed = jsonOf(await ask('GET', '/account/live/keys')) as KeyList
  assert.deepEqual(listed.keys, [])

  const usage = jsonOf(await ask('GET', '/account/live/usage')) as Usage
  assert.equal(usage.total.charges, 2)
  assert.equal((jsonOf(await ask('GET', '/account/live/summary')) as Account).used, usage.total.credits)
  const by = ['member:keys@example.com']
  assert.deepEqual(await actorsOf(workspace, 'keys.create'), [...by, ...by])
  assert.deepEqual(await actorsOf(workspace, 'keys.rotate'), by)
  assert.deepEqual(await actorsOf(workspace, 'keys.revoke'), by)
  assert.deepEqual(await actorsOf(workspace, 'session.open'), by)
})

test('a member rotates a key that may change keys, which another key may not', async () => {
  const { send: ask, workspace } = await createMember('scope@example.com')
  const input = { workspace, kind: 'live', name: 'manager', scopes: ['keys'] }
  const { key } = await bench.administrate('keys.create', input)
  const rotated = jsonOf(await ask('POST', `/account/live/keys/${key.id}/rotate`, {})) as Key
  assert.deepEqual(rotated.scopes, ['keys'])
})

test('a member sees and changes nothing of another workspace', async () => {
  const mine = await createMember('mine@example.com')
  const theirs = await createMember('theirs@example.com')
  const key = jsonOf(await theirs.send('POST', '/account/live/keys', { name: 'secret of theirs' })) as KeyCreated
  assert.equal((await bench.product('B0SHLFS081', key.full_key)).status, 200)
  const body = { endpoint: 'market.product', items: [{ query: 'B0SHLFS082' }] }
  const batch = jsonOf(await bench.createBatch(key.full_key, body)) as { readonly id: string }
  const seen = jsonOf(await theirs.send('GET', '/account/live/batches')) as BatchList
  assert.deepEqual(
    seen.batches.map(({ id }) => id),
    [batch.id],
  )

  // Over all routes: each is asked with the ids of the other workspace wherever it takes something.
  const extra = `?workspace=${theirs.workspace}&cursor=${batch.id}`
  for (const { method, path } of doorRoutes) {
    if (['/account', '/account/session', '/account/sessions', '/account/password'].includes(path)) continue
    const target = path.replace(':kind', 'live').replace(':id', key.id)
    for (const query of ['', extra]) {
      const given = { name: 'x', workspace: theirs.workspace }
      const answer = await mine.send(method, target + query, method === 'POST' ? given : undefined)
      const text = answer.bytes.toString()
      for (const needle of [theirs.workspace, key.id, key.prefix, 'secret of theirs', batch.id]) {
        assert.ok(!text.includes(needle), `${method} ${target}${query}: ${text}`)
      }
      if (path.includes(':id')) assert.equal(answer.status, 404, `${method} ${target}`)
    }
  }
  const { facts } = mine
  assert.equal(facts.workspace.id, mine.workspace)
  assert.deepEqual(jsonOf(await mine.send('GET', '/account/live/keys')), { keys: [] })
  assert.deepEqual((jsonOf(await mine.send('GET', '/account/live/usage')) as Usage).rows, [])
  assert.deepEqual((jsonOf(await mine.send('GET', '/account/live/batches')) as BatchList).batches, [])
  assert.equal((jsonOf(await mine.send('GET', '/account/live/summary')) as Account).used, 0)
  assert.equal((await bench.product('B0SHLFS081', key.full_key)).status, 200, 'their key works')
  assert.deepEqual((await bench.administrate('keys.list', { workspace: theirs.workspace })).length, 1)
  // The cookie of one with the token of the other is nobody.
  const mixed = { Cookie: theirs.cookie, 'Shelfmark-CSRF': facts.csrf_token }
  assert.equal(await statusOf(send('GET', '/account/live/keys', undefined, mixed)), 403)
})

test('the session of a member ends: removed, reset, signed out everywhere, workspace erased', async () => {
  const isIn = async ({ send: ask }: Awaited<ReturnType<typeof enter>>): Promise<boolean> =>
    (await ask('GET', '/account/live/keys')).status === 200
  const removed = await createMember('removed@example.com')
  assert.ok(await isIn(removed))
  await bench.administrate('members.remove', { workspace: removed.workspace, member: 'removed@example.com' })
  assert.ok(!(await isIn(removed)))

  // The name goes to a person of another workspace: the session before sees nothing of it.
  const before = await createMember('reused@example.com')
  await bench.administrate('members.remove', { workspace: before.workspace, member: 'reused@example.com' })
  nowMs += 1
  const after = await createMember('reused@example.com')
  assert.deepEqual([await isIn(before), await isIn(after)], [false, true])

  const reset = await createMember('reset@example.com')
  const { id } = await bench.administrate('members.reset', { workspace: reset.workspace, member: 'reset@example.com' })
  assert.match(id, /^mem_/)
  assert.ok(!(await isIn(reset)))
  const refused = await send('POST', '/account/session', { name: 'reset@example.com', password: PASSWORD })
  assert.equal(refused.status, 401, 'the password has ended')

  const left = await createMember('left@example.com')
  const elsewhere = await enter('left@example.com')
  assert.equal(await statusOf(left.send('DELETE', '/account/session')), 204)
  assert.deepEqual([await isIn(left), await isIn(elsewhere)], [false, true])
  const third = await enter('left@example.com')
  assert.equal(await statusOf(elsewhere.send('DELETE', '/account/sessions')), 204)
  assert.deepEqual([await isIn(elsewhere), await isIn(third)], [false, false])

  const erased = await createMember('erased@example.com')
  const { workspace } = erased
  const { removed: counts } = await bench.administrate('workspaces.erase', { workspace, confirm: workspace })
  assert.equal(counts.members, 1)
  assert.ok(!(await isIn(erased)))
  assert.match((await actorsOf(workspace, 'members.password')).join(), /^member:mem_\w{16}$/, 'no name is left')
})

test('a member changes the own password: the present one is needed, and other sessions end', async () => {
  const here = await createMember('change@example.com')
  const elsewhere = await enter('change@example.com')
  const path = '/account/password/change'
  const wrong = await here.send('POST', path, { current: 'another password', password: 'a new long password' })
  assert.deepEqual([wrong.status, codeOf(wrong)], [403, 'wrong_password'])
  assert.equal((await here.send('POST', path, { current: PASSWORD, password: 'too short' })).status, 400)
  assert.equal(await statusOf(elsewhere.send('GET', '/account/live/keys')), 200, 'nothing has ended')

  const changed = await here.send('POST', path, { current: PASSWORD, password: 'a new long password' })
  assert.equal(changed.status, 200)
  for (const old of [here, elsewhere]) assert.equal(await statusOf(old.send('GET', '/account/live/keys')), 401)
  const [cookie = ''] = (headerOf(changed, 'set-cookie') ?? '').split(';')
  const { csrf_token: token } = jsonOf(changed) as { readonly csrf_token: string }
  const renewed = { Cookie: cookie, 'Shelfmark-CSRF': token }
  assert.equal(await statusOf(send('GET', '/account/live/keys', undefined, renewed)), 200, 'the new session')
  const signIn = (password: string) =>
    statusOf(send('POST', '/account/session', { name: 'change@example.com', password }))
  assert.deepEqual([await signIn(PASSWORD), await signIn('a new long password')], [401, 200])
  const by = 'member:change@example.com'
  assert.deepEqual(await actorsOf(here.workspace, 'members.password'), [by, by])
})

test('pay-as-you-go is switched by a member only where the operator allows it', async () => {
  const { send: ask, workspace, facts } = await createMember('pay@example.com')
  const refused = await ask('POST', '/account/pay-as-you-go', { pay_as_you_go: true })
  assert.deepEqual([refused.status, codeOf(refused), facts.may_switch_pay_as_you_go], [403, 'not_allowed', false])
  const termsOf = async (at: Bench, id: string): Promise<boolean | undefined> =>
    (await at.administrate('workspaces.list', {})).find((entry) => entry.id === id)?.payAsYouGo
  assert.equal(await termsOf(bench, workspace), false)

  const own = await startBench({ settings: { ...settings, SHELFMARK_CUSTOMER_PAY_AS_YOU_GO: 'on' } })
  const allowed = await visitDoor(own).createMember('pay@example.com')
  assert.equal(await statusOf(allowed.send('POST', '/account/pay-as-you-go', { pay_as_you_go: 1 })), 400)
  assert.equal(await statusOf(allowed.send('POST', '/account/pay-as-you-go', { pay_as_you_go: true })), 204)
  assert.equal(await termsOf(own, allowed.workspace), true)
  assert.equal((jsonOf(await allowed.send('GET', '/account/live/summary')) as Account).pay_as_you_go, true)
  await own.close()
})
