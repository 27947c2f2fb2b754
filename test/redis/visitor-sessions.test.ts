import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { redisSessionStore, type RedisSessionStore } from '../../adapters/fetch/sessions/redis-session-store.ts'
import type { SavedSession } from '../../adapters/fetch/sessions/session-store.ts'
import { connectRedis } from '../../adapters/store/redis/connect-redis.ts'
import { makeRetriever, never, outcomeOf, productRequest } from '../support/retrievers.ts'
import { describeRedis } from '../support/redis-server.ts'
import { openShop } from '../support/shop-visits.ts'

const MASTER_KEY = 'a master key of at least 32 characters'
const OTHER_KEY = 'another master key of 32 characters!'
const CHANGE = 'POST /portal-migration/hz/glow/address-change'
const SAVED: SavedSession = {
  id: 'one',
  exit: 'direct',
  headers: { 'User-Agent': 'x' },
  cookies: [
    {
      name: 'session-id',
      value: 'sesame',
      domain: 'amazon.de',
      isOfHost: false,
      path: '/',
      expiresMs: null,
      isSecure: true,
    },
  ],
  madeAtMs: 1,
  proofUrl: null,
  hasReviews: true,
  pages: 4,
}

describeRedis('sessions of visitors on Redis', ['--appendonly', 'no'], (server) => {
  let redis = connectRedis('redis://127.0.0.1:1')
  before(() => {
    redis.disconnect()
    redis = connectRedis(server.url)
  })
  after(() => redis.disconnect())

  const open = (t: TestContext, prefix: string, masterKey = MASTER_KEY): RedisSessionStore => {
    const store = redisSessionStore({ redis, prefix, masterKey })
    t.after(() => store.close())
    return store
  }

  test('a session is read as it was saved, its pages are those of all processes, and it can be removed', async (t) => {
    const store = open(t, 'kept')
    assert.equal(await store.save('berlin', SAVED, 4, 'one'), 4)
    assert.equal(await store.save('berlin', { ...SAVED, pages: 7 }, 3, 'two'), 7)
    assert.deepEqual(await store.load('berlin'), [{ ...SAVED, pages: 7 }])
    assert.deepEqual(await store.load('munich'), [])
    for (const name of await server.redis.keys('kept:*')) assert.ok((await server.redis.pttl(name)) > 0, name)
    await store.remove('berlin', 'one')
    assert.deepEqual(await store.load('berlin'), [])
  })

  test('one process makes a session at a time', async (t) => {
    const [one, two] = [open(t, 'lease'), open(t, 'lease')]
    const end = await one.lease('berlin')
    assert.ok(end !== null)
    assert.equal(await two.lease('berlin'), null)
    assert.ok((await two.lease('munich')) !== null)
    await end()
    const next = await two.lease('berlin')
    assert.ok(next !== null)
    await end()
    assert.equal(await one.lease('berlin'), null, 'an ended lease ends no other one')
    await next()
  })

  test('a session of another master key is not found, and one that was changed is as good as none', async (t) => {
    await open(t, 'rotated').save('berlin', SAVED, 1, 'one')
    assert.deepEqual(await open(t, 'rotated', OTHER_KEY).load('berlin'), [])
    const name = (await server.redis.keys('rotated:sessions:*')).find((key) => !key.endsWith(':pages')) ?? ''
    const sealed = (await server.redis.hget(name, 'one')) ?? ''
    await server.redis.hset(name, 'one', `${sealed.slice(0, -4)}AAAA`, 'two', 'plain', 'three', 'v1.')
    assert.deepEqual(await open(t, 'rotated').load('berlin'), [])
  })

  test('of a workspace with more than 1,000 places, the oldest of its own give way', async (t) => {
    const store = open(t, 'share')
    await store.save('theirs', SAVED, 1, 'other')
    for (let place = 0; place < 1005; place++) await store.save(`place ${place}`, SAVED, 1, 'flood')
    await store.save('theirs', SAVED, 1, 'flood')
    const isKept = async (key: string): Promise<boolean> => (await store.load(key)).length > 0
    const keys = ['theirs', 'place 4', 'place 5', 'place 1004']
    assert.deepEqual(await Promise.all(keys.map(isKept)), [true, false, true, true])
    const names = await server.redis.keys('share:sessions*')
    assert.equal(names.length, 2 * 1001 + 2, 'sessions and pages of each place, and the places of two workspaces')
    for (const name of names) assert.ok((await server.redis.pttl(name)) > 0, name)
    const dump = (await server.dump('share')).toString('latin1')
    assert.ok(!dump.includes('flood'), 'a workspace is not named')
  })

  test('two processes share sessions, one makes them, and no byte of the store shows a cookie or the place', async (t) => {
    const stores = [open(t, 'shared'), open(t, 'shared')]
    const first = await openShop(t, '', { store: stores[0] })
    // The second process reads the same marketplace: its sessions are known there.
    const second = await openShop(t, '', { store: stores[1] }, undefined, first.upstream)
    const ask = (shop: typeof first) =>
      makeRetriever(shop).retriever.retrieve(productRequest('B0SHLFS081', { zip: '10117' }), never)
    const outcomes = await Promise.all([ask(first), ask(second), ask(first), ask(second)])
    assert.deepEqual(
      outcomes.map(outcomeOf),
      Array.from({ length: 4 }, () => 'ok 1 200'),
    )
    const changes = [first, second].map(({ paths }) => paths().filter((path) => path === CHANGE).length)
    assert.equal(
      changes.reduce((sum, count) => sum + count, 0),
      1,
      `made: ${changes.join(' and ')}`,
    )
    const values = [...first.visits, ...second.visits].flatMap(({ page: { setCookies = [] } }) =>
      setCookies.map((line) => /^[^=]+=([^;]+)/.exec(line)?.[1] ?? ''),
    )
    const secrets = new Set(values.filter((value) => value.length >= 12))
    assert.ok(secrets.size >= 3)
    const dump = (await server.dump('shared')).toString('latin1')
    assert.ok(dump.includes('v1.'), 'there is a sealed session')
    for (const secret of [...secrets, '10117', 'session-id', 'amazon']) assert.ok(!dump.includes(secret), secret)
  })

  test('while the Redis fails, each process has sessions of its own', async (t) => {
    const problems: unknown[] = []
    const fails = async (): Promise<never> => {
      throw new Error('the store is down')
    }
    const shop = await openShop(t, '', {
      store: { load: fails, save: fails, remove: fails, lease: fails },
      onProblem: (error) => problems.push(error),
    })
    const retrieval = await makeRetriever(shop).retriever.retrieve(
      productRequest('B0SHLFS081', { zip: '10117' }),
      never,
    )
    assert.equal(outcomeOf(retrieval), 'ok 1 200')
    assert.ok(problems.length >= 3)
  })
})
