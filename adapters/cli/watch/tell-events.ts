import { spawn } from 'node:child_process'
import { once } from 'node:events'
import PQueue from 'p-queue'
import { FAILING_RUNS } from '../../../core/index.ts'
import { WEBHOOK_ATTEMPTS, type AttemptOutcome } from '../../../core/policy/index.ts'
import type { Store } from '../../store/store.ts'
import { WATCH_EVENT_PREFIX, type WatchEvent } from '../../store/watches.ts'
import { toEventBody } from '../../work/watch/watch-entries.ts'

/** Who is told. */
export interface Audience {
  /** Name of the watch, for its events. */
  readonly name: string
  /** Prints an event, which is one line of JSON. */
  readonly print: (line: string) => void
  /** Gets each event. Absent: null, events are only printed. Rejects: when the event must be tried again. */
  readonly act: ((json: string, signal: AbortSignal) => Promise<void>) | null
  /** Tells a person what happens to the watch. */
  readonly say: (message: string) => void
}

export interface TellerOptions extends Audience {
  readonly store: Pick<Store, 'outbox' | 'watches'>
  readonly watchId: string
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  readonly itemCount: number
}

/** Events that are told at a time. */
const MANY = 1000
const ALL = { total: MANY, perWorkspace: MANY, perOrigin: MANY }
/** Rounds decide when a command gets an event again, and not the waits of webhooks, which are shorter than this. Unit: ms. */
const LONGEST_WAIT_MS = 86_400_000

/**
 * Prints events, and gives them to a command. Each is told at least once: when the process is killed after that and
 * before it is noted, it comes again, with the same id.
 */
export class Teller {
  private readonly options: TellerOptions
  /** One after the other, so that no event is told twice. */
  private readonly queue = new PQueue({ concurrency: 1 })
  /** Events that were tried in this round. */
  private readonly tried = new Set<string>()
  /** Of the last event that was there when events were told. */
  private lastSequence = 0

  constructor(options: TellerOptions) {
    this.options = options
  }

  /** Begins a round: tells all events that are open, in order, those too that a command has failed to take. */
  async beginRound(signal: AbortSignal): Promise<void> {
    this.tried.clear()
    await this.queue.add(() => this.tell(LONGEST_WAIT_MS, signal))
  }

  /** Tells the events that came since. */
  async tellNew(signal: AbortSignal): Promise<void> {
    const { store, watchId } = this.options
    await this.queue.add(async () => {
      const [last] = await store.watches.listLastEvents(watchId, null, 1)
      if (last === undefined || last.sequence === this.lastSequence) return
      this.lastSequence = last.sequence
      await this.tell(0, signal)
    })
  }

  private async tell(aheadMs: number, signal: AbortSignal): Promise<void> {
    const { store, epochMs } = this.options
    const claims = await store.outbox.claim(['watch'], ALL, { nowMs: epochMs() + aheadMs, leaseMs: 0 })
    const events = await Promise.all(claims.map(({ id }) => store.watches.findEvent(id)))
    const open = claims.flatMap((claim, index) => {
      const event = events[index] ?? null
      return event === null || this.tried.has(claim.id) ? [] : [{ claim, event }]
    })
    for (const { claim, event } of open.toSorted((left, right) => left.event.sequence - right.event.sequence)) {
      this.tried.add(claim.id)
      await store.outbox.endAttempt(claim, await tellOne(event, claim.attempt, this.options, signal), epochMs())
    }
  }
}

async function tellOne(
  { id, entry }: WatchEvent,
  attempt: number,
  { name, print, act, say, itemCount }: TellerOptions,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { id: _, watch: __, event, item, reference, ...told } = toEventBody(entry)
  if (event === 'watch.failing')
    say(`No record of ${itemCount} items in ${FAILING_RUNS} runs. They are looked at less often.`)
  if (event === 'watch.recovered') say('There are records again.')
  if (event !== 'watch.changed') return TOLD
  const listed = reference === null ? item : { ...item, reference }
  const own = id.slice(WATCH_EVENT_PREFIX.length)
  const json = JSON.stringify({ id: own, watch: name, item: listed, reference, ...told })
  if (attempt === 1) print(json)
  const error = act === null ? null : await failureOf(act(json, signal))
  signal.throwIfAborted()
  if (error === null) return TOLD
  const next =
    attempt < WEBHOOK_ATTEMPTS ? 'It gets this event again in the next round.' : 'It does not get this event again.'
  say(`The command failed: ${error}. ${next}`)
  return { ok: false, error }
}

const TOLD = { ok: true, status: 0 } as const

/** Message of a task that failed. Absent: null, it did not. */
async function failureOf(task: Promise<void>): Promise<string | null> {
  try {
    await task
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A command that takes longer is ended, and has failed. Unit: ms. */
const MAX_COMMAND_MS = 5 * 60_000

/** A command of the shell that gets each event on its standard input. */
export function shellCommand(command: string): (json: string, signal: AbortSignal) => Promise<void> {
  return async (json, signal) => {
    const end = AbortSignal.any([signal, AbortSignal.timeout(MAX_COMMAND_MS)])
    // What the command prints is for people: standard output has the events.
    const child = spawn(command, { shell: true, stdio: ['pipe', process.stderr, 'inherit'], signal: end })
    // A command that does not read is no failure.
    child.stdin.on('error', () => undefined).end(`${json}\n`)
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    if (code !== 0) throw new Error(code === null ? `it was ended by ${killedBy}` : `exit code ${code}`)
  }
}
