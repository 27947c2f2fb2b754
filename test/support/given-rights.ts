import assert from 'node:assert/strict'
import type { Door, KnownPerson } from '../../adapters/store/people.ts'
import type { Store } from '../../adapters/store/store.ts'
import { create, createCaller, SLOTS, type Caller } from '../contract/batch-calls.ts'
import { NOW } from '../contract/store-caller.ts'
import { createSchedule } from '../contract/schedules-contract.ts'
import { createWatch } from '../contract/watch-calls.ts'

const DAY_MS = 86_400_000
const LINK_END = { expiresAtMs: Date.now() + DAY_MS }
const TERMS = { idleMs: DAY_MS, most: 100, mostOfPerson: 10 }

/** A right that somebody has, how it is revoked, and whether it works. */
interface GivenRight {
  readonly revoke: (store: Store) => Promise<unknown>
  /** On the store as it is, and on a restored one. */
  readonly works: (store: Store) => Promise<boolean>
}

/** One right of each kind that can be revoked, on a store. By name. */
export async function giveRights(store: Store): Promise<Readonly<Record<string, GivenRight>>> {
  const caller = await createCaller(store)
  const { workspaceId } = caller
  // Lists of addresses need it.
  await store.workspaces.update(workspaceId, { plan: 'pro' })
  const erased = await createCaller(store)
  const newKey = async (name: string): Promise<Caller> => ({
    ...(await store.keys.create(workspaceId, { mode: 'live', name })),
    workspaceId,
  })
  const accepts = async (one: Store, { fullKey }: Caller): Promise<boolean> =>
    typeof (await one.keys.authenticate(fullKey)) === 'object'
  const find = (one: Store, door: Door, name: string): Promise<KnownPerson | null> => one.people.find(door, name)
  const [revoked, restricted] = [await newKey('revoked'), await newKey('restricted')]
  for (const name of ['removed', 'demoted', 'changed', 'signed-in']) {
    await store.people.add({ workspaceId: null, name, role: 'owner', passwordHash: `first ${name}` })
  }
  for (const name of ['member', 'linked', 'relinked']) {
    await store.people.add({ workspaceId, name, link: { hash: `first ${name}`, ...LINK_END } })
  }
  const session = {
    hash: 'session',
    door: 'dashboard',
    person: 'signed-in',
    address: null,
    startedAtMs: Date.now(),
  } as const
  const { generation } = (await find(store, 'dashboard', 'signed-in')) ?? { generation: 0 }
  await store.personSessions.open({ ...session, generation }, TERMS, Date.now())
  const watches = { removed: await createWatch(store, caller, 1), paused: await createWatch(store, caller, 1) }
  const resealed = await createWatch(store, caller, 1)
  const batch = await create(store, caller, 2)
  const schedules = { removed: await createSchedule(store, caller), paused: await createSchedule(store, caller) }
  const deliver = { to: 's3://a/', endpoint: 'https://s3.example', region: 'auto', format: 'csv' } as const
  const delivered = await create(store, caller, 1, { deliver, sealedKeys: 'v1.first' })
  await store.workspaces.update(workspaceId, { events: { url: 'https://a.example/', sealedSecret: 'plain:first' } })
  return {
    key: { revoke: (one) => one.keys.revoke(revoked.key.id), works: (one) => accepts(one, revoked) },
    'addresses of a key': {
      revoke: (one) => one.keys.restrict(restricted.key.id, ['203.0.113.9']),
      works: async (one) => (await one.keys.find(restricted.key.id))?.allowedAddresses.length === 0,
    },
    operator: {
      revoke: (one) => one.people.remove(null, 'removed'),
      works: async (one) => (await find(one, 'dashboard', 'removed')) !== null,
    },
    role: {
      revoke: (one) => one.people.update(null, 'demoted', { role: 'reader' }),
      works: async (one) => (await find(one, 'dashboard', 'demoted'))?.role === 'owner',
    },
    password: {
      revoke: (one) => one.people.update(null, 'changed', { passwordHash: 'second' }),
      works: async (one) => (await find(one, 'dashboard', 'changed'))?.passwordHash === 'first changed',
    },
    session: {
      revoke: (one) => one.personSessions.closeAll('dashboard', 'signed-in'),
      works: async (one) => (await one.personSessions.list('dashboard', Date.now())).length > 0,
    },
    member: {
      revoke: (one) => one.people.remove(workspaceId, 'member'),
      works: async (one) => (await find(one, 'account', 'member')) !== null,
    },
    'link that was used': {
      revoke: (one) =>
        one.people.setPassword('account', 'linked', { linkHash: 'first linked', nowMs: Date.now() }, 'chosen'),
      works: async (one) => (await find(one, 'account', 'linked'))?.linkHash === 'first linked',
    },
    'link that was replaced': {
      revoke: (one) => one.people.update(workspaceId, 'relinked', { link: { hash: 'second', ...LINK_END } }),
      works: async (one) => (await find(one, 'account', 'relinked'))?.linkHash === 'first relinked',
    },
    erasure: {
      revoke: (one) => one.erase(erased.workspaceId),
      works: async (one) => (await one.workspaces.list()).some(({ id }) => id === erased.workspaceId),
    },
    watch: {
      revoke: (one) => one.watches.remove(watches.removed.id),
      works: async (one) => (await one.watches.find(watches.removed.id)) !== null,
    },
    'pause of a watch': {
      revoke: async (one) => {
        const { control, revision } = watches.paused
        const paused = { control: { ...control, paused: 'caller' as const }, events: [], nextRunMs: null }
        assert.ok(await one.watches.step(watches.paused.id, revision, paused, NOW))
      },
      works: async (one) => (await one.watches.find(watches.paused.id))?.control.paused === null,
    },
    'secret of a watch': {
      revoke: (one) =>
        one.watches.replaceSecret({ ownerId: resealed.id, sealedSecret: resealed.sealedSecret }, 'plain:second'),
      works: async (one) => (await one.watches.find(resealed.id))?.sealedSecret === resealed.sealedSecret,
    },
    'secret of events': {
      revoke: (one) =>
        one.workspaces.update(workspaceId, { events: { url: 'https://a.example/', sealedSecret: 'plain:second' } }),
      works: async (one) => (await one.workspaces.findReceiver(workspaceId))?.sealedSecret === 'plain:first',
    },
    schedule: {
      revoke: (one) => one.schedules.remove(schedules.removed.id),
      works: async (one) => (await one.schedules.find(schedules.removed.id)) !== null,
    },
    'pause of a schedule': {
      revoke: (one) => one.schedules.step(schedules.paused.id, 0, { paused: 'caller', nextRunMs: null }),
      works: async (one) => (await one.schedules.find(schedules.paused.id))?.paused === null,
    },
    'keys for a bucket': {
      revoke: async (one) => {
        await one.batches.stop(delivered.id, Date.now())
        const [claimed] = await one.outbox.claim(['bucket'], SLOTS, { nowMs: Date.now(), leaseMs: 1000 })
        assert.ok(claimed !== undefined)
        await one.outbox.endAttempt(claimed, { ok: true, status: 200 }, Date.now())
      },
      works: async (one) => (await one.bucketKeys.find(delivered.id)) !== null,
    },
    'batch that was canceled': {
      revoke: (one) => one.batches.stop(batch.id, Date.now()),
      works: async (one) => (await one.batches.listOpen(caller.key.id)).includes(batch.id),
    },
  }
}

/** Names of the rights that work on a store. */
export async function listWorking(store: Store, rights: Readonly<Record<string, GivenRight>>): Promise<string[]> {
  const names: string[] = []
  for (const [name, { works }] of Object.entries(rights)) if (await works(store)) names.push(name)
  return names
}

/** Revokes each. */
export async function revokeEach(store: Store, rights: Readonly<Record<string, GivenRight>>): Promise<void> {
  for (const { revoke } of Object.values(rights)) await revoke(store)
}
