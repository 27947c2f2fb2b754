import { ENDPOINTS, type KeyCreated, type KeyList, type KeyRevoked, type NewKey } from '../../core/contract/index.ts'
import type { Answer } from './answer.ts'
import type { CallOptions, Caller } from './caller.ts'

export interface RotateOptions extends CallOptions {
  /** How long the old key still works. Unit: s. Default: 0. */
  readonly graceSeconds?: number | undefined
}

export interface RevokeOptions extends CallOptions {
  /** Whether to cancel the batches of the key that have not ended. Default: false. */
  readonly cancelBatches?: boolean | undefined
}

/** Calls about the keys of the workspace, for a key with the scope `keys`. Each rejects as `Client` says. */
export interface Keys {
  /** The keys that work now, of the same kind. */
  list(options?: CallOptions): Promise<Answer<KeyList>>
  /**
   * Creates a key. Its `full_key` can't be read again. It is not repeated when there is no answer: the key may
   * have been created, and the list shows it.
   */
  create(key: NewKey, options?: CallOptions): Promise<Answer<KeyCreated>>
  /** Creates the successor of a key, and revokes the key, now or after a time. Not repeated, as `create`. */
  rotate(id: string, options?: RotateOptions): Promise<Answer<KeyCreated>>
  /** Ends a key, now. */
  revoke(id: string, options?: RevokeOptions): Promise<Answer<KeyRevoked>>
}

export function createKeys(call: Caller): Keys {
  return {
    list: (options) => call({ ...options, endpoint: ENDPOINTS.listKeys }),
    create: (body, options) => call({ ...options, endpoint: ENDPOINTS.createKey, body, isOnce: true }),
    rotate: (id, { graceSeconds, ...options } = {}) =>
      call({
        ...options,
        endpoint: ENDPOINTS.rotateKey,
        params: { id },
        body: { grace_seconds: graceSeconds },
        isOnce: true,
      }),
    revoke: (id, { cancelBatches, ...options } = {}) =>
      call({ ...options, endpoint: ENDPOINTS.revokeKey, params: { id }, query: { cancel_batches: cancelBatches } }),
  }
}
