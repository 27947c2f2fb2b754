import { createHmac } from 'node:crypto'
import type { KeyMode } from '../../core/policy/index.ts'

/** A paid request with an idempotency key: the same key and parameters are charged once a day. */
export interface KeyedRequest {
  readonly workspaceId: string
  /** Mode of the caller's key: live and sandbox have idempotency keys of their own. */
  readonly mode: KeyMode
  readonly key: string
  /** The endpoint and its parameters as parsed: requests that mean the same are equal. */
  readonly params: string
  /** What the answer shows: requests that differ in that alone have the same charge, and answers of their own. Default: empty. */
  readonly form?: string | undefined
}

/** The claim of a request on its idempotency key. */
export interface KeyClaim {
  /** Id of the charge of all requests with this key and these parameters. */
  readonly chargeId: string
  /**
   * Time of the charge, if an earlier request was charged: this one is a replay, and free.
   * Unit: ms since 1970. Absent: null, nothing is charged.
   */
  readonly chargedAtMs: number | null
  /** Stored answer to an earlier request of the same form. Absent: null, none is stored. */
  readonly answer: Uint8Array | null
}

/** Why a request can't have its idempotency key. */
export type KeyRefusal = 'idempotency_conflict' | 'too_many_replays'

/** Name of the key of a request, in its workspace. */
export function keyNameOf({ mode, key }: Pick<KeyedRequest, 'mode' | 'key'>): string {
  return `${mode}:${key}`
}

/** Name of the turns of requests with the same key. */
export function turnOf(request: KeyedRequest): string {
  return `${request.workspaceId} ${keyNameOf(request)}`
}

/** Id of the charge of a request that claims its key at a time. An expired key gives another id. */
export function chargeIdOf({ workspaceId, mode, key, params }: KeyedRequest, claimedAtMs: number): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([workspaceId, mode, params, claimedAtMs]))
    .digest('base64url')
}

/** Digest by which the parameters of requests with one key are compared. */
export function digestOf({ key, params }: KeyedRequest): string {
  return createHmac('sha256', key).update(params).digest('base64url')
}
