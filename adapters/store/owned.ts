import type { BatchEndpoint } from '../../core/contract/index.ts'
import type { KeyMode } from '../../core/policy/index.ts'

/** What a batch, a schedule and a watch have in common. */
export interface Owned {
  /** UUID. */
  readonly id: string
  readonly workspaceId: string
  /** Key of the workspace that is charged. It may have been revoked since. */
  readonly keyId: string
  readonly mode: KeyMode
  readonly endpoint: BatchEndpoint
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
  /** Secret that signs its webhooks; encrypted if a master key is configured. */
  readonly sealedSecret: string
  /** Absent: null, no webhook. */
  readonly webhookUrl: string | null
}

/** A page of batches, schedules or watches. `after`: id of the last one of the page before; null: the first page. */
export interface OwnedPage {
  readonly after: string | null
  readonly limit: number
}

/** Schedules or watches as a list. A text: `after` is not one of the owner's. */
export interface OwnedList<Entry> {
  list(owner: Pick<Owned, 'workspaceId' | 'mode'>, page: OwnedPage): Promise<readonly Entry[] | string>
}
