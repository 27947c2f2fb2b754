import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Health } from '../http/route/deps.ts'
import type { Logger } from '../observe/log.ts'
import type { Store } from '../store/store.ts'

/** Pause between two probes. Unit: ms. */
const PAUSE_MS = 1000
/** An older outcome is not given: the store is probed again. Unit: ms. */
const FRESH_MS = 100
/** Longest wait of a question for a probe: Kubernetes waits a second for its answer. Unit: ms. */
const MAX_WAIT_MS = 800
/** Time without an outcome after which the store hangs. A busy machine needs less for a probe. Unit: ms. */
const HANGS_MS = 3000

export interface HealthOptions {
  readonly store: Pick<Store, 'probe'>
  readonly log: Logger
  /** Folder on whose disk the store is. Absent: null, the store is not on a disk of this machine. */
  readonly directory: string | null
  /** Time since the last run of items of batches. Unit: ms. Absent: null, there was none. */
  readonly readRunAgeMs: () => Promise<number | null>
  /** Free space of that disk below which the server is not ready. Unit: bytes. */
  readonly minFreeBytes: number
  /** The browser that renders pages, and whether every page needs it. Absent: null. */
  readonly browser?: { readonly problem: () => string | null; readonly isNeeded: boolean } | null
  /** Gives the proxies of the source. Default: there are none. */
  readonly proxies?: Health['proxies'] | undefined
  /** Pause between two probes that nobody asked for. Default: 1 second. Unit: ms. */
  readonly pauseMs?: number | undefined
  /** Age from which an outcome is not given again. Default: 100 ms. Unit: ms. */
  readonly freshMs?: number | undefined
  /** Longest wait of a question. Default: 800 ms. Unit: ms. */
  readonly waitMs?: number | undefined
  /** Age of the last outcome from which the store hangs. Default: 3 seconds. Unit: ms. */
  readonly hangsMs?: number | undefined
}

export interface MonitoredHealth extends Health {
  readonly close: () => Promise<void>
}

/**
 * Probes the store and its disk now, each second, and when it is asked: an outcome of the last moments
 * is given again, and so is the last one for a question that waits too long, until the store hangs. The other methods
 * give the last outcome, without a probe.
 */
export async function monitorHealth(options: HealthOptions): Promise<MonitoredHealth> {
  const { log, pauseMs = PAUSE_MS, freshMs = FRESH_MS, browser = null } = options
  const { waitMs = MAX_WAIT_MS, hangsMs = HANGS_MS } = options
  const end = new AbortController()
  let problem: string | null = null
  let runAgeMs: number | null = null
  let probedMs = performance.now()
  const probe = async (): Promise<void> => {
    const before = problem
    problem = await findProblem(options)
    if (problem === null) runAgeMs = await options.readRunAgeMs().catch(() => null)
    probedMs = performance.now()
    if (problem !== null && problem !== before) log.error(`not ready: ${problem}`)
    if (problem === null && before !== null) log.info('ready again')
  }
  let inFlight: Promise<void> | null = null
  const probeOnce = (): Promise<void> => (inFlight ??= probe().finally(() => (inFlight = null)))
  const run = async (): Promise<void> => {
    for (;;) {
      await sleep(pauseMs, undefined, { signal: end.signal }).catch(() => undefined)
      if (end.signal.aborted) return
      await probeOnce()
    }
  }
  await probeOnce()
  const running = run()
  const ask = async (): Promise<string | null> => {
    if (performance.now() - probedMs < freshMs) return problem
    const waited = new AbortController()
    const late = sleep(waitMs, undefined, { signal: waited.signal, ref: false })
    await Promise.race([probeOnce(), late.catch(() => undefined)])
    waited.abort()
    return problem ?? (performance.now() - probedMs < hangsMs ? null : 'the probe of the store hangs')
  }
  return {
    findProblem: ask,
    browser: () => (browser === null ? null : browser.problem() === null ? 'ok' : 'unreachable'),
    proxies: options.proxies ?? (() => []),
    lastRunAgeMs: () => (runAgeMs === null ? null : runAgeMs + performance.now() - probedMs),
    close: async () => {
      end.abort()
      await running
    },
  }
}

/** Absent: null, the store can write, its disk has room, and the browser that every page needs can be reached. */
async function findProblem({ store, directory, minFreeBytes, browser }: HealthOptions): Promise<string | null> {
  try {
    await store.probe()
    const missing = browser?.isNeeded === true ? browser.problem() : null
    if (missing !== null || directory === null) return missing
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize < minFreeBytes ? `the disk has only ${bavail * bsize} bytes left` : null
  } catch (error) {
    return (error as Error).message
  }
}
