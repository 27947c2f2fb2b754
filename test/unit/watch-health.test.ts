import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { watchHealth } from '../../adapters/server/watch-health.ts'
import { until } from '../support/wait.ts'

async function watch(t: TestContext, probe: () => Promise<void>, minFreeBytes = 0) {
  const health = await watchHealth({
    store: { probe },
    log: pino({ level: 'silent' }),
    directory: tmpdir(),
    minFreeBytes,
    readRunAgeMs: async () => 3000,
    pauseMs: 1,
  })
  t.after(() => health.close())
  return health
}

test('health is the outcome of the last probe of the store', async (t) => {
  let problem: string | null = 'the store is full'
  let probes = 0
  const health = await watch(t, async () => {
    probes++
    if (problem !== null) throw new Error(problem)
  })
  assert.equal(health.findProblem(), 'the store is full')
  problem = null
  await until(() => health.findProblem() === null, 'it works again')
  assert.ok((health.lastRunAgeMs() ?? 0) >= 3000)
  problem = 'the file was deleted'
  await until(() => health.findProblem() === problem, 'it no longer works')
  const before = probes
  for (let times = 0; times < 1000; times++) health.findProblem()
  assert.equal(probes, before, 'a question probes nothing')
})

test('health: a disk with less room than the floor is a problem', async (t) => {
  const health = await watch(t, async () => undefined, Number.MAX_SAFE_INTEGER)
  assert.match(health.findProblem() ?? '', /^the disk has only \d+ bytes left$/)
})
