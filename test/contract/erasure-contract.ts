import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { hashKey, type CreatedKey } from '../../adapters/store/keys.ts'
import { packResult } from '../../adapters/store/packed-result.ts'
import type { Store } from '../../adapters/store/store.ts'
import { sumErased, type ErasedCounts } from '../../adapters/store/workspaces.ts'
import { claim, claimDue, create, lease, SLOTS, type Caller } from './batch-calls.ts'
import { charge, claimOnce, createCaller, NOW, refuses, reserve, type Check, type StoreData } from './store-caller.ts'
import { beginRun, commitLook, createWatch, lookOf } from './watch-calls.ts'

const DAY = '2026-03-15'
const WEBHOOK = 'https://needle-receiver.example/needle-path'
const PARAMS = '{"endpoint":"market.product","query":"B0NEEDLE99"}'
/** Too random to be deflated to less than the store keeps as it is. */
const LONG = JSON.stringify({ index: 1, status: 'ok', data: `needle ${randomBytes(3000).toString('base64')}` })
/** Texts that only the workspace has, some of which earlier steps have removed from its rows, but not from the file. */
const NEEDLES = [
  'Needle & Sons',
  'needle key',
  'needle-addresses',
  'needle-batch-key',
  'needle-request-key',
  'needle-receiver.example',
  'needle-path',
  'whsec_needle',
  'B0NEEDLE01',
  'B0NEEDLE02',
  'needle of a short result',
  'needle of an attempt',
  'needle of an endpoint',
  'needle of an answer',
  'needle of metadata',
  'needle of a reference',
  'needle-events.example',
  'whsec_events_needle',
  'needle of an event',
  'needle of a request',
  'needle of a watched item',
  'needle of a point',
  'needle of a look',
  'needle of a watch event',
  'needle-watch.example',
  'needle-member@example.com',
  'needle of a link',
  'needle of a session',
  'needle-address of a member',
]

/** What `createCustomer` leaves behind. */
const REMOVED: ErasedCounts = {
  keys: 3,
  batches: 2,
  idempotencyKeys: 2,
  answers: 1,
  references: 1,
  events: 1,
  requests: 1,
  watches: 1,
  members: 1,
  statistics: 1,
}
/** A request of the log. */
const LOGGED = {
  id: 'logged',
  atMs: NOW,
  mode: 'live',
  requestId: 'r',
  batchId: null,
  endpoint: 'GET /x',
  record: null,
  input: 'query=needle of a request',
  place: null,
  outcome: 'ok',
  reason: null,
  attempts: 1,
  durationMs: 1,
  credits: 5,
} as const

interface Customer extends Caller {
  readonly needles: readonly Buffer[]
}

/** A workspace that has something of all that a workspace can have. All of its batches have ended. */
async function createCustomer(store: Store): Promise<Customer> {
  const { id: workspaceId } = await store.workspaces.create({ name: 'Needle & Sons', plan: 'pro' })
  const allowedAddresses = ['192.0.2.0/24', 'needle-addresses']
  const created: CreatedKey = await store.keys.create(workspaceId, {
    mode: 'live',
    name: 'needle key',
    allowedAddresses,
  })
  const caller = { ...created, workspaceId }
  const { key, fullKey } = created
  await store.keys.authenticate(fullKey)
  const rotated = await store.keys.rotate(
    (await store.keys.create(workspaceId, { mode: 'test', name: 'needle key 2' })).key.id,
  )

  await charge(store, caller, 'charge-of-a-request')
  const request = { workspaceId, mode: 'live', key: 'needle-request-key', params: PARAMS } as const
  await store.ledger.claimKey(request, NOW)
  await store.ledger.keepAnswer(request, Buffer.from('needle of an answer'))
  await store.ledger.endClaim(request)
  const counted = { series: 'requests', day: DAY, count: 3 } as const
  const name = [workspaceId, 'needle of an endpoint', 'ok', '250']
  await store.statistics.add({ id: `of ${workspaceId}`, counts: [{ ...counted, name }] })

  const events = { url: 'https://needle-events.example/', sealedSecret: 'plain:whsec_events_needle' }
  await store.workspaces.update(workspaceId, { events })
  const event = { type: 'event', id: `event of ${workspaceId}`, origin: 'https://needle-events.example' } as const
  await store.outbox.add({ ...event, workspaceId, body: '"needle of an event"' }, NOW)

  const link = { hash: 'needle of a link', expiresAtMs: NOW + 1 }
  const person = `needle-member@example.com ${workspaceId}`
  await store.people.add({ workspaceId, name: person, link })
  const session = { hash: `needle of a session ${workspaceId}`, door: 'account', person, generation: 0 } as const
  const terms = { idleMs: 60_000, most: 100, mostOfPerson: 20 }
  await store.personSessions.open({ ...session, address: 'needle-address of a member', startedAtMs: NOW }, terms, NOW)

  await store.requestLog.add([{ ...LOGGED, workspaceId, keyId: key.id }])

  const inputs = ['{"query":"B0NEEDLE01","reference":"needle of a reference"}', '{"query":"B0NEEDLE02"}']
  const idempotency = { key: 'needle-batch-key', bodyHash: 'hash' }
  const more = { inputs, idempotency, webhookUrl: WEBHOOK, sealedSecret: 'plain:whsec_needle' }
  const metadata = { order: 'needle of metadata' }
  await create(store, caller, 2, { ...more, metadata })
  for (const claimed of await claim(store)) {
    const json = claimed.index === 0 ? '{"index":0,"data":"needle of a short result"}' : LONG
    const reservation = await reserve(store, workspaceId, 5)
    await store.batches.commit({ ...claimed, isOk: true, credits: 5, json, reservation }, NOW)
  }
  const stopped = await create(store, caller, 2, { inputs })
  await store.batches.stop(stopped.id, NOW)
  const [delivery] = await store.outbox.claim(['batch'], SLOTS, lease())
  assert.ok(delivery)
  await store.outbox.endAttempt(delivery, { ok: false, error: 'needle of an attempt' }, NOW)
  await watchSomething(store, caller)
  const hashes = [fullKey, rotated.fullKey].map((full) => hashKey(full, null))
  const prefixes = [key.prefix, rotated.key.prefix].map((prefix) => Buffer.from(prefix))
  const packed = await packResult(LONG)
  return {
    ...caller,
    needles: [...NEEDLES.map((text) => Buffer.from(text)), ...prefixes, packed.subarray(50, 500), ...hashes],
  }
}

/** A watch with a look, a point, a record and an event. */
async function watchSomething(store: Store, caller: Caller): Promise<void> {
  const inputs = ['{"query":"needle of a watched item"}']
  const webhookUrl = 'https://needle-watch.example/'
  const watch = await createWatch(store, caller, 1, { inputs, webhookUrl })
  const [claimed] = await beginRun(store, caller, watch, [0])
  assert.ok(claimed)
  const points = [{ field: 'price', text: '[1,"needle of a point",null]' }]
  const event = { id: `wev_of ${watch.id}`, atMs: NOW, entry: '"needle of a watch event"', webhookUrl }
  const look = await lookOf(watch, 0, { points, text: '["needle of a look"]', event })
  assert.equal(await commitLook(store, caller, claimed, look), 'committed')
}

/** What an erasure must not touch. */
async function readOther(store: Store, { workspaceId, key, fullKey }: Caller): Promise<unknown> {
  const batches = await store.batches.list({ workspaceId, mode: 'live' }, { after: null, limit: 10 })
  return {
    workspaces: await store.workspaces.list(),
    batches,
    keys: await store.keys.list(workspaceId),
    caller: await store.keys.authenticate(fullKey),
    key: key.id,
    usage: await store.ledger.usage(workspaceId, { from: DAY, to: DAY }),
    stored: await store.storage.usage(workspaceId, 'live'),
    replay: await claimOnce(store, { workspaceId, mode: 'live', key: 'other', params: PARAMS }, NOW),
  }
}

async function createOther(store: Store): Promise<Caller> {
  const other = await createCaller(store)
  await store.keys.authenticate(other.fullKey)
  await charge(store, other, 'a')
  await create(store, other, 3, { webhookUrl: 'https://example.com/hook', idempotency: { key: 'b', bodyHash: 'c' } })
  await claimOnce(store, { workspaceId: other.workspaceId, mode: 'live', key: 'other', params: PARAMS }, NOW)
  return other
}

async function findLeft(data: StoreData, { needles }: Customer): Promise<string[]> {
  const dump = await data.dump()
  // Redis has hashes as text.
  const isIn = (needle: Buffer): boolean => dump.includes(needle) || dump.includes(needle.toString('hex'))
  return needles.filter(isIn).map((needle) => needle.toString('latin1').slice(0, 40))
}

async function readCharges(store: Store, workspaceId: string): Promise<unknown[]> {
  const { rows } = await store.ledger.readMonth('2026-03', '')
  return rows.filter((row) => row.workspaceId === workspaceId).toSorted((a, b) => a.chargeId.localeCompare(b.chargeId))
}

/** A workspace is erased, except its charges. */
export function checkErasure(check: Check): void {
  check('erasure: nothing of a workspace is left in the data, except its charges', async (store, data) => {
    const customer = await createCustomer(store)
    const other = await createOther(store)
    const { workspaceId, needles } = customer
    const charges = await readCharges(store, workspaceId)
    assert.equal(charges.length, 4)
    assert.equal((await findLeft(data, customer)).length, needles.length, 'the search finds everything')
    const known = await readOther(store, other)

    const kept = { charges: 4, credits: 20 }
    assert.deepEqual(await store.erase(workspaceId), { id: workspaceId, erasedAtMs: NOW, removed: REMOVED, kept })
    assert.deepEqual(await findLeft(data, customer), [])
    assert.deepEqual(await readCharges(store, workspaceId), charges)
    assert.deepEqual((await store.ledger.check()).differences, [])
    const after = await readOther(store, other)
    const listed = (await store.workspaces.list()).map(({ id }) => id)
    assert.deepEqual(listed, [other.workspaceId])
    assert.deepEqual({ ...(after as object), workspaces: [] }, { ...(known as object), workspaces: [] })

    const nothing = sumErased([])
    assert.deepEqual(await store.erase(workspaceId), { id: workspaceId, erasedAtMs: NOW, removed: nothing, kept })
    await store.close()
    assert.deepEqual(await findLeft(data, customer), [])
    const again = await data.open()
    assert.deepEqual((await again.ledger.check()).differences, [])
    await again.close()
  })

  check('erasure: an erased workspace is unknown, and nothing is charged to it', async (store) => {
    const customer = await createCustomer(store)
    const { workspaceId, key, fullKey } = customer
    const inFlight = await reserve(store, workspaceId, 5)
    const charges = await readCharges(store, workspaceId)
    await store.erase(workspaceId)
    assert.equal(await store.keys.authenticate(fullKey), 'unauthorized')
    await refuses('unknown_workspace', store.workspaces.update(workspaceId, { name: 'again' }))
    await refuses('unknown_workspace', store.keys.list(workspaceId))
    await refuses('unknown_workspace', store.keys.create(workspaceId, { mode: 'live', name: 'again' }))
    await refuses('unknown_workspace', store.ledger.reserve(workspaceId, 5, NOW))
    const request = { workspaceId, mode: 'live', key: 'again', params: PARAMS } as const
    await refuses('unknown_workspace', store.ledger.claimKey(request, NOW))
    await refuses('unknown_key', store.keys.revoke(key.id))
    await refuses('unknown_key', store.keys.rotate(key.id))
    await refuses('unknown_key', store.keys.restrict(key.id, []))
    // A request that was in flight, its statistics, and a batch.
    const late = { chargeId: 'late', keyId: key.id, record: 'product', credits: 5 } as const
    await assert.rejects(store.ledger.settle(inFlight, late), /no (?:workspace|key)/)
    await assert.rejects(create(store, customer, 1), /no (?:workspace|key)/)
    assert.deepEqual(await readCharges(store, workspaceId), charges)
    const counts = [workspaceId, 'de'].map((first) => {
      return { series: 'requests', day: DAY, name: [first, 'late'], count: 1 } as const
    })
    await store.statistics.add({ id: 'late', counts })
    const names = (await store.statistics.read('requests', { from: DAY, to: DAY })).map(({ name }) => name)
    assert.deepEqual(names, [['de', 'late']])
    assert.equal(await store.workspaces.createFirst({ name: 'default' }), null)
    await refuses('unknown_workspace', store.erase('ws_none'))
  })

  check('erasure: a workspace with batches that have not ended is not touched', async (store) => {
    const other = await createOther(store)
    const known = await readOther(store, other)
    await refuses('batches_open', store.erase(other.workspaceId))
    assert.deepEqual(await readOther(store, other), known)
    for (const id of await store.batches.listOpen(other.key.id)) await store.batches.stop(id, NOW)
    await store.erase(other.workspaceId)
    assert.deepEqual(await store.workspaces.list(), [])
    assert.deepEqual(await claimDue(store, lease(NOW + 1)), [])
  })

  check('erasure: one that ends at any step is completed by the next call', async (first, data) => {
    let store = first
    let interrupted = 0
    for (let steps = 0; ; steps++) {
      const customer = await createCustomer(store)
      const restore = data.failAfter(steps)
      const isDone = await store.erase(customer.workspaceId).then(
        () => true,
        () => false,
      )
      restore()
      if (isDone) break
      interrupted++
      await store.close()
      store = await data.open()
      await store.erase(customer.workspaceId)
      assert.deepEqual(await findLeft(data, customer), [], `after ${steps} steps`)
      assert.deepEqual((await store.ledger.check()).differences, [])
    }
    assert.ok(interrupted >= 3, `${interrupted} steps`)
    await store.close()
  })
}
