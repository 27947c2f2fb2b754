/** Requests and batches have fetches of their own. */
export type Lane = 'requests' | 'batches'

/** Who fetches. Turns are dealt over payers: a workspace, in a lane. */
export interface Payer {
  readonly lane: Lane
  /** Absent: null, a program that shares its turns with nobody, such as the command line. */
  readonly workspaceId: string | null
}

/** Ends a turn. A second call has no effect. */
export type Release = () => void

/** There was no turn: the signal was aborted while the caller waited, or the turns can't be dealt. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError'
}

export function leftEarly(): NoTurnError {
  return new NoTurnError('No turn at the marketplace was free in time.')
}

interface Waiting {
  readonly begin: (release: Release) => void
  readonly leave: () => void
}

interface PayerInLine {
  readonly payer: Payer
  readonly waiting: Set<Waiting>
}

/** Requests that wait: of each payer in their order, and payers in turn. One that had a turn goes to the end. */
export class Line {
  private readonly payers = new Map<string, PayerInLine>()

  /** Waits for a turn. Rejects: with a `NoTurnError`, as soon as the signal is aborted. */
  join(payer: Payer, signal: AbortSignal): Promise<Release> {
    if (signal.aborted) return Promise.reject(leftEarly())
    const name = nameOf(payer)
    return new Promise((resolve, reject) => {
      const own = this.payers.get(name) ?? { payer, waiting: new Set() }
      const leave = (): void => {
        own.waiting.delete(entry)
        if (own.waiting.size === 0 && this.payers.get(name) === own) this.payers.delete(name)
        reject(leftEarly())
      }
      const entry: Waiting = {
        begin: (release) => {
          signal.removeEventListener('abort', leave)
          resolve(release)
        },
        leave: () => {
          signal.removeEventListener('abort', leave)
          leave()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      own.waiting.add(entry)
      this.payers.set(name, own)
    })
  }

  /** All that wait are rejected, with a `NoTurnError`. */
  clear(): void {
    for (const { waiting } of this.payers.values()) for (const { leave } of waiting) leave()
  }

  /** Payers that wait. Order: of the next turns. */
  *[Symbol.iterator](): Generator<Payer, void, undefined> {
    for (const { payer } of this.payers.values()) yield payer
  }

  /** Begins the turn of a payer's first request. If the payer has more, it goes to the end. False: none of its requests waits. */
  begin(payer: Payer, release: Release): boolean {
    const name = nameOf(payer)
    const own = this.payers.get(name)
    const [first] = own?.waiting ?? []
    if (own === undefined || first === undefined) return false
    this.payers.delete(name)
    own.waiting.delete(first)
    if (own.waiting.size > 0) this.payers.set(name, own)
    first.begin(release)
    return true
  }
}

function nameOf({ lane, workspaceId }: Payer): string {
  return `${lane} ${workspaceId ?? ''}`
}
