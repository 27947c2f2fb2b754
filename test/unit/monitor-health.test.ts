import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { monitorHealth } from '../../adapters/server/monitor-health.ts'
import { until } from '../support/wait.ts'

interface Watched {
  readonly probe: () => Promise<void>
  readonly minFreeBytes?: number
  /** Default: an hour, so that only questions probe. Unit: ms. */
  readonly pauseMs?: number
  readonly freshMs: number
  readonly waitMs?: number
  readonly hangsMs?: number
}

const HOUR_MS = 3_600_000

async function watch(t: TestContext, { probe, minFreeBytes = 0, pauseMs = HOUR_MS, ...times }: Watched) {
  const health = await monitorHealth({
    store: { probe },
    log: pino({ level: 'silent' }),
    directory: tmpdir(),
    minFreeBytes,
    readRunAgeMs: async () => 3000,
    pauseMs,
    ...times,
  })
  t.after(() => health.close())
  return health
}

test('health: a problem is told from the first question on, and so is its end', async (t) => {
  let problem: string | null = null
  const probe = async (): Promise<void> => {
    if (problem !== null) throw new Error(problem)
  }
  const health = await watch(t, { probe, freshMs: 0 })
  assert.equal(await health.findProblem(), null)
  assert.ok((health.lastRunAgeMs() ?? 0) >= 3000)
  problem = 'the file was deleted'
  assert.equal(await health.findProblem(), problem)
  problem = null
  assert.equal(await health.findProblem(), null)
})

test('health: many questions probe once', async (t) => {
  let probes = 0
  const probe = async (): Promise<void> => {
    probes++
  }
  const ask = async (freshMs: number): Promise<number> => {
    const health = await watch(t, { probe, freshMs })
    const before = probes
    await Promise.all(Array.from({ length: 1000 }, () => health.findProblem()))
    return probes - before
  }
  assert.equal(await ask(HOUR_MS), 0, 'an outcome of the last moments')
  assert.equal(await ask(0), 1, 'a probe in flight')
})

test('health: a question does not wait for a probe that hangs', async (t) => {
  let probes = 0
  const probe = (): Promise<void> => (probes++ === 0 ? Promise.resolve() : new Promise(() => {}))
  const ask = async (hangsMs: number): Promise<string | null> => {
    probes = 0
    return (await watch(t, { probe, freshMs: 0, waitMs: 1, hangsMs })).findProblem()
  }
  assert.equal(await ask(HOUR_MS), null, 'the last outcome is young')
  assert.equal(await ask(0), 'the probe of the store hangs')
})

test('health is watched without questions, for the log', async (t) => {
  let probes = 0
  const probe = async (): Promise<void> => {
    probes++
  }
  await watch(t, { probe, pauseMs: 1, freshMs: HOUR_MS })
  await until(() => probes >= 3, 'probes')
})

test('health: a disk with less room than the floor is a problem', async (t) => {
  const health = await watch(t, { probe: async () => undefined, minFreeBytes: Number.MAX_SAFE_INTEGER, freshMs: 0 })
  assert.match((await health.findProblem()) ?? '', /^the disk has only \d+ bytes left$/)
})
