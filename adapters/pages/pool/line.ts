/** Requests and batches have fetches of their own. */
export type Lane = 'requests' | 'batches'

/** Who fetches. Turns are dealt over payers: a workspace, in a lane. */
export interface Payer {
  readonly lane: Lane
  /** Absent: null, a program that shares its turns with nobody, such as the command line. */
  readonly workspaceId: string | null
  /** Turns of a payer are dealt over its groups, such as batches. Default: all that it asks for is one group. */
  readonly group?: string
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
  /** By group. Order: of the next turns. */
  readonly groups: Map<string, Set<Waiting>>
}

/**
 * Requests that wait: payers in turn, groups of a payer in turn, and of each group in their order. A payer that had a
 * turn goes to the end, and so does its group.
 */
export class Line {
  private readonly payers = new Map<string, PayerInLine>()

  /** Waits for a turn. Rejects: with a `NoTurnError`, as soon as the signal is aborted. */
  join(payer: Payer, signal: AbortSignal): Promise<Release> {
    if (signal.aborted) return Promise.reject(leftEarly())
    const name = nameOf(payer)
    const { group = '' } = payer
    return new Promise((resolve, reject) => {
      const own = this.payers.get(name) ?? { payer, groups: new Map<string, Set<Waiting>>() }
      const waiting = own.groups.get(group) ?? new Set()
      const leave = (): void => {
        waiting.delete(entry)
        if (waiting.size === 0 && own.groups.get(group) === waiting) own.groups.delete(group)
        if (own.groups.size === 0 && this.payers.get(name) === own) this.payers.delete(name)
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
      waiting.add(entry)
      own.groups.set(group, waiting)
      this.payers.set(name, own)
    })
  }

  /** All that wait are rejected, with a `NoTurnError`. */
  clear(): void {
    for (const { groups } of this.payers.values()) {
      for (const waiting of groups.values()) for (const { leave } of waiting) leave()
    }
  }

  /** Payers that wait. Order: of the next turns. */
  *[Symbol.iterator](): Generator<Payer, void, undefined> {
    for (const { payer } of this.payers.values()) yield payer
  }

  /** Begins the turn of the first request of a payer's first group. If they have more, they go to the end. False: none of its requests waits. */
  begin(payer: Payer, release: Release): boolean {
    const name = nameOf(payer)
    const own = this.payers.get(name)
    const [next] = own?.groups ?? []
    const [first] = next?.[1] ?? []
    if (own === undefined || next === undefined || first === undefined) return false
    const [group, waiting] = next
    this.payers.delete(name)
    own.groups.delete(group)
    waiting.delete(first)
    if (waiting.size > 0) own.groups.set(group, waiting)
    if (own.groups.size > 0) this.payers.set(name, own)
    first.begin(release)
    return true
  }
}

function nameOf({ lane, workspaceId }: Payer): string {
  return `${lane} ${workspaceId ?? ''}`
}
