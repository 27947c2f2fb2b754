import { once } from 'node:events'

const BAR_WIDTH = 30
const CLEAR_LINE = '\r\u001B[K'

/** A progress bar on standard error. Prints nothing when that is not a terminal. */
export class ProgressBar {
  private readonly total: number | null
  private done = 0

  /** `total`: null, it is not known. */
  constructor(total: number | null) {
    this.total = total
  }

  advance(failed: number): void {
    this.show(this.done + 1, failed)
  }

  /** `done`: includes those that failed. */
  show(done: number, failed: number): void {
    this.done = done
    if (!process.stderr.isTTY) return
    process.stderr.write(`${CLEAR_LINE}${this.describe(done)}${failed > 0 ? `, ${failed} failed` : ''}`)
  }

  private describe(done: number): string {
    if (this.total === null) return `${done} done`
    const filled = Math.round((done / this.total) * BAR_WIDTH)
    return `[${'#'.repeat(filled).padEnd(BAR_WIDTH, '.')}] ${done}/${this.total}`
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE)
  }
}

/** Waits for the signal that asks the process to end, and gives its name. */
export async function waitForStop(): Promise<string> {
  const [signal] = (await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])) as [string]
  return signal
}

interface Interruption {
  readonly signal: AbortSignal
  /** The signal of the process. Absent: null, none came. */
  readonly name: 'SIGINT' | 'SIGTERM' | null
  /** Stops listening. */
  readonly end: () => void
}

/** Aborts work at the first signal that asks the process to end. A second one ends the process at once. */
export function listenForStop(): Interruption {
  const controller = new AbortController()
  const listen = (name: NodeJS.Signals): void => {
    end()
    controller.abort(name)
  }
  const end = (): void => {
    process.off('SIGINT', listen).off('SIGTERM', listen)
  }
  process.on('SIGINT', listen).on('SIGTERM', listen)
  return {
    signal: controller.signal,
    get name() {
      return controller.signal.aborted ? (controller.signal.reason as 'SIGINT' | 'SIGTERM') : null
    },
    end,
  }
}
