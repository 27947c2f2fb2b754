import assert from 'node:assert/strict'
import type { Store } from '../../adapters/store/store.ts'
import { NOW, refuses, type Check } from './store-caller.ts'

/** What every store does with people who sign in. */
export function peopleContract(check: Check): void {
  checkOperators(check)
  checkMembers(check)
}

const ALICE = { workspaceId: null, name: 'alice', role: 'owner', passwordHash: 'hash of alice' } as const
const BOB = { workspaceId: null, name: 'bob@example.com', role: 'reader', passwordHash: 'hash of bob' } as const

/** What every store does with operators. */
function checkOperators(check: Check): void {
  check('operators: they are created once, listed by name, and kept', async (store, data) => {
    assert.deepEqual(await store.people.list(null), [])
    assert.equal(await store.people.find('dashboard', 'alice'), null)
    await store.people.add(BOB)
    const { passwordHash: _, ...account } = ALICE
    const { generation, id, ...created } = await store.people.add(ALICE)
    assert.match(id, /^op_[A-Za-z0-9]{16}$/)
    const added = { ...account, createdAtMs: NOW, hasPassword: true, linkExpiresAtMs: null }
    assert.deepEqual(created, added)
    await refuses('operator_exists', store.people.add({ ...ALICE, passwordHash: 'another' }))
    assert.deepEqual(
      (await store.people.list(null)).map(({ name, role }) => [name, role]),
      [
        ['alice', 'owner'],
        ['bob@example.com', 'reader'],
      ],
    )
    assert.ok((await store.people.list(null)).every((operator) => !('passwordHash' in operator)))
    await store.close()
    const again = await data.open()
    assert.deepEqual(await again.people.find('dashboard', 'alice'), {
      ...added,
      id,
      generation,
      passwordHash: ALICE.passwordHash,
      linkHash: null,
      workspace: null,
    })
    await again.close()
  })

  check('operators: a role changes alone; a password and a sign-out end sessions', async (store) => {
    const { generation } = await store.people.add(ALICE)
    const changed = await store.people.update(null, 'alice', { role: 'reader' })
    assert.deepEqual([changed.role, changed.generation], ['reader', generation])
    assert.equal((await store.people.update(null, 'alice', { passwordHash: 'new' })).generation, generation + 1)
    assert.equal((await store.people.update(null, 'alice', { endsSessions: true })).generation, generation + 2)
    const { role, passwordHash, createdAtMs } = (await store.people.find('dashboard', 'alice')) ?? assert.fail()
    assert.deepEqual([role, passwordHash, createdAtMs], ['reader', 'new', NOW])
    await refuses('unknown_operator', store.people.update(null, 'bob', { role: 'owner' }))
  })

  check('operators: a password is only replaced while it is the present one', async (store) => {
    const { generation } = await store.people.add(ALICE)
    const change = async (name: string, presentHash: string): Promise<boolean> =>
      (await store.people.setPassword('dashboard', name, { presentHash }, 'own')) !== null
    await store.people.update(null, 'alice', { passwordHash: 'reset' })
    assert.equal(await change('alice', ALICE.passwordHash), false)
    assert.equal((await store.people.find('dashboard', 'alice'))?.passwordHash, 'reset')
    assert.equal(await change('alice', 'reset'), true)
    const found = await store.people.find('dashboard', 'alice')
    assert.deepEqual([found?.passwordHash, found?.generation], ['own', generation + 2])
    assert.equal(await change('bob', 'reset'), false)
  })

  check('operators: an account does not begin where one of its name has ended', async (store) => {
    const { generation } = await store.people.add(ALICE)
    await store.people.remove(null, 'alice')
    assert.notEqual((await store.people.add(ALICE)).generation, generation)
  })

  check('operators: one that was removed is unknown, and the name is free', async (store) => {
    await store.people.add(ALICE)
    await store.people.remove(null, 'alice')
    assert.deepEqual([await store.people.list(null), await store.people.find('dashboard', 'alice')], [[], null])
    await refuses('unknown_operator', store.people.remove(null, 'alice'))
    await store.people.add({ ...ALICE, role: 'reader' })
    assert.equal((await store.people.find('dashboard', 'alice'))?.role, 'reader')
  })
}

const LINK = { hash: 'hash of a link', expiresAtMs: NOW + 1000 } as const
const ADA = 'ada@example.com'

async function inviteAda(store: Store): Promise<string> {
  const { id: workspaceId } = await store.workspaces.create({ name: 'shop' })
  await store.people.add({ workspaceId, name: ADA, link: LINK })
  return workspaceId
}

const generationOf = async ({ people }: Store): Promise<number> =>
  (await people.find('account', ADA))?.generation ?? assert.fail()

/** Whether a link sets a password. */
async function choose({ people }: Store, name: string, linkHash: string, passwordHash: string, nowMs: number) {
  return (await people.setPassword('account', name, { linkHash, nowMs }, passwordHash)) !== null
}

/** What every store does with members of workspaces. */
function checkMembers(check: Check): void {
  check('members: they are invited once, listed by name in their workspace, and kept', async (store, data) => {
    const workspaceId = await inviteAda(store)
    const other = (await store.workspaces.create({ name: 'other' })).id
    await store.people.add({ workspaceId, name: 'abe', link: LINK })
    const taken = store.people.add({ workspaceId: other, name: ADA, link: { ...LINK, hash: 'another' } })
    await refuses('member_exists', taken)
    await refuses('unknown_workspace', store.people.add({ workspaceId: 'ws_none', name: 'eve', link: LINK }))
    await refuses('unknown_workspace', store.people.list('ws_none'))
    assert.deepEqual(await store.people.list(other), [])
    const listed = await store.people.list(workspaceId)
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['abe', ADA],
    )
    assert.ok(listed.every((member) => !('passwordHash' in member)))
    await store.close()
    const again = await data.open()
    const found = (await again.people.find('account', ADA)) ?? assert.fail()
    assert.match(found.id, /^mem_[A-Za-z0-9]{16}$/)
    const { id: _, generation, workspace, ...rest } = found
    assert.ok(Number.isSafeInteger(generation))
    assert.equal(workspace?.id, workspaceId)
    assert.deepEqual(rest, {
      workspaceId,
      name: ADA,
      role: null,
      createdAtMs: NOW,
      hasPassword: false,
      linkExpiresAtMs: LINK.expiresAtMs,
      passwordHash: null,
      linkHash: LINK.hash,
    })
    assert.equal(await again.people.find('account', 'eve'), null)
    await again.close()
  })

  check('members: a link sets a password once, and not after its end', async (store) => {
    await inviteAda(store)
    const { people } = store
    const generation = await generationOf(store)
    assert.equal(await choose(store, ADA, 'another link', 'hash', NOW), false)
    assert.equal(await choose(store, 'abe', LINK.hash, 'hash', NOW), false)
    assert.equal(await choose(store, ADA, LINK.hash, 'hash', LINK.expiresAtMs), false)
    assert.equal((await people.find('account', ADA))?.passwordHash, null)
    assert.equal(await choose(store, ADA, LINK.hash, 'hash', LINK.expiresAtMs - 1), true)
    assert.equal(await choose(store, ADA, LINK.hash, 'hash of another', NOW), false)
    assert.equal(await choose(store, ADA, '', 'hash of another', NOW), false)
    const found = (await people.find('account', ADA)) ?? assert.fail()
    assert.deepEqual(
      [found.passwordHash, found.generation, found.hasPassword, found.linkExpiresAtMs],
      ['hash', generation + 1, true, null],
    )
  })

  check('members: a password is replaced by who knows the present one, and the sessions end', async (store) => {
    await inviteAda(store)
    const { people } = store
    const change = (name: string, presentHash: string, passwordHash: string) =>
      people.setPassword('account', name, { presentHash }, passwordHash)
    const generation = await generationOf(store)
    assert.equal(await change(ADA, '', 'hash 2'), null)
    await choose(store, ADA, LINK.hash, 'hash', NOW)
    assert.equal(await change(ADA, 'another', 'hash 2'), null)
    assert.equal(await change('abe', 'hash', 'hash 2'), null)
    assert.equal(await change(ADA, 'hash', 'hash 2'), generation + 2)
    assert.equal(await change(ADA, 'hash', 'hash 3'), null)
    const found = await people.find('account', ADA)
    assert.deepEqual([found?.passwordHash, found?.generation], ['hash 2', generation + 2])
  })

  check('members: a reset ends the password and the sessions; another workspace can do nothing', async (store) => {
    const workspaceId = await inviteAda(store)
    const { people } = store
    const other = (await store.workspaces.create({ name: 'other' })).id
    const generation = await generationOf(store)
    await choose(store, ADA, LINK.hash, 'hash', NOW)
    await refuses('unknown_member', people.update(other, ADA, { link: LINK }))
    await refuses('unknown_member', people.update(other, ADA, { endsSessions: true }))
    await refuses('unknown_member', people.remove(other, ADA))
    assert.equal(await generationOf(store), generation + 1)
    await people.update(workspaceId, ADA, { endsSessions: true })
    assert.deepEqual(
      [await generationOf(store), (await people.find('account', ADA))?.passwordHash],
      [generation + 2, 'hash'],
    )
    const changed = await people.update(workspaceId, ADA, { link: { hash: 'new', expiresAtMs: NOW + 2000 } })
    assert.deepEqual(
      [changed.generation, changed.hasPassword, changed.linkExpiresAtMs],
      [generation + 3, false, NOW + 2000],
    )
    assert.equal(await choose(store, ADA, 'new', 'hash 2', NOW + 1500), true)
    await people.remove(workspaceId, ADA)
    assert.deepEqual([await people.find('account', ADA), await people.list(workspaceId)], [null, []])
    await refuses('unknown_member', people.remove(workspaceId, ADA))
    await people.add({ workspaceId: other, name: ADA, link: LINK })
    assert.equal((await people.find('account', ADA))?.workspace?.id, other)
  })

  check('members: those of an erased workspace are gone, and their names are free', async (store) => {
    const workspaceId = await inviteAda(store)
    const { removed } = await store.erase(workspaceId)
    assert.equal(removed.members, 1)
    assert.equal(await store.people.find('account', ADA), null)
    await refuses('unknown_workspace', store.people.list(workspaceId))
    const other = (await store.workspaces.create({ name: 'other' })).id
    await store.people.add({ workspaceId: other, name: ADA, link: LINK })
  })
}
