import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COSTS, simulateFleet, type Fleet } from '../../bench/fleet.ts'

const fleet: Fleet = { perSecond: 50, servers: 2, cores: 3, databaseCores: 2, seconds: 200, costs: COSTS }

const isNear = (value: number, expected: number): void =>
  assert.ok(Math.abs(value - expected) < 0.05 * expected, `${value}, not ${expected}`)

test('each part of a simulated fleet is busy for what its requests cost', () => {
  const { busy } = simulateFleet(fleet)
  const { before, after, extraction, database } = COSTS
  isNear(busy.main, (50 * (before + after)) / 1000 / 2)
  isNear(busy.extraction, (50 * extraction) / 1000 / 4)
  isNear(busy.database, (50 * database) / 1000 / 2)
})

test('an idle fleet answers in the sum of the costs', () => {
  const costs = { ...COSTS, fetch: 0 }
  const { p50 } = simulateFleet({ ...fleet, perSecond: 1, costs })
  assert.ok(Math.abs(p50 - (costs.before + costs.after + costs.extraction + costs.database)) < 0.001, String(p50))
})

test('beyond what its scarcest part carries, answers wait without end', () => {
  const costs = { ...COSTS, database: 50 }
  const [short, long] = [20, 200].map((seconds) => simulateFleet({ ...fleet, seconds, costs }))
  assert.ok(short !== undefined && long !== undefined)
  isNear(long.busy.database, 1)
  assert.ok(long.p50 > 5 * short.p50, `${long.p50} after ${short.p50}`)
})

test('a simulation gives the same report each time', () => {
  assert.deepEqual(simulateFleet(fleet), simulateFleet(fleet))
})
