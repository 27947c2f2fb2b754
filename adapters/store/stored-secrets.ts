/** The secret of a webhook, or the keys for a bucket, as they are stored. */
export interface StoredSecret {
  /** Id of the batch, watch or workspace. */
  readonly ownerId: string
  readonly sealedSecret: string
}

/** Batches, schedules, watches, or workspaces with a receiver of events, as owners of secrets. */
export interface SecretOwners {
  /** The secrets of all owners that are there during the call, each at least once. */
  listSecrets(): AsyncIterable<StoredSecret>
  /** Replaces the stored secret of an owner, if it is still the given one. */
  replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void>
}
