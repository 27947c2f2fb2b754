import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { restoreBackup } from '../../adapters/store/open/restore.ts'
import { visitDashboard } from '../support/dashboard-visits.ts'
import { visitDoor } from '../support/door-visits.ts'
import { ADMIN_TOKEN, jsonOf, startBench } from '../support/service-bench.ts'

const settings = { SHELFMARK_CUSTOMER_DOOR: 'on' }

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-sessions-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a restart signs nobody out; a new token of the administration ends the sessions of the old one', async (t) => {
  const folder = createFolder(t)
  const first = await startBench({ settings, folder })
  const { password } = await first.administrate('operators.create', { operator: 'ada', role: 'owner' })
  const dashboard = visitDashboard(first)
  const [operator, recovery] = [
    await dashboard.enter({ name: 'ada', password }),
    await dashboard.enter({ token: ADMIN_TOKEN }),
  ]
  const member = await visitDoor(first).createMember('ada@example.com')
  await first.stop()

  const second = await startBench({ settings, folder })
  for (const visitor of [operator, recovery]) {
    assert.equal((await visitor.run('workspaces.list', {}, second)).status, 200)
    assert.deepEqual(jsonOf(await visitor.send('GET', '/admin/session', undefined, second)), visitor.facts)
  }
  const own = { Cookie: member.cookie, 'Shelfmark-CSRF': member.facts.csrf_token }
  assert.equal((await visitDoor(second).send('GET', '/account/live/keys', undefined, own)).status, 200)
  // A cookie of a member opens nothing at the dashboard.
  const moved = member.cookie.replace('shelfmark_account', 'shelfmark_session')
  const refused = await second.callAdmin('/admin/session', { headers: { Cookie: moved, Authorization: '' } })
  assert.equal(refused.status, 401)
  await second.stop()

  const third = await startBench({
    settings: { ...settings, SHELFMARK_ADMIN_TOKEN: 'a-new-token-of-the-administration' },
    folder,
  })
  assert.equal((await operator.run('workspaces.list', {}, third)).status, 200)
  assert.equal((await recovery.run('workspaces.list', {}, third)).status, 401)
  await third.stop()
})

test('the CSRF token of a session is of no use with the cookie of another', async () => {
  const bench = await startBench()
  const { enter } = visitDashboard(bench)
  const [one, other] = [await enter({ token: ADMIN_TOKEN }), await enter({ token: ADMIN_TOKEN })]
  const send = (csrf: string): Promise<number> =>
    bench
      .callAdmin('/admin/v1/workspaces.list', {
        method: 'POST',
        headers: { ...one.headers, 'Shelfmark-CSRF': csrf },
        body: '{}',
      })
      .then(({ status }) => status)
  assert.equal(await send(one.facts.csrf_token), 200)
  for (const wrong of [other.facts.csrf_token, '', one.facts.csrf_token.slice(1)]) assert.equal(await send(wrong), 403)
  await bench.close()
})

test('a backup that is restored brings no session back', async (t) => {
  const folder = createFolder(t)
  const file = join(folder, 'backup')
  const bench = await startBench()
  const visitor = await visitDashboard(bench).enter({ token: ADMIN_TOKEN })
  await bench.administrate('store.backup', { file })
  await bench.close()
  const directory = join(folder, 'restored')
  await restoreBackup(file, { directory })
  const restored = await startBench({ folder: directory })
  assert.equal((await visitor.run('workspaces.list', {}, restored)).status, 401)
  await restored.stop()
})
