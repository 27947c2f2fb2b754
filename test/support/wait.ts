import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Only a fault takes longer, however busy the machine is. Unit: ms. */
export const GENEROUS_MS = 120_000
const INTERVAL_MS = 20

/** Waits until a condition holds. Rejects: AssertionError with a description of the condition, after `GENEROUS_MS`. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  const endMs = performance.now() + GENEROUS_MS
  while (!(await isSo())) {
    if (performance.now() > endMs) assert.fail(`never: ${typeof what === 'string' ? what : what()}`)
    await sleep(INTERVAL_MS)
  }
}

/** Repeats assertions until they pass. Rejects: with their last failure, after `GENEROUS_MS`. */
export async function untilPasses(check: () => Promise<void>): Promise<void> {
  let failure: unknown
  const passes = async (): Promise<boolean> => {
    try {
      await check()
      return true
    } catch (error) {
      failure = error
      return false
    }
  }
  await until(passes, () => String(failure))
}

/** Resolves with the result of work. Rejects: AssertionError, the work is not settled after `GENEROUS_MS`. */
export async function inTime<Result>(work: Promise<Result>, what: string): Promise<Result> {
  const clock = new AbortController()
  const late = sleep(GENEROUS_MS, null, { signal: clock.signal }).then(() => assert.fail(`never: ${what}`))
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clock.abort()
  }
}

/**
 * A meeting of `size` callers. `join` waits until all have joined, then a moment longer, in which
 * one too many would join. Callers that join later do not wait for others.
 */
export class Meeting {
  /** Callers inside now, and the most that were inside at a time. */
  inside = 0
  most = 0
  private readonly size: number
  private open: () => void = () => undefined
  private readonly isFull: Promise<void>

  constructor(size: number) {
    this.size = size
    this.isFull = new Promise((resolve) => {
      this.open = resolve
    })
  }

  async join(): Promise<void> {
    this.inside++
    this.most = Math.max(this.most, this.inside)
    if (this.inside >= this.size) this.open()
    await this.isFull
    await sleep(INTERVAL_MS)
    this.inside--
  }
}
