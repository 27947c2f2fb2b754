import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CommandName, COMMAND_NAMES } from '../../adapters/http/admin/commands.ts'
import { adminRoutes } from '../../adapters/http/operations.ts'
import type { OperatorWithPassword } from '../../adapters/http/admin/people-commands.ts'
import type { SessionList } from '../../adapters/http/admin/dashboard-door.ts'
import { visitDashboard } from '../support/dashboard-visits.ts'
import { ADMIN_TOKEN, headerOf, jsonOf, startBench, type Answer } from '../support/service-bench.ts'

const bench = await startBench()
test.after(() => bench.close())
const { own, signIn, enter } = visitDashboard(bench)

const add = (operator: string, role: string): Promise<OperatorWithPassword> =>
  bench.administrate('operators.create', { operator, role })

const codeOf = (answer: Answer): unknown => (jsonOf(answer) as { readonly error?: unknown }).error

/** Commands that change nothing, written down by hand: a new command must be put into one of the lists. */
const READS: readonly CommandName[] = [
  'workspaces.list',
  'workspaces.account',
  'keys.list',
  'usage.read',
  'usage.references',
  'usage.statement',
  'batches.list',
  'batches.read',
  'batches.items',
  'batches.result',
  'batches.deliveries',
  'watches.list',
  'watches.read',
  'watches.items',
  'watches.changes',
  'watches.series',
  'watches.rank',
  'statistics.read',
  'samples.list',
  'requests.list',
  'requests.sum',
  'service.health',
  'ledger.read',
  'ledger.check',
  'audit.list',
  'operators.list',
]
const CHANGES: readonly CommandName[] = [
  'workspaces.create',
  'workspaces.update',
  'keys.create',
  'keys.restrict',
  'keys.rotate',
  'keys.revoke',
  'batches.cancel',
  'batches.redeliver',
  'alerts.test',
  'members.list',
  'members.invite',
  'members.reset',
  'members.remove',
]
const OWNERS: readonly CommandName[] = [
  'workspaces.erase',
  'store.backup',
  'secrets.reseal',
  'operators.create',
  'operators.update',
  'operators.reset',
  'operators.sign-out',
  'operators.remove',
]

test('every command has a role: a reader gets 403 on all that change something, an operator on those of owners', async () => {
  assert.deepEqual([...READS, ...CHANGES, ...OWNERS].toSorted(), COMMAND_NAMES.toSorted())
  for (const [role, refused] of [
    ['reader', [...CHANGES, ...OWNERS]],
    ['operator', OWNERS],
    ['owner', []],
  ] as const) {
    const { password } = await add(`${role}-of-all`, role)
    const browser = await enter({ name: `${role}-of-all`, password })
    assert.deepEqual([browser.facts.operator, browser.facts.role], [`${role}-of-all`, role])
    for (const command of COMMAND_NAMES) {
      // An input that every command refuses: nothing is done.
      const answer = await browser.run(command, { unknown: true })
      const isRefused = refused.some((name) => name === command)
      assert.deepEqual(
        [answer.status, codeOf(answer)],
        isRefused ? [403, 'forbidden_role'] : [400, 'invalid_input'],
        `${role}: ${command}`,
      )
      if (isRefused) {
        assert.match((jsonOf(answer) as { message: string }).message, new RegExp(`^Your role is ${role}, .* owner `))
      }
    }
  }
})

test('a command that a role does not allow is in the audit log, once an hour', async () => {
  const { password } = await add('curious', 'reader')
  const browser = await enter({ name: 'curious', password })
  for (let time = 0; time < 3; time++) assert.equal((await browser.run('store.backup', {})).status, 403)
  assert.equal((await browser.run('keys.revoke', { key: 'key_1' })).status, 403)
  const { entries } = await bench.administrate('audit.list', { from: '2000-01-01', to: '2999-12-31', limit: 500 })
  const own = entries.filter(({ actor, command }) => actor === 'operator:curious' && command !== 'session.open')
  const told = own.map(({ command, outcome }) => `${command} ${outcome}`)
  // An hour may end meanwhile.
  assert.deepEqual([...new Set(told)].toSorted(), ['keys.revoke forbidden_role', 'store.backup forbidden_role'])
  assert.ok(told.length <= 4)
})

test('every other route of the port: what a reader, and somebody without a session, gets', async () => {
  const { password } = await add('reader-of-routes', 'reader')
  const browser = await enter({ name: 'reader-of-routes', password })
  // Status for nobody, and for a reader. Routes that end the session come last.
  const expected: Readonly<Record<string, readonly [nobody: number, reader: number]>> = {
    'GET /': [200, 200],
    'GET /assets/:id': [404, 404],
    'GET /metrics': [200, 200],
    'GET /livez': [200, 200],
    'GET /playground': [200, 200],
    'GET /playground/frame': [200, 200],
    'GET /admin/samples/:id': [401, 404],
    'GET /admin/samples/:id/page': [401, 404],
    'POST /admin/v1/:id': [401, 404],
    'POST /admin/results/:batch': [401, 404],
    'POST /admin/session': [400, 400],
    'POST /admin/password': [401, 400],
    'GET /admin/session': [401, 200],
    'GET /admin/sessions': [401, 200],
    'DELETE /admin/sessions': [401, 204],
    'DELETE /admin/session': [401, 401],
  }
  const names = adminRoutes.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(names.toSorted(), Object.keys(expected).toSorted())
  for (const [name, [nobody, reader]] of Object.entries(expected)) {
    const [method = '', path = ''] = name.replace(/:\w+/, 'none').split(' ')
    const body = method === 'POST' ? { body: '{}' } : {}
    const refused = await bench.callAdmin(path, { method, headers: { ...own, Authorization: '' }, ...body })
    assert.equal(refused.status, nobody, `nobody: ${name}`)
    const answer = await browser.send(method, path, method === 'POST' ? {} : undefined)
    assert.equal(answer.status, reader, `reader: ${name}: ${String(answer.bytes).slice(0, 200)}`)
  }
})

test('a wrong password, an unknown name and a wrong token get the same 401, and no cookie', async () => {
  const { password } = await add('ada', 'operator')
  for (const body of [
    { name: 'ada', password: `${password}x` },
    { name: 'ada', password: '' },
    { name: 'nobody', password },
    { name: 'x'.repeat(500), password },
    { token: password },
    { token: 'ada' },
  ]) {
    const answer = await signIn(body)
    assert.deepEqual([answer.status, codeOf(answer)], [401, 'unauthorized'], JSON.stringify(body))
    assert.equal(headerOf(answer, 'set-cookie'), null)
  }
  assert.equal((await enter({ name: ' ADA ', password })).facts.role, 'operator')
  assert.equal((await signIn({ name: 'ada' })).status, 400)
})

test('a role that is taken away is gone with the next request; one who is removed is signed out', async () => {
  const { password } = await add('grace', 'operator')
  const browser = await enter({ name: 'grace', password })
  assert.equal((await browser.run('workspaces.create', { name: 'by grace' })).status, 200)
  await bench.administrate('operators.update', { operator: 'grace', role: 'reader' })
  assert.equal(codeOf(await browser.run('workspaces.create', { name: 'by grace' })), 'forbidden_role')
  assert.equal((await browser.run('workspaces.list')).status, 200)
  await bench.administrate('operators.remove', { operator: 'grace' })
  assert.equal((await browser.run('workspaces.list')).status, 401)
  assert.equal((await signIn({ name: 'grace', password })).status, 401)
})

test('a session of one who was removed is not of the next one with the name', async () => {
  const browser = await enter({ name: 'twin', password: (await add('twin', 'owner')).password })
  await bench.administrate('operators.remove', { operator: 'twin' })
  const { password } = await add('twin', 'owner')
  assert.equal((await browser.run('workspaces.list')).status, 401)
  const next = await enter({ name: 'twin', password })
  assert.equal((await next.run('workspaces.list')).status, 200)
})

test('signing out everywhere and a new password end all sessions; the token stays an owner', async () => {
  const { password } = await add('linus', 'owner')
  const [first, second] = [await enter({ name: 'linus', password }), await enter({ name: 'linus', password })]
  const { sessions, own: name } = jsonOf(await first.send('GET', '/admin/sessions')) as SessionList
  const mine = sessions.filter(({ operator }) => operator === 'linus')
  assert.equal(mine.length, 2)
  assert.ok(mine.some((session) => session.name === name))
  assert.ok(!JSON.stringify(sessions).includes('csrf'))
  assert.equal((await first.send('DELETE', '/admin/sessions')).status, 204)
  assert.equal((await second.run('workspaces.list')).status, 401)

  const third = await enter({ name: 'linus', password })
  const change = (current: string, next: string) => third.send('POST', '/admin/password', { current, password: next })
  assert.deepEqual([(await change('wrong', 'correct horse battery')).status], [403])
  assert.equal((await change(password, 'short')).status, 400)
  assert.equal((await change(password, 'correct horse battery')).status, 204)
  assert.equal((await third.run('workspaces.list')).status, 401)
  assert.equal((await signIn({ name: 'linus', password })).status, 401)
  await enter({ name: 'linus', password: 'correct horse battery' })

  const reset = await bench.administrate('operators.reset', { operator: 'linus' })
  assert.equal((await signIn({ name: 'linus', password: 'correct horse battery' })).status, 401)
  await enter({ name: 'linus', password: reset.password })
  const recovery = await enter({ token: ADMIN_TOKEN })
  assert.deepEqual([recovery.facts.operator, recovery.facts.role], [null, 'owner'])
  assert.equal((await recovery.send('POST', '/admin/password', {})).status, 409)
})

test('the audit log says who did what, with the state before and after, and no secret', async () => {
  const { password } = await add('margaret', 'operator')
  const browser = await enter({ name: 'margaret', password })
  const made = await browser.run('workspaces.create', { name: 'Secret Customer', plan: 'pro' })
  const { id: workspace } = (jsonOf(made) as { result: { id: string } }).result
  await browser.run('workspaces.update', { workspace, plan: 'vibe', payAsYouGo: true })
  const key = jsonOf(await browser.run('keys.create', { workspace, kind: 'live', name: 'k' })) as {
    result: { key: { id: string }; fullKey: string }
  }
  await browser.run('keys.revoke', { key: key.result.key.id })
  await browser.run('workspaces.update', { workspace: 'ws_none', plan: 'vibe' })
  const { entries } = await bench.administrate('audit.list', { from: '2000-01-01', to: '2999-12-31', limit: 500 })
  const hers = entries.filter(({ actor }) => actor === 'operator:margaret').toReversed()
  const states = hers.map(({ command, outcome, before, after }) => ({ command, outcome, before, after }))
  const [signedIn, created, updated, keyMade, keyRevoked, failed] = states
  assert.deepEqual([signedIn?.command, hers[0]?.outcome], ['session.open', 'ok'])
  assert.deepEqual([created?.before, created?.after?.['plan']], [null, 'pro'])
  assert.deepEqual(
    [updated?.before?.['plan'], updated?.after?.['plan'], updated?.after?.['payAsYouGo']],
    ['pro', 'vibe', true],
  )
  assert.deepEqual([keyMade?.before, keyMade?.after?.['revokedAtMs']], [null, null])
  assert.deepEqual([keyRevoked?.before?.['revokedAtMs'], typeof keyRevoked?.after?.['revokedAtMs']], [null, 'number'])
  assert.deepEqual([failed?.outcome, failed?.before], ['unknown_workspace', null])
  const roles = entries.find(({ command, input }) => command === 'operators.create' && input['operator'] === 'margaret')
  assert.deepEqual([roles?.before, roles?.after], [null, { operator: 'margaret', role: 'operator' }])
  const text = JSON.stringify(entries)
  for (const secret of [password, key.result.fullKey, 'Secret Customer', 'scrypt']) assert.ok(!text.includes(secret))
})

test('sign-ins by name that are in work are limited for each address: others need not wait for them', async (t) => {
  const own = await startBench()
  t.after(() => own.close())
  const headers = { Origin: `http://127.0.0.1:${own.adminPort}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ name: 'nobody', password: 'a password of nobody' })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => own.callAdmin('/admin/session', { method: 'POST', key: '', headers, body })),
  )
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([401, 503]))
  assert.ok(statuses.filter((status) => status === 401).length >= 4, String(statuses))
})
