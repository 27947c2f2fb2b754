import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { SessionList } from '../../adapters/http/admin/dashboard-door.ts'
import { visitDashboard } from '../support/dashboard-visits.ts'
import { visitDoor } from '../support/door-visits.ts'
import { ADMIN_TOKEN, jsonOf, startBench, type Answer, type Bench } from '../support/service-bench.ts'
import { describeShared } from '../support/shared-servers.ts'
import { until } from '../support/wait.ts'

const codeOf = (answer: Answer): unknown => (jsonOf(answer) as { readonly error?: unknown }).error

describeShared('people who sign in at one server, and go to another on the same Redis', (servers) => {
  let one: Bench
  let other: Bench

  before(async () => {
    const settings = { ...servers.settings(), SHELFMARK_BATCHES: 'off', SHELFMARK_CUSTOMER_DOOR: 'on' }
    one = await startBench({ settings })
    other = await startBench({ settings })
  })

  const addOperator = async (operator: string): Promise<{ readonly name: string; readonly password: string }> => {
    const { password } = await one.administrate('operators.create', { operator, role: 'owner' })
    return { name: operator, password }
  }

  test('an operator works at both, and each lists the sessions of both', async () => {
    const ada = await addOperator('ada')
    const [here, there] = [await visitDashboard(one).enter(ada), await visitDashboard(other).enter(ada)]
    for (const bench of [one, other]) {
      assert.equal((await here.run('workspaces.list', {}, bench)).status, 200)
      assert.deepEqual(jsonOf(await here.send('GET', '/admin/session', undefined, bench)), here.facts)
      const { sessions, own } = jsonOf(await there.send('GET', '/admin/sessions', undefined, bench)) as SessionList
      const hers = sessions.filter(({ operator }) => operator === 'ada')
      assert.equal(hers.length, 2)
      assert.ok(hers.some(({ name }) => name === own))
    }
    assert.equal((await here.send('DELETE', '/admin/session', undefined, other)).status, 204)
    assert.deepEqual(
      [(await here.run('workspaces.list')).status, (await there.run('workspaces.list')).status],
      [401, 200],
    )
  })

  test('signing out everywhere ends the sessions at both, those of the token too', async () => {
    for (const body of [await addOperator('grace'), { token: ADMIN_TOKEN }]) {
      const [here, there] = [await visitDashboard(one).enter(body), await visitDashboard(other).enter(body)]
      assert.equal((await here.send('DELETE', '/admin/sessions')).status, 204)
      for (const bench of [one, other]) {
        for (const visitor of [here, there]) assert.equal((await visitor.run('workspaces.list', {}, bench)).status, 401)
      }
    }
  })

  test('who is removed at one server is refused at the other, and is not listed', async () => {
    const linus = await visitDashboard(one).enter(await addOperator('linus'))
    assert.equal((await linus.run('workspaces.list', {}, other)).status, 200)
    await one.administrate('operators.remove', { operator: 'linus' })
    assert.equal((await linus.run('workspaces.list', {}, other)).status, 401)
    const { sessions } = jsonOf(await other.callAdmin('/admin/sessions')) as SessionList
    assert.deepEqual(
      sessions.filter(({ operator }) => operator === 'linus'),
      [],
    )
  })

  test('a member works at both, and leaves both', async () => {
    const { cookie, facts, workspace } = await visitDoor(one).createMember('ada@example.com')
    const own = { Cookie: cookie, 'Shelfmark-CSRF': facts.csrf_token }
    const statusAt = async (bench: Bench): Promise<number> =>
      (await visitDoor(bench).send('GET', '/account/live/keys', undefined, own)).status
    assert.deepEqual([await statusAt(one), await statusAt(other)], [200, 200])
    await other.administrate('members.reset', { workspace, member: 'ada@example.com' })
    assert.deepEqual([await statusAt(one), await statusAt(other)], [401, 401])
  })

  test('a session is kept by its hash, and expires; nothing is left of one that has ended', async () => {
    const visitor = await visitDashboard(one).enter(await addOperator('margaret'))
    const [, id = ''] = (visitor.headers['Cookie'] ?? '').split('=')
    const dump = await servers.postgres.dump('public')
    for (const secret of [id, visitor.facts.csrf_token]) assert.ok(!dump.includes(secret))
    await one.administrate('operators.sign-out', { operator: 'margaret' })
    const left = await servers.postgres.ask(`SELECT hash FROM person_sessions WHERE person = 'margaret'`)
    assert.deepEqual(left, [])
  })

  test('while the database is down, a session is not over: 503, and the cookie works again afterwards', async () => {
    const visitor = await visitDashboard(one).enter(await addOperator('barbara'))
    const member = await visitDoor(one).createMember('barbara@example.com')
    await servers.postgres.kill()
    const answers = await Promise.all([
      visitor.run('workspaces.list'),
      visitor.send('GET', '/admin/session'),
      visitor.send('GET', '/admin/sessions'),
      member.send('GET', '/account/live/keys'),
      one.callAdmin('/admin/v1/workspaces.list', { method: 'POST', body: '{}' }),
    ])
    for (const answer of answers) assert.deepEqual([answer.status, codeOf(answer)], [503, 'unavailable'])
    // Who has no cookie, or the token, is known without the store.
    assert.equal((await one.callAdmin('/admin/session', { key: '' })).status, 401)
    const health = await one.callAdmin('/admin/v1/service.health', { method: 'POST', body: '{}' })
    assert.equal(health.status, 200)
    await servers.postgres.start()
    await until(async () => (await visitor.run('workspaces.list')).status !== 503, 'the store is back')
    assert.equal((await visitor.run('workspaces.list')).status, 200)
    assert.equal((await member.send('GET', '/account/live/keys')).status, 200)
  })
})
