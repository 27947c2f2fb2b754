import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AbsentPages } from '../../adapters/fetch/sessions/absent-pages.ts'
import type { PageRequest } from '../../adapters/fetch/source/page-source.ts'
import { SessionPool } from '../../adapters/fetch/sessions/session-pool.ts'
import { SESSION_SETTINGS } from '../../adapters/fetch/sessions/session-settings.ts'
import type { VisitorSession } from '../../adapters/fetch/sessions/session.ts'

const wishOf = (owner: string, place: number) => ({
  group: `${owner} ${place}`,
  owner,
  exit: '',
  rankOf: null,
  needsReviews: false,
})

const sessionOf = (id: string): VisitorSession =>
  ({ id, exit: '', inFlight: 0, pages: 0, hasReviews: null, isUsable: () => true }) as unknown as VisitorSession

test('an absent page is asked for without a session for five minutes, and with one again when it is there', async () => {
  const clock = { nowMs: 0 }
  let status = 404
  const absent = new AbsentPages(() => clock.nowMs)
  const hasPlace = async (zip: string, attempt = 1): Promise<boolean> => {
    const place = { zip, city: null, shipTo: null }
    const url = 'https://www.amazon.de/dp/B0GONE0404'
    const asked: PageRequest[] = []
    await absent.ask({ record: 'product', domain: 'de', url, language: null, attempt, place }, async (request) => {
      asked.push(request)
      return { status, url, bytes: new Uint8Array() }
    })
    return asked[0]?.place !== undefined
  }
  assert.deepEqual([await hasPlace('10117'), await hasPlace('10119'), await hasPlace('10115')], [true, false, false])
  assert.equal(await hasPlace('10115', 2), true, 'a later attempt')
  status = 200
  assert.deepEqual([await hasPlace('10117'), await hasPlace('10117', 2), await hasPlace('10119')], [false, true, true])
  status = 404
  await hasPlace('10117')
  clock.nowMs += 5 * 60_000
  assert.equal(await hasPlace('10117'), true, 'five minutes later')
})

test('a workspace that asks for thousands of places pushes out its own sessions only', () => {
  const pool = new SessionPool({ settings: SESSION_SETTINGS, epochMs: () => 0 })
  const add = (owner: string, place: number): void => pool.add(wishOf(owner, place), sessionOf(`${owner} ${place}`))
  const has = (owner: string, place: number): boolean => pool.find(wishOf(owner, place)) !== null
  for (let place = 0; place < 50; place++) add('first', place)
  for (let place = 0; place < 5000; place++) add('flood', place)
  assert.equal(pool.size, 2000)
  for (let place = 0; place < 50; place++) assert.ok(has('first', place), String(place))
  // Its newest are there, its oldest gave way.
  assert.deepEqual([has('flood', 4999), has('flood', 0)], [true, false])
})
