import type { ListedItem } from './item-list.ts'
import type { Run } from './open-run.ts'
import type { ServerClient } from './server-client.ts'

/** A list that a server works on. */
export interface ServerRun {
  readonly run: Run
  readonly items: readonly ListedItem[]
  readonly client: ServerClient
  /** Absent: null, nobody is told. */
  readonly webhookUrl: string | null
  /** Tells of batches: secrets, and those that were there before. */
  readonly say: (message: string) => void
  /** Told whenever results came. */
  readonly onResults: () => void
}
