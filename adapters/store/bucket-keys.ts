import type { SecretOwners } from './stored-secrets.ts'

/** Keys for the buckets that results are written to, as JSON, sealed. They are written with their batch, and go when its results are there. */
export interface BucketKeys extends SecretOwners {
  /** Absent: null, the batch has no keys, or they were removed. */
  find(batchId: string): Promise<string | null>
}
