import assert from 'node:assert/strict'
import type { Store } from '../../adapters/store/store.ts'
import { NOW, refuses, type Check } from './store-caller.ts'

const LINK = { hash: 'hash of a link', expiresAtMs: NOW + 1000 } as const
const ADA = 'ada@example.com'

async function inviteAda(store: Store): Promise<string> {
  const { id: workspaceId } = await store.workspaces.create({ name: 'shop' })
  await store.members.invite({ workspaceId, name: ADA, link: LINK })
  return workspaceId
}

const generationOf = async ({ members }: Store): Promise<number> =>
  (await members.find(ADA))?.generation ?? assert.fail()

/** What every store does with members of workspaces. */
export function membersContract(check: Check): void {
  check('members: they are invited once, listed by name in their workspace, and kept', async (store, data) => {
    const workspaceId = await inviteAda(store)
    const other = (await store.workspaces.create({ name: 'other' })).id
    await store.members.invite({ workspaceId, name: 'abe', link: LINK })
    const taken = store.members.invite({ workspaceId: other, name: ADA, link: { ...LINK, hash: 'another' } })
    await refuses('member_exists', taken)
    await refuses('unknown_workspace', store.members.invite({ workspaceId: 'ws_none', name: 'eve', link: LINK }))
    await refuses('unknown_workspace', store.members.list('ws_none'))
    assert.deepEqual(await store.members.list(other), [])
    const listed = await store.members.list(workspaceId)
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['abe', ADA],
    )
    assert.ok(listed.every((member) => !('passwordHash' in member)))
    await store.close()
    const again = await data.open()
    const found = (await again.members.find(ADA)) ?? assert.fail()
    assert.match(found.id, /^mem_[A-Za-z0-9]{16}$/)
    const { id: _, generation, workspace, ...rest } = found
    assert.ok(Number.isSafeInteger(generation))
    assert.equal(workspace.id, workspaceId)
    assert.deepEqual(rest, {
      workspaceId,
      name: ADA,
      createdAtMs: NOW,
      hasPassword: false,
      linkExpiresAtMs: LINK.expiresAtMs,
      passwordHash: null,
      linkHash: LINK.hash,
    })
    assert.equal(await again.members.find('eve'), null)
    await again.close()
  })

  check('members: a link sets a password once, and not after its end', async (store) => {
    await inviteAda(store)
    const { members } = store
    const generation = await generationOf(store)
    assert.equal(await members.choosePassword(ADA, 'another link', 'hash', NOW), false)
    assert.equal(await members.choosePassword('abe', LINK.hash, 'hash', NOW), false)
    assert.equal(await members.choosePassword(ADA, LINK.hash, 'hash', LINK.expiresAtMs), false)
    assert.equal((await members.find(ADA))?.passwordHash, null)
    assert.equal(await members.choosePassword(ADA, LINK.hash, 'hash', LINK.expiresAtMs - 1), true)
    assert.equal(await members.choosePassword(ADA, LINK.hash, 'hash of another', NOW), false)
    assert.equal(await members.choosePassword(ADA, '', 'hash of another', NOW), false)
    const found = (await members.find(ADA)) ?? assert.fail()
    assert.deepEqual(
      [found.passwordHash, found.generation, found.hasPassword, found.linkExpiresAtMs],
      ['hash', generation + 1, true, null],
    )
  })

  check('members: a password is replaced by who knows the present one, and the sessions end', async (store) => {
    await inviteAda(store)
    const { members } = store
    const generation = await generationOf(store)
    assert.equal(await members.changePassword(ADA, '', 'hash 2'), null)
    await members.choosePassword(ADA, LINK.hash, 'hash', NOW)
    assert.equal(await members.changePassword(ADA, 'another', 'hash 2'), null)
    assert.equal(await members.changePassword('abe', 'hash', 'hash 2'), null)
    assert.equal(await members.changePassword(ADA, 'hash', 'hash 2'), generation + 2)
    assert.equal(await members.changePassword(ADA, 'hash', 'hash 3'), null)
    const found = await members.find(ADA)
    assert.deepEqual([found?.passwordHash, found?.generation], ['hash 2', generation + 2])
  })

  check('members: a reset ends the password and the sessions; another workspace can do nothing', async (store) => {
    const workspaceId = await inviteAda(store)
    const { members } = store
    const other = (await store.workspaces.create({ name: 'other' })).id
    const generation = await generationOf(store)
    await members.choosePassword(ADA, LINK.hash, 'hash', NOW)
    await refuses('unknown_member', members.reset(other, ADA, LINK))
    await refuses('unknown_member', members.endSessions(other, ADA))
    await refuses('unknown_member', members.remove(other, ADA))
    assert.equal(await generationOf(store), generation + 1)
    await members.endSessions(workspaceId, ADA)
    assert.deepEqual([await generationOf(store), (await members.find(ADA))?.passwordHash], [generation + 2, 'hash'])
    const changed = await members.reset(workspaceId, ADA, { hash: 'new', expiresAtMs: NOW + 2000 })
    assert.deepEqual(
      [changed.generation, changed.hasPassword, changed.linkExpiresAtMs],
      [generation + 3, false, NOW + 2000],
    )
    assert.equal(await members.choosePassword(ADA, 'new', 'hash 2', NOW + 1500), true)
    await members.remove(workspaceId, ADA)
    assert.deepEqual([await members.find(ADA), await members.list(workspaceId)], [null, []])
    await refuses('unknown_member', members.remove(workspaceId, ADA))
    await members.invite({ workspaceId: other, name: ADA, link: LINK })
    assert.equal((await members.find(ADA))?.workspace.id, other)
  })

  check('members: those of an erased workspace are gone, and their names are free', async (store) => {
    const workspaceId = await inviteAda(store)
    const { removed } = await store.erase(workspaceId)
    assert.equal(removed.members, 1)
    assert.equal(await store.members.find(ADA), null)
    await refuses('unknown_workspace', store.members.list(workspaceId))
    const other = (await store.workspaces.create({ name: 'other' })).id
    await store.members.invite({ workspaceId: other, name: ADA, link: LINK })
  })
}
