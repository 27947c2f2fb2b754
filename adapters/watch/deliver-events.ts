import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { OpenEvent, WatchFile } from './watch-file.ts'

/** Delivers the events of a file. */
export interface Delivery {
  /** Begins a round: delivers all events that are open, in order, those too that a command has failed to take. */
  beginRound(signal: AbortSignal): Promise<void>
  /** Delivers the events that came since. */
  deliverNew(signal: AbortSignal): Promise<void>
}

export interface DeliveryOptions {
  readonly file: WatchFile
  /** Prints an event, which is one line of JSON. */
  readonly print: (line: string) => void
  /** Gets each event. Absent: null, events are only printed. Rejects: when the event must be tried again. */
  readonly act: ((json: string, signal: AbortSignal) => Promise<void>) | null
  readonly say: (message: string) => void
}

/** Tries of a command, one a round. */
const MAX_TRIES = 6

/**
 * Prints events, and gives them to a command. Each is delivered at least once: when the process is killed after the
 * delivery and before it is noted, it comes again, with the same id.
 */
export function createDelivery({ file, print, act, say }: DeliveryOptions): Delivery {
  let running: Promise<void> = Promise.resolve()
  /** Events that were tried in this round. */
  const tried = new Set<number>()
  const deliverOne = async ({ place, json, isPrinted, tries }: OpenEvent, signal: AbortSignal): Promise<void> => {
    if (!isPrinted) print(json)
    if (act === null) {
      file.noteDelivery(place, { tries, isDone: true })
      return
    }
    tried.add(place)
    const message = await failureOf(act(json, signal))
    signal.throwIfAborted()
    const isLast = tries + 1 >= MAX_TRIES
    if (message !== null)
      say(
        `The command failed: ${message}. ${isLast ? 'It does not get this event again.' : 'It gets this event again in the next round.'}`,
      )
    file.noteDelivery(place, { tries: tries + 1, isDone: message === null || isLast })
  }
  // One after the other, so that no event is delivered by two callers.
  const deliver = async (signal: AbortSignal): Promise<void> => {
    const earlier = running
    const own = (async () => {
      await Promise.allSettled([earlier])
      for (const event of file.openEvents()) if (!tried.has(event.place)) await deliverOne(event, signal)
    })()
    running = own
    await own
  }
  return {
    beginRound: async (signal) => {
      tried.clear()
      await deliver(signal)
    },
    deliverNew: deliver,
  }
}

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
