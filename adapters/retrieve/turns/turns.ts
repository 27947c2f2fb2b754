/** Requests and batches have fetches of their own. */
export type Lane = 'requests' | 'batches'

/** Who fetches. Turns are dealt over payers: a workspace, in a lane. */
export interface Payer {
  readonly lane: Lane
  readonly workspaceId: string
}

/** Ends a turn. A second call has no effect. */
export type Release = () => void

/** Turns of the fetches from marketplaces. */
export interface Turns {
  /**
   * Waits for a turn at a marketplace. The caller must release it.
   *
   * Rejects: with a `NoTurnError`.
   */
  take(domain: string, payer: Payer, signal: AbortSignal): Promise<Release>
}

/** There was no turn: the signal was aborted while the caller waited, or the turns can't be dealt. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError'
}

export function leftEarly(): NoTurnError {
  return new NoTurnError('No turn at the marketplace was free in time.')
}

/** Every fetch has a turn at once. */
export const FREE_TURNS: Turns = { take: async () => () => undefined }
