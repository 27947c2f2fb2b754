import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from '../../core/index.ts'
import {
  SourceError,
  type FetchedPage,
  type PageRequest,
  type PageSource,
  type SessionOutcome,
} from '../../adapters/fetch/source/page-source.ts'
import { withSessions } from '../../adapters/fetch/sessions/with-sessions.ts'
import { FRAGMENT, openSandboxShop, type SandboxShopOptions } from '../support/shop-visits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const BERLIN: Place = { zip: '10117', city: null, shipTo: null }
const never = new AbortController().signal
const CHANGE = '/portal-migration/hz/glow/address-change'

/** The simulated marketplace, by a clock that the test moves. */
function openShop(options: SandboxShopOptions = {}) {
  const clock = { nowMs: 1_000_000 }
  const shop = openSandboxShop({ epochMs: () => clock.nowMs, ...options })
  const ask = (path = '/dp/B0SHLFS081', more: Partial<PageRequest> = {}, signal = never): Promise<FetchedPage> => {
    const url = `https://www.amazon.de${path}`
    const request = { record: 'product', domain: 'de', url, language: null, attempt: 1, place: BERLIN } as const
    return shop.source.fetch({ ...request, isFragment: path === FRAGMENT, ...more }, signal)
  }
  /** Asks for a page, and says what it was. */
  const read = async (path?: string, told: Partial<SessionOutcome> = {}, more: Partial<PageRequest> = {}) => {
    const page = await ask(path, more)
    const place = path === FRAGMENT ? 'none' : 'shown'
    page.session?.report({ kind: 'product', place, hasReviews: null, ...told })
    return page
  }
  const changes = (): number => shop.paths().filter((path) => path.endsWith(CHANGE)).length
  return { ...shop, clock, ask, read, changes }
}

test('what a session reads itself is decoded; the page that is asked for comes as its receiver takes it', async () => {
  const shop = openShop()
  await shop.ask(undefined, { takesCoded: true })
  const taken = shop.visits.map(({ request }) => request.takesCoded)
  assert.deepEqual(taken, [...taken.slice(1).map(() => false), true])
  assert.ok(taken.length > 1, 'the session was made')
})

test('a session ends after 200 pages', async () => {
  const shop = openShop({ settings: { isAlwaysOn: false, maxPages: 10, maxAgeMs: HOUR_MS } })
  for (let page = 0; page < 7; page++) await shop.read()
  assert.equal(shop.changes(), 1, 'three requests made it')
  await shop.read()
  assert.equal(shop.changes(), 2)
})

test('a session ends after 6 hours, and when nobody used its place for one', async () => {
  const shop = openShop()
  await shop.read()
  for (let minutes = 0; minutes < 350; minutes += 50) {
    shop.clock.nowMs += 50 * MINUTE_MS
    await shop.read()
  }
  assert.equal(shop.changes(), 1)
  shop.clock.nowMs += 10 * MINUTE_MS
  await shop.read()
  assert.equal(shop.changes(), 2, '6 hours after it was made')
  shop.clock.nowMs += 61 * MINUTE_MS
  await shop.read()
  assert.deepEqual([shop.changes(), shop.source.kept()], [3, 1])
})

test('a page proves the place of a session for 15 minutes and 50 pages', async () => {
  const shop = openShop()
  const isProven = async (): Promise<boolean | undefined> =>
    (await shop.ask(FRAGMENT, { isFragment: false })).session?.isPlaceProven
  await shop.read()
  shop.clock.nowMs += 15 * MINUTE_MS - 1
  assert.equal(await isProven(), true)
  shop.clock.nowMs += 1
  assert.equal(await isProven(), false)
  await shop.read()
  for (let page = 0; page < 49; page++) assert.equal(await isProven(), true, `page ${page}`)
  assert.equal(await isProven(), false)
})

test('fragments have no header: another page of their session proves the place, when they begin and later', async () => {
  const shop = openShop()
  const first = await shop.read(FRAGMENT)
  assert.equal(first.session?.isPlaceProven, true)
  const proof = 'GET /gp/bestsellers/'
  assert.deepEqual(shop.paths().slice(-2), [proof, `GET ${FRAGMENT}`])
  shop.clock.nowMs += 16 * MINUTE_MS
  const count = shop.visits.length
  assert.equal((await shop.read(FRAGMENT)).session?.isPlaceProven, true)
  assert.deepEqual(shop.paths().slice(count), [proof, `GET ${FRAGMENT}`])
  assert.equal(shop.changes(), 1)
})

test('a fragment of a session that lost its place comes in another one', async () => {
  const shop = openShop({ faults: 'lost=2*1' })
  await shop.read(FRAGMENT)
  await shop.read('/dp/B0SHLFS082', { place: null })
  shop.clock.nowMs += 16 * MINUTE_MS
  assert.equal((await shop.read(FRAGMENT)).session?.isPlaceProven, true)
  assert.equal(shop.changes(), 2)
  assert.deepEqual(shop.source.counts()['de'], { made: 2, proven: 2, refused: 0, lost: 1 })
})

test('a place, a language and an exit have sessions of their own', async () => {
  const shop = openShop({ exits: ['one', 'two', 'three'] })
  await shop.read('/dp/B0SHLFS081')
  const [exit] = shop.visits.map(({ request }) => request.exit)
  await shop.read('/dp/B0SHLFS081', {}, { language: 'en_GB' })
  await shop.read('/dp/B0SHLFS081', {}, { place: { ...BERLIN, zip: '80331' } })
  assert.equal(shop.changes(), 3)
  await shop.read('/dp/B0SHLFS081', {}, { attempt: 2 })
  assert.equal(shop.changes(), 4, 'the next attempt takes the next exit')
  assert.notEqual(shop.visits.at(-1)?.request.exit, exit)
})

test('a session never moves to another exit, and keeps its browser', async () => {
  const shop = openShop({ exits: ['one', 'two', 'three'], random: Math.random })
  for (let page = 0; page < 60; page++) await shop.read(`/dp/B0SHLF${1000 + page}`, {}, { attempt: 1 + (page % 4) })
  const seen = new Map<string, Set<string>>()
  for (const { request } of shop.visits) {
    const { Cookie: cookie = '', 'User-Agent': agent } = request.headers ?? {}
    const id = /session-id=([\d-]+)/.exec(cookie)?.[1]
    if (id === undefined) continue
    seen.set(id, (seen.get(id) ?? new Set()).add(`${request.exit} ${agent}`))
  }
  assert.ok(seen.size >= 3 && [...seen.values()].every(({ size }) => size === 1))
})

test('an exit that refused is the last choice for a minute', async () => {
  const captcha = 'https://www.amazon.de/dp/B0CAPTCHA0'
  const replace = (request: PageRequest) => (request.exit === 'one' ? { ...request, url: captcha } : request)
  const shop = openShop({ exits: ['one', 'two'], replace })
  let zip = 10_000
  const exitOf = async (path: string): Promise<string | undefined> =>
    (await shop.ask(path, { place: { ...BERLIN, zip: String(zip++) } })).exit
  const paths = Array.from({ length: 20 }, (_, page) => `/dp/B0SHLF${1000 + page}`)
  let refused = ''
  for (const path of paths) if (refused === '' && (await exitOf(path)) === 'one') refused = path
  assert.equal(await exitOf(refused), 'two')
  shop.clock.nowMs += MINUTE_MS
  assert.equal(await exitOf(refused), 'one')
})

test('who waits for a session gets it although its maker left, and it is aborted when all have left', async () => {
  const held: (() => void)[] = []
  const signals: AbortSignal[] = []
  const shop = openShop({
    before: async ({ post }, signal) => {
      if (post === undefined) return
      signals.push(signal)
      await new Promise<void>((resolve, reject) => {
        held.push(resolve)
        signal.addEventListener('abort', () => reject(new SourceError('aborted', 'left')), { once: true })
      })
    },
  })
  const [maker, waiter] = [new AbortController(), new AbortController()]
  const first = shop.ask('/dp/B0SHLFS081', {}, maker.signal)
  const second = shop.ask('/dp/B0SHLFS082', {}, waiter.signal)
  while (held.length === 0) await new Promise(setImmediate)
  maker.abort()
  await assert.rejects(first, { code: 'aborted' })
  assert.equal(signals[0]?.aborted, false)
  held[0]?.()
  assert.equal((await second).status, 200)
  const alone = new AbortController()
  const third = shop.ask('/dp/B0SHLFS083', { place: { ...BERLIN, zip: '80331' } }, alone.signal)
  while (held.length < 2) await new Promise(setImmediate)
  alone.abort()
  await assert.rejects(third, { code: 'aborted' })
  assert.equal(signals[1]?.aborted, true)
})

test('what a page loads later comes in the session of that page', async () => {
  const shop = openShop()
  const visitorOf = (index: number): string | undefined =>
    /session-id=([\d-]+)/.exec(shop.visits.at(index)?.request.headers?.['Cookie'] ?? '')?.[1]
  await shop.read(undefined, { hasReviews: false })
  const first = visitorOf(-1)
  const { url, session } = await shop.read(undefined, { hasReviews: true }, { needsReviews: true })
  const second = visitorOf(-1)
  assert.ok(second !== undefined && second !== first)
  await shop.read()
  assert.equal(visitorOf(-1), first, 'another page comes in any session')
  const after = { requestUrl: url, url, session, attempt: 1, isPlaceProven: true }
  await shop.read(FRAGMENT, {}, { after })
  assert.equal(visitorOf(-1), second)
  await shop.read(undefined, { place: 'other' }, { needsReviews: true })
  await shop.read(FRAGMENT, {}, { after })
  assert.equal(visitorOf(-1), first, 'a session that has ended is not used again')
})

test('requests of the making have turns of their own, and the request holds none meanwhile', async () => {
  const shop = openShop()
  const state = { held: 1, begun: 0, most: 1 }
  const turn = {
    end: () => {
      state.held = 0
    },
    begin: async () => {
      state.begun++
      state.held++
      state.most = Math.max(state.most, state.held)
      return () => void state.held--
    },
  }
  await shop.ask(undefined, { turn })
  assert.deepEqual([state.begun, state.most, state.held], [4, 1, 0])
})

test('the memory of sessions is bounded, however many places are asked for', async () => {
  const shop = openShop()
  for (let zip = 10_000; zip < 12_300; zip++) {
    const place = { zip: String(zip), city: null, shipTo: null }
    const { session } = await shop.ask('/dp/B0CAPTCHA0?x', { place: { ...place }, attempt: 1 })
    assert.ok(session !== undefined)
  }
  assert.equal(shop.source.kept(), 0, 'refused visitors are not kept')
  const always = openShop({ settings: { isAlwaysOn: true, maxPages: 200, maxAgeMs: HOUR_MS } })
  for (let number = 0; number < 2300; number++) {
    await always.ask(FRAGMENT, { place: undefined, language: `x${number}` })
  }
  assert.equal(always.source.kept(), 2000)
})

test('a source that heeds places itself has no sessions', async () => {
  const inner: PageSource = {
    heedsPlace: true,
    fetch: async ({ url }) => ({ status: 200, url, bytes: new Uint8Array() }),
    close: async () => undefined,
  }
  const source = withSessions(inner, { profiles: [] })
  const url = 'https://www.amazon.de/dp/B0SHLFS081'
  const page = await source.fetch(
    { record: 'product', domain: 'de', url, language: null, attempt: 1, place: BERLIN },
    never,
  )
  assert.deepEqual([page.session, source.heedsPlace, source.kept()], [undefined, true, 0])
})
