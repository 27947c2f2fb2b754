import type { SecretOwners } from './stored-secrets.ts'

/** Keys for the buckets that results are written to, as JSON, sealed. They are written with their batch, and go when its results are there. */
export interface BucketKeys extends SecretOwners {
  /** Absent: null, there are none for this batch, or they were removed. */
  find(batchId: string): Promise<string | null>
}
