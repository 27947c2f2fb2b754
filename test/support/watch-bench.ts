import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLAIM_LEASE_MS } from '../../adapters/work/watch/run-watches.ts'
import { jsonOf, type Answer, type Bench, type Call } from './service-bench.ts'
import { until } from './wait.ts'

export const WATCH = '/api/v1/market/watch'

/** A watch as an answer has it. */
export interface PrintedWatch {
  readonly id: string
  readonly status: string
  readonly paused_by: string | null
  readonly next_run_at: string | null
  readonly is_running: boolean
  readonly looks_count: number
  readonly seen_count: number
  readonly credits_charged: number
  readonly credits_this_month: number
  readonly every: string | null
  readonly cron: string | null
  readonly webhook_signature_secret: string
}

/** Sends a request with a body to the resource of watches. */
export function callWatch(
  bench: Pick<Bench, 'call'>,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const sent: Partial<Call> =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  return bench.call(WATCH + path, { method, key, ...sent })
}

export async function createWatch(bench: Pick<Bench, 'call'>, key: string, body: unknown): Promise<PrintedWatch> {
  const answer = await callWatch(bench, key, 'POST', '', body)
  assert.equal(answer.status, 201, answer.bytes.toString())
  return jsonOf(answer) as PrintedWatch
}

/** Between two looks at a watch: keys have a ceiling of requests, which a clock that stands does not refill. Unit: ms. */
const PAUSE_MS = 100

export async function readWatch(bench: Pick<Bench, 'call'>, key: string, id: string): Promise<PrintedWatch> {
  const answer = await callWatch(bench, key, 'GET', `/${id}`)
  assert.equal(answer.status, 200, answer.bytes.toString())
  return jsonOf(answer) as PrintedWatch
}

/** A clock that stands until it is moved. */
export class StillClock {
  ms: number

  constructor(ms: number) {
    this.ms = ms
  }

  readonly epochMs = (): number => this.ms
}

/** Reads after which the end of a claim is the time of the next run. */
const SURE_READS = 15

/** Moves a clock to the next look of a watch, and waits until it is committed. Returns the watch then. */
export async function runNext(
  bench: Pick<Bench, 'call'>,
  key: string,
  id: string,
  { clock, looks = 1 }: { readonly clock: StillClock; readonly looks?: number },
): Promise<PrintedWatch> {
  const before = await readWatch(bench, key, id)
  let watch = before
  let lastAt: string | null = null
  /** Reads that gave the same time of the next run. */
  let same = 0
  await until(
    async () => {
      watch = await readWatch(bench, key, id)
      const { next_run_at: nextAt, is_running: isRunning } = watch
      // A watch can be claimed without a look: then it says a moment later when the next one is.
      const nextMs = nextAt === null ? 0 : Date.parse(nextAt)
      same = !isRunning && nextAt === lastAt ? same + 1 : 0
      // It may be the end of a claim, which a step replaces a moment later.
      const isSure = same > (nextMs === clock.ms + CLAIM_LEASE_MS ? SURE_READS : 0)
      if (isSure) clock.ms = Math.max(clock.ms, nextMs)
      lastAt = nextAt
      return watch.looks_count >= before.looks_count + looks
    },
    () => `${looks} looks more of ${JSON.stringify(watch)}`,
  )
  return watch
}

/** Waits until a watch has so many looks. */
export async function awaitLooks(
  bench: Pick<Bench, 'call'>,
  key: string,
  id: string,
  looks: number,
): Promise<PrintedWatch> {
  let watch: PrintedWatch | null = null
  await until(
    async () => {
      await sleep(PAUSE_MS)
      watch = await readWatch(bench, key, id)
      return watch.looks_count >= looks
    },
    () => `${looks} looks of ${JSON.stringify(watch)}`,
  )
  assert.ok(watch !== null)
  return watch
}
